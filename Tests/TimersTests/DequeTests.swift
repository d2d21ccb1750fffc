import Testing

@testable import Timers

@Suite struct DequeTests {
    @Test func `what is put back comes first, though nothing was taken before`() {
        var waiting = Deque<Int>()
        for number in 1...2 { waiting.append(number) }
        waiting.prepend(0)
        let taken = (0..<4).map { _ in waiting.popFirst() }
        #expect(taken == [0, 1, 2, nil])
    }

    @Test func `first in, first out, and what was taken too early comes first again`() {
        var waiting = Deque<Int>()
        var taken: [Int] = []
        for number in 0..<500 {
            waiting.append(number)
            if number % 3 == 0, let first = waiting.popFirst() {
                if first % 2 == 0 {
                    waiting.prepend(first)
                    if let again = waiting.popFirst() { taken.append(again) }
                } else {
                    taken.append(first)
                }
            }
        }
        while let next = waiting.popFirst() { taken.append(next) }
        #expect(taken == Array(0..<500))
        #expect(waiting.count == 0)
    }

    @Test func `who looks at all that wait sees nobody who was taken`() {
        var waiting = Deque<Int>()
        for number in 0..<5 { waiting.append(number) }
        for _ in 0..<2 { _ = waiting.popFirst() }
        #expect(Array(waiting.elements) == [2, 3, 4])
    }
}
