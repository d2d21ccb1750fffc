import GatewayClient
import GatewayClientTransport
import Protocol
import Seeded

/// A player with habits, which act at each new stage of its document.
final class Bot {
    /// Between a refusal that may be retried and the next try.
    private static let retryMs: Int64 = 300
    /// Acknowledged answers that are said again at one return.
    private static let maxRepeats = 2

    let client: Client
    private var habits: any GuestHabits
    private unowned let driver: Driver
    var random: SplitMix64
    private var moment = ""
    /// Plans of an earlier look count no more.
    private var looks = 0
    private var hasAnswered = false

    init(_ client: Client, _ habits: any GuestHabits, driver: Driver, seed: UInt64) {
        self.client = client
        self.habits = habits
        self.driver = driver
        random = SplitMix64(seed: seed)
    }

    var name: String { client.seat.name }
    var id: String { client.seat.playerID?.rawValue ?? "" }
    var presence: Presence { habits.presence }
    var document: JSONValue { client.document }
    /// The secret of the bot's round, for those bots that know.
    var secret: JSONValue? {
        driver.secret.flatMap { $0.round == document.roundID ? $0.words : nil }
    }

    /// The document has changed.
    func look() {
        let moment = driver.game.moment(of: client.document)
        guard moment != self.moment else { return }
        self.moment = moment
        looks += 1
        hasAnswered = false
        habits.act(self)
    }

    /// The connection is back: what was planned may not have been done. An answer that was sent is not
    /// given twice.
    func lookAgain() {
        guard !hasAnswered else { return }
        moment = ""
        look()
    }

    /// Does something after a while, if nothing has changed and there is a connection.
    func later(_ ms: Double, _ action: @escaping () -> Void) {
        let looks = looks
        client.network.after(Int64(ms)) { [weak self] in
            guard let self, self.client.isSeated, self.looks == looks else { return }
            action()
        }
    }

    /// Asks for what one player alone may have.
    func claim(_ type: String, _ messageID: String) {
        driver.referee.claim(type, messageID, by: client)
    }

    func tell(_ line: String) { driver.tell("\(client.label) \(line)") }

    // MARK: Answers, whichever gateway they are said to

    private var record: Record { driver.referee.record }
    private var openAnswers: [Record.Answer] { record.openAnswers.filter { $0.player == id } }

    /// Says what shall be answered, unless an answer of its own is under way: another one would have no certain
    /// order with it.
    ///
    /// - Parameter words: by the question that they answer.
    func answer(_ type: String, _ payload: JSONObject, _ words: [Int: Ledger.Answer]) {
        guard openAnswers.isEmpty else { return }
        hasAnswered = true
        let answer = Record.Answer(
            player: id,
            round: document.roundID,
            words: words,
            type: type,
            payload: payload,
            messageID: client.nextMessageID()
        )
        driver.referee.record.says(answer)
        say(answer, "answers")
        // The loop writes at the turn's end.
        client.network.after(0) { [weak self] in
            if let self { driver.onAnswer(client.place) }
        }
    }

    private func say(_ answer: Record.Answer, _ how: String = "repeats") {
        let (id, texts) = (answer.messageID, answer.words.values.map(\.text))
        tell("\(how) \(answer.text) (\(id))")
        driver.referee.said(.answer(messageID: id, texts: texts), by: client)
        client.send(answer.type, messageID: id, payload: answer.payload)
    }

    func acknowledged(_ message: ReceivedMessage) {
        guard let id = message.inReplyTo, let answer = record.answer(id) else { return }
        tell("is acknowledged \(answer.text) (\(id))")
        driver.referee.record.settle(id, .acknowledged)
    }

    func refused(_ message: ReceivedMessage) {
        guard let id = message.inReplyTo else { return }
        let payload = message.decoded()
        let code = payload["code"]?.string ?? "?"
        if code == "degraded", driver.referee.claimWaitedUs != nil {
            let moment = driver.game.moment(of: document)
            again { bot in
                guard bot.driver.game.moment(of: bot.document) == moment else { return }
                bot.habits.refused(id, bot)
            }
        }
        guard record.answer(id)?.fate == .open else { return }
        guard payload["retryable"]?.bool == true else {
            return driver.referee.record.settle(id, .refused)
        }
        again { bot in
            if let answer = bot.record.answer(id), answer.fate == .open { bot.say(answer) }
        }
    }

    private func again(_ action: @escaping (Bot) -> Void) {
        client.network.after(Self.retryMs) { [weak self] in
            if let self, client.isSeated { action(self) }
        }
    }

    /// The client is back: says everything that the lost connection left unanswered once more under the
    /// same names, and then the newest acknowledged answers, the older first: they must be acknowledged
    /// again, and change nothing.
    func repeatAnswers() {
        for answer in openAnswers { say(answer) }
        let settled = record.acknowledgedAnswers.filter { $0.player == id }
        for answer in settled.suffix(Self.maxRepeats) where client.isRemembered(answer.messageID) {
            driver.referee.said(.again(messageID: answer.messageID), by: client)
            say(answer)
        }
    }
}

/// Everything that the bots of one session share: the secret of the round, and those who hear what they do.
final class Driver {
    let referee: Referee
    let tell: (String) -> Void
    /// Told the place at which a gateway gets an answer, once it has left.
    var onAnswer: (Int) -> Void = { _ in }
    private(set) var bots: [Bot] = []
    private(set) var secret: (round: String, words: JSONValue)?

    init(_ referee: Referee, tell: @escaping (String) -> Void) {
        self.referee = referee
        self.tell = tell
    }

    var game: any PlayedGame.Type { referee.game }

    func seat(_ client: Client, _ habits: any GuestHabits, seed: UInt64) {
        bots.append(Bot(client, habits, driver: self, seed: seed))
    }

    func bot(_ client: Client) -> Bot? { bots.first { $0.client === client } }

    /// The host's document has changed.
    func learn(_ document: JSONValue) {
        guard let words = document["secret"], !words.isNull else { return }
        secret = (document.roundID, words)
    }
}

extension Referee {
    /// Has a client say a claim, which tells when it was made.
    func claim(_ type: String, _ messageID: String, by client: Client) {
        said(.claim(messageID: messageID), by: client)
        client.send(type, messageID: messageID, payload: ["atClientMs": .int(Ticks.wallMs)])
    }
}

/// Names and slips of bots.
enum Words {
    /// Of nobody and nothing, so that none is the answer to a question, nor a word of one.
    static let names = [
        "Abbolin", "Bimbrick", "Cirrefin", "Dalvipp", "Elmurra", "Finnstrunt", "Gubbelin",
        "Hoppsade", "Immelix", "Jolmira", "Knirkel", "Lummeno", "Mirrabel", "Nuffelin", "Olvapip",
        "Pjollra", "Quillimo", "Rasselbo", "Snurrvid", "Tjoffe",
    ]

    static func name(_ index: Int) -> String {
        let name = names[index % names.count]
        return index < names.count ? name : "\(name) \(index / names.count + 1)"
    }

    /// Two letters of the middle change places.
    static func misspelled(_ name: String) -> String {
        var letters = Array(name)
        guard letters.count >= 4 else { return name + "x" }
        letters.swapAt(letters.count / 2 - 1, letters.count / 2)
        let misspelled = String(letters)
        return misspelled == name ? name + "x" : misspelled
    }
}
