import GatewayClient
import GatewayClientTransport
import Protocol
import Seeded

/// A player with a personality. Looks at its own document alone, as a real client would, and acts on
/// what it sees there.
final class Bot {
    /// One pull per player per 2 s is allowed (protocol §3.5); a polite bot waits a little longer.
    static let pullPauseUs: Int64 = 2_100_000

    let client: Client
    let personality: Personality
    private weak var driver: Driver?
    private var random: SplitMix64
    private var moment = ""
    private var lastPullUs: Int64?
    /// Plans of an earlier look count no more.
    private var looks = 0
    private var hasAnswered = false

    init(_ client: Client, _ personality: Personality, driver: Driver, seed: UInt64) {
        self.client = client
        self.personality = personality
        self.driver = driver
        random = SplitMix64(seed: seed)
    }

    var name: String { client.seat.name }
    var id: PlayerID { client.seat.playerID ?? PlayerID(rawValue: "") }

    /// The document has changed.
    func look() {
        let document = client.document
        let moment = TimerLaw.moment(of: document)
        guard moment != self.moment else { return }
        self.moment = moment
        looks += 1
        hasAnswered = false
        guard let driver else { return }
        switch document["state"]?.string {
        case "CLUE_LEVEL": considerPull(document, driver)
        case "PAUSED_FOR_BRAKE": considerAnswer(document, driver)
        case "FOLLOWUP_QUESTION": considerFollowup(document, driver)
        case _: break
        }
    }

    /// The connection is back: what was planned may not have been done. An answer that was sent is not
    /// given twice.
    func lookAgain() {
        guard !hasAnswered else { return }
        moment = ""
        look()
    }

    // MARK: The brake

    private func considerPull(_ document: JSONValue, _ driver: Driver) {
        guard let points = document["clue"]?["levelPoints"]?.int,
            let brakesAt = personality.brakesAt,
            (10 - Int(points)) / 2 + 1 >= brakesAt
        else { return }
        let waitMs =
            Double(driver.timings[.clue]) * Double.random(in: personality.thinks, using: &random)
        later(waitMs) { self.pull() }
        guard personality.isImpatient else { return }
        for more in 1...3 { later(waitMs + Double(more) * 40) { self.pull() } }
    }

    private func pull() {
        let canBrake = client.document["uiHints"]?["canBrake"]?.bool ?? false
        let nowUs = Ticks.nowUs
        let isTooSoon = lastPullUs.map { nowUs - $0 < Self.pullPauseUs } ?? false
        guard client.isSeated, personality.isImpatient || (canBrake && !isTooSoon) else { return }
        lastPullUs = nowUs
        driver?.pull(client, client.nextMessageID())
    }

    private func considerAnswer(_ document: JSONValue, _ driver: Driver) {
        guard document["brake"]?["brakeOwnerPlayerId"]?.string == id.rawValue,
            let secret = driver.secret(for: self), let answer = brakeAnswer(secret)
        else { return }
        let share = Double.random(in: 0.1...0.45, using: &random)
        later(Double(driver.timings[.brakeAnswer]) * share) {
            self.hasAnswered = true
            let points = Int(self.client.document["brake"]?["levelPoints"]?.int ?? 0)
            self.driver?.answer(self, .destination(levelPoints: points), answer)
        }
    }

    private func brakeAnswer(_ secret: RoundSecret) -> Ledger.Answer? {
        switch personality.answer {
        case .name: Ledger.Answer(text: secret.name, verdict: .right)
        case .alias: Ledger.Answer(text: secret.aliases.first ?? secret.name, verdict: .right)
        case .shouted: Ledger.Answer(text: "\(secret.name.uppercased())", verdict: .right)
        case .misspelled: Ledger.Answer(text: Self.misspelled(secret.name), verdict: .either)
        case .wrong:
            Ledger.Answer(text: Self.places.randomElement(using: &random) ?? "", verdict: .wrong)
        case .silence: nil
        }
    }

    /// Places that nobody can travel to.
    private static let places = ["Atlantis", "Lilliput", "Brobdingnag", "Narnia", "Shangri-La"]

    /// Two letters of the middle change places.
    static func misspelled(_ name: String) -> String {
        var letters = Array(name)
        guard letters.count >= 4 else { return name + "x" }
        letters.swapAt(letters.count / 2 - 1, letters.count / 2)
        let misspelled = String(letters)
        return misspelled == name ? name + "x" : misspelled
    }

    // MARK: Follow-ups

    private func considerFollowup(_ document: JSONValue, _ driver: Driver) {
        guard let index = document["followup"]?["index"]?.int.map(Int.init),
            document["followup"]?["locked"]?.bool != true,
            document["uiHints"]?["canAnswer"]?.bool == true,
            let right = driver.secret(for: self)?.followup(index)?.accepted.first
        else { return }
        let good = Ledger.Answer(text: right, verdict: .right)
        let bad = Ledger.Answer(text: "blueberry jam", verdict: .wrong)
        let answers: [Ledger.Answer] =
            switch personality.followups {
            case .right: [good]
            case .wrong: [bad]
            case .seesTheLight: [bad, good]
            case .losesFaith: [good, bad]
            case .drowsy: index == 1 ? [] : [good]
            }
        let first = Double.random(in: 0.1...0.3, using: &random)
        for (number, answer) in answers.enumerated() {
            later(Double(driver.timings[.followup]) * (first + Double(number) * 0.15)) {
                self.answer(index, answer)
            }
        }
    }

    private func answer(_ index: Int, _ answer: Ledger.Answer) {
        guard let driver, !driver.isWaiting(self) else { return }
        hasAnswered = true
        driver.answer(self, .followup(index), answer)
    }

    /// Does something after a while, if nothing has changed and there is a connection.
    private func later(_ ms: Double, _ action: @escaping () -> Void) {
        let looks = looks
        client.network.after(Int64(ms)) { [weak self] in
            guard let self, self.client.isSeated, self.looks == looks else { return }
            action()
        }
    }
}

/// A player's commands; one that is repeated goes under the same `msgId`.
extension Client {
    func pull(_ messageID: String) {
        send("BRAKE_PULL", messageID: messageID) { writer in
            writer.key("atClientMs")
            writer.value(Ticks.wallMs)
        }
    }

    func answer(_ question: Record.Question, _ text: String, _ messageID: String) {
        switch question {
        case .destination:
            send("BRAKE_ANSWER_SUBMIT", messageID: messageID) { writer in
                writer.key("answerText")
                writer.value(text)
            }
        case .followup(let index):
            send("FOLLOWUP_ANSWER_SUBMIT", messageID: messageID) { writer in
                writer.key("index")
                writer.value(index)
                writer.key("answerText")
                writer.value(text)
            }
        }
    }
}
