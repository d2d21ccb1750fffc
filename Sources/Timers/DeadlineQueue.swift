/// Payloads in the order of their times, equal times in the order they came.
///
/// A 4-ary heap whose entries know the slot of their payload and whose slots know where their entry
/// stands, so that a cancelled deadline leaves at once and nothing piles up. Reads no clock.
public struct DeadlineQueue<Payload> {
    /// At most this many deadlines may be armed at one time.
    public static var maxCount: Int { 1 << slotBits }

    private static var slotBits: UInt64 { 24 }
    private static var branches: Int { 4 }

    private struct Entry {
        var time: ServerTime
        let sequence: UInt64
        let slot: Int

        func precedes(_ other: Entry) -> Bool {
            time == other.time ? sequence < other.sequence : time < other.time
        }
    }

    private struct Slot {
        var payload: Payload?
        var position: Int
        /// Counts the deadlines this slot has held: tells an old `Deadline` from the present one.
        var generation: UInt64
    }

    private var heap: ContiguousArray<Entry> = []
    private var slots: ContiguousArray<Slot> = []
    private var freeSlots: ContiguousArray<Int> = []
    private var sequence: UInt64 = 0

    public init() {}

    public var count: Int { heap.count }
    public var isEmpty: Bool { heap.isEmpty }

    /// The time of the earliest deadline.
    public var nextTime: ServerTime? { heap.first?.time }

    public mutating func insert(_ payload: Payload, at time: ServerTime) -> Deadline {
        let slot = takeSlot(payload)
        sequence += 1
        heap.append(Entry(time: time, sequence: sequence, slot: slot))
        siftUp(from: heap.count - 1)
        return Deadline(number: slots[slot].generation << Self.slotBits | UInt64(slot))
    }

    /// Takes the deadline out; nil when it is past, cancelled or of another queue.
    @discardableResult
    public mutating func cancel(_ deadline: Deadline) -> Payload? {
        let slot = Int(deadline.number & (1 << Self.slotBits - 1))
        guard slot < slots.count, slots[slot].payload != nil,
            slots[slot].generation == deadline.number >> Self.slotBits
        else { return nil }
        return remove(at: slots[slot].position)
    }

    /// The earliest payload whose time has come; nil when there is none.
    public mutating func popDue(now: ServerTime) -> Payload? {
        guard let first = heap.first, first.time <= now else { return nil }
        return remove(at: 0)
    }

    /// Puts all deadlines off, or nearer: for a clock that has been set.
    public mutating func shift(byMs durationMs: Int64) {
        for position in heap.indices { heap[position].time = heap[position].time + durationMs }
    }

    private mutating func takeSlot(_ payload: Payload) -> Int {
        if let slot = freeSlots.popLast() {
            slots[slot].payload = payload
            slots[slot].generation += 1
            return slot
        }
        precondition(slots.count < Self.maxCount, "more than \(Self.maxCount) deadlines armed")
        slots.append(Slot(payload: payload, position: 0, generation: 1))
        return slots.count - 1
    }

    private mutating func remove(at position: Int) -> Payload? {
        let slot = heap[position].slot
        let last = heap.removeLast()
        if position < heap.count {
            place(last, at: position)
            siftUp(from: position)
            siftDown(from: slots[last.slot].position)
        }
        freeSlots.append(slot)
        return slots[slot].payload.take()
    }

    private mutating func siftUp(from start: Int) {
        let entry = heap[start]
        var position = start
        while position > 0 {
            let parent = (position - 1) / Self.branches
            guard entry.precedes(heap[parent]) else { break }
            place(heap[parent], at: position)
            position = parent
        }
        place(entry, at: position)
    }

    private mutating func siftDown(from start: Int) {
        let entry = heap[start]
        var position = start
        while true {
            let first = position * Self.branches + 1
            guard first < heap.count else { break }
            var least = first
            for child in first..<min(first + Self.branches, heap.count)
            where heap[child].precedes(heap[least]) {
                least = child
            }
            guard heap[least].precedes(entry) else { break }
            place(heap[least], at: position)
            position = least
        }
        place(entry, at: position)
    }

    private mutating func place(_ entry: Entry, at position: Int) {
        heap[position] = entry
        slots[entry.slot].position = position
    }
}

/// Names one scheduled action; never used again for another one.
public struct Deadline: Hashable, Sendable {
    let number: UInt64
}
