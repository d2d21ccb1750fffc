import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Opening of a room from stored data: a whole state, and the steps since.
@Suite struct RoomFactoryTests {
    /// Opens a room.
    ///
    /// - Returns: its version, and whether it has asked for more by the end of that.
    private func open(_ stored: StoredSession, in house: House) throws -> (
        version: Int64, asks: Bool
    ) {
        let factory = RoomFactory(Tripto.self) { [clock = house.clock] _, _, done in
            clock.afterTurn { done(nil) }
        }
        var opened: (version: Int64, asks: Bool)?
        try house.turn {
            let room = try factory.open(House.session, stored, house, nil)
            opened = (room.version, room.isBusy)
        }
        return try opened ?? { throw Parlour.NoSeat() }()
    }

    @Test func `a step whose state differs from its digest is reported`() throws {
        let house = House()
        var evening = try Evening(at: house.clock.now)
        let first = Snapshot(version: 1, state: LazyState(evening.state))
        try evening.play(.presence(.tv, isConnected: true), digest: "00")
        let entry = CommittedEntry(
            previousVersion: 1,
            version: 2,
            at: house.clock.now,
            body: evening.bodies[1]
        )
        let stored = StoredSession(version: 2, snapshot: first, entries: [entry])
        let room = try open(stored, in: house)
        #expect(room.version == 2 && !room.asks)
        #expect(house.reports == ["differs(version: 2)"])
    }

    @Test func `a room that can't follow all that is stored looks for the rest at once`() throws {
        let house = House()
        let evening = try Evening(at: house.clock.now)
        let stored = StoredSession(
            version: 2,
            snapshot: Snapshot(version: 1, state: LazyState(evening.state)),
            entries: [.ofNewerRules(2, at: house.clock.now)]
        )
        let room = try open(stored, in: house)
        #expect(room.version == 1 && room.asks)
    }

    /// The state of version 1, with another name of its game; nil: with none, as builds that had
    /// one game wrote it.
    private func stored(gameName: String?, in house: House) throws -> StoredSession {
        let state = LazyState(try Evening(at: house.clock.now).state)
        var json = try #require(try JSONReader.read(state.bytes()).object)
        #expect(json["gameName"] == .string(Tripto.name))
        json["gameName"] = gameName.map { .string($0) }
        let bytes = JSONValue.object(json).bytes
        let snapshot = Snapshot(version: 1, state: LazyState(value: nil) { bytes })
        return StoredSession(version: 1, snapshot: snapshot, entries: [])
    }

    @Test func `a stored session names its game, and no other takes it for its own`() throws {
        let house = House()
        #expect(throws: ReplayError.otherGame("chess")) {
            try open(try stored(gameName: "chess", in: house), in: house)
        }
        #expect(try open(try stored(gameName: nil, in: house), in: house).version == 1)
    }
}
