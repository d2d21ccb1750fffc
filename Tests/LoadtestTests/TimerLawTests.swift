import Protocol
import Testing

@testable import LoadTest

struct TimerLawTests {
    private var law = TimerLaw(Tripto.self)

    private func document(
        _ state: String,
        timer: (id: String, endMs: Int64)?,
        paused: Bool = false
    ) -> JSONValue {
        let timers: [JSONValue] =
            timer.map { timer in
                [
                    .object([
                        "timerId": .string(timer.id), "phase": .string(state),
                        "startAtServerMs": .int(timer.endMs - 100), "durationMs": .int(100),
                        "paused": .bool(paused), "remainingMs": .int(100),
                    ])
                ]
            } ?? []
        return .object(["state": .string(state), "timers": .array(timers)])
    }

    private mutating func see(_ document: JSONValue, at ms: Int64) -> [TimerLaw.Ended] {
        law.saw(document, serverTimeMs: ms)
    }

    @Test mutating func `a timer that ran out is late by what it is late`() {
        _ = see(document("ROUND_INTRO", timer: ("a", 1_000)), at: 900)
        let ended = see(document("CLUE_LEVEL", timer: ("b", 2_000)), at: 1_003)
        #expect(ended == [.init(breach: nil, latenessMs: 3)])
    }

    @Test mutating func `one that ends a millisecond early is a breach`() {
        _ = see(document("ROUND_INTRO", timer: ("a", 1_000)), at: 900)
        let ended = see(document("CLUE_LEVEL", timer: ("b", 2_000)), at: 999)
        #expect(ended.count == 1)
        #expect(ended.first?.breach != nil)
    }

    @Test mutating func `a brake ends a clue at any time`() {
        _ = see(document("CLUE_LEVEL", timer: ("a", 1_000)), at: 900)
        let ended = see(document("PAUSED_FOR_BRAKE", timer: ("b", 2_000)), at: 950)
        #expect(ended == [.init()])
    }

    @Test mutating func `a cause allows it, at its own moment only`() {
        _ = see(document("SCOREBOARD", timer: ("a", 1_000)), at: 900)
        law.allow(in: "SCOREBOARD")
        let allowed = see(document("ROUND_INTRO", timer: ("b", 2_000)), at: 950)
        #expect(allowed == [.init()])
        let early = see(document("CLUE_LEVEL", timer: ("c", 3_000)), at: 960)
        #expect(early.first?.breach != nil)
    }

    @Test mutating func `a timer that stood still cannot have run out`() {
        _ = see(document("REVEAL_DESTINATION", timer: ("a", 1_000), paused: true), at: 900)
        let ended = see(document("FOLLOWUP_QUESTION", timer: ("b", 2_000)), at: 5_000)
        #expect(ended.first?.breach != nil)
    }

    @Test mutating func `a change while the timer runs on is nothing`() {
        _ = see(document("CLUE_LEVEL", timer: ("a", 1_000)), at: 900)
        let moved = see(document("CLUE_LEVEL", timer: ("a", 1_500)), at: 950)
        #expect(moved.isEmpty)
        let ended = see(document("REVEAL_DESTINATION", timer: nil), at: 1_500)
        #expect(ended == [.init(breach: nil, latenessMs: 0)])
    }
}
