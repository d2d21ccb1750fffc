import Dispatch
import Glibc
import Synchronization
import Testing
import Timers

@testable import Transport

/// Tasks on an event loop.
@Suite struct TaskTests {
    @Test func `a task is on its loop, before and after it has waited for others`() async {
        let loop = EventLoop(label: "task")
        defer { loop.shutdown() }
        let places = await Task(executorPreference: loop) {
            var places = [loop.isOnLoop]
            for _ in 0..<100 {
                await elsewhere()
                places.append(loop.isOnLoop)
            }
            await loop.sleep(until: loop.now + 1)
            return places + [loop.isOnLoop]
        }.value
        #expect(places == Array(repeating: true, count: 102))
    }

    @Test func `a task goes to another loop and comes back, with an error too`() async {
        struct Lost: Error {}
        let (home, away) = (EventLoop(label: "home"), EventLoop(label: "away"))
        defer { for loop in [home, away] { loop.shutdown() } }
        await Task(executorPreference: home) {
            for number in 0..<100 {
                do {
                    try await withTaskExecutorPreference(away) {
                        #expect(away.isOnLoop)
                        await elsewhere()
                        #expect(away.isOnLoop)
                        if number.isMultiple(of: 2) { throw Lost() }
                    }
                    #expect(!number.isMultiple(of: 2))
                } catch {
                    #expect(number.isMultiple(of: 2))
                }
                #expect(home.isOnLoop)
            }
        }.value
    }

    @Test func `tasks begin in the order in which they were made, work among them`() {
        let loop = EventLoop(label: "order")
        defer { loop.shutdown() }
        let events = Events()
        loop.execute {
            for number in 1...3 {
                Task(executorPreference: loop) { events.note { $0.notes.append("task \(number)") } }
            }
            loop.execute { events.note { $0.notes.append("work") } }
            events.note { $0.notes.append("turn") }
        }
        let record = events.wait { $0.notes.count == 5 }
        #expect(record.notes == ["turn", "task 1", "task 2", "task 3", "work"])
    }

    @Test func `a task goes on in the turn in which it gets its answer`() {
        let loop = EventLoop(label: "turn")
        defer { loop.shutdown() }
        let events = Events()
        loop.execute {
            Task(executorPreference: loop) {
                let turn = loop.now
                await withCheckedContinuation { continuation in
                    loop.afterTurn { continuation.resume() }
                }
                let isSame = loop.isInTurn && loop.now == turn
                events.note { $0.notes.append("\(isSame)") }
            }
        }
        #expect(events.wait { $0.notes.count == 1 }.notes == ["true"])
    }

    @Test func `a task whose loop is shut down meanwhile ends on the queue`() async {
        for _ in 0..<50 {
            let loop = EventLoop(label: "short")
            let gate = DispatchSemaphore(value: 0)
            let tasks = (0..<10).map { number in
                Task(executorPreference: loop) {
                    if number == 0 { gate.signal() }
                    await elsewhere()
                    dispatchPrecondition(condition: .onQueue(loop.queue))
                    await elsewhere()
                    dispatchPrecondition(condition: .onQueue(loop.queue))
                    return number
                }
            }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    gate.wait()
                    loop.shutdown()
                    continuation.resume()
                }
            }
            for (number, task) in tasks.enumerated() { #expect(await task.value == number) }
        }
    }

    @Test func `what a turn leaves behind of a task is not lost with the loop`() async {
        let loop = EventLoop(label: "last")
        let task = await withCheckedContinuation { continuation in
            loop.execute {
                loop.shutdown()
                // The loop ends with this turn, and has run what it was asked before.
                loop.afterTurn {
                    continuation.resume(
                        returning: Task(executorPreference: loop) {
                            await Task.yield()
                            await elsewhere()
                            return "done"
                        }
                    )
                }
            }
        }
        #expect(await task.value == "done")
    }

    @Test func `a task that begins after shutdown ends all the same`() async {
        let loop = EventLoop(label: "late")
        loop.shutdown()
        let isOver = Mutex(false)
        while !isOver.withLock({ $0 }) {
            loop.queue.sync { isOver.withLock { $0 = loop.source == nil } }
        }
        #expect(await Task(executorPreference: loop) { loop.isOnLoop }.value)
    }

    @Test func `a task that sleeps beyond the end of its loop is woken by that`() {
        let loop = EventLoop(label: "asleep")
        let events = Events()
        for _ in 0..<3 {
            Task(executorPreference: loop) {
                events.note { $0.notes.append("asleep") }
                await loop.sleep(until: loop.now + 3_600_000)
                events.note { $0.notes.append("awake") }
                // Nothing would wake it later either.
                await loop.sleep(until: loop.now + 3_600_000)
                events.note { $0.notes.append("at its end") }
            }
        }
        _ = events.wait { $0.notes.count == 3 }
        loop.shutdown()
        let notes = events.wait { $0.notes.count == 9 }.notes
        #expect(notes.count { $0 == "at its end" } == 3)
    }

    @Test func `a loop with tasks is given back`() async {
        weak var held: EventLoop?
        do {
            let loop = EventLoop(label: "short")
            held = loop
            await Task(executorPreference: loop) { await elsewhere() }.value
            loop.shutdown()
        }
        let end = DispatchTime.now() + .milliseconds(Events.patienceMs)
        while held != nil, DispatchTime.now() < end { await Task.yield() }
        #expect(held == nil)
    }
}

/// Waits for an answer that comes from another queue.
private func elsewhere() async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
    }
}
