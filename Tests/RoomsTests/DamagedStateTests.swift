import GameState
import LiveStore
import Protocol
import Seeded
import StoreContracts
import Testing
import Timers
import TriptoGame

@testable import Rooms

/// Stored states that have gone wrong: each is refused, or played on with, and none stops its gateway.
@Suite struct DamagedStateTests {
    /// Damages that are tried of each state, of some thousands there are.
    private static let tries = 8

    private static let numbers: [JSONValue] = [
        .int(.max), .int(.min), .int(ServerTime.maxMs), .int(-ServerTime.maxMs),
        .int(ServerTime.maxMs + 1), .int(1_000_000), .int(6), .int(1), .int(0), .int(-1),
        .double(1e300), .double(0.5),
    ]

    /// The states of an evening, from its lobby to its end: one for each place of the game.
    private func states() throws -> [RoomState<Tripto>] {
        var evening = try Evening(at: ServerTime(ms: 1_700_000_000_000))
        var states = [evening.state]
        try evening.toClue()
        states.append(evening.state)
        let pull = Input<Tripto>.command(
            .own(.brakePull(atClientMs: nil)),
            from: .player(Evening.anna)
        )
        try evening.play(pull)
        states.append(evening.state)
        for _ in 0..<60 where evening.state.game.stage != .over {
            if let wish = evening.state.game.wish {
                try evening.play(.content(RoundContent(.test()), for: wish))
            } else {
                try evening.play(.command(.skip, from: .host))
            }
            states.append(evening.state)
        }
        var seen: Set<String> = []
        return states.filter { seen.insert("\($0.game)").inserted }
    }

    /// All values that differ from one in one place.
    private func damaged(_ value: JSONValue) -> [JSONValue] {
        switch value {
        case .object(let object):
            object.members.flatMap { key, member -> [JSONValue] in
                var without = object
                without[key] = nil
                return [.object(without)]
                    + damaged(member).map {
                        var other = object
                        other[key] = $0
                        return .object(other)
                    }
            }
        case .array(let items):
            [.array([]), .array(Array(items.dropLast())), .array(items + items)]
                + items.indices.flatMap { index in
                    damaged(items[index]).map {
                        var other = items
                        other[index] = $0
                        return .array(other)
                    }
                }
        case .int, .double: Self.numbers
        case .bool(let bool): [.bool(!bool)]
        case .string: [.string(""), .string("nobody")]
        case .null: [.int(1)]
        }
    }

    /// Opens a session with such a state and plays on, with everybody in it.
    ///
    /// - Returns: whether the state was taken for one.
    private func playOn(_ state: JSONValue) throws -> Bool {
        let (house, bytes) = (House(), state.bytes)
        house.hold(Snapshot(version: 1, state: LazyState(value: nil) { bytes }))
        let asked = house.ask()
        house.clock.turn { house.versionsAsked[0](nil) }
        guard asked.room != nil else {
            #expect(asked.code == .internal || asked.code == .degraded)
            return false
        }
        let viewers: [Viewer] = [.tv, .host, .player(Evening.anna)]
        var seats = viewers.compactMap { try? house.seat($0, at: Listener()) }
        for type in [
            "BRAKE_PULL", "HOST_SKIP", "HOST_PAUSE", "HOST_RESUME", "HOST_SKIP", "HOST_START_GAME",
        ] {
            for seat in seats where house.room != nil { try house.say(type, from: seat) }
            house.clock.advance(byMs: 40_000)
        }
        try house.turn {
            for seat in seats { house.room?.vacate(seat) }
            seats = []
        }
        house.clock.advance(byMs: 6 * 3_600_000)
        return true
    }

    @Test func `a state that has gone wrong in one place stops nothing`() throws {
        var dice = SplitMix64(seed: 7)
        var (refused, taken) = (0, 0)
        for state in try states() {
            let whole = JSONValue.object(
                try #require(try JSONReader.read(LazyState(state).bytes()).object)
            )
            let damages = damaged(whole).shuffled(using: &dice).prefix(Self.tries)
            for damage in damages {
                var json = try #require(damage.object)
                if json["version"] != nil { json["version"] = .int(1) }
                if try playOn(.object(json)) { taken += 1 } else { refused += 1 }
            }
        }
        #expect(refused > 20 && taken > 20, "\(refused) refused, \(taken) taken")
    }

    @Test(arguments: [#"{"version":9007199254740993}"#, #"{"version":-9223372036854775808}"#])
    func `numbers that sums would overflow with are refused`(json: String) {
        #expect(throws: DecodingError.self) {
            try StoredJSON.decode([String: Int64].self, from: Array(json.utf8))
        }
    }

    @Test func `numbers as they are meant are read, those of seeds as large as they come`() throws {
        struct Numbers: Codable, Equatable {
            var whole = [ServerTime.maxMs, -ServerTime.maxMs]
            var seed = UInt64.max
            var by: [String: Int?] = ["a": 1, "b": nil]
            var small: Int8 = -3
            var part: Double? = 0.25
            var text: String?
        }
        let json = """
            {"whole":[9007199254740992,-9007199254740992],"seed":18446744073709551615,
            "by":{"a":1,"b":null},"small":-3,"part":0.25}
            """
        #expect(try StoredJSON.decode(Numbers.self, from: Array(json.utf8)) == Numbers())
    }

    @Test func `an entry at a time that never comes is refused`() throws {
        let state = try Evening(at: ServerTime(ms: 1_000_000)).state
        for (version, at) in [(2, Int64.max), (2, -1), (Int64.max, 1_000_001)] {
            let entry = CommittedEntry(
                previousVersion: 1,
                version: version,
                at: ServerTime(ms: at),
                body: JournalBody<Tripto>.input(
                    .presence(.tv, isConnected: true),
                    messageID: nil,
                    digest: nil,
                    rulesVersion: .latest
                ).bytes
            )
            #expect(throws: ReplayError.unreadable(version: version)) {
                try state.advanced(by: entry)
            }
        }
    }
}
