import Protocol
import Testing

@testable import LiveStore

struct ExpiringTableTests {
    private let start = ServerTime(ms: 1_000_000)

    @Test func `what has expired is changed from the beginning`() {
        var table = ExpiringTable<String, [Int]>(maxCount: 2)
        func add(_ number: Int, afterMs: Int64) -> Bool {
            table.change("a", ttlMs: 100, at: start + afterMs, initial: []) { $0.append(number) }
        }
        #expect(add(1, afterMs: 0))
        #expect(add(2, afterMs: 99))
        #expect(table.value("a", at: start + 198) == [1, 2])
        #expect(table.value("a", at: start + 199) == nil)
        #expect(add(3, afterMs: 199))
        #expect(table.value("a", at: start + 298) == [3])
    }
}
