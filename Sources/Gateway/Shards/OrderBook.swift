import Protocol
import Synchronization

/// Content that hosts order by a theme: made in the background while games are played, one order after another, and no more a day
/// than whoever runs the gateway pays for. It is this gateway's own, and lasts as long as the process.
public final class OrderBook: Sendable {
    /// Words for what is wanted, in the language of the content.
    public struct Order: Hashable, Sendable {
        public let theme: String
        public let locale: String
    }

    public enum Outcome: Hashable, Sendable {
        case made
        case failed(Trouble)
    }

    /// A reason why nothing was made; the same order may be given again.
    public enum Trouble: String, CaseIterable, Sendable {
        /// Of nothing that was proposed could a whole be made.
        case nothingFound = "nothing_found"
        case providerAway = "provider_away"
        /// A file can't be read or written.
        case notKept = "not_kept"
    }

    /// A reason why an order is not taken.
    enum Refusal: Error, Equatable {
        /// Nothing can be made of these words in this language.
        case unmakable
        /// Enough wait, or were ordered today; it may be worth asking again after this time.
        case full(retryAfterMs: Int64)
    }

    /// Makes an order, on no loop; it must await, and never block for long.
    public typealias Make =
        @Sendable (_ order: Order, _ step: @escaping @Sendable () -> Void) async -> Outcome

    private let maxADay: Int
    private let awaitsApproval: Bool
    private let isMakable: @Sendable (Order) -> Bool
    private let make: Make
    private let book = Mutex(Book())

    /// Orders that wait for others.
    static let maxWaiting = 4
    /// Orders that are remembered, the oldest of those that ended make room.
    static let maxKept = 64
    /// Sessions that one order is made for.
    static let maxSessions = 64
    fileprivate static let day = Duration.seconds(86_400)

    fileprivate struct Book {
        var entries: [Entry] = []
        /// The times of those that count against the day.
        var begun: [ContinuousClock.Instant] = []
        var isBusy = false
    }

    fileprivate struct Entry {
        let order: Order
        var sessions: Set<SessionID>
        var state = State.waiting
    }

    fileprivate enum State {
        case waiting
        case making(steps: Int)
        case ended(Outcome, at: ContinuousClock.Instant)

        var hasEnded: Bool {
            switch self {
            case .waiting, .making: false
            case .ended: true
            }
        }
    }

    /// - Parameters:
    ///   - maxADay: at least 1.
    ///   - awaitsApproval: true where nothing is played before a person has approved it.
    ///   - isMakable: false for words and languages that nothing can be made of.
    public init(
        maxADay: Int,
        awaitsApproval: Bool,
        isMakable: @escaping @Sendable (Order) -> Bool,
        make: @escaping Make
    ) {
        precondition(maxADay > 0)
        self.maxADay = maxADay
        self.awaitsApproval = awaitsApproval
        self.isMakable = isMakable
        self.make = make
    }

    /// An order as its host sees it.
    struct Progress: Sendable {
        fileprivate let order: Order
        fileprivate let state: State
        fileprivate let awaitsApproval: Bool
    }

    /// Takes an order, or has the session wait for one that is under way already.
    func take(
        _ order: Order,
        for session: SessionID,
        at now: ContinuousClock.Instant = .now
    ) throws(Refusal) -> Progress {
        guard isMakable(order) else { throw .unmakable }
        let (taken, begins) = try book.withLock { book throws(Refusal) in
            try book.take(order, for: session, at: now, maxADay: maxADay)
        }
        if begins { Task { await work() } }
        return progress(taken)
    }

    /// All that a session has ordered, the latest first.
    func orders(of session: SessionID) -> [Progress] {
        let entries = book.withLock { book in book.entries.filter { $0.sessions.contains(session) }
        }
        return entries.reversed().map(progress)
    }

    /// Drops what is made for this session alone and has not been begun.
    func forget(_ session: SessionID) {
        book.withLock { book in book.forget(session) }
    }

    private func progress(_ entry: Entry) -> Progress {
        Progress(order: entry.order, state: entry.state, awaitsApproval: awaitsApproval)
    }

    /// Makes what waits, until nothing does.
    private func work() async {
        while let order = book.withLock({ book in book.begin() }) {
            let outcome = await make(order) { [self] in
                book.withLock { book in book.noteStep(of: order) }
            }
            book.withLock { book in book.end(order, outcome) }
        }
    }
}

extension OrderBook.Book {
    fileprivate mutating func take(
        _ order: OrderBook.Order,
        for session: SessionID,
        at now: ContinuousClock.Instant,
        maxADay: Int
    ) throws(OrderBook.Refusal) -> (OrderBook.Entry, begins: Bool) {
        if let place = place(of: order) {
            guard entries[place].sessions.count < OrderBook.maxSessions else {
                throw .full(retryAfterMs: OrderBook.retryMs)
            }
            entries[place].sessions.insert(session)
            return (entries[place], false)
        }
        begun.removeAll { now - $0 >= OrderBook.day }
        if begun.count >= maxADay {
            let wait = (begun[0] + OrderBook.day - now).components.seconds
            throw .full(retryAfterMs: max(1, wait) * 1_000)
        }
        guard entries.count(where: { !$0.state.hasEnded }) <= OrderBook.maxWaiting else {
            throw .full(retryAfterMs: OrderBook.retryMs)
        }
        // One that is given again is the latest.
        entries.removeAll { $0.order == order }
        if entries.count >= OrderBook.maxKept,
            let oldest = entries.firstIndex(where: \.state.hasEnded)
        {
            entries.remove(at: oldest)
        }
        begun.append(now)
        let entry = OrderBook.Entry(order: order, sessions: [session])
        entries.append(entry)
        defer { isBusy = true }
        return (entry, !isBusy)
    }

    /// The place of one that has not ended.
    private func place(of order: OrderBook.Order) -> Int? {
        entries.firstIndex { $0.order == order && !$0.state.hasEnded }
    }

    /// The next one that is to be made; nil where none waits.
    fileprivate mutating func begin() -> OrderBook.Order? {
        guard let next = entries.firstIndex(where: { !$0.state.hasEnded }) else {
            isBusy = false
            return nil
        }
        entries[next].state = .making(steps: 0)
        return entries[next].order
    }

    fileprivate mutating func noteStep(of order: OrderBook.Order) {
        guard let place = place(of: order), case .making(let steps) = entries[place].state else {
            return
        }
        entries[place].state = .making(steps: steps + 1)
    }

    /// One that a provider has stopped counts for nothing: its steps are kept, and it goes on when it is given again.
    fileprivate mutating func end(_ order: OrderBook.Order, _ outcome: OrderBook.Outcome) {
        guard let place = place(of: order) else { return }
        if outcome == .failed(.providerAway), !begun.isEmpty { begun.removeLast() }
        entries[place].state = .ended(outcome, at: .now)
    }

    fileprivate mutating func forget(_ session: SessionID) {
        for place in entries.indices { entries[place].sessions.remove(session) }
        entries.removeAll { entry in
            switch entry.state {
            case .waiting, .ended: entry.sessions.isEmpty
            case .making: false
            }
        }
    }
}

extension OrderBook {
    /// Milliseconds until it may be worth asking again, while others are made.
    fileprivate static let retryMs: Int64 = 60_000
}

extension OrderBook.Progress {
    /// Seconds within which what was made is surely offered, if nobody holds it back.
    private static let untilOffered = Duration.seconds(30)

    /// Writes the members of an object. What is made is so to a client once it can be played.
    ///
    /// - Parameter isOffered: true where the theme finds something.
    func write(to writer: inout JSONWriter, _ isOffered: (OrderBook.Order) -> Bool) {
        let isThere = awaitsApproval || isOffered(order)
        let (word, steps, trouble): (String, Int, OrderBook.Trouble?) =
            switch state {
            case .waiting: ("waiting", 0, nil)
            case .making(let steps): ("making", steps, nil)
            case .ended(.made, let end):
                (isThere || .now - end > Self.untilOffered ? "made" : "making", 0, nil)
            case .ended(.failed(let trouble), _): ("failed", 0, trouble)
            }
        writer.member("theme", order.theme)
        writer.member("locale", order.locale)
        writer.member("state", word)
        writer.member("steps", Int64(steps))
        writer.key("trouble")
        if let trouble { writer.value(trouble.rawValue) } else { writer.null() }
        writer.member("awaitsApproval", awaitsApproval && !isOffered(order))
    }
}
