import GameState
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Requests to a room while it waits for the store.
@Suite struct BusyRoomTests {
    /// A host and two players, at the first clue.
    private final class Clue {
        let parlour: Parlour
        let ears = [Listener(), Listener(), Listener()]
        private(set) var host: Seat?
        private(set) var players: [Seat?] = []

        init(leftBehind: [Claim] = []) throws {
            parlour = try Parlour(leftBehind: leftBehind)
            let (parlour, ears) = (parlour, ears)
            for number in 1...2 {
                let id = PlayerID(rawValue: "p\(number)")
                let name = try PlayerName("Guest \(number)")
                try parlour.turn { parlour.room?.join(id, name: name) { _ in } }
                var seat: Seat?
                try parlour.turn { seat = try parlour.seat(.player(id), at: ears[number]) }
                players.append(seat)
            }
            var seat: Seat?
            try parlour.turn { seat = try parlour.seat(.host, at: ears[0]) }
            host = seat
            try parlour.say("HOST_START_GAME", from: host)
            try parlour.say("HOST_SKIP", from: host)
            #expect(parlour.room?.state.game.phase.name == .clueLevel)
        }

        var phase: StateName? { parlour.room?.state.game.phase.name }

        /// Sends several messages in one turn, so that the first one's commit is under way at the others.
        func say(_ messages: [(Seat?, String)]) throws {
            try parlour.turn {
                for (seat, text) in messages {
                    let message = try Array(text.utf8).withUnsafeBytes { try ClientMessage($0) }
                    if let seat { parlour.room?.receive(message, from: seat) }
                }
            }
        }
    }

    @Test func `of two who pull at once the first one has the brake, and its claim ends with it`()
        throws
    {
        let clue = try Clue()
        try clue.say([
            (clue.players[0], #"{"type":"BRAKE_PULL","payload":{}}"#),
            (clue.players[1], #"{"type":"BRAKE_PULL","payload":{}}"#),
        ])
        #expect(clue.phase == .pausedForBrake)
        #expect(clue.ears[2].heard.last?.contains("already_paused") == true)
        #expect(clue.parlour.grantCount == 1)
        try clue.parlour.say("HOST_SKIP", from: clue.host)
        #expect(clue.phase == .clueLevel)
        clue.parlour.scheduler.advance(byMs: 2_001)
        try clue.parlour.say("BRAKE_PULL", from: clue.players[1])
        #expect(clue.phase == .pausedForBrake)
        #expect(clue.parlour.grantCount == 2)
    }

    @Test func `a pull that is repeated after its acceptance gets that again`() throws {
        let clue = try Clue()
        try clue.parlour.say("BRAKE_PULL", id: "m1", from: clue.players[0])
        let before = clue.ears[1].heard.count
        try clue.parlour.say("BRAKE_PULL", id: "m1", from: clue.players[0])
        #expect(clue.ears[1].heard.count == before + 1)
        #expect(clue.ears[1].heard.last?.contains("BRAKE_ACCEPTED") == true)
        #expect(clue.parlour.grantCount == 1)
    }

    @Test func `a claim that was left behind refuses pulls until it runs out`() throws {
        let left = Claim(id: .brake, holder: PlayerID(rawValue: "gone"), forMs: 9_000)
        let clue = try Clue(leftBehind: [left])
        let version = clue.parlour.room?.version
        try clue.parlour.say("BRAKE_PULL", id: "m1", from: clue.players[0])
        #expect(clue.ears[1].heard.last?.contains("already_paused") == true)
        #expect(clue.ears[1].heard.last?.contains("m1") == true)
        #expect(clue.phase == .clueLevel)
        #expect(clue.parlour.room?.version == version)
        #expect(clue.parlour.room?.isBusy == false)
        clue.parlour.scheduler.advance(byMs: 9_000)
        try clue.parlour.say("BRAKE_PULL", id: "m2", from: clue.players[0])
        #expect(clue.phase == .pausedForBrake)
        #expect(clue.parlour.grantCount == 1)
    }

    @Test func `what can't be read is no pull, and the next one is not too soon`() throws {
        let clue = try Clue()
        for _ in 0..<3 {
            try clue.parlour.say("BRAKE_PULL", #"{"atClientMs":"now"}"#, from: clue.players[0])
            #expect(clue.ears[1].heard.last?.contains("bad_message") == true)
        }
        try clue.parlour.say("BRAKE_PULL", from: clue.players[0])
        #expect(clue.phase == .pausedForBrake)
    }

    @Test func `what is answered while a commit is under way is answered the same again`() throws {
        let clue = try Clue()
        try clue.parlour.say("HOST_PAUSE", from: clue.host)
        try clue.parlour.say("BRAKE_PULL", from: clue.players[0])
        try clue.say([
            (clue.host, #"{"type":"HOST_RESUME","payload":{}}"#),
            (clue.players[0], #"{"type":"BRAKE_PULL","payload":{},"msgId":"m1"}"#),
        ])
        #expect(clue.ears[1].heard.contains { $0.contains("rate_limited") })
        clue.parlour.scheduler.advance(byMs: 2_001)
        let before = clue.ears[1].heard.count
        try clue.parlour.say("BRAKE_PULL", id: "m1", from: clue.players[0])
        #expect(clue.ears[1].heard.count == before + 1)
        #expect(clue.ears[1].heard.last?.contains("rate_limited") == true)
        #expect(clue.phase == .clueLevel)
    }

    @Test func `one viewer may sit down twenty times, and then wait`() throws {
        let parlour = try Parlour()
        for number in 0..<20 {
            try parlour.turn { try parlour.seat(.host, on: "c\(number)", at: Listener()) }
        }
        #expect(throws: WireError.self) {
            try parlour.turn { try parlour.seat(.host, on: "late", at: Listener()) }
        }
        parlour.scheduler.advance(byMs: 20_000)
        #expect(throws: Never.self) {
            try parlour.turn { try parlour.seat(.host, on: "later", at: Listener()) }
        }
    }
}
