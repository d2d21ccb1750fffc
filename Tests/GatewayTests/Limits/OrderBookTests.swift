import Protocol
import Synchronization
import Testing

@testable import Gateway

@Suite struct OrderBookTests {
    private typealias Order = OrderBook.Order

    /// Makes one order after another, each when the test says what becomes of it.
    private final class Works: Sendable {
        private let waiting = Mutex<[CheckedContinuation<OrderBook.Outcome, Never>]>([])
        private let asked = Mutex<[OrderBook.Order]>([])

        var begun: [OrderBook.Order] { asked.withLock { $0 } }

        func make(_ order: OrderBook.Order, _ step: @Sendable () -> Void) async -> OrderBook.Outcome
        {
            step()
            step()
            return await withCheckedContinuation { continuation in
                waiting.withLock { $0.append(continuation) }
                asked.withLock { $0.append(order) }
            }
        }

        func begin(_ count: Int) async throws {
            while begun.count < count { try await Task.sleep(for: .milliseconds(1)) }
        }

        func end(_ outcome: OrderBook.Outcome) {
            waiting.withLock { $0.removeFirst() }.resume(returning: outcome)
        }
    }

    private let works = Works()
    private let book: OrderBook
    private let start = ContinuousClock.now
    private let session = SessionID(rawValue: "s1")

    init() {
        book = OrderBook(maxADay: 6, awaitsApproval: false) { [works] order in
            _ = works
            return order.locale == "sv"
        } make: { [works] order, step in
            await works.make(order, step)
        }
    }

    private func order(_ number: Int) -> Order { Order(theme: "theme \(number)", locale: "sv") }

    private func states(_ session: SessionID) throws -> [String] {
        try book.orders(of: session).map { progress in
            var writer = JSONWriter()
            writer.beginObject()
            progress.write(to: &writer) { _ in true }
            writer.endObject()
            let json = try JSONReader.read(writer.bytes)
            let trouble = json["trouble"]?.string.map { " \($0)" } ?? ""
            return
                "\(try json.text("theme")): \(try json.text("state")) \(try json.int("steps"))\(trouble)"
        }
    }

    private func until(_ wanted: [String]) async throws {
        for _ in 0..<5_000 {
            if try states(session) == wanted { return }
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(try states(session) == wanted)
    }

    @Test func `one is made at a time, in their order, and each session sees its own`() async throws
    {
        let other = SessionID(rawValue: "s2")
        _ = try book.take(order(1), for: session, at: start)
        _ = try book.take(order(2), for: other, at: start)
        _ = try book.take(order(3), for: session, at: start)
        try await works.begin(1)
        try await until(["theme 3: waiting 0", "theme 1: making 2"])
        works.end(.made)
        try await works.begin(2)
        #expect(try states(other) == ["theme 2: making 2"])
        works.end(.failed(.providerAway))
        try await works.begin(3)
        works.end(.failed(.nothingFound))
        try await until(["theme 3: failed 0 nothing_found", "theme 1: made 0"])
        #expect(try states(other) == ["theme 2: failed 0 provider_away"])
        #expect(works.begun == [order(1), order(2), order(3)])
    }

    @Test func `what is under way is made once for all who want it`() async throws {
        let other = SessionID(rawValue: "s2")
        _ = try book.take(order(1), for: session, at: start)
        _ = try book.take(order(1), for: other, at: start)
        try await works.begin(1)
        works.end(.made)
        try await until(["theme 1: made 0"])
        #expect(try states(other) == ["theme 1: made 0"])
        #expect(works.begun == [order(1)])
        // By then it is there, and the same words want another.
        _ = try book.take(order(1), for: session, at: start)
        try await works.begin(2)
        works.end(.made)
        try await until(["theme 1: made 0"])
    }

    @Test func `five may wait or be made, and six are a day's`() async throws {
        for number in 1...5 { _ = try book.take(order(number), for: session, at: start) }
        try await works.begin(1)
        #expect(throws: OrderBook.Refusal.full(retryAfterMs: 60_000)) {
            try book.take(order(6), for: session, at: start)
        }
        works.end(.made)
        try await works.begin(2)
        _ = try book.take(order(6), for: session, at: start)
        for count in 2...6 {
            try await works.begin(count)
            works.end(.made)
        }
        try await until((1...6).reversed().map { "theme \($0): made 0" })
        let later = start + .seconds(3_600)
        #expect(throws: OrderBook.Refusal.full(retryAfterMs: 82_800_000)) {
            try book.take(order(7), for: session, at: later)
        }
        _ = try book.take(order(7), for: session, at: start + .seconds(86_400))
        try await works.begin(7)
        works.end(.made)
    }

    @Test func `an order that a provider has stopped counts for nothing`() async throws {
        for number in 1...9 {
            _ = try book.take(order(number), for: session, at: start)
            try await works.begin(number)
            works.end(.failed(.providerAway))
            try await until((1...number).reversed().map { "theme \($0): failed 0 provider_away" })
        }
    }

    @Test func `a session that is erased takes with it what waits for it alone`() async throws {
        let other = SessionID(rawValue: "s2")
        for number in 1...3 { _ = try book.take(order(number), for: session, at: start) }
        _ = try book.take(order(3), for: other, at: start)
        try await works.begin(1)
        book.forget(session)
        #expect(try states(session).isEmpty)
        works.end(.made)
        try await works.begin(2)
        #expect(works.begun == [order(1), order(3)])
        works.end(.made)
        for _ in 0..<5_000 where try states(other) != ["theme 3: made 0"] {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(try states(other) == ["theme 3: made 0"])
    }

    @Test func `what is made is so once its theme finds it`() async throws {
        _ = try book.take(order(1), for: session, at: start)
        try await works.begin(1)
        works.end(.made)
        try await until(["theme 1: made 0"])
        var writer = JSONWriter()
        writer.beginObject()
        try #require(book.orders(of: session).first).write(to: &writer) { _ in false }
        writer.endObject()
        #expect(try JSONReader.read(writer.bytes).text("state") == "making")
    }

    @Test func `what nothing is made of counts for nothing`() throws {
        for number in 1...20 {
            #expect(throws: OrderBook.Refusal.unmakable) {
                try book.take(Order(theme: "theme \(number)", locale: "fi"), for: session)
            }
        }
        #expect(try states(session).isEmpty && works.begun.isEmpty)
    }

    @Test func `no more are remembered than there is room for`() async throws {
        let book = OrderBook(maxADay: 1_000, awaitsApproval: true) { _ in
            true
        } make: { _, _ in
            .made
        }
        for number in 1...200 {
            while true {
                do {
                    _ = try book.take(order(number), for: session)
                    break
                } catch { try await Task.sleep(for: .milliseconds(1)) }
            }
        }
        #expect(book.orders(of: session).count == OrderBook.maxKept)
    }
}
