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

    let game: any PlayedGame.Type
    private let network: Network
    private let referee: Referee
    let tell: (String) -> Void
    /// Told the place at which a gateway gets an answer, once it has left.
    var onAnswer: (Int) -> Void = { _ in }
    private(set) var bots: [Bot] = []
    private var secret: (round: String, words: JSONValue)?

    init(
        _ network: Network,
        _ referee: Referee,
        tell: @escaping (String) -> Void
    ) {
        self.network = network
        self.referee = referee
        game = referee.game
        self.tell = tell
    }

    func seat(_ client: Client, _ habits: any GuestHabits, seed: UInt64) {
        bots.append(Bot(client, habits, driver: self, seed: seed))
    }

    func bot(_ client: Client) -> Bot? { bots.first { $0.client === client } }

    /// The host's document has changed.
    func learn(_ document: JSONValue) {
        guard let words = document["secret"], !words.isNull else { return }
        secret = (document["round"]?["roundId"]?.string ?? "", words)
    }

    // MARK: Questions and deeds of a bot

    func secret(for bot: Bot) -> JSONValue? {
        let round = bot.client.document["round"]?["roundId"]?.string
        return secret.flatMap { $0.round == round ? $0.words : nil }
    }

    /// True while an answer of the bot's is under way.
    func isWaiting(_ bot: Bot) -> Bool {
        referee.record.openAnswers.contains { $0.player == bot.id }
    }

    func claim(_ client: Client, _ type: String, _ messageID: String) {
        referee.said(.claim(messageID: messageID), by: client)
        client.claim(type, messageID)
    }

    func answer(_ bot: Bot, _ command: Record.Command, _ words: [Int: Ledger.Answer]) {
        let client = bot.client
        let answer = Record.Answer(
            player: bot.id,
            round: client.document["round"]?["roundId"]?.string ?? "",
            words: words,
            command: command,
            messageID: client.nextMessageID()
        )
        referee.record.says(answer)
        tell("\(client.label) answers \(answer.text) (\(answer.messageID))")
        send(answer, client)
        // The loop writes at the turn's end.
        network.after(0) { [weak self] in self?.onAnswer(client.place) }
    }

    private func send(_ answer: Record.Answer, _ client: Client) {
        let texts = answer.words.values.map(\.text)
        referee.said(.answer(messageID: answer.messageID, texts: texts), by: client)
        client.send(answer.command, answer.messageID)
    }

    // MARK: The fate of an answer

    func acknowledged(_ message: ReceivedMessage, _ client: Client) {
        guard let id = message.inReplyTo, let answer = referee.record.answer(id) else { return }
        tell("\(client.label)'s answer \(id), \(answer.text), is acknowledged")
        referee.record.settle(id, .acknowledged)
    }

    func refused(_ message: ReceivedMessage, _ client: Client) {
        let payload = message.decoded()
        let code = payload["code"]?.string ?? "?"
        tell("\(client.label) is told \(code) in reply to \(message.inReplyTo ?? "nothing")")
        guard let id = message.inReplyTo else { return }
        if code == "degraded", referee.claimWaitedUs != nil {
            let moment = game.moment(of: client.document)
            again(client) { [game] bot in
                if game.moment(of: bot.document) == moment { bot.refused(id) }
            }
        }
        guard referee.record.answer(id)?.fate == .open else { return }
        guard payload["retryable"]?.bool == true else {
            return referee.record.settle(id, .refused(code))
        }
        again(client) { [weak self] bot in
            guard let self, let answer = referee.record.answer(id), answer.fate == .open else {
                return
            }
            say(answer, bot.client)
        }
    }

    private func again(_ client: Client, _ action: @escaping (Bot) -> Void) {
        network.after(Self.retryMs) { [weak self, weak client] in
            guard let self, let client, client.isSeated, let bot = bot(client) else { return }
            action(bot)
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
        tell("\(client.label) repeats \(answer.messageID), \(answer.text)")
        send(answer, client)
    }
}
