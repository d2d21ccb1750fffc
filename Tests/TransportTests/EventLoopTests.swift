import Dispatch
import Glibc
import Synchronization
import Testing
import Timers

@testable import Transport

struct EventLoopTests {
    @Test func `timers fire in order and never early`() {
        let loop = EventLoop(label: "timers")
        defer { loop.shutdown() }
        let events = Events()
        let early = Mutex(0)
        loop.execute {
            let start = loop.now
            for delayMs in [30, 10, 20, 0, -5, 10] as [Int64] {
                _ = loop.schedule(at: start + delayMs) {
                    if loop.now < start + delayMs { early.withLock { $0 += 1 } }
                    events.note { $0.notes.append("\(delayMs)") }
                }
            }
            let cancelled = loop.schedule(at: start + 15) { events.note { $0.notes.append("no") } }
            loop.cancel(cancelled)
        }
        let record = events.wait { $0.notes.count == 6 }
        #expect(record.notes == ["-5", "0", "10", "10", "20", "30"])
        #expect(early.withLock { $0 } == 0)
    }

    @Test func `the end of the turn comes after the turn and before the next`() {
        let loop = EventLoop(label: "turns")
        defer { loop.shutdown() }
        let events = Events()
        loop.execute {
            loop.afterTurn {
                events.note { $0.notes.append("second") }
                loop.afterTurn { events.note { $0.notes.append("third") } }
            }
            loop.execute { events.note { $0.notes.append("also second") } }
            events.note { $0.notes.append("first") }
        }
        let record = events.wait { $0.notes.count == 4 }
        #expect(record.notes == ["first", "second", "also second", "third"])
    }

    @Test func `work that brings about more work does not keep timers out`() {
        let loop = EventLoop(label: "busy")
        defer { loop.shutdown() }
        let events = Events()
        let isOver = Atomic(false)
        @Sendable func again() {
            if !isOver.load(ordering: .relaxed) { loop.afterTurn { again() } }
        }
        loop.execute {
            again()
            _ = loop.schedule(at: loop.now + 5) {
                isOver.store(true, ordering: .relaxed)
                events.note { $0.notes.append("fired") }
            }
        }
        events.wait { $0.notes == ["fired"] }
    }

    @Test func `nothing executed from many threads is lost, and each thread's order stays`() {
        let loop = EventLoop(label: "inbox")
        defer { loop.shutdown() }
        let threads = 8
        let each = 2_000
        let seen = Mutex([[Int]](repeating: [], count: threads))
        let events = Events()
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            for number in 0..<each {
                loop.execute {
                    let total = seen.withLock { seen in
                        seen[thread].append(number)
                        return seen.reduce(0) { $0 + $1.count }
                    }
                    if total == threads * each { events.note { $0.notes.append("all") } }
                }
            }
        }
        events.wait { $0.notes == ["all"] }
        #expect(seen.withLock { $0 } == [[Int]](repeating: Array(0..<each), count: threads))
    }

    @Test func `work that came by the queue itself is carried out as well`() {
        let loop = EventLoop(label: "direct")
        defer { loop.shutdown() }
        let events = Events()
        loop.queue.async {
            loop.afterTurn { events.note { $0.notes.append("after") } }
            _ = loop.schedule(at: loop.now) { events.note { $0.notes.append("timer") } }
        }
        #expect(Set(events.wait { $0.notes.count == 2 }.notes) == ["after", "timer"])
    }

    @Test func `others on the queue get their turn while the loop is busy`() {
        let loop = EventLoop(label: "shared")
        defer { loop.shutdown() }
        let events = Events()
        let isOver = Atomic(false)
        @Sendable func again() {
            if !isOver.load(ordering: .relaxed) { loop.inbox.put { again() } }
        }
        loop.execute { again() }
        loop.queue.async {
            isOver.store(true, ordering: .relaxed)
            events.note { $0.notes.append("other") }
        }
        events.wait { $0.notes == ["other"] }
    }

    @Test func `after shutdown nothing runs, and the loop is given back`() {
        weak var held: EventLoop?
        do {
            let loop = EventLoop(label: "short")
            held = loop
            loop.run { _ = loop.schedule(at: loop.now + 1_000_000) { _ = loop } }
            loop.shutdown()
            loop.shutdown()
        }
        let end = DispatchTime.now() + .milliseconds(Events.patienceMs)
        while held != nil, DispatchTime.now() < end { sched_yield() }
        #expect(held == nil)
    }

    @Test func `a loop that was shut down is not kept, whatever was under way`() throws {
        weak var left: EventLoop?
        do {
            let server = try Server { _ in Recorder.echo() }
            let client = Recorder()
            client.onOpened = { $0.send(OutboundBytes(pattern(1_000))) }
            server.connect(client)
            client.events.wait { $0.receivedCount == 1_000 }
            left = server.loop
            server.stop()
        }
        let end = DispatchTime.now() + .milliseconds(Events.patienceMs)
        while left != nil, DispatchTime.now() < end { usleep(1_000) }
        #expect(left == nil)
    }
}
