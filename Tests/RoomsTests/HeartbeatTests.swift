import GameState
import Protocol
import Testing

@testable import Rooms

@Suite struct HeartbeatTests {
    @Test(arguments: [0, 1, 39, 40, 12_345, UInt64.max])
    func `a beat comes once a period, at its phase`(number: UInt64) {
        let phaseMs = Heartbeat.phaseMs(number)
        for ms in stride(from: Int64(-30_000), through: 1_800_000_000_000, by: 9_999_999_937) {
            let now = ServerTime(ms: ms)
            let first = Heartbeat.next(after: now, phaseMs: phaseMs)
            #expect(first > now && first - now <= Heartbeat.periodMs)
            #expect((first.ms - phaseMs) % Heartbeat.periodMs == 0)
            #expect(Heartbeat.next(after: first, phaseMs: phaseMs) - first == Heartbeat.periodMs)
        }
    }

    @Test func `rooms share a few times`() {
        let phases = Set((0..<1_000).map { Heartbeat.phaseMs($0) })
        #expect(phases.count == Int(Heartbeat.periodMs / Heartbeat.stepMs))
    }
}

/// Discoveries of a room that looks at the store once a beat.
@Suite struct PulseTests {
    private static let anna = PlayerID(rawValue: "anna")

    @Test func `who is connected nowhere for one pulse has not gone, and who is for two has`()
        throws
    {
        let left = try Parlour()
        let host = Listener()
        let name = try PlayerName("Anna")
        try left.turn {
            left.room?.join(Self.anna, name: name) { _ in }
            try left.seat(.host, at: host)
        }
        // Her gateway dies without a word, and its presence in the store with it.
        let right = try Parlour(beside: left)
        try right.turn { right.room?.lookUp() }
        try right.turn { try right.seat(.player(Self.anna), on: "c1", at: Listener()) }
        try left.turn { left.room?.lookUp() }
        var isConnected: Bool? { left.room?.lobby.player(Self.anna)?.isConnected }
        #expect(isConnected == true)
        right.die()
        left.losePresence(of: "c1")

        var beats: [Bool?] = []
        for _ in 1...3 {
            left.scheduler.advance(byMs: Heartbeat.periodMs)
            beats.append(isConnected)
        }
        #expect(beats == [true, false, false])
    }

    @Test func `a session that is over is forgotten ten minutes after the last has gone`() throws {
        let parlour = try Parlour()
        var host: Seat?
        try parlour.turn { host = try parlour.seat(.host, at: Listener()) }
        try parlour.say("HOST_END_SESSION", from: host)
        parlour.scheduler.advance(byMs: 60_000)
        #expect(parlour.room?.lobby.status == .ended)
        let seat = try #require(host)
        try parlour.turn { parlour.room?.vacate(seat) }
        parlour.scheduler.advance(byMs: RoomTimes.farewellMs - 1)
        #expect(parlour.room != nil)
        parlour.scheduler.advance(byMs: 2 * Heartbeat.periodMs)
        #expect(parlour.room == nil)
    }
}
