import Seeded
import Testing

@testable import Timers

struct DeadlineQueueTests {
    private func time(_ ms: Int64) -> ServerTime { ServerTime(ms: ms) }

    @Test func `the earliest comes first, and not before its time`() {
        var queue = DeadlineQueue<String>()
        _ = queue.insert("later", at: time(20))
        _ = queue.insert("sooner", at: time(10))
        #expect(queue.nextTime == time(10))
        var due = queue.popDue(now: time(9))
        #expect(due == nil)
        due = queue.popDue(now: time(10))
        #expect(due == "sooner")
        due = queue.popDue(now: time(19))
        #expect(due == nil)
        due = queue.popDue(now: time(100))
        #expect(due == "later")
        #expect(queue.isEmpty)
        #expect(queue.nextTime == nil)
    }

    @Test func `equal times keep their order`() {
        var queue = DeadlineQueue<Int>()
        for number in 0..<100 { _ = queue.insert(number, at: time(5)) }
        var fired: [Int] = []
        while let number = queue.popDue(now: time(5)) { fired.append(number) }
        #expect(fired == Array(0..<100))
    }

    @Test func `what is cancelled never fires`() {
        var queue = DeadlineQueue<String>()
        let deadline = queue.insert("cancelled", at: time(1))
        _ = queue.insert("kept", at: time(2))
        var cancelled = queue.cancel(deadline)
        #expect(cancelled == "cancelled")
        #expect(queue.count == 1)
        cancelled = queue.cancel(deadline)
        #expect(cancelled == nil)
        let due = queue.popDue(now: time(9))
        #expect(due == "kept")
    }

    @Test func `all can be put off together`() {
        var queue = DeadlineQueue<String>()
        _ = queue.insert("second", at: time(20))
        let deadline = queue.insert("cancelled", at: time(15))
        _ = queue.insert("first", at: time(10))
        queue.shift(byMs: 100)
        #expect(queue.nextTime == time(110))
        var due = queue.popDue(now: time(109))
        #expect(due == nil)
        due = queue.popDue(now: time(110))
        #expect(due == "first")
        #expect(queue.nextTime == time(115))
        queue.cancel(deadline)
        queue.shift(byMs: -100)
        due = queue.popDue(now: time(20))
        #expect(due == "second")
        #expect(queue.isEmpty)
    }

    @Test func `an old deadline does not cancel a new one in its place`() {
        var queue = DeadlineQueue<String>()
        let old = queue.insert("old", at: time(1))
        _ = queue.popDue(now: time(1))
        let new = queue.insert("new", at: time(2))
        #expect(old != new)
        let cancelled = queue.cancel(old)
        #expect(cancelled == nil)
        #expect(queue.count == 1)
    }

    @Test func `the place of one that is gone is taken by the next`() {
        var queue = DeadlineQueue<Int>()
        let kept = queue.insert(0, at: time(1_000))
        var numbers: Set<UInt64> = []
        for number in 1...100 {
            let deadline = queue.insert(number, at: time(Int64(number)))
            numbers.insert(deadline.number & UInt64(DeadlineQueue<Int>.maxCount - 1))
            if number.isMultiple(of: 2) {
                queue.cancel(deadline)
            } else {
                _ = queue.popDue(now: time(Int64(number)))
            }
        }
        #expect(numbers.count == 1)
        let last = queue.cancel(kept)
        #expect(last == 0)
    }

    @Test func `cancelling gives back the payload's memory at once`() {
        final class Payload {}
        var queue = DeadlineQueue<Payload>()
        weak var held: Payload?
        let deadline: Deadline
        do {
            let payload = Payload()
            held = payload
            deadline = queue.insert(payload, at: time(1_000_000))
        }
        #expect(held != nil)
        queue.cancel(deadline)
        #expect(held == nil)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `does as a sorted list does`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = DeadlineQueue<Int>()
        var model: [(time: Int64, number: Int, deadline: Deadline)] = []
        var past: [Deadline] = []
        var now: Int64 = 0
        for number in 0..<3_000 {
            switch random.next() % 10 {
            case 0..<5:
                let at = now + Int64(random.next() % 50) - 5
                let deadline = queue.insert(number, at: time(at))
                let isNew = !past.contains(deadline) && !model.contains { $0.deadline == deadline }
                #expect(isNew, "seed \(seed)")
                let index = model.firstIndex { $0.time > at } ?? model.count
                model.insert((at, number, deadline), at: index)
            case 5..<7:
                guard !model.isEmpty else { continue }
                let gone = model.remove(at: Int(random.next() % UInt64(model.count)))
                let cancelled = queue.cancel(gone.deadline)
                #expect(cancelled == gone.number, "seed \(seed)")
                past.append(gone.deadline)
            case 7:
                guard let deadline = past.randomElement(using: &random) else { continue }
                let cancelled = queue.cancel(deadline)
                #expect(cancelled == nil, "seed \(seed)")
            default:
                now += Int64(random.next() % 5)
                while let due = queue.popDue(now: time(now)) {
                    guard let first = model.first else {
                        Issue.record("seed \(seed): \(due) came from nowhere")
                        return
                    }
                    #expect(due == first.number && first.time <= now, "seed \(seed)")
                    past.append(model.removeFirst().deadline)
                }
                let isLate = model.first.map { $0.time <= now } ?? false
                #expect(!isLate, "seed \(seed)")
            }
            #expect(queue.count == model.count, "seed \(seed)")
            #expect(queue.nextTime?.ms == model.first?.time, "seed \(seed)")
        }
    }
}
