import Protocol
import Testing

@testable import Gateway

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
