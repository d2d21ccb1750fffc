import GatewayClient
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
    static let messages: [String: MessageShape] = [
        "CLUE_PRESENT": .event(["levelPoints", "clueText", "levelIndex", "totalLevels"]),
        "BRAKE_ACCEPTED": .event(["brakeOwnerPlayerId", "levelPoints", "lockedPlayersCount"]),
        "BRAKE_REJECTED": .event(["reason"]),
        "BRAKE_ANSWER_LOCKED": .event(["playerId"]),
        "DESTINATION_REVEAL": .event(["destinationName", "country", "revealText"]),
        "DESTINATION_RESULTS": .event(["results"]),
        "FOLLOWUP_PRESENT": .event(["index", "total", "questionText", "timer"]),
        "FOLLOWUP_LOCKED": .event(["index"]),
        "FOLLOWUP_RESULTS": .event(["index", "correctAnswer", "results"]),
        "MUSIC_SET": .sound(["trackId", "mode", "startAtServerMs"]),
        "MUSIC_STOP": .sound(["fadeOutMs"]),
        "MUSIC_DUCK": .sound(["amountDb", "attackMs", "releaseMs"]),
        "MUSIC_GAIN_SET": .sound(["gainDb"]),
    ]
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
    static func hasBegun(_ document: JSONValue) -> Bool { document.state == "CLUE_LEVEL" }

    static func guest(_ number: Int, _ tempo: Tempo) -> any GuestHabits {
        TriptoGuest(number, tempo)
    }
    static func roundMs(_ tempo: Tempo) -> Int64 { Timings(tempo).destinationMs }
    static func answerMs(_ tempo: Tempo) -> Int64 { Timings(tempo)[.clue] }

    static func occasion(_ document: JSONValue) -> Occasion? {
        switch (document.state, document["round"]?["index"]?.int) {
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
        guard document.state == "ROUND_INTRO" else { return nil }
        return "—— Destination \(round?["index"]?.int ?? 0) of \(round?["total"]?.int ?? 0) ——"
    }

    static func line(for message: ReceivedMessage, names: (String?) -> String) -> String? {
        let payload = message.decoded()
        let text = { (name: String) in payload[name]?.string ?? "?" }
        let number = { (name: String) in payload[name]?.int ?? 0 }
        switch message.typeName {
        case "CLUE_PRESENT": return "For \(number("levelPoints")): \(text("clueText"))"
        case "BRAKE_ACCEPTED":
            let owner = names(payload["brakeOwnerPlayerId"]?.string)
            return "The brake! \(owner) has it, with \(number("levelPoints")) at stake."
        case "BRAKE_ANSWER_LOCKED":
            return "\(names(payload.playerID)) has locked an answer."
        case "DESTINATION_REVEAL":
            return "We are in \(text("destinationName")), \(text("country"))! \(text("revealText"))"
        case "FOLLOWUP_PRESENT":
            return "Question \(number("index")) of \(number("total")): \(text("questionText"))"
        case "FOLLOWUP_RESULTS": return "It was \"\(text("correctAnswer"))\"."
        case _: return nil
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

    static func secrets(in document: JSONValue) -> [String: String] {
        guard let secret = document["secret"], let destination = secret["destination"],
            let name = destination["name"]?.string
        else { return [:] }
        var texts = [name: "the destination's name"]
        for alias in strings(destination["aliases"]) { texts[alias] = "an alias" }
        texts[destination["country"]?.string ?? ""] = "the country"
        for clue in secret["clues"]?.array ?? [] {
            let what = "the clue for \(clue["levelPoints"]?.int ?? 0)"
            texts[clue["text"]?.string ?? ""] = what
        }
        for followup in secret["followups"]?.array ?? [] {
            let what = "the answer \(followup["index"]?.int ?? 0)"
            for answer in strings(followup["accepted"]) { texts[answer] = what }
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
        ["reveal", "followup"].compactMap { document[$0] }.compactMap(results(of:))
    }

    static func results(toldBy message: ReceivedMessage) -> Results? {
        let tells = ["DESTINATION_RESULTS", "FOLLOWUP_RESULTS"].contains(message.typeName)
        return tells ? results(of: message.decoded()) : nil
    }

    /// Of the destination, or of the question that `part` gives the number of.
    private static func results(of part: JSONValue) -> Results? {
        guard let entries = part["results"]?.array else { return nil }
        let question = Int(part["index"]?.int ?? 0)
        let isFirst = question == 0
        return Results(
            question: question,
            entries: entries.map { entry in
                let points = entry["lockedAtLevelPoints"]?.int
                return Results.Entry(
                    player: entry.playerID ?? "?",
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
        var owners: [Int: String] = [:]
        for entry in round.results[0]?.results.entries ?? [] where entry.text == "" {
            if case .told(let points?) = entry.worth { owners[points] = entry.player }
        }
        for points in stride(from: 10, through: 2, by: -2) {
            owners[points] = round.facts[fact(Int64(points))]?.string ?? owners[points]
        }
        return owners.map { ($1, Ledger.Answer(text: "", verdict: .wrong, worth: $0)) }
    }

    static func interrupts(_ document: JSONValue) -> Bool {
        document.state == "PAUSED_FOR_BRAKE"
    }

    static func mayEndEarly(_ end: StageEnd) -> Bool {
        let (before, record, round) = (end.before, end.record, end.before.roundID)
        switch before.state {
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

    private let ms: [Part: Int64]

    /// - Parameter ms: of the parts, in their order.
    private init(_ ms: [Int64]) {
        self.ms = Dictionary(uniqueKeysWithValues: zip(Part.allCases, ms))
    }

    /// The same time for each part.
    package init(each ms: Int64) { self.init(Part.allCases.map { _ in ms }) }

    init(_ tempo: Tempo) {
        switch tempo {
        case .watchable: self.init([2_000, 5_000, 4_000, 3_500, 5_000, 2_500, 3_000, 4_000])
        case .fast: self.init([300, 1_000, 800, 600, 1_000, 500, 500, 1_000])
        case .brisk: self.init([400, 1_600, 3_000, 800, 2_000, 600, 600, 800])
        case .quick: self.init([200, 1_200, 2_000, 400, 1_500, 300, 300, 400])
        }
    }

    /// Clues stay open until somebody pulls; everything else passes as fast as it may.
    static let storm = Timings([20, 600_000, 20_000, 20, 20, 20, 20, 20])

    subscript(part: Part) -> Int64 { ms[part] ?? 0 }

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
