import GameState
import LiveStore
import Protocol
import Synchronization
import Testing
import TriptoGame

@testable import Rooms

/// Inputs by a connection count only while that is the seat's newest, on any gateway.
@Suite struct SeatFenceTests {
    /// Anna and the host sit at one gateway, which hears nothing of another that they then move to.
    private final class Move {
        let (left, right): (Parlour, Parlour)
        let old: (host: Listener, anna: Listener) = (Listener(), Listener())
        let new: (host: Listener, anna: Listener) = (Listener(), Listener())
        let (hostBefore, annaBefore): (Seat?, Seat?)
        private(set) var (host, annaNow): (Seat?, Seat?) = (nil, nil)

        init(before: (Parlour, _ host: Seat?, _ anna: Seat?) throws -> Void = { _, _, _ in }) throws
        {
            left = try Parlour()
            let (left, old) = (left, old)
            let name = try PlayerName("Anna")
            try left.turn { left.room?.join(anna, name: name) { _ in } }
            var seats: (Seat?, Seat?)
            try left.turn {
                seats.0 = try left.seat(.host, on: "c1", at: old.host)
                seats.1 = try left.seat(.player(anna), on: "c2", at: old.anna)
            }
            (hostBefore, annaBefore) = seats
            try before(left, hostBefore, annaBefore)
            right = try Parlour(beside: left)
            let (right, new) = (right, new)
            left.turnDeaf()
            try right.turn { right.room?.lookUp() }
            try right.turn {
                host = try right.seat(.host, on: "c3", at: new.host)
                annaNow = try right.seat(.player(anna), on: "c4", at: new.anna)
            }
        }

        /// Plays on to the first clue.
        static func play(_ parlour: Parlour, _ host: Seat?, _ anna: Seat?) throws {
            try parlour.say("HOST_START_GAME", from: host)
            try parlour.say("HOST_SKIP", from: host)
        }

        static func brake(_ parlour: Parlour, _ host: Seat?, _ anna: Seat?) throws {
            try play(parlour, host, anna)
            try parlour.say("BRAKE_PULL", from: anna)
        }

        var state: RoomState<Tripto>? { right.room?.state }
    }

    private func expectReplaced(_ listener: Listener) {
        #expect(listener.heard.last?.contains("taken_over") == true)
        #expect(listener.closeCode?.rawValue == 4409)
    }

    @Test func `a host's command from before does nothing`() throws {
        let move = try Move()
        let before = move.state?.version
        try move.left.say("HOST_START_GAME", id: "m1", from: move.hostBefore)
        #expect(move.state?.version == before)
        #expect(move.state?.game.phase.name == .lobby)
        expectReplaced(move.old.host)
        #expect(move.new.host.closeCode == nil)
        try move.right.say("HOST_START_GAME", id: "m2", from: move.host)
        #expect(move.state?.version != before)
    }

    @Test func `a skip from before ends nothing`() throws {
        let move = try Move(before: Move.play)
        #expect(move.state?.game.phase.name == .clueLevel)
        let before = move.state?.version
        try move.left.say("HOST_SKIP", from: move.hostBefore)
        #expect(move.state?.version == before)
        expectReplaced(move.old.host)
    }

    @Test func `a pull from before opens no brake, and holds nobody up`() throws {
        let move = try Move(before: Move.play)
        try move.left.say("BRAKE_PULL", id: "m1", from: move.annaBefore)
        #expect(move.state?.game.phase.name == .clueLevel)
        expectReplaced(move.old.anna)
        // The lock it took is free again.
        try move.right.say("BRAKE_PULL", id: "m2", from: move.annaNow)
        #expect(move.state?.game.phase.name == .pausedForBrake)
        #expect(move.new.anna.closeCode == nil)
    }

    @Test func `an answer from before takes no newer one's place`() throws {
        let move = try Move(before: Move.brake)
        #expect(move.state?.game.phase.name == .pausedForBrake)
        try move.right.say("BRAKE_ANSWER_SUBMIT", #"{"answerText":"Kyoto"}"#, from: move.annaNow)
        #expect(move.new.anna.heard.contains { $0.contains("ANSWER_ACK") })
        let before = move.state?.version
        try move.left.say("BRAKE_ANSWER_SUBMIT", #"{"answerText":"stale"}"#, from: move.annaBefore)
        #expect(move.state?.version == before)
        expectReplaced(move.old.anna)
        #expect(!move.old.anna.heard.contains { $0.contains("ANSWER_ACK") })
    }

    @Test func `a goodbye from before removes nobody`() throws {
        let move = try Move()
        try move.left.say("LEAVE", from: move.annaBefore)
        #expect(move.state?.game.lobby.player(anna) != nil)
        expectReplaced(move.old.anna)
        #expect(move.new.anna.closeCode == nil)
    }

    @Test func `what waits in line when its connection is replaced is dropped`() throws {
        let parlour = try Parlour()
        let (first, second) = (Listener(), Listener())
        let name = try PlayerName("Anna")
        try parlour.turn { parlour.room?.join(anna, name: name) { _ in } }
        var old: Seat?
        try parlour.turn { old = try parlour.seat(.host, on: "c1", at: first) }
        let seat = try #require(old)
        let start = Array(#"{"type":"HOST_START_GAME","payload":{},"msgId":"m1"}"#.utf8)
        let message = try start.withUnsafeBytes { try ClientMessage($0) }
        try parlour.turn {
            // One commit is under way; behind it comes the command, and the claim before its commit.
            parlour.room?.submit(.presence(.tv, isConnected: true))
            parlour.room?.receive(message, from: seat)
            try parlour.seat(.host, on: "c2", at: second)
        }
        #expect(parlour.room?.state.game.phase.name == .lobby)
        #expect(first.closeCode?.rawValue == 4409)
        #expect(second.closeCode == nil && second.isSeated)
        // Sent again by the new connection it counts.
        var now: Seat?
        try parlour.turn { now = parlour.room?.seats.host }
        try parlour.say("HOST_START_GAME", id: "m1", from: now)
        #expect(parlour.room?.state.game.phase.name != .lobby)
        #expect(parlour.room?.footprint.unanswered == [])
    }

    @Test func `two that sit down in the same millisecond: one lives`() throws {
        var winners: Set<String> = []
        for number in 0..<1_000 {
            let lags = Lags(UInt64(number))
            let left = try Parlour(lagMs: { lags.next() })
            let right = try Parlour(beside: left, lagMs: { lags.next() })
            let listeners = [Listener(), Listener()]
            let rooms = number.isMultiple(of: 3) ? [left, left] : [left, right]
            try left.turn {
                for index in number.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                    try rooms[index].seat(.host, on: "c\(index)", at: listeners[index])
                }
            }
            left.scheduler.advance(byMs: 200)
            let alive = listeners.indices.filter { listeners[$0].closeCode == nil }
            #expect(alive.count == 1)
            #expect(listeners.compactMap(\.closeCode?.rawValue) == [4409])
            winners.formUnion(alive.map { "\($0)" })
            if let one = alive.first {
                #expect(listeners[one].isSeated)
                #expect(rooms[one].room?.seats.host?.connection.rawValue == "c\(one)")
            }
        }
        #expect(winners == ["0", "1"])
    }

    @Test func `news of an older seating take no newer seat`() throws {
        let parlour = try Parlour()
        let ear = Listener()
        try parlour.turn { try parlour.seat(.host, on: "c2", at: ear) }
        let order = try #require(parlour.room?.seats.host?.seating.order)
        try parlour.turn {
            let older = Seating(.host, on: ConnectionID(rawValue: "c1"), order: order - 1)
            parlour.room?.hear(.seated(older))
        }
        #expect(ear.closeCode == nil)
        #expect(parlour.room?.seats.host != nil)
    }

    @Test(arguments: [true, false])
    func `what a client left behind does not throw it out where it went on`(isGone: Bool) throws {
        let move = try Move()
        let left = Listener()
        left.isDeserted = isGone
        try move.left.turn { try move.left.seat(.player(anna), on: "c9", at: left) }
        #expect(move.new.anna.closeCode?.rawValue == (isGone ? nil : 4409))
        #expect(left.isSeated == !isGone)
        #expect(left.closeCode?.rawValue == (isGone ? 4409 : nil))
    }

    @Test func `nobody is welcome before the store has given the seat`() throws {
        let parlour = try Parlour(lagMs: { 30 })
        let ear = Listener()
        var seat: Seat?
        try parlour.turn { seat = try parlour.seat(.host, at: ear) }
        parlour.scheduler.advance(byMs: 20)
        #expect(ear.heard.isEmpty && seat?.isTaken == false)
        parlour.scheduler.advance(byMs: 20)
        #expect(ear.heard.first?.contains("WELCOME") == true && seat?.isTaken == true)
    }

    @Test func `who can't be given a seat in time is sent elsewhere`() throws {
        var limits = InProcessLimits()
        limits.maxSessions = 0
        let parlour = try Parlour(InProcessCore(limits: limits))
        let (ear, screen) = (Listener(), Listener())
        try parlour.turn {
            try parlour.seat(.host, at: ear)
            try parlour.seat(.tv, at: screen)
        }
        parlour.scheduler.advance(byMs: RoomTimes.bidMs - 1)
        #expect(ear.closeCode == nil && !ear.isSeated)
        #expect(screen.isSeated, "a screen needs no fence")
        parlour.scheduler.advance(byMs: RoomTimes.firstRetryMs + 1)
        #expect(ear.heard.last?.contains("degraded") == true)
        #expect(ear.closeCode == .goingAway)
    }
}

private let anna = PlayerID(rawValue: "anna")

/// Delay of each word of a store.
private final class Lags: Sendable {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) {
        state = Mutex(seed &* 0x9e37_79b9_7f4a_7c15 | 1)
    }

    /// 0 to 7 ms.
    func next() -> Int64 {
        state.withLock { state in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int64(state >> 61)
        }
    }
}
