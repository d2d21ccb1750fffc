/// A queue: first in, first out, at constant cost.
package struct Deque<Element> {
    private var elements: [Element?] = []
    private var head = 0

    package init() {}

    package var count: Int { elements.count - head }

    package mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Puts something back that was taken too early.
    package mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    package mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer { compact() }
        let element = elements[head]
        elements[head] = nil
        head += 1
        return element
    }

    private mutating func compact() {
        if head == elements.count {
            // Room for a crowd that came at once is not held on to by thousands of quiet rooms.
            elements = []
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }
}
