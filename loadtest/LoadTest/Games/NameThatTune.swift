import FoundationEssentials
import Protocol

/// The game of tunes: everybody writes who made one and what it is called, and chooses among the options of a
/// question.
enum NameThatTune: PlayedGame {
    static let name = "name-that-tune"
    static let roundCounts = 5...50
    static let overState = "OVER"
    static let announcesResults = false

    /// As the archive numbers the questions of a round.
    fileprivate enum Question { static let artist = 0, title = 1, trivia = 2 }
    /// Each worth something else, so that none passes for another.
    fileprivate static let worth = [1, 2, 3]

    static let messages: [String: MessageShape] = [:]
    static let parts: [StaticString] = ["round", "reveal", "trivia"]

    static func parts(of role: Role) -> [StaticString] {
        switch role {
        case .host: ["secret", "review", "uiHints", "cover"]
        case .tv: ["audio", "cover"]
        case .player: ["me"]
        }
    }

    // MARK: Playing

    fileprivate static func ms(_ tempo: Tempo) -> (guess: Int64, trivia: Int64, other: Int64) {
        switch tempo {
        case .watchable: (10_000, 6_000, 3_500)
        case .fast: (1_800, 1_000, 450)
        case .brisk: (4_000, 2_000, 900)
        case .quick: (3_000, 1_500, 500)
        }
    }

    /// Not every tune has a question: one that nobody saw can't be missed where connections break.
    static func settings(_ options: PartyOptions) -> JSONObject {
        let (guess, trivia, other) = ms(options.tempo)
        return [
            "songsCount": .int(Int64(options.rounds)), "clipSeconds": .int(10),
            "trivia": .bool(options.isCalm), "maxPlayers": .int(Int64(min(options.players, 50))),
            "locale": .string(options.locale),
            "points": .object([
                "artist": .int(Int64(worth[Question.artist])),
                "title": .int(Int64(worth[Question.title])),
                "trivia": .int(Int64(worth[Question.trivia])),
            ]),
            "timings": .object([
                "guess": .int(guess), "reveal": .int(other), "trivia": .int(trivia),
                "triviaResults": .int(other), "scoreboard": .int(other), "final": .int(other),
            ]),
        ]
    }

    static func questions(_ options: PartyOptions) -> ClosedRange<Int> {
        Question.artist...Question.title
    }

    static func guest(_ number: Int, _ tempo: Tempo) -> any GuestHabits { TuneGuest(number, tempo) }

    static func roundMs(_ tempo: Tempo) -> Int64 {
        let (guess, trivia, other) = ms(tempo)
        return guess + trivia + 3 * other
    }

    static func answerMs(_ tempo: Tempo) -> Int64 { ms(tempo).guess }

    static func occasion(_ document: JSONValue) -> Occasion? {
        switch (document.state, document["round"]?["index"]?.int) {
        case ("PLAYING", 1): .pause
        case ("PLAYING", 2): .drop
        case ("REVEAL", _): .arrival
        case ("PLAYING", 4): .skip
        case _: nil
        }
    }

    /// Its clip plays, and everybody guesses.
    static func climax(_ document: JSONValue) -> [String]? {
        guard document.state == "PLAYING" else { return nil }
        return document.players.compactMap { $0.playerID }
    }

    static func line(at document: JSONValue) -> String? {
        let (round, reveal) = (document["round"], document["reveal"])
        switch document.state {
        case "PLAYING":
            return "—— Tune \(round?["index"]?.int ?? 0) of \(round?["total"]?.int ?? 0) ——"
        case "REVEAL":
            let results = reveal?["results"]?.array ?? []
            let knew = results.count { $0["isTitleCorrect"]?.bool == true }
            return "It is \(reveal?["title"]?.string ?? "?"), \(reveal?["artist"]?.string ?? "?"): "
                + "\(results.count) guessed, \(knew) knew the title."
        case _: return nil
        }
    }

    // MARK: Laws

    static func place(in document: JSONValue) -> [String] {
        guard let trivia = document["trivia"], !trivia.isNull else { return [] }
        return [trivia["correctOption"]?.int == nil ? "asked" : "answered"]
    }

    static func secrets(in document: JSONValue) -> [String: String] {
        guard let secret = document["secret"], let title = secret["title"]?.string,
            let artist = secret["artist"]?.string
        else { return [:] }
        let notes = TuneNotes.of(secret)
        var texts: [String: String] = [:]
        for alias in notes?.aliases ?? [] { texts[alias] = "an alias" }
        texts[notes?.id ?? ""] = "the recording"
        texts[secret["whyFree"]?.string ?? ""] = "why it is free"
        texts[artist] = "the artist"
        texts[title] = "the title"
        return texts
    }

    static func disclosed(_ document: JSONValue) -> [String] {
        document["reveal"]?.isNull == false ? Array(secrets(in: document).keys) : []
    }

    static func facts(in document: JSONValue) -> [String: JSONValue] {
        guard let title = document["reveal"]?["title"] else { return [:] }
        return ["the tune": title]
    }

    /// A guess is judged in two parts, and its points are told together.
    static func results(in document: JSONValue) -> [Results] {
        var results: [Results] = []
        if let guesses = document["reveal"]?["results"]?.array {
            results += [Question.artist, Question.title].map { question in
                Results(question: question, entries: guesses.map { entry(of: $0, question) })
            }
        }
        if let trivia = document["trivia"], let choices = trivia["results"]?.array {
            let options = trivia["options"]?.array ?? []
            let entries = choices.map { choice in
                let option = Int(choice["option"]?.int ?? -1)
                return Results.Entry(
                    player: choice.playerID ?? "?",
                    text: options.indices.contains(option) ? options[option].string : nil,
                    isCorrect: choice["isCorrect"]?.bool ?? false,
                    points: Int(choice["pointsAwarded"]?.int ?? -1)
                )
            }
            results.append(Results(question: Question.trivia, entries: entries))
        }
        return results
    }

    private static func entry(of guess: JSONValue, _ question: Int) -> Results.Entry {
        let isArtist = question == Question.artist
        let artist = guess["isArtistCorrect"]?.bool == true
        let points = artist ? worth[Question.artist] : 0
        return Results.Entry(
            player: guess.playerID ?? "?",
            text: guess[isArtist ? "artist" : "title"]?.string,
            isCorrect: isArtist ? artist : guess["isTitleCorrect"]?.bool == true,
            points: isArtist ? points : Int(guess["pointsAwarded"]?.int ?? -1) - points
        )
    }

    static func mayEndEarly(_ end: StageEnd) -> Bool {
        let mayMiss = end.isDisturbed && end.hasLongAbsence
        switch end.before.state {
        case "PLAYING":
            return mayMiss || end.haveAllSaid { $0.payload["done"]?.bool == true }
        case "TRIVIA" where end.before["trivia"]?["correctOption"]?.int == nil:
            return mayMiss || end.haveAllSaid { $0.words[Question.trivia] != nil }
        case _: return false
        }
    }
}

/// One way of guessing tunes.
private struct TuneGuest: GuestHabits {
    enum Title { case right, shouted, alias, misspelled, wrong }
    enum Artist { case right, surname, nobody }

    private typealias Guess = (title: Title, artist: Artist, isDone: Bool)

    let title: String
    let presence: Presence
    private let guesses: [Guess]
    /// Chooses the right option, where the notes tell it.
    private let isClever: Bool
    private let number: Int
    private let tempo: Tempo

    private static let all: [(String, Presence, isClever: Bool, [Guess])] = [
        ("of two minds", .steady, false, [(.wrong, .nobody, false), (.right, .right, true)]),
        ("learned", .steady, true, [(.right, .right, true)]),
        ("clumsy with letters", .steady, true, [(.misspelled, .right, true)]),
        ("dreaming", .steady, false, []),
        ("loud", .steady, false, [(.shouted, .nobody, true)]),
        ("on a train", .shaky, true, [(.alias, .surname, true)]),
        ("late", .late, true, [(.right, .right, true)]),
        ("sure, and waiting", .steady, true, [(.right, .right, false)]),
    ]

    init(_ number: Int, _ tempo: Tempo) {
        self.number = number
        self.tempo = tempo
        (title, presence, isClever, guesses) = Self.all[number % Self.all.count]
    }

    /// In the first third of the time, so that a full room guesses within a second of a fast game.
    mutating func act(_ bot: Bot) {
        let ms = NameThatTune.ms(tempo)
        let share = Double.random(in: 0.05...0.35, using: &bot.random)
        switch (bot.document.state, bot.document["trivia"]?["correctOption"]?.int) {
        case ("PLAYING", _):
            for (place, guess) in guesses.enumerated() {
                say(guess, bot, afterMs: Double(ms.guess) * (share + Double(place) * 0.2))
            }
        case ("TRIVIA", nil):
            bot.later(Double(ms.trivia) * share) { [self, unowned bot] in choose(bot) }
        case _: break
        }
    }

    /// In a pause no guesses are taken.
    private func say(_ guess: Guess, _ bot: Bot, afterMs ms: Double) {
        bot.later(ms) { [self, unowned bot] in
            guard bot.document["paused"]?.bool != true else { return say(guess, bot, afterMs: 300) }
            guard let secret = bot.secret else { return }
            let title = title(guess.title, secret)
            let artist = artist(guess.artist, secret)
            let payload: JSONObject = [
                "title": .string(title.text), "artist": .string(artist.text),
                "done": .bool(guess.isDone),
            ]
            typealias Question = NameThatTune.Question
            let words = [Question.artist: artist, Question.title: title]
            bot.answer("TUNE_GUESS", payload, words)
        }
    }

    private func title(_ title: Title, _ secret: JSONValue) -> Ledger.Answer {
        let name = secret["title"]?.string ?? ""
        let worth = NameThatTune.worth[NameThatTune.Question.title]
        return switch title {
        case .right: .init(text: name, verdict: .right, worth: worth)
        case .shouted: .init(text: name.uppercased(), verdict: .right, worth: worth)
        case .alias:
            .init(text: TuneNotes.of(secret)?.aliases.last ?? name, verdict: .either, worth: worth)
        case .misspelled: .init(text: Words.misspelled(name), verdict: .either, worth: worth)
        case .wrong: .init(text: "Blueberry jam", verdict: .wrong, worth: worth)
        }
    }

    private func artist(_ artist: Artist, _ secret: JSONValue) -> Ledger.Answer {
        let name = secret["artist"]?.string ?? ""
        let worth = NameThatTune.worth[NameThatTune.Question.artist]
        let surname = name.split(separator: " ").last.map(String.init)
        return switch artist {
        case .right: .init(text: name, verdict: .right, worth: worth)
        case .surname: .init(text: surname ?? name, verdict: .right, worth: worth)
        case .nobody: .init(text: "", verdict: .wrong, worth: worth)
        }
    }

    private func choose(_ bot: Bot) {
        let options = (bot.document["trivia"]?["options"]?.array ?? []).map { $0.string ?? "" }
        let right = bot.secret.flatMap(TuneNotes.of)?.answers ?? []
        let known = options.firstIndex(where: right.contains)
        guard !options.isEmpty, bot.document["paused"]?.bool != true else { return }
        let option = isClever ? known ?? 0 : number % options.count
        let verdict: Ledger.Verdict = known.map { $0 == option ? .right : .wrong } ?? .either
        let worth = NameThatTune.worth[NameThatTune.Question.trivia]
        let answer = Ledger.Answer(text: options[option], verdict: verdict, worth: worth)
        let payload: JSONObject = ["option": .int(Int64(option))]
        bot.answer("TUNE_CHOOSE", payload, [NameThatTune.Question.trivia: answer])
    }
}

/// The part of a tune's notes that no document tells: what else must be kept from players, and the answer to its
/// question. There are none where the tree is not at hand.
private struct TuneNotes {
    private static let folder = "Sources/Games/NameThatTune/Bundled/tunes"
    private static let suffix = ".abc"

    /// The word for its recording, which names it.
    let id: String
    /// In either language.
    private let titles: [String]
    let aliases: [String]
    let answers: [String]

    static func of(_ secret: JSONValue) -> TuneNotes? { book[secret["title"]?.string ?? ""] }

    /// By title.
    private static let book: [String: TuneNotes] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var book: [String: TuneNotes] = [:]
        for name in files where name.hasSuffix(suffix) {
            guard let notes = TuneNotes(file: name) else { continue }
            for title in notes.titles { book[title] = notes }
        }
        return book
    }()

    private init?(file name: String) {
        guard
            let text = try? String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
        else { return nil }
        id = String(name.dropLast(Self.suffix.count))
        let fields = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
        let head = fields.prefix { $0.count == 2 && $0[0] != "K" }
        func values(of names: Substring...) -> [String] {
            head.filter { names.contains($0[0]) }.map { String($0[1].drop { $0 == " " }) }
        }
        titles = values(of: "T", "%%x-title-sv")
        aliases = titles + values(of: "%%x-alias", "%%x-artist-alias")
        answers = values(of: "%%x-trivia-en", "%%x-trivia-sv").compactMap {
            $0.split(separator: " | ").dropFirst().first.map(String.init)
        }
    }
}
