import Glibc
import Seeded
import Testing
import Timers

@testable import Transport

struct LoopClockTests {
    private static let wallMs: Int64 = 1_700_000_000_000
    private static let startNs: Int64 = 5_000_000_000

    /// A clock of which some time has passed.
    private static func clock(afterMs ms: Int64 = 0) -> LoopClock {
        var clock = LoopClock(wallMs: wallMs, monotonicNs: startNs)
        clock.refresh(monotonicNs: ns(ms))
        return clock
    }

    /// The monotonic clock so long after the start.
    private static func ns(_ ms: Int64) -> Int64 { startNs + ms * 1_000_000 }

    /// The time so long after the start, by a clock that differs.
    private static func us(_ ms: Int64, offByMs offMs: Int64) -> Int64 {
        (wallMs + ms + offMs) * 1_000
    }

    @Test(arguments: [-3_600_000, -1, 0, 1, 86_400_000] as [Int64])
    func `before anything is served it is stepped, once`(offMs: Int64) {
        var clock = Self.clock(afterMs: 100)
        var steppedMs = clock.agree(onUs: Self.us(90, offByMs: offMs), atNs: Self.ns(90))
        #expect(steppedMs == offMs)
        #expect(clock.behindMs == 0)
        #expect(clock.now.ms == Self.wallMs + 100 + offMs)
        steppedMs = clock.agree(onUs: Self.us(100, offByMs: offMs + 50), atNs: Self.ns(100))
        #expect(steppedMs == 0)
        #expect(clock.behindMs == 50)
        #expect(clock.now.ms == Self.wallMs + 100 + offMs)
    }

    @Test(arguments: [ServerTime.maxMs, .max, -ServerTime.maxMs, .min])
    func `a time that never comes is as far away as can be counted`(ms: Int64) {
        let ns = Self.clock(afterMs: 100).monotonicNs(at: ServerTime(ms: ms))
        let centuryNs: Int64 = 100 * 365 * 86_400 * 1_000_000_000
        #expect(ms > 0 ? ns > centuryNs : ns < -centuryNs)
    }

    @Test func `when something has been served it is not stepped`() {
        var clock = Self.clock()
        clock.endStepping()
        let steppedMs = clock.agree(onUs: Self.us(0, offByMs: 9_000), atNs: Self.ns(0))
        #expect(steppedMs == 0)
        clock.refresh(monotonicNs: Self.ns(1))
        #expect(clock.now.ms == Self.wallMs + 1)
    }

    @Test(arguments: [-40, 40] as [Int64])
    func `slewing takes 200 ms for each, and ends where it was to`(offMs: Int64) {
        var clock = Self.clock()
        clock.endStepping()
        _ = clock.agree(onUs: Self.us(0, offByMs: offMs), atNs: Self.ns(0))
        for ms in 1...20_000 as ClosedRange<Int64> {
            clock.refresh(monotonicNs: Self.ns(ms))
            let slewedMs = min(40, ms / LoopClock.slewPeriodMs) * offMs.signum()
            // Back by one: the millisecond before lasts twice as long.
            #expect(
                clock.now.ms == Self.wallMs + ms + slewedMs
                    || ms % LoopClock.slewPeriodMs == 0 && offMs < 0
            )
        }
        #expect(clock.behindMs == 0)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `it never goes back, and never faster or slower than it may`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var clock = Self.clock()
        clock.endStepping()
        var elapsedUs: Int64 = 0
        var last = clock.now
        for _ in 0..<20_000 {
            elapsedUs += Int64.random(in: 0...3_000, using: &random)
            let now = Self.startNs + elapsedUs * 1_000
            if Int.random(in: 0..<100, using: &random) == 0 {
                let offUs = Int64.random(in: -80_000...80_000, using: &random)
                _ = clock.agree(onUs: Self.wallMs * 1_000 + elapsedUs + offUs, atNs: now)
            }
            clock.refresh(monotonicNs: now)
            #expect(clock.now >= last)
            last = clock.now
            let gainedMs = clock.now.ms - Self.wallMs - elapsedUs / 1_000
            #expect(abs(gainedMs) <= elapsedUs / 1_000 / LoopClock.slewPeriodMs + 1)
        }
    }

    @Test func `a sleep makes up for many periods at once, and no more than them`() {
        var clock = Self.clock()
        clock.endStepping()
        _ = clock.agree(onUs: Self.us(0, offByMs: 100), atNs: Self.ns(0))
        clock.refresh(monotonicNs: Self.ns(10_000))
        #expect(clock.now.ms == Self.wallMs + 10_000 + 50)
        clock.refresh(monotonicNs: Self.ns(60_000))
        #expect(clock.now.ms == Self.wallMs + 60_000 + 100)
    }

    @Test(arguments: [-70, 0, 70] as [Int64])
    func `the moment of a deadline goes by the present offset`(offMs: Int64) {
        var clock = Self.clock()
        _ = clock.agree(onUs: Self.us(0, offByMs: offMs), atNs: Self.ns(0))
        let deadline = ServerTime(ms: Self.wallMs + offMs + 500)
        let ns = clock.monotonicNs(at: deadline)
        #expect(ns == Self.ns(500))
        clock.refresh(monotonicNs: ns - 1)
        #expect(clock.now < deadline)
        clock.refresh(monotonicNs: ns)
        #expect(clock.now == deadline)
    }

    @Test(arguments: [-1, 1] as [Int64])
    func `the end of time does not overflow`(sign: Int64) {
        var clock = Self.clock()
        _ = clock.agree(onUs: sign * ServerTime.maxMs * 1_000, atNs: Self.ns(0))
        #expect(abs(clock.now.ms - sign * ServerTime.maxMs) < 1_000)
    }
}

struct ServerClockTests {
    @Test func `deadlines armed before a step stay as far away, and later ones go by the new time`()
    {
        let loop = EventLoop(label: "clock")
        defer { loop.shutdown() }
        let events = Events()
        let isRight = loop.run {
            let before = loop.now
            _ = loop.schedule(at: before + 20) { events.note { $0.notes.append("before") } }
            let behindMs = loop.adjustClock(
                toUs: (before.ms - 3_600_000) * 1_000,
                atNs: EventLoop.monotonicNs
            )
            _ = loop.schedule(at: loop.now + 10) { events.note { $0.notes.append("after") } }
            return behindMs == 0 && (-3_600_001...(-3_599_000)).contains(loop.now - before)
        }
        #expect(isRight)
        #expect(events.wait { $0.notes.count == 2 }.notes == ["after", "before"])
    }

    @Test func `once somebody listens the clock is slewed alone`() throws {
        let server = try Server { _ in Recorder() }
        defer { server.stop() }
        // The listener's socket comes to the loop by `execute`.
        let (before, behindMs, after) = server.loop.run { [loop = server.loop] in
            let before = loop.now
            let wanted = (before.ms + 3_600_000) * 1_000
            return (before, loop.adjustClock(toUs: wanted, atNs: EventLoop.monotonicNs), loop.now)
        }
        #expect((3_599_000...3_600_001).contains(behindMs))
        #expect(after - before < 1_000)
    }

    @Test(arguments: [-200, 200] as [Int64])
    func `no timer fires before its time while the clock is slewed`(offMs: Int64) {
        let loop = EventLoop(label: "clock")
        defer { loop.shutdown() }
        let events = Events()
        loop.execute {
            loop.clock.endStepping()
            loop.adjustClock(toUs: (loop.now.ms + offMs) * 1_000, atNs: EventLoop.monotonicNs)
            let start = loop.now
            for delayMs in stride(from: Int64(0), to: 1_500, by: 50) {
                _ = loop.schedule(at: start + delayMs) {
                    let isEarly = loop.now < start + delayMs
                    events.note { $0.notes.append(isEarly ? "early" : "in time") }
                }
            }
        }
        let record = events.wait { $0.notes.count == 30 }
        #expect(record.notes.allSatisfy { $0 == "in time" })
    }
}
