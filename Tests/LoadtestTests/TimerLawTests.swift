import GatewayClient
import Testing

@testable import LoadTest

struct TimerLawTests: StillTests {
    let network = Network(StillWire(), clientVersion: "test", devicePrefix: "test")
    private let referee = Referee(Tripto.self, [TimerLaw()])
    private let host: Client

    init() {
        let seat = Seat(session: "s", role: .host, token: "t", path: "/")
        host = Client(id: 1, seat: seat, attention: .document, network: network)
    }

    /// Shows the host a stage, with a timer of 100 ms.
    private func see(
        _ state: String,
        timer: (id: String, endMs: Int)?,
        paused: Bool = false,
        at ms: Int
    ) throws {
        let timers = timer.map { timer in
            #"{"timerId":"\#(timer.id)","phase":"\#(state)","paused":\#(paused),"#
                + #""startAtServerMs":\#(timer.endMs - 100),"durationMs":100,"remainingMs":100}"#
        }
        let payload = #"{"version":\#(ms),"state":"\#(state)","timers":[\#(timers ?? "")]}"#
        try hear(message("STATE_SNAPSHOT", payload, serverTimeMs: ms), by: host, referee)
    }

    private var breachCount: Int { referee.book.breachCounts[.timer] ?? 0 }
    /// Of a timer that nobody was allowed to end both clocks are asked.
    private var checkCount: Int { referee.book.checkCounts[.timer] ?? 0 }

    @Test func `a timer that ran out is late by what it is late`() throws {
        try see("ROUND_INTRO", timer: ("a", 1_000), at: 900)
        try see("CLUE_LEVEL", timer: ("b", 2_000), at: 1_003)
        #expect(referee.timerLateness.count == 1 && referee.timerLateness.max == 3_000)
        #expect(breachCount == 0 && checkCount == 2)
    }

    @Test func `who hears late of it is told the same start of what follows`() throws {
        try see("ROUND_INTRO", timer: ("a", 1_000), at: 900)
        try see("CLUE_LEVEL", timer: ("b", 1_104), at: 1_050)
        #expect(referee.timerLateness.max == 4_000)
    }

    @Test func `one that ends a millisecond early is a breach`() throws {
        try see("ROUND_INTRO", timer: ("a", 1_000), at: 900)
        try see("CLUE_LEVEL", timer: ("b", 2_000), at: 999)
        #expect(breachCount == 1 && referee.timerLateness.isEmpty)
    }

    @Test func `a brake ends a clue at any time`() throws {
        try see("CLUE_LEVEL", timer: ("a", 1_000), at: 900)
        try see("PAUSED_FOR_BRAKE", timer: ("b", 2_000), at: 950)
        #expect(breachCount == 0 && checkCount == 1)
    }

    @Test func `a cause allows it, at its own moment only, and once`() throws {
        try see("SCOREBOARD", timer: ("a", 1_000), at: 900)
        referee.said(.mayEnd(moment: "SCOREBOARD"), by: host)
        try see("ROUND_INTRO", timer: ("b", 1_000), at: 950)
        #expect(breachCount == 0 && checkCount == 1)
        try see("SCOREBOARD", timer: ("c", 1_000), at: 960)
        #expect(breachCount == 1)
        try see("ROUND_INTRO", timer: ("d", 1_000), at: 970)
        #expect(breachCount == 2)
    }

    @Test func `a timer that stood still cannot have run out`() throws {
        try see("REVEAL_DESTINATION", timer: ("a", 1_000), paused: true, at: 900)
        try see("FOLLOWUP_QUESTION", timer: ("b", 2_000), at: 5_000)
        #expect(breachCount == 1)
    }

    @Test func `a change while the timer runs on is nothing`() throws {
        try see("CLUE_LEVEL", timer: ("a", 1_000), at: 900)
        try see("CLUE_LEVEL", timer: ("a", 1_500), at: 950)
        #expect(checkCount == 0)
        try see("REVEAL_DESTINATION", timer: nil, at: 1_500)
        #expect(referee.timerLateness.count == 1 && referee.timerLateness.max == 0)
        #expect(breachCount == 0)
    }
}
