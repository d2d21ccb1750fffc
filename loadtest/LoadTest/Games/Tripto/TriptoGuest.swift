import GatewayClientTransport
import Protocol

/// One way of playing Tripto.
final class TriptoGuest: GuestHabits {
    enum BrakeAnswer {
        /// The name as it is, or another accepted one, or the name shouted.
        case name, alias, shouted
        case misspelled
        case wrong
        /// Lets the time run out.
        case silence
    }

    enum FollowupHabit {
        case right, wrong
        /// Wrong at first, then right; and the other way round.
        case seesTheLight, losesFaith
        /// Says nothing to the first question.
        case drowsy
    }

    /// One pull per player per 2 s is allowed (protocol §3.5); a polite bot waits a little longer.
    private static let pullPauseUs: Int64 = 2_100_000

    private static let all:
        [(
            String, brakesAt: Int?, thinks: ClosedRange<Double>, BrakeAnswer, FollowupHabit,
            Presence, isImpatient: Bool
        )] = [
            ("hasty", 1, 0.05...0.3, .wrong, .right, .steady, true),
            ("learned", 2, 0.2...0.5, .name, .right, .steady, false),
            ("clumsy with letters", 3, 0.1...0.4, .misspelled, .seesTheLight, .steady, false),
            ("dreaming", nil, 0...0, .silence, .wrong, .steady, false),
            ("loud", 3, 0.1...0.4, .shouted, .losesFaith, .steady, false),
            ("on a train", 4, 0.1...0.4, .alias, .right, .shaky, false),
            ("late", 2, 0.1...0.3, .name, .right, .late, false),
            ("sleepy", 5, 0.1...0.4, .silence, .drowsy, .steady, false),
        ]

    let title: String
    /// Level index, from 1, of the first clue at which it pulls; nil: never.
    private let brakesAt: Int?
    /// The share of a clue's time that it thinks before it pulls.
    private let thinks: ClosedRange<Double>
    private let answer: BrakeAnswer
    private let followups: FollowupHabit
    let presence: Presence
    /// Pulls again and again, without regard to the limit.
    private let isImpatient: Bool
    private let timings: Timings
    private var lastPullUs: Int64?

    /// - Parameter number: their place among all ways of playing, which come round again.
    init(_ number: Int, _ tempo: Tempo) {
        (title, brakesAt, thinks, answer, followups, presence, isImpatient) =
            Self.all[number % Self.all.count]
        timings = Timings(tempo)
    }

    func act(_ bot: Bot) {
        switch bot.document.state {
        case "CLUE_LEVEL": considerPull(bot)
        case "PAUSED_FOR_BRAKE": considerAnswer(bot)
        case "FOLLOWUP_QUESTION": considerFollowup(bot)
        case _: break
        }
    }

    // MARK: The brake

    private func considerPull(_ bot: Bot) {
        guard let points = bot.document["clue"]?["levelPoints"]?.int, let brakesAt,
            (10 - Int(points)) / 2 + 1 >= brakesAt
        else { return }
        let waitMs = Double(timings[.clue]) * Double.random(in: thinks, using: &bot.random)
        bot.later(waitMs) { [self, unowned bot] in pull(bot) }
        guard isImpatient else { return }
        for more in 1...3 {
            bot.later(waitMs + Double(more) * 40) { [self, unowned bot] in pull(bot) }
        }
    }

    private func pull(_ bot: Bot) {
        let canBrake = bot.document["uiHints"]?["canBrake"]?.bool ?? false
        let nowUs = Ticks.nowUs
        let isTooSoon = lastPullUs.map { nowUs - $0 < Self.pullPauseUs } ?? false
        guard bot.client.isSeated, isImpatient || (canBrake && !isTooSoon) else { return }
        lastPullUs = nowUs
        bot.claim(Tripto.pull, bot.client.nextMessageID())
    }

    /// A store was away: the same pull once more under the same name, while a clue stands.
    func refused(_ messageID: String, _ bot: Bot) {
        guard bot.document.state == "CLUE_LEVEL" else { return }
        bot.tell("pulls again (\(messageID))")
        bot.claim(Tripto.pull, messageID)
    }

    private func considerAnswer(_ bot: Bot) {
        let brake = bot.document["brake"]
        guard brake?["brakeOwnerPlayerId"]?.string == bot.id, let secret = bot.secret,
            let (text, verdict) = brakeAnswer(secret["destination"] ?? .null, bot)
        else { return }
        let share = Double.random(in: 0.1...0.45, using: &bot.random)
        bot.later(Double(timings[.brakeAnswer]) * share) { [unowned bot] in
            let points = Int(bot.document["brake"]?["levelPoints"]?.int ?? 0)
            let answer = Ledger.Answer(text: text, verdict: verdict, worth: points)
            bot.answer("BRAKE_ANSWER_SUBMIT", ["answerText": .string(text)], [0: answer])
        }
    }

    private func brakeAnswer(_ place: JSONValue, _ bot: Bot) -> (String, Ledger.Verdict)? {
        let name = place["name"]?.string ?? ""
        return switch answer {
        case .name: (name, .right)
        case .alias: (place["aliases"]?.array?.first?.string ?? name, .right)
        case .shouted: (name.uppercased(), .right)
        case .misspelled: (Words.misspelled(name), .either)
        case .wrong: (Self.places.randomElement(using: &bot.random) ?? "", .wrong)
        case .silence: nil
        }
    }

    /// Places that nobody can travel to.
    private static let places = ["Atlantis", "Lilliput", "Brobdingnag", "Narnia", "Shangri-La"]

    // MARK: Follow-ups

    private func considerFollowup(_ bot: Bot) {
        let asked = bot.document["followup"]
        guard let index = asked?["index"]?.int.map(Int.init), asked?["locked"]?.bool != true,
            bot.document["uiHints"]?["canAnswer"]?.bool == true,
            let secret = bot.secret?["followups"]?.array?.first(where: {
                $0["index"]?.int == Int64(index)
            }), let right = secret["accepted"]?.array?.first?.string
        else { return }
        let worth = Tripto.followupPoints
        let good = Ledger.Answer(text: right, verdict: .right, worth: worth)
        let bad = Ledger.Answer(text: "blueberry jam", verdict: .wrong, worth: worth)
        let answers: [Ledger.Answer] =
            switch followups {
            case .right: [good]
            case .wrong: [bad]
            case .seesTheLight: [bad, good]
            case .losesFaith: [good, bad]
            case .drowsy: index == 1 ? [] : [good]
            }
        let first = Double.random(in: 0.1...0.3, using: &bot.random)
        for (number, answer) in answers.enumerated() {
            bot.later(Double(timings[.followup]) * (first + Double(number) * 0.15)) {
                [unowned bot] in
                let payload: JSONObject = [
                    "index": .int(Int64(index)), "answerText": .string(answer.text),
                ]
                bot.answer("FOLLOWUP_ANSWER_SUBMIT", payload, [index: answer])
            }
        }
    }
}
