import Protocol
import Testing

@testable import GameState
@testable import LiveStore
@testable import Rooms
@testable import TriptoGame

/// A session whose rules this build does not know continues elsewhere, and is shown here.
@Suite struct OlderGatewayTests {
    private static let unheardOf = RulesVersion(rawValue: 4711)
    private static let anna = PlayerID(rawValue: "anna")

    @Test func `its screens see what others commit, as whole states`() throws {
        let parlour = try Parlour(rules: Self.unheardOf)
        let elsewhere = try Elsewhere(parlour)
        let screen = Listener()
        try parlour.turn { try parlour.seat(.tv, at: screen) }
        for name in ["Anna", "Bo", "Cleo"] {
            let guest = try PlayerName(name)
            try elsewhere.commit { game in
                let id = PlayerID(rawValue: name)
                _ = game.handle(.join(id, name: guest), at: parlour.scheduler.now)
            }
            #expect(parlour.room?.version == elsewhere.state.version)
            #expect(screen.heard.last?.contains("\"\(name)\"") == true)
        }
        #expect(elsewhere.askedCount == 3)
        #expect(screen.closeCode == nil)
    }

    @Test func `who may steer is sent on, with a word when to come back`() throws {
        let parlour = try Parlour(rules: Self.unheardOf)
        for viewer in [Viewer.host, .player(Self.anna)] {
            #expect(throws: WireError.olderGateway) {
                try parlour.turn { try parlour.seat(viewer, at: Listener()) }
            }
        }
        #expect(WireError.olderGateway.code == .degraded)
        #expect(WireError.olderGateway.closeReason.hasPrefix("retry_after_ms="))
        #expect(WireError.sessionOver.closeReason == "session_ended")
    }

    @Test func `it commits nothing, whatever happens`() throws {
        let parlour = try Parlour(rules: Self.unheardOf)
        let elsewhere = try Elsewhere(parlour)
        var results: [Result<Void, WireError>] = []
        let name = try PlayerName("Anna")
        try parlour.turn {
            parlour.room?.join(Self.anna, name: name) { results.append($0) }
            parlour.room?.close { results.append($0) }
            try parlour.seat(.tv, at: Listener())
        }
        #expect(results.count == 2)
        for result in results { #expect(throws: WireError.olderGateway) { try result.get() } }
        // Timers, links that expire, people who are nowhere, an empty session.
        parlour.scheduler.advance(byMs: 5 * 3_600_000)
        #expect(elsewhere.storedVersion == 1)
        #expect(parlour.room != nil)
    }

    @Test func `it ends no session that is over, and lets go of it`() throws {
        let parlour = try Parlour(rules: Self.unheardOf)
        let elsewhere = try Elsewhere(parlour)
        try elsewhere.commit { $0.lobby.status = .ended }
        var results: [Result<Void, WireError>] = []
        try parlour.turn { parlour.room?.close { results.append($0) } }
        #expect(throws: WireError.olderGateway) { try results.first?.get() }
        parlour.scheduler.advance(byMs: RoomTimes.farewellMs + 2 * Heartbeat.periodMs)
        #expect(parlour.room == nil)
        #expect(elsewhere.storedVersion == 2)
    }

    @Test func `it puts nothing back into a store that lost the session`() throws {
        let parlour = try Parlour(rules: Self.unheardOf)
        let elsewhere = try Elsewhere(parlour)
        try parlour.turn {
            parlour.core.with { $0 = InProcessContents(InProcessLimits()) }
            parlour.room?.lookUp()
        }
        parlour.scheduler.advance(byMs: 60_000)
        #expect(elsewhere.storedVersion == nil)
    }

    @Test func `who knows the rules stores the whole state when asked, and who does not is silent`()
        throws
    {
        for (rules, isAnswered) in [(RulesVersion.latest, true), (Self.unheardOf, false)] {
            let parlour = try Parlour(rules: rules)
            let elsewhere = try Elsewhere(parlour)
            try parlour.turn { elsewhere.live.requestSnapshot(elsewhere.state.session) }
            #expect(elsewhere.heard.contains(.missed) == isAnswered)
        }
    }

    @Test func `players of a session that newer rules take over are sent on`() throws {
        let parlour = try Parlour()
        let name = try PlayerName("Anna")
        let (host, player, screen) = (Listener(), Listener(), Listener())
        try parlour.turn { parlour.room?.join(Self.anna, name: name) { _ in } }
        try parlour.turn { try parlour.seat(.host, at: host) }
        try parlour.turn { try parlour.seat(.player(Self.anna), at: player) }
        try parlour.turn { try parlour.seat(.tv, at: screen) }
        let elsewhere = try Elsewhere(parlour)
        try elsewhere.commit { $0.rules = Self.unheardOf }
        for listener in [host, player] {
            #expect(listener.heard.contains { $0.contains("degraded") })
            #expect(listener.closeCode == .goingAway)
        }
        #expect(screen.closeCode == nil)
        #expect(parlour.room?.version == elsewhere.state.version)
    }

    @Test func `a command that meets newer rules is told to try again`() throws {
        let parlour = try Parlour()
        let host = Listener()
        var seat: Seat?
        try parlour.turn { seat = try parlour.seat(.host, at: host) }
        let elsewhere = try Elsewhere(parlour)
        // Nobody reports it, and nobody answers.
        parlour.turnDeaf()
        elsewhere.answers = false
        try elsewhere.commit { $0.rules = Self.unheardOf }
        try parlour.say("MUSIC_GAIN_SET", #"{"gainDb":-20}"#, id: "m1", from: seat)
        // The command's answer, and the reason why the host has to go.
        #expect(host.heard.count { $0.contains("degraded") } == 2)
        #expect(host.heard.contains { $0.contains("\"inReplyTo\":\"m1\"") })
        #expect(elsewhere.storedVersion == elsewhere.state.version)
    }
}

@Suite struct ShortfallTests {
    @Test func `one asks once, and again for what came meanwhile`() {
        var shortfall = Shortfall()
        let actions = [
            shortfall.fellShort(of: 5), shortfall.fellShort(of: 6), shortfall.reached(5),
            shortfall.fellShort(of: 6), shortfall.reached(6),
        ]
        #expect(actions == [.ask, .none, .ask, .none, .none])
        #expect(!shortfall.isAsking)
        let again = shortfall.fellShort(of: 7)
        #expect(again == .ask)
    }

    @Test func `the newest version that was heard of is what is waited for`() {
        var shortfall = Shortfall()
        let actions = [
            shortfall.fellShort(of: 6), shortfall.fellShort(of: 5), shortfall.reached(5),
        ]
        #expect(actions == [.ask, .none, .ask])
    }

    @Test func `an answer that does not come is missed after a while`() {
        var shortfall = Shortfall()
        let first = shortfall.fellShort(of: 5)
        let isMissed = shortfall.waited(at: 4)
        let second = shortfall.fellShort(of: 5)
        #expect(first == .ask && isMissed && second == .ask)
        // It has followed on by itself.
        let hasWaited = shortfall.waited(at: 5)
        #expect(!hasWaited && !shortfall.isAsking)
    }
}
