import GatewayClient
import GatewayClientTransport

/// Commands that wait for an answer, by the label of their client.
struct OpenCommands {
    /// Of one client; more are not remembered.
    static let maxCommands = 256

    private var open: [String: [(messageID: String, atUs: Int64)]] = [:]

    mutating func said(_ messageID: String, by client: String, atUs: Int64 = Ticks.nowUs) {
        guard open[client, default: []].count < Self.maxCommands else { return }
        open[client, default: []].append((messageID, atUs))
    }

    /// - Parameter messageID: nil: the oldest is answered.
    /// - Returns: the time at which it was said; nil where none like it was open.
    mutating func answered(_ messageID: String?, to client: String) -> Int64? {
        let index = open[client]?.firstIndex { messageID == nil || $0.messageID == messageID }
        return index.flatMap { open[client]?.remove(at: $0).atUs }
    }

    /// The connection is gone, and with it the answers that were on their way.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    mutating func dropped(_ client: String) -> Bool {
        open.removeValue(forKey: client)?.isEmpty == false
    }

    /// Those that have waited for longer than `patienceUs`, each told once.
    mutating func late(nowUs: Int64, patienceUs: Int64) -> [(client: String, messageID: String)] {
        var late: [(client: String, messageID: String)] = []
        for (client, commands) in open {
            let isLate = { (atUs: Int64) in nowUs - atUs > patienceUs }
            late += commands.filter { isLate($0.atUs) }.map { (client, $0.messageID) }
            open[client] = commands.filter { !isLate($0.atUs) }
        }
        return late
    }
}

/// Law 8: an answer that was acknowledged, said again under the same `msgId`, is acknowledged again.
///
/// That it changes nothing shows in what is reckoned from the answers, of which it is none.
struct RepeatLaw: LawCheck {
    /// The longest that an answer may take; stores may be away for a while.
    private let patienceUs: Int64
    private var repeats = OpenCommands()

    init(patienceUs: Int64 = 30_000_000) { self.patienceUs = patienceUs }

    var law: Law { .repetition }

    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {
        guard case .again(let messageID) = saying else { return }
        repeats.said(messageID, by: client.label)
    }

    mutating func took(_ heard: Heard, _ referee: Referee) {
        let who = heard.client.label
        guard let id = heard.receiptID, repeats.answered(id, to: who) != nil else { return }
        let payload = heard.message.decoded()
        // A store that is away says nothing of what was.
        guard payload["retryable"]?.bool != true else { return }
        let code = heard.type == .error ? payload["code"]?.string ?? "?" : nil
        let breach = code.map { "\(id) was acknowledged, and is told \($0) when it is repeated" }
        referee.check(.repetition, by: who, breach)
    }

    mutating func dropped(_ client: Client, _ referee: Referee) { repeats.dropped(client.label) }

    mutating func tick(_ referee: Referee) {
        for (client, id) in repeats.late(nowUs: Ticks.nowUs, patienceUs: patienceUs) {
            referee.check(.repetition, by: client, "the repeat of \(id) has no answer")
        }
    }
}

/// Every answer of a player's is acknowledged or refused once, each time that it is said.
struct ReceiptLaw: LawCheck {
    private var answers = OpenCommands()

    var law: Law { .receipt }

    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {
        guard case .answer(let messageID, _) = saying else { return }
        answers.said(messageID, by: client.label)
    }

    mutating func took(_ heard: Heard, _ referee: Referee) {
        let (message, who) = (heard.message, heard.client.label)
        guard let id = heard.receiptID, let answer = referee.record.answer(id) else { return }
        let saidUs = answers.answered(id, to: who)
        // Repeats at the end are said by all bots in one turn of the tester: their time would be its own.
        if let saidUs, answer.fate == .open { referee.receipts.record(message.atUs - saidUs) }
        let breach = saidUs == nil ? "\(message.typeName) in reply to \(id), once more" : nil
        referee.check(.receipt, by: who, breach)
    }

    mutating func dropped(_ client: Client, _ referee: Referee) { answers.dropped(client.label) }
}
