import Seeded
import Testing

@testable import Transport

struct OutboundQueueTests {
    private func drain(_ queue: inout OutboundQueue, atOnce: Int = 1_000) -> [UInt8] {
        var drained: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: atOnce, alignment: 1) { room in
            while !queue.isEmpty {
                let count = queue.copyFront(into: room)
                drained += room[..<count]
                queue.advance(by: count)
            }
        }
        return drained
    }

    @Test func `droppable entries go, but not one that is begun`() {
        var queue = OutboundQueue()
        queue.append(OutboundBytes([1, 1, 1], kind: .droppable))
        queue.append(OutboundBytes([2, 2], kind: .droppable))
        queue.append(OutboundBytes([3], kind: .required))
        queue.append(OutboundBytes([4], kind: .droppable))
        queue.advance(by: 1)
        queue.dropDroppable(begun: 0)
        #expect(queue.byteCount == 3)
        #expect(drain(&queue) == [1, 1, 3])
    }

    @Test func `what a begun record holds stays`() {
        var queue = OutboundQueue()
        for value in 1...4 as ClosedRange<UInt8> {
            queue.append(OutboundBytes([value, value], kind: .droppable))
        }
        queue.dropDroppable(begun: 3)
        #expect(drain(&queue) == [1, 1, 2, 2])
        queue.append(OutboundBytes([5], kind: .droppable))
        queue.dropDroppable(begun: 0)
        #expect(queue.isEmpty)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `does as a list of bytes does`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = OutboundQueue()
        var model: [(bytes: [UInt8], isDroppable: Bool, isBegun: Bool)] = []
        var next: UInt8 = 0
        for _ in 0..<4_000 {
            switch random.next() % 16 {
            case 0..<9:
                next &+= 1
                let bytes = [UInt8](repeating: next, count: Int(random.next() % 9))
                let isDroppable = random.next() % 2 == 0
                queue.append(OutboundBytes(bytes, kind: isDroppable ? .droppable : .required))
                if !bytes.isEmpty { model.append((bytes, isDroppable, false)) }
            case 9 where model.first?.isBegun != true:
                next &+= 1
                queue.prepend(OutboundBytes([next, next]))
                model.insert(([next, next], false, false), at: 0)
            case 10:
                queue.dropDroppable(begun: 0)
                model.removeAll { $0.isDroppable && !$0.isBegun }
            default:
                var count = min(Int(random.next() % 24), queue.byteCount)
                queue.advance(by: count)
                while count > 0 {
                    let taken = min(count, model[0].bytes.count)
                    model[0].bytes.removeFirst(taken)
                    model[0].isBegun = true
                    count -= taken
                    if model[0].bytes.isEmpty { model.removeFirst() }
                }
            }
            let expected = model.flatMap(\.bytes)
            #expect(queue.byteCount == expected.count, "seed \(seed)")
            let front = withUnsafeTemporaryAllocation(byteCount: 40, alignment: 1) { room in
                Array(room[..<queue.copyFront(into: room)])
            }
            #expect(front == Array(expected.prefix(40)), "seed \(seed)")
            let first = queue.byteCount - queue.byteCountBehindFirst
            #expect(first == (model.first?.bytes.count ?? 0), "seed \(seed)")
        }
        #expect(drain(&queue, atOnce: 7) == model.flatMap(\.bytes), "seed \(seed)")
    }
}
