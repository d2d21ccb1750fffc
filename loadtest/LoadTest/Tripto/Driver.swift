import GatewayClient
import GatewayClientTransport
import Protocol

/// Drives the bots of one session: knows the secret of the round, and sees to it that everything they say
/// is answered, whichever gateway they say it to.
final class Driver {
    /// Between a refusal that may be retried and the next try.
    private static let retryMs: Int64 = 300
    /// Acknowledged answers that are said again at one return.
    private static let maxRepeats = 2

    let timings: Timings
    private let network: Network
    private let referee: Referee
    private let tell: (String) -> Void
    /// Told the place at which a gateway gets an answer, once it has left.
    var onAnswer: (Int) -> Void = { _ in }
    private(set) var bots: [Bot] = []
    private var secret: (round: String, words: RoundSecret)?

    init(
        _ network: Network,
        _ referee: Referee,
        _ timings: Timings,
        tell: @escaping (String) -> Void
    ) {
        self.network = network
        self.referee = referee
        self.timings = timings
        self.tell = tell
    }

    func seat(_ client: Client, _ personality: Personality, seed: UInt64) {
        bots.append(Bot(client, personality, driver: self, seed: seed))
    }

    func bot(_ client: Client) -> Bot? { bots.first { $0.client === client } }

    /// The host's document has changed.
    func learn(_ document: JSONValue) {
        guard let words = RoundSecret(document["secret"]) else { return }
        secret = (document["round"]?["roundId"]?.string ?? "", words)
    }

    // MARK: Questions and deeds of a bot

    /// The secret of the bot's round, for those bots that know.
    func secret(for bot: Bot) -> RoundSecret? {
        let round = bot.client.document["round"]?["roundId"]?.string
        return secret.flatMap { $0.round == round ? $0.words : nil }
    }

    /// True while an answer of the bot's is under way: another one would have no certain order with it.
    func isWaiting(_ bot: Bot) -> Bool {
        referee.record.openAnswers.contains { $0.player == bot.id.rawValue }
    }

    func pull(_ client: Client, _ messageID: String) {
        referee.said(.pull(messageID: messageID), by: client)
        client.pull(messageID)
    }

    func answer(_ bot: Bot, _ question: Record.Question, _ answer: Ledger.Answer) {
        let client = bot.client
        let messageID = client.nextMessageID()
        referee.said(.answer(text: answer.text), by: client)
        referee.record.says(
            Record.Answer(
                player: bot.id.rawValue,
                round: client.document["round"]?["roundId"]?.string ?? "",
                question: question,
                text: answer.text,
                verdict: answer.verdict,
                messageID: messageID
            )
        )
        tell("\(client.label) answers \"\(answer.text)\" (\(messageID))")
        client.answer(question, answer.text, messageID)
        // The loop writes at the turn's end.
        network.after(0) { [weak self] in self?.onAnswer(client.place) }
    }

    // MARK: The fate of an answer

    func acknowledged(_ message: ReceivedMessage, _ client: Client) {
        guard let id = message.inReplyTo, let answer = referee.record.answer(id) else { return }
        tell("\(client.label)'s answer \(id), \"\(answer.text)\", is acknowledged")
        referee.record.settle(id, .acknowledged)
    }

    func refused(_ message: ReceivedMessage, _ client: Client) {
        let payload = message.decoded()
        let code = payload["code"]?.string ?? "?"
        tell("\(client.label) is told \(code) in reply to \(message.inReplyTo ?? "nothing")")
        guard let id = message.inReplyTo else { return }
        // A pull whose answer this was waits no longer.
        if code == "degraded", referee.pullWaitedUs != nil { pullAgain(id, client) }
        guard referee.record.answer(id)?.fate == .open else { return }
        guard payload["retryable"]?.bool == true else {
            return referee.record.settle(id, .refused(code))
        }
        network.after(Self.retryMs) { [weak self, weak client] in
            guard let self, let client, client.isSeated, let answer = referee.record.answer(id),
                answer.fate == .open
            else { return }
            say(answer, client)
        }
    }

    /// A store was away: the same pull once more under the same name, while the clue stands.
    private func pullAgain(_ messageID: String, _ client: Client) {
        let clue = TimerLaw.moment(of: client.document)
        network.after(Self.retryMs) { [weak self, weak client] in
            guard let self, let client, client.isSeated,
                client.document["state"]?.string == "CLUE_LEVEL",
                TimerLaw.moment(of: client.document) == clue
            else { return }
            tell("\(client.label) pulls again (\(messageID))")
            pull(client, messageID)
        }
    }

    /// The client is back: says everything that the lost connection left unanswered once more under the
    /// same names, and then the newest acknowledged answers, the older first: they must be acknowledged
    /// again, and change nothing.
    func repeatAnswers(of client: Client) {
        guard let player = client.seat.playerID?.rawValue else { return }
        for answer in referee.record.openAnswers where answer.player == player {
            say(answer, client)
        }
        let settled = referee.record.acknowledgedAnswers.filter { $0.player == player }
            .suffix(Self.maxRepeats)
        for answer in settled where client.isRemembered(answer.messageID) {
            referee.said(.again(messageID: answer.messageID), by: client)
            say(answer, client)
        }
    }

    private func say(_ answer: Record.Answer, _ client: Client) {
        tell("\(client.label) repeats \(answer.messageID), \"\(answer.text)\"")
        client.answer(answer.question, answer.text, answer.messageID)
    }
}

/// The part of a round that the host alone is told; the driver of the bots hears it and tells nobody.
struct RoundSecret: Equatable {
    struct Followup: Equatable {
        let index: Int
        let questionText: String
        let accepted: [String]
    }

    let name: String
    let country: String
    let aliases: [String]
    /// By level points.
    let clues: [Int: String]
    let followups: [Followup]

    /// Reads the `secret` of the HOST's document; nil when there is none.
    init?(_ secret: JSONValue?) {
        guard let secret, let destination = secret["destination"],
            let name = destination["name"]?.string
        else { return nil }
        self.name = name
        country = destination["country"]?.string ?? ""
        aliases = destination["aliases"]?.array?.compactMap(\.string) ?? []
        var clues: [Int: String] = [:]
        for clue in secret["clues"]?.array ?? [] {
            guard let points = clue["levelPoints"]?.int, let text = clue["text"]?.string else {
                continue
            }
            clues[Int(points)] = text
        }
        self.clues = clues
        followups = (secret["followups"]?.array ?? []).compactMap { entry in
            guard let index = entry["index"]?.int, let question = entry["questionText"]?.string
            else { return nil }
            return Followup(
                index: Int(index),
                questionText: question,
                accepted: entry["accepted"]?.array?.compactMap(\.string) ?? []
            )
        }
    }

    func followup(_ index: Int) -> Followup? {
        followups.first { $0.index == index }
    }
}
