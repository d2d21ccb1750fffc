import GatewayClient
import GatewayClientTransport
import Protocol

/// One law, held against everything that the clients of one session say and hear.
///
/// It tells the referee of everything that it looks at, kept or broken.
protocol LawCheck {
    var law: Law { get }

    /// A message came; the client has not taken it in yet.
    mutating func willTake(_ heard: Heard, _ referee: Referee)
    /// The client has taken it in.
    mutating func took(_ heard: Heard, _ referee: Referee)
    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee)
    /// The connection is gone, and with it the answers that were on their way.
    mutating func dropped(_ client: Client, _ referee: Referee)
    /// A REST body went to a player or TV.
    mutating func read(_ body: [UInt8], _ referee: Referee)
    /// The gateway's metrics were read.
    mutating func measured(_ metrics: [String: Double], _ referee: Referee)
    /// A second has passed, more or less.
    mutating func tick(_ referee: Referee)
    /// Nothing more will come.
    mutating func finish(_ referee: Referee)
}

extension LawCheck {
    mutating func willTake(_ heard: Heard, _ referee: Referee) {}
    mutating func took(_ heard: Heard, _ referee: Referee) {}
    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {}
    mutating func dropped(_ client: Client, _ referee: Referee) {}
    mutating func read(_ body: [UInt8], _ referee: Referee) {}
    mutating func measured(_ metrics: [String: Double], _ referee: Referee) {}
    mutating func tick(_ referee: Referee) {}
    mutating func finish(_ referee: Referee) {}
}

/// A message, with the client that got it.
struct Heard {
    let message: ReceivedMessage
    /// Nil for a type that is of one game alone, or that nobody knows.
    let type: MessageType?
    let client: Client

    /// A snapshot or patch has changed a document that is kept.
    var changesDocument: Bool {
        (type == .stateSnapshot || type == .statePatch) && client.attention == .document
    }
}

/// Something that a client says, as far as a law wants to know of it.
enum Saying {
    case claim(messageID: String)
    case answer(messageID: String, texts: [String])
    /// Something that was acknowledged, under the same `msgId`.
    case again(messageID: String)
    /// Something that may end the timer of `moment` before its time.
    case mayEnd(moment: String)
}

/// Each with the number of the client that was told it.
typealias Breaches = [(watcher: Int, breach: String)]

/// Holds every message of a run against its laws, and keeps the book.
final class Referee {
    private var laws: [any LawCheck]
    private(set) var book = LawBook()
    /// Answers, and the documents that followed from them.
    var record: Record
    private let startUs = Ticks.nowUs
    private var names: [Int: String] = [:]
    var onBreach: (LawBook.Breach) -> Void = { _ in }

    // MARK: Figures
    /// Of all TIME_PINGs, in microseconds.
    var roundTrips = Histogram()
    /// The delay of timers, in milliseconds.
    var timerLateness = Histogram()
    /// Microseconds for which the claim had waited that this message answers; nil when it answers none.
    var claimWaitedUs: Int64?
    /// From an answer to its receipt, in microseconds.
    var receipts = Histogram()
    var bytesSearched = 0
    /// Secret words that were met, in their time or not: proof that the search finds them.
    var wordsMet = 0

    init(_ game: any PlayedGame.Type, _ laws: [any LawCheck]) {
        self.laws = laws
        record = Record(game)
    }

    /// Laws of a run in which many players listen or pull.
    static func ofCrowd(_ game: any PlayedGame.Type) -> Referee {
        let laws: [any LawCheck] = [
            ContractLaw(), SecretLaw(), DocumentLaw(), VersionLaw(), TimersLaw(),
        ]
        return Referee(game, laws + game.laws(patienceUs: 5_000_000))
    }

    var game: any PlayedGame.Type { record.game }

    var elapsedMs: Int64 { (Ticks.nowUs - startUs) / 1_000 }
    /// Laws that it holds, in their order, and those without a number.
    var held: [Law] {
        let held = Set(laws.map(\.law)).union(book.checkCounts.keys)
        return Law.allCases.filter(held.contains)
    }

    func check(_ law: Law, by who: @autoclosure () -> String, _ breach: String?) {
        if let entry = book.check(law, by: who(), atMs: elapsedMs, breach) { onBreach(entry) }
    }

    func report(_ law: Law, _ breaches: Breaches) {
        for (watcher, breach) in breaches { check(law, by: names[watcher] ?? "REST", breach) }
    }

    // MARK: Everything that a law is told

    func willTake(_ message: ReceivedMessage, by client: Client) {
        if names[client.id] == nil { names[client.id] = client.label }
        let heard = Heard(message: message, type: message.type, client: client)
        for index in laws.indices { laws[index].willTake(heard, self) }
    }

    /// - Returns: the time that a claim waited which this answers, in microseconds.
    @discardableResult
    func received(_ message: ReceivedMessage, by client: Client) -> Int64? {
        claimWaitedUs = nil
        let heard = Heard(message: message, type: message.type, client: client)
        for index in laws.indices { laws[index].took(heard, self) }
        return claimWaitedUs
    }

    func said(_ saying: Saying, by client: Client) {
        for index in laws.indices { laws[index].said(saying, by: client, self) }
    }
    func dropped(_ client: Client) {
        for index in laws.indices { laws[index].dropped(client, self) }
    }
    func measured(_ metrics: [String: Double]) {
        for index in laws.indices { laws[index].measured(metrics, self) }
    }
    func read(_ body: [UInt8]) { for index in laws.indices { laws[index].read(body, self) } }
    func tick() { for index in laws.indices { laws[index].tick(self) } }
    func finish() { for index in laws.indices { laws[index].finish(self) } }
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
