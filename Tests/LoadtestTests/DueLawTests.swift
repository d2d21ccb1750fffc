import Protocol
import Testing

@testable import LoadTest

struct DueLawTests {
    private var law = DueLaw()

    private func timer(endMs: Int64) throws -> TimerLaw.Timer {
        try #require(
            TimerLaw.Timer(
                .object([
                    "timerId": .string("t"), "phase": .string("started"),
                    "startAtServerMs": .int(endMs - 5_000), "durationMs": .int(5_000),
                ])
            )
        )
    }

    @Test
    mutating func `a timer that takes its time is in order, whatever the server's clock says`()
        throws
    {
        let timer = try timer(endMs: 3_605_000)
        law.saw(timer, serverTimeMs: 3_600_000, nowUs: 1_000_000)
        #expect(law.ranOut(timer, nowUs: 6_010_000) == nil)
        #expect(law.ranOut(timer, nowUs: 5_500_000) == nil)
    }

    @Test mutating func `one that runs out seconds early is a breach`() throws {
        let timer = try timer(endMs: 5_000)
        law.saw(timer, serverTimeMs: 0, nowUs: 1_000_000)
        #expect(law.ranOut(timer, nowUs: 2_000_000) != nil)
    }

    @Test mutating func `the earliest sight of it counts`() throws {
        let timer = try timer(endMs: 5_000)
        law.saw(timer, serverTimeMs: 0, nowUs: 1_000_000)
        law.saw(timer, serverTimeMs: 0, nowUs: 4_000_000)
        #expect(law.ranOut(timer, nowUs: 6_010_000) == nil)
    }

    @Test mutating func `what the network keeps for seconds proves nothing by itself`() throws {
        let timer = try timer(endMs: 5_000)
        law.lagUs = 3_000_000
        law.saw(timer, serverTimeMs: 0, nowUs: 1_000_000)
        #expect(law.ranOut(timer, nowUs: 2_500_000) == nil)
        #expect(law.ranOut(timer, nowUs: 1_500_000) != nil)
    }
}
