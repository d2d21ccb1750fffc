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

    init(_ message: ReceivedMessage, by client: Client) {
        (self.message, type, self.client) = (message, message.type, client)
    }

    /// The document is current again: by a snapshot, or by patches after a resume.
    var makesCurrent: Bool {
        type == .stateSnapshot
            || (type == .welcome && message.decoded()["resumed"]?.bool == true)
    }

    /// The `msgId` of the command that this acknowledges or refuses.
    var receiptID: String? { type == .answerAck || type == .error ? message.inReplyTo : nil }

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

/// Holds every message of a run against its laws, and keeps the book.
final class Referee {
    private var laws: [any LawCheck]
    private(set) var book = LawBook()
    /// Answers, and the documents that followed from them.
    var record: Record
    var absences = Absences()
    private let startUs = Ticks.nowUs
    var onBreach: (LawBook.Breach) -> Void = { _ in }

    // MARK: Figures
    /// Of all TIME_PINGs, in microseconds.
    var roundTrips = Histogram()
    /// The delay of timers, in microseconds.
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
            ContractLaw(), SecretLaw(), DocumentLaw(), VersionLaw(), TimerLaw(),
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
        let breach = breach.map { LawBook.Breach(law: law, who: who(), what: $0, atMs: elapsedMs) }
        book.note(law, breach)
        if let breach { onBreach(breach) }
    }

    /// The same for something that may be broken in many ways.
    func check(_ law: Law, by who: @autoclosure () -> String, all breaches: [String]) {
        check(law, by: who(), breaches.first)
        for breach in breaches.dropFirst() { check(law, by: who(), breach) }
    }

    // MARK: Everything that a law is told

    private func tell(_ what: (inout any LawCheck) -> Void) {
        for index in laws.indices { what(&laws[index]) }
    }

    func willTake(_ message: ReceivedMessage, by client: Client) {
        let heard = Heard(message, by: client)
        tell { $0.willTake(heard, self) }
    }

    func received(_ message: ReceivedMessage, by client: Client) {
        claimWaitedUs = nil
        let heard = Heard(message, by: client)
        if heard.makesCurrent { absences.ended(client.id) }
        tell { $0.took(heard, self) }
    }

    func dropped(_ client: Client) {
        absences.began(client.id)
        tell { $0.dropped(client, self) }
    }

    func said(_ saying: Saying, by client: Client) { tell { $0.said(saying, by: client, self) } }
    func measured(_ metrics: [String: Double]) { tell { $0.measured(metrics, self) } }
    func read(_ body: [UInt8]) { tell { $0.read(body, self) } }
    func tick() { tell { $0.tick(self) } }
    func finish() { tell { $0.finish(self) } }
}

/// Clients that are or were without a gateway, and for how long.
package struct Absences {
    /// A client that is away for longer may be counted as gone; the gateway waits 2 s.
    private static let graceUs: Int64 = 1_500_000
    /// For so long after a long absence the others may not have been waited for.
    private static let afterUs: Int64 = 30_000_000

    private var awaySinceUs: [Int: Int64] = [:]
    /// When somebody came back last who was away for long.
    private var longAbsenceUs: Int64 = .min / 2
    /// From the first attempt to come back to a current document, in microseconds.
    private var returns = Histogram()
    /// From the loss of a connection to a current document, in microseconds.
    private var gaps = Histogram()
    /// Number of times that each client has lost its gateway.
    package private(set) var losses: [Int: Int] = [:]

    package var returnsUs: (count: Int, p50: Int64, max: Int64) {
        (Int(returns.count), returns.percentile(50), returns.max)
    }
    package var gapsUs: (p50: Int64, max: Int64) { (gaps.percentile(50), gaps.max) }

    /// True where somebody was away for so long, and so lately, that the others may not have been
    /// waited for.
    var hasLong: Bool {
        let nowUs = Ticks.nowUs
        return nowUs - longAbsenceUs < Self.afterUs
            || awaySinceUs.values.contains { nowUs - $0 > Self.graceUs }
    }

    mutating func began(_ client: Int) {
        losses[client, default: 0] += 1
        awaySinceUs[client] = Ticks.nowUs
    }

    mutating func ended(_ client: Int) {
        guard let sinceUs = awaySinceUs.removeValue(forKey: client) else { return }
        let nowUs = Ticks.nowUs
        gaps.record(nowUs - sinceUs)
        if nowUs - sinceUs > Self.graceUs { longAbsenceUs = nowUs }
    }

    mutating func returned(afterUs us: Int64) { returns.record(us) }
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
