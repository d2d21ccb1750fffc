package import Protocol

/// The game with a brake. Storms, fan-outs and abuse play it too.
package enum Tripto: PlayedGame {
    static let name = "tripto"
    static let roundCounts = 1...10
    static let overState = "ROUND_END"
    static let announcesResults = true
    static let pull = "BRAKE_PULL"
    static let followupPoints = 2

    /// Its own messages; the contract of all games has the others.
    enum Message: String, CaseIterable {
        case cluePresent = "CLUE_PRESENT"
        case brakeAccepted = "BRAKE_ACCEPTED"
        case brakeRejected = "BRAKE_REJECTED"
        case brakeAnswerLocked = "BRAKE_ANSWER_LOCKED"
        case destinationReveal = "DESTINATION_REVEAL"
        case destinationResults = "DESTINATION_RESULTS"
        case followupPresent = "FOLLOWUP_PRESENT"
        case followupLocked = "FOLLOWUP_LOCKED"
        case followupResults = "FOLLOWUP_RESULTS"
        case musicSet = "MUSIC_SET"
        case musicStop = "MUSIC_STOP"
        case musicDuck = "MUSIC_DUCK"
        case musicGainSet = "MUSIC_GAIN_SET"

        fileprivate var shape: MessageShape {
            switch self {
            case .cluePresent: .event(["levelPoints", "clueText", "levelIndex", "totalLevels"])
            case .brakeAccepted:
                .event(["brakeOwnerPlayerId", "levelPoints", "lockedPlayersCount"])
            case .brakeRejected: .event(["reason"])
            case .brakeAnswerLocked: .event(["playerId"])
            case .destinationReveal: .event(["destinationName", "country", "revealText"])
            case .destinationResults: .event(["results"])
            case .followupPresent: .event(["index", "total", "questionText", "timer"])
            case .followupLocked: .event(["index"])
            case .followupResults: .event(["index", "correctAnswer", "results"])
            case .musicSet: .sound(["trackId", "mode", "startAtServerMs"])
            case .musicStop: .sound(["fadeOutMs"])
            case .musicDuck: .sound(["amountDb", "attackMs", "releaseMs"])
            case .musicGainSet: .sound(["gainDb"])
            }
        }
    }

    static let messages = Dictionary(
        uniqueKeysWithValues: Message.allCases.map { ($0.rawValue, $0.shape) }
    )
    static let parts: [StaticString] = ["round", "clue", "brake", "reveal", "followup"]

    static func parts(of role: Role) -> [StaticString] {
        switch role {
        case .host: ["secret", "review"]
        case .tv: ["audio"]
        case .player: ["me"]
        }
    }

    /// For scenarios that are played by hand.
    package static func stage(of document: JSONValue) -> String { moment(of: document) }

    // MARK: Playing

    static func settings(_ options: PartyOptions) -> JSONObject {
        [
            "destinationsCount": .int(Int64(options.rounds)),
            "followupsPerDestination": .int(Int64(questions(options).upperBound)),
            "maxPlayers": .int(Int64(options.players)), "locale": .string(options.locale),
            "timings": Timings(options.tempo).json,
        ]
    }

    static func questions(_ options: PartyOptions) -> ClosedRange<Int> {
        0...(options.isCalm ? 3 : 2)
    }

    /// Settings of a game that stays at its first clue until somebody pulls: for runs that look at the
    /// gateway, and not at the game.
    static func standing(players: Int) -> JSONObject {
        [
            "destinationsCount": .int(1), "maxPlayers": .int(Int64(players)),
            "timings": Timings.storm.json,
        ]
    }

    /// The first clue is shown.
    static func hasBegun(_ document: JSONValue) -> Bool {
        document["state"]?.string == "CLUE_LEVEL"
    }

    static func guest(_ number: Int, _ tempo: Tempo) -> any GuestHabits {
        TriptoGuest(number, tempo)
    }
    static func roundMs(_ tempo: Tempo) -> Int64 { Timings(tempo).destinationMs }
    static func answerMs(_ tempo: Tempo) -> Int64 { Timings(tempo)[.clue] }

    static func occasion(_ document: JSONValue) -> Occasion? {
        switch (document["state"]?.string, document["round"]?["index"]?.int) {
        case ("CLUE_LEVEL", let round):
            switch document["clue"]?["levelPoints"]?.int {
            case 8: .pause
            case 6 where round == 1: .drop
            case _: nil
            }
        case ("REVEAL_DESTINATION", _): .arrival
        case ("SCOREBOARD", 2): .skip
        case _: nil
        }
    }

    static func climax(_ document: JSONValue) -> [String]? {
        document["brake"]?["brakeOwnerPlayerId"]?.string.map { [$0] }
    }

    static func line(at document: JSONValue) -> String? {
        let round = document["round"]
        guard document["state"]?.string == "ROUND_INTRO" else { return nil }
        return "—— Destination \(round?["index"]?.int ?? 0) of \(round?["total"]?.int ?? 0) ——"
    }

    static func line(for message: OwnMessage, names: (String?) -> String) -> String? {
        let payload = message.payload
        let text = { (name: String) in payload[name]?.string ?? "?" }
        let number = { (name: String) in payload[name]?.int ?? 0 }
        switch Message(rawValue: message.type) {
        case .cluePresent: return "For \(number("levelPoints")): \(text("clueText"))"
        case .brakeAccepted:
            let owner = names(payload["brakeOwnerPlayerId"]?.string)
            return "The brake! \(owner) has it, with \(number("levelPoints")) at stake."
        case .brakeAnswerLocked:
            return "\(names(payload["playerId"]?.string)) has locked an answer."
        case .destinationReveal:
            return "We are in \(text("destinationName")), \(text("country"))! \(text("revealText"))"
        case .followupPresent:
            return "Question \(number("index")) of \(number("total")): \(text("questionText"))"
        case .followupResults: return "It was \"\(text("correctAnswer"))\"."
        case .brakeRejected, .destinationResults, .followupLocked, .musicSet, .musicStop,
            .musicDuck, .musicGainSet, nil:
            return nil
        }
    }

    // MARK: Laws

    static func laws(patienceUs: Int64) -> [any LawCheck] { [BrakeLaw(patienceUs: patienceUs)] }

    static func place(in document: JSONValue) -> [String] {
        var words: [String] = []
        if let points = document["clue"]?["levelPoints"]?.int { words.append("for \(points)") }
        if let index = document["followup"]?["index"]?.int {
            let isLocked = document["followup"]?["locked"]?.bool ?? false
            words.append("question \(index)\(isLocked ? " locked" : "")")
        }
        return words
    }

    static func secrets(in document: JSONValue) -> [SecretLaw.Text] {
        guard let secret = document["secret"], let destination = secret["destination"],
            let name = destination["name"]?.string
        else { return [] }
        var texts: [SecretLaw.Text] = [.init(name, "the destination's name")]
        texts += strings(destination["aliases"]).map { .init($0, "an alias") }
        texts.append(.init(destination["country"]?.string ?? "", "the country"))
        for clue in secret["clues"]?.array ?? [] {
            let what = "the clue for \(clue["levelPoints"]?.int ?? 0)"
            texts.append(.init(clue["text"]?.string ?? "", what))
        }
        for followup in secret["followups"]?.array ?? [] {
            let what = "the answer \(followup["index"]?.int ?? 0)"
            texts += strings(followup["accepted"]).map { .init($0, what) }
        }
        return texts
    }

    private static func strings(_ json: JSONValue?) -> [String] {
        json?.array?.compactMap(\.string) ?? []
    }

    static func disclosed(_ document: JSONValue) -> [String] {
        var texts: [String] = []
        let (secret, followup) = (document["secret"], document["followup"])
        if let clue = document["clue"]?["clueText"]?.string { texts.append(clue) }
        if let question = followup?["questionText"]?.string { texts.append(question) }
        if let reveal = document["reveal"], !reveal.isNull {
            let destination = secret?["destination"]
            texts += ["name", "country"].compactMap { destination?[$0]?.string }
            texts += strings(destination?["aliases"])
            texts += (secret?["clues"]?.array ?? []).compactMap { $0["text"]?.string }
            texts.append(reveal["revealText"]?.string ?? "")
        }
        if followup?["locked"]?.bool == true {
            let asked = secret?["followups"]?.array?.first { $0["index"] == followup?["index"] }
            texts += strings(asked?["accepted"])
        }
        return texts
    }

    static func results(in document: JSONValue) -> [Results] {
        let (reveal, followup) = (document["reveal"], document["followup"])
        return [
            reveal?["results"].flatMap { entries(of: $0, question: 0) },
            followup?["results"].flatMap {
                entries(of: $0, question: Int(followup?["index"]?.int ?? 0))
            },
        ].compactMap(\.self)
    }

    static func results(toldBy message: OwnMessage) -> Results? {
        let payload = message.payload
        return switch Message(rawValue: message.type) {
        case .destinationResults: entries(of: payload["results"] ?? .null, question: 0)
        case .followupResults:
            entries(
                of: payload["results"] ?? .null,
                question: Int(payload["index"]?.int ?? 0)
            )
        case .cluePresent, .brakeAccepted, .brakeRejected, .brakeAnswerLocked,
            .destinationReveal, .followupPresent, .followupLocked, .musicSet, .musicStop,
            .musicDuck, .musicGainSet, nil:
            nil
        }
    }

    private static func entries(of results: JSONValue, question: Int) -> Results? {
        guard let entries = results.array else { return nil }
        let isFirst = question == 0
        return Results(
            question: question,
            entries: entries.map { entry in
                let points = entry["lockedAtLevelPoints"]?.int
                return Results.Entry(
                    player: entry["playerId"]?.string ?? "?",
                    text: isFirst ? entry["answerText"]?.string : nil,
                    isCorrect: entry["isCorrect"]?.bool ?? false,
                    points: Int(entry["pointsAwarded"]?.int ?? -1),
                    worth: isFirst ? .told(points.map(Int.init)) : .untold
                )
            },
            namesAll: isFirst
        )
    }

    static func facts(in document: JSONValue) -> [String: JSONValue] {
        guard let brake = document["brake"], let owner = brake["brakeOwnerPlayerId"],
            let points = brake["levelPoints"]?.int
        else { return [:] }
        return [fact(points): owner]
    }

    private static func fact(_ points: Int64) -> String { "the brake at \(points)" }

    /// Owners of a brake who let their time run out, also where nobody was connected who could see it open.
    static func unsaid(in round: Record.Round) -> [(player: String, answer: Ledger.Answer)] {
        let silence = { (points: Int) in Ledger.Answer(text: "", verdict: .wrong, worth: points) }
        var unsaid: [(player: String, answer: Ledger.Answer)] = []
        for points in stride(from: 10, through: 2, by: -2) {
            guard let owner = round.facts[fact(Int64(points))]?.string else { continue }
            unsaid.append((owner, silence(points)))
        }
        let known = Set(unsaid.map(\.answer.worth))
        for entry in round.results[0]?.results.entries ?? [] where entry.text == "" {
            guard case .told(let points?) = entry.worth, !known.contains(points) else { continue }
            unsaid.append((entry.player, silence(points)))
        }
        return unsaid
    }

    static func interrupts(_ document: JSONValue) -> Bool {
        document["state"]?.string == "PAUSED_FOR_BRAKE"
    }

    static func mayEndEarly(_ end: StageEnd) -> Bool {
        let (before, record) = (end.before, end.record)
        guard let round = before["round"]?["roundId"]?.string else { return false }
        switch before["state"]?.string {
        case "PAUSED_FOR_BRAKE":
            guard let owner = before["brake"]?["brakeOwnerPlayerId"]?.string,
                let points = before["brake"]?["levelPoints"]?.int
            else { return false }
            return record.hasSaid(owner, round) { $0.words[0]?.worth == Int(points) }
        case "CLUE_LEVEL" where end.isDisturbed:
            let points = before["clue"]?["levelPoints"]?.int ?? 0
            return record.roundsByID[round]?.facts[fact(points)] != nil
                || end.connected.allSatisfy { $0["locked"]?.bool == true } || end.hasLongAbsence
        case "FOLLOWUP_QUESTION" where end.isDisturbed && end.hasLongAbsence:
            return true
        case "FOLLOWUP_QUESTION":
            guard let index = before["followup"]?["index"]?.int else { return false }
            return end.haveAllSaid { $0.words[Int(index)] != nil }
        case _:
            return false
        }
    }
}

/// The length of each part of a game, in milliseconds: `settings.timings` of the wire contract.
package struct Timings: Sendable {
    enum Part: String, CaseIterable {
        case intro, clue, brakeAnswer, reveal, followup, followupResults, scoreboard, final
    }

    /// A line may be 320 characters long, which a slow voice reads in less than half a minute.
    private static let longestClipMs: Int64 = 30_000

    private let usual: Int64
    private let others: [Part: Int64]

    /// The same time for each part.
    package init(each ms: Int64) { self.init(each: ms, [:]) }

    private init(each ms: Int64, _ others: [Part: Int64]) {
        usual = ms
        self.others = others
    }

    subscript(part: Part) -> Int64 { others[part] ?? usual }

    init(_ tempo: Tempo) {
        switch tempo {
        case .watchable:
            self.init(
                each: 2_500,
                [
                    .intro: 2_000, .clue: 5_000, .brakeAnswer: 4_000, .reveal: 3_500,
                    .followup: 5_000, .scoreboard: 3_000, .final: 4_000,
                ]
            )
        case .fast:
            self.init(
                each: 500,
                [
                    .intro: 300, .clue: 1_000, .brakeAnswer: 800, .reveal: 600, .followup: 1_000,
                    .final: 1_000,
                ]
            )
        case .brisk:
            self.init(
                each: 600,
                [
                    .intro: 400, .clue: 1_600, .brakeAnswer: 3_000, .reveal: 800,
                    .followup: 2_000, .final: 800,
                ]
            )
        case .quick:
            self.init(
                each: 300,
                [
                    .intro: 200, .clue: 1_200, .brakeAnswer: 2_000, .reveal: 400,
                    .followup: 1_500, .final: 400,
                ]
            )
        }
    }

    /// Clues stay open until somebody pulls; everything else passes as fast as it may.
    static let storm = Timings(each: 20, [.clue: 600_000, .brakeAnswer: 20_000])

    package var json: JSONValue {
        .object(JSONObject(Part.allCases.map { (key: $0.rawValue, value: .int(self[$0])) }))
    }

    /// The longest that a destination can take: what is read aloud holds its stage for as long as it sounds.
    var destinationMs: Int64 {
        func spoken(_ part: Part) -> Int64 { max(self[part], Self.longestClipMs) }
        return spoken(.intro) + 5 * (spoken(.clue) + self[.brakeAnswer]) + spoken(.reveal)
            + 3 * (spoken(.followup) + self[.followupResults]) + self[.scoreboard]
    }
}
