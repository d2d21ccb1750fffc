/// Completions that wait for a reply: replies come in the order of the commands.
struct CompletionRing {
    struct Entry {
        let done: RedisCompletion
        /// By the monotonic clock.
        let sentNs: Int64
    }

    private static let initialCapacity = 64

    /// Capacity is a power of two.
    private var entries = ContiguousArray<Entry?>(repeating: nil, count: initialCapacity)
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var first: Entry? { entries[head] }

    mutating func append(_ entry: Entry) {
        if count == entries.count { grow() }
        entries[(head + count) & (entries.count - 1)] = entry
        count += 1
    }

    mutating func popFirst() -> Entry? {
        guard count > 0 else { return nil }
        let entry = entries[head].take()
        head = (head + 1) & (entries.count - 1)
        count -= 1
        return entry
    }

    private mutating func grow() {
        var larger = ContiguousArray<Entry?>()
        larger.reserveCapacity(entries.count * 2)
        larger.append(contentsOf: entries[head...])
        larger.append(contentsOf: entries[..<head])
        larger.append(contentsOf: repeatElement(nil, count: entries.count))
        entries = larger
        head = 0
    }
}
