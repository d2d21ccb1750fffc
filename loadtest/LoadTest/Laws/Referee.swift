import GatewayClient
import GatewayClientTransport
import Protocol

/// Holds every message of a run against its laws, and keeps the book.
final class Referee {
    private var laws: [any LawCheck]
    private(set) var book = LawBook()
    /// Answers, and the documents that followed from them.
    var record = Record()
    private let startUs = Ticks.nowUs
    private var names: [Int: String] = [:]
    var onBreach: (LawBook.Breach) -> Void = { _ in }

    // MARK: Figures
    /// Of all TIME_PINGs, in microseconds.
    var roundTrips = Histogram()
    /// The delay of timers, in milliseconds.
    var timerLateness = Histogram()
    /// Microseconds for which the pull had waited that this message answers; nil when it answers none.
    var pullWaitedUs: Int64?
    var bytesSearched = 0
    /// Secret words that were met, in their time or not: proof that the search finds them.
    var wordsMet = 0
    /// Secret of the round that the host's document shows.
    var secret: RoundSecret?

    init(_ laws: [any LawCheck]) {
        self.laws = laws
    }

    /// Laws of a run in which many players listen or pull.
    static func ofCrowd() -> Referee {
        Referee([
            ContractLaw(), SecretLaw(), DocumentLaw(), VersionLaw(), BrakeLaw(), TimersLaw(),
        ])
    }

    var elapsedMs: Int64 { (Ticks.nowUs - startUs) / 1_000 }
    /// Laws that it holds, in their order, and those without a number.
    var held: [Law] {
        let held = Set(laws.map(\.law)).union(book.checkCounts.keys)
        return Law.allCases.filter(held.contains)
    }

    func check(_ law: Law, by who: @autoclosure () -> String, _ breach: String?) {
        if let entry = book.check(law, by: who(), atMs: elapsedMs, breach) { onBreach(entry) }
    }

    func report(_ law: Law, _ breaches: [(watcher: Int, breach: String)]) {
        for (watcher, breach) in breaches { check(law, by: names[watcher] ?? "REST", breach) }
    }

    // MARK: Everything that a law is told

    func willTake(_ message: ReceivedMessage, by client: Client) {
        if names[client.id] == nil { names[client.id] = client.label }
        let heard = Heard(message, by: client)
        for index in laws.indices { laws[index].willTake(heard, self) }
    }

    /// - Returns: the time that a pull waited which this answers, in microseconds.
    @discardableResult
    func received(_ message: ReceivedMessage, by client: Client) -> Int64? {
        pullWaitedUs = nil
        let heard = Heard(message, by: client)
        for index in laws.indices { laws[index].took(heard, self) }
        return pullWaitedUs
    }

    func said(_ saying: Saying, by client: Client) {
        for index in laws.indices { laws[index].said(saying, by: client, self) }
    }

    func dropped(_ client: Client) {
        for index in laws.indices { laws[index].dropped(client, self) }
    }

    func read(_ body: [UInt8]) {
        for index in laws.indices { laws[index].read(body, self) }
    }

    func measured(_ metrics: [String: Double]) {
        for index in laws.indices { laws[index].measured(metrics, self) }
    }

    func tick() {
        for index in laws.indices { laws[index].tick(self) }
    }

    func finish() {
        for index in laws.indices { laws[index].finish(self) }
    }
}

/// A run whose clients are watched by a referee.
protocol Refereed: ClientDelegate {
    var referee: Referee { get }
}

extension Refereed {
    func willTake(_ message: ReceivedMessage, by client: Client) {
        referee.willTake(message, by: client)
    }

    func violated(_ what: String, by client: Client) {
        referee.check(.contract, by: client.label, what)
    }

    func measured(roundTripUs: Int64, by client: Client) {
        referee.roundTrips.record(roundTripUs)
    }
}
