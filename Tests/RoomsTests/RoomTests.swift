import GameState
import Protocol
import StoreContracts
import Testing

@testable import LiveStore
@testable import Rooms

/// A room's own checks before it asks its parts, and the execution of their actions.
@Suite struct RoomTests {
    @Test func `who has no seat yet is not heard`() throws {
        let parlour = try Parlour(lagMs: { 30 })
        let ear = Listener()
        var seat: Seat?
        try parlour.turn { seat = try parlour.seat(.host, at: ear) }
        try parlour.say("HOST_SKIP", id: "m1", from: seat)
        #expect(ear.heard.isEmpty)
        parlour.scheduler.advance(byMs: 100)
        #expect(ear.isSeated && !ear.heard.joined().contains("m1"))
        try parlour.say("HOST_SKIP", id: "m1", from: seat)
        #expect(ear.heard.last?.contains(#""inReplyTo":"m1""#) == true)
    }

    @Test func `what waits by a connection that went is dropped when its viewer sits down again`()
        throws
    {
        let parlour = try Parlour()
        let ear = Listener()
        var gone: Seat?
        try parlour.turn { gone = try parlour.seat(.host, on: "c1", at: Listener()) }
        let first = try #require(gone)
        let skip = Array(#"{"type":"HOST_SKIP","payload":{},"msgId":"m1"}"#.utf8)
        let message = try skip.withUnsafeBytes { try ClientMessage($0) }
        try parlour.turn {
            // As many commits as fit into the time for seating come before it.
            for number in 0..<9 {
                parlour.room?.submit(.presence(.tv, isConnected: number.isMultiple(of: 2)))
            }
            parlour.room?.receive(message, from: first)
            parlour.room?.vacate(first)
            try parlour.seat(.host, on: "c2", at: ear)
        }
        #expect(ear.isSeated && first.isReplaced && parlour.room?.isBusy == false)
        #expect(!ear.heard.joined().contains(#""inReplyTo":"m1""#))
        #expect(parlour.room?.footprint.unanswered == [])
    }

    @Test func `a room that is over seats nobody`() throws {
        let parlour = try Parlour()
        let room = try #require(parlour.room)
        try parlour.turn { room.close { _ in } }
        #expect(parlour.room == nil)
        #expect(throws: WireError.sessionOver) {
            _ = try room.seat(
                .host,
                connection: ConnectionID(rawValue: "late"),
                device: nil,
                outlet: Listener(),
                lastVersion: nil,
                clientTime: nil
            )
        }
    }

    @Test func `a refusal is remembered for members of the session alone`() throws {
        let parlour = try Parlour()
        let room = try #require(parlour.room)
        for (viewer, isRemembered) in [
            (Viewer.host, true), (.player(PlayerID(rawValue: "stranger")), false),
        ] {
            let (seat, ear) = seated(viewer)
            try parlour.turn {
                let wrong = WireError(.wrongState, "not now")
                room.clients.answer(.seat(seat, messageID: "m1"), .failed(wrong))
            }
            #expect(ear.heard.count == 1)
            let receipt = room.state.receipts.receipt(of: viewer, messageID: "m1")
            #expect((receipt != nil) == isRemembered)
        }
    }

    @Test func `with each beat everybody hears where the timers stand`() throws {
        let parlour = try Parlour()
        let (screen, name) = (Listener(), try PlayerName("Anna"))
        var host: Seat?
        try parlour.turn { parlour.room?.join(Evening.anna, name: name) { _ in } }
        try parlour.turn { try parlour.seat(.player(Evening.anna), at: Listener()) }
        try parlour.turn { host = try parlour.seat(.host, at: Listener()) }
        try parlour.say("HOST_START_GAME", from: host)
        try parlour.say("HOST_SKIP", from: host)
        try parlour.turn { try parlour.seat(.tv, at: screen) }
        let deadline = try #require(parlour.room?.state.game.nextTimer?.at)
        #expect(deadline - parlour.scheduler.now > Heartbeat.periodMs)
        #expect(!screen.heard.joined().contains(#""phase":"sync""#))
        parlour.scheduler.advance(byMs: Heartbeat.periodMs)
        #expect(screen.heard.joined().contains(#""phase":"sync""#))
    }

    @Test func `a room in which something is under way does not rest`() throws {
        let house = House()
        house.begin()
        house.clock.advance(byMs: RoomTimes.quietMs)
        let room = try #require(house.room)
        let name = try PlayerName("Anna")
        var joined: Result<Void, WireError>?
        try house.turn {
            #expect(room.restingPoint != nil)
            room.join(Evening.anna, name: name) { joined = $0 }
            #expect(room.restingPoint == nil)
            house.registry.rest(House.session)
        }
        #expect(throws: Never.self) { try joined?.get() }
        #expect(joined != nil && !house.isResting)
    }
    @Test func `presence that could not be stored says what is true by then`() throws {
        let parlour = try Parlour()
        var full = InProcessLimits()
        full.maxSessions = 0
        try parlour.turn { parlour.core.with { $0 = InProcessContents(full) } }
        var screen: Seat?
        try parlour.turn { screen = try parlour.seat(.tv, at: Listener()) }
        let seat = try #require(screen)
        #expect(parlour.room?.lobby.isTVConnected == false)
        try parlour.turn { parlour.room?.vacate(seat) }
        try parlour.turn { parlour.core.with { $0 = InProcessContents(InProcessLimits()) } }
        parlour.scheduler.advance(byMs: RoomTimes.maxRetryMs)
        #expect(parlour.room?.lobby.isTVConnected == false && parlour.room?.isBusy == false)
        // Before the screen's grace is over, in which nobody would have said otherwise.
        #expect(RoomTimes.maxRetryMs < RoomTimes.dropGraceMs)
    }
}
