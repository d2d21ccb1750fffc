import GameState
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Timers as clients are told of them, and when.
@Suite struct TimerChangeTests {
    private let start = ServerTime(ms: 1_000_000)

    private func timer(_ id: String, ms: Int64 = 60_000, isShown: Bool = true) -> GameTimer {
        GameTimer(
            id: TimerID(rawValue: id),
            startAt: start,
            durationMs: ms,
            isShown: isShown
        )
    }

    private func phases(
        _ old: [GameTimer],
        _ new: [GameTimer],
        expired: String? = nil
    ) -> [TimerPhase] {
        let id = expired.map { TimerID(rawValue: $0) }
        return TimerChange.between(old, new, expired: id).map(\.phase)
    }

    @Test func `each change has its word, and what stays as it is has none`() {
        let one = timer("one")
        var paused = one
        paused.pause(at: start + 1_000, keepsLead: true)
        var onward = paused
        onward.resume(at: start + 9_000)
        let other = timer("other")
        #expect(phases([], [one]) == [.started])
        #expect(phases([one], []) == [.cancelled])
        #expect(phases([one, other], [], expired: "one") == [.expired, .cancelled])
        #expect(phases([one], [paused]) == [.paused])
        #expect(phases([paused], [onward]) == [.resumed])
        #expect(phases([one], [timer("one", ms: 90_000)]) == [.adjusted])
        #expect(phases([one, other], [paused, other]) == [.paused])
        let hidden = timer("hidden", isShown: false)
        #expect(phases([hidden], [one]) == [.started])
        #expect(phases([one], [one, hidden]).isEmpty)
    }

    @Test func `everybody is told, under the version that brought it about`() {
        let session = SessionID(rawValue: "0123456789abcdef")
        var cues = EventFrames<Tripto.Event>(session: session, now: start, version: 7)
        cues.synchronise(TimerChange(timer: timer("one"), phase: .started), at: start)
        for frames in [cues.host, cues.tv, cues.players] {
            let text = String(decoding: frames.bytes, as: UTF8.self)
            #expect(text.contains(#""phase":"started""#) && text.contains(#""version":7"#))
        }
        #expect(cues.speaker.isEmpty)
    }

    @Test func `a timer that runs out is told as expired`() throws {
        let parlour = try Parlour()
        let (screen, name) = (Listener(), try PlayerName("Anna"))
        var host: Seat?
        try parlour.turn { parlour.room?.join(Evening.anna, name: name) { _ in } }
        try parlour.turn { try parlour.seat(.player(Evening.anna), at: Listener()) }
        try parlour.turn { try parlour.seat(.tv, at: screen) }
        try parlour.turn { host = try parlour.seat(.host, at: Listener()) }
        try parlour.say("HOST_START_GAME", from: host)
        let next = try #require(parlour.room?.state.game.nextTimer)
        parlour.scheduler.advance(byMs: next.at - parlour.scheduler.now)
        let told = screen.heard.joined()
        #expect(told.contains(#""timerId":"\#(next.timer.rawValue)""#))
        #expect(told.contains(#""phase":"expired""#) && !told.contains(#""phase":"cancelled""#))
    }

    @Test func `now and then everybody hears where timers stand that run and are shown`() throws {
        var evening = try Evening(at: start)
        func told() -> String {
            let ear = Listener()
            var seats = Seats()
            _ = seats.add(seat(.tv, "c1", ear))
            Broadcast(evening.state).synchroniseTimers(to: seats, at: start + 1)
            return ear.heard.joined()
        }
        try evening.start()
        #expect(
            evening.state.game.nextTimer != nil && told().isEmpty,
            "patience is nobody's matter"
        )
        try evening.play(.content(RoundContent(.test()), for: try evening.wish()))
        #expect(told().contains(#""phase":"sync""#))
        try evening.play(.command(.pause, from: .host))
        #expect(told().isEmpty)
    }
}
