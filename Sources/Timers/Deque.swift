/// A queue: first in, first out, at constant cost.
public struct Deque<Element> {
    private var slots: [Element?] = []
    private var head = 0

    public init() {}

    public var count: Int { slots.count - head }

    /// In their order.
    public var elements: some Sequence<Element> { slots.lazy.compactMap(\.self) }

    /// Changes the first element that `isMeant`.
    public mutating func updateFirst(
        where isMeant: (Element) -> Bool,
        _ update: (inout Element) -> Void
    ) {
        for index in slots.indices.dropFirst(head) {
            guard var element = slots[index], isMeant(element) else { continue }
            update(&element)
            slots[index] = element
            return
        }
    }

    public mutating func append(_ element: Element) {
        slots.append(element)
    }

    /// Puts an element back that was taken too early.
    public mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            slots[head] = element
        } else {
            slots.insert(element, at: 0)
        }
    }

    public mutating func popFirst() -> Element? {
        guard head < slots.count else { return nil }
        defer { compact() }
        let element = slots[head]
        slots[head] = nil
        head += 1
        return element
    }

    private mutating func compact() {
        if head == slots.count {
            // Room for a crowd that came at once is not held on to by thousands of quiet rooms.
            slots = []
            head = 0
        } else if head >= 64, head * 2 >= slots.count {
            slots.removeFirst(head)
            head = 0
        }
    }
}
