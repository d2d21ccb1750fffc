import Glibc
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
        case .host: ["secret", "review", "uiHints"]
        case .tv: ["audio"]
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
        switch (document["state"]?.string, document["round"]?["index"]?.int) {
        case ("PLAYING", 1): .pause
        case ("PLAYING", 2): .drop
        case ("REVEAL", _): .arrival
        case ("PLAYING", 4): .skip
        case _: nil
        }
    }

    /// Its clip plays, and everybody guesses.
    static func climax(_ document: JSONValue) -> [String]? {
        guard document["state"]?.string == "PLAYING" else { return nil }
        return (document["players"]?.array ?? []).compactMap { $0["playerId"]?.string }
    }

    static func line(at document: JSONValue) -> String? {
        let (round, reveal) = (document["round"], document["reveal"])
        switch document["state"]?.string {
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

    static func secrets(in document: JSONValue) -> [SecretLaw.Text] {
        guard let secret = document["secret"], let title = secret["title"]?.string,
            let artist = secret["artist"]?.string
        else { return [] }
        var texts: [SecretLaw.Text] = [.init(title, "the title"), .init(artist, "the artist")]
        texts.append(.init(secret["whyFree"]?.string ?? "", "why it is free"))
        if let notes = TuneNotes.of(secret) {
            texts.append(.init(notes.id, "the recording"))
            texts += notes.aliases.map { .init($0, "an alias") }
        }
        return texts
    }

    static func disclosed(_ document: JSONValue) -> [String] {
        document["reveal"]?.isNull == false ? secrets(in: document).map(\.text) : []
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
                    player: choice["playerId"]?.string ?? "?",
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
            player: guess["playerId"]?.string ?? "?",
            text: guess[isArtist ? "artist" : "title"]?.string,
            isCorrect: isArtist ? artist : guess["isTitleCorrect"]?.bool == true,
            points: isArtist ? points : Int(guess["pointsAwarded"]?.int ?? -1) - points
        )
    }

    static func mayEndEarly(_ end: StageEnd) -> Bool {
        let mayMiss = end.isDisturbed && end.hasLongAbsence
        switch end.before["state"]?.string {
        case "PLAYING":
            return mayMiss || end.haveAllSaid { $0.command.payload["done"]?.bool == true }
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

    private struct Guess {
        let title: Title
        let artist: Artist
        let isDone: Bool
    }

    let title: String
    let presence: Presence
    private let guesses: [Guess]
    /// Chooses the right option, where the notes tell it.
    private let isClever: Bool
    private let number: Int
    private let tempo: Tempo

    private static let all: [(String, Presence, isClever: Bool, [Guess])] = [
        (
            "of two minds", .steady, false,
            [.init(title: .wrong, artist: .nobody, isDone: false), right(isDone: true)]
        ),
        ("learned", .steady, true, [right(isDone: true)]),
        (
            "clumsy with letters", .steady, true,
            [.init(title: .misspelled, artist: .right, isDone: true)]
        ),
        ("dreaming", .steady, false, []),
        ("loud", .steady, false, [.init(title: .shouted, artist: .nobody, isDone: true)]),
        ("on a train", .shaky, true, [.init(title: .alias, artist: .surname, isDone: true)]),
        ("late", .late, true, [right(isDone: true)]),
        ("sure, and waiting", .steady, true, [right(isDone: false)]),
    ]

    private static func right(isDone: Bool) -> Guess {
        Guess(title: .right, artist: .right, isDone: isDone)
    }

    init(_ number: Int, _ tempo: Tempo) {
        self.number = number
        self.tempo = tempo
        (title, presence, isClever, guesses) = Self.all[number % Self.all.count]
    }

    /// In the first third of the time, so that a full room guesses within a second of a fast game.
    mutating func act(_ bot: Bot) {
        let ms = NameThatTune.ms(tempo)
        let share = Double.random(in: 0.05...0.35, using: &bot.random)
        switch (bot.document["state"]?.string, bot.document["trivia"]?["correctOption"]?.int) {
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
            guard bot.document["paused"]?.bool != true else {
                return say(guess, bot, afterMs: 300)
            }
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
        let (text, verdict): (String, Ledger.Verdict) =
            switch title {
            case .right: (name, .right)
            case .shouted: (name.uppercased(), .right)
            case .alias: (TuneNotes.of(secret)?.aliases.last ?? name, .either)
            case .misspelled: (Words.misspelled(name), .either)
            case .wrong: ("Blueberry jam", .wrong)
            }
        let worth = NameThatTune.worth[NameThatTune.Question.title]
        return Ledger.Answer(text: text, verdict: verdict, worth: worth)
    }

    private func artist(_ artist: Artist, _ secret: JSONValue) -> Ledger.Answer {
        let name = secret["artist"]?.string ?? ""
        let (text, verdict): (String, Ledger.Verdict) =
            switch artist {
            case .right: (name, .right)
            case .surname: (name.split(separator: " ").last.map(String.init) ?? name, .right)
            case .nobody: ("", .wrong)
            }
        let worth = NameThatTune.worth[NameThatTune.Question.artist]
        return Ledger.Answer(text: text, verdict: verdict, worth: worth)
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
    private static let maxBytes = 16 << 10

    /// The word for its recording, which names it.
    let id: String
    /// In either language.
    private var titles: [String] = []
    private(set) var aliases: [String] = []
    private(set) var answers: [String] = []

    static func of(_ secret: JSONValue) -> TuneNotes? { book[secret["title"]?.string ?? ""] }

    /// By title.
    private static let book: [String: TuneNotes] = {
        guard let listing = opendir(folder) else { return [:] }
        defer { closedir(listing) }
        var book: [String: TuneNotes] = [:]
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasSuffix(suffix), let notes = TuneNotes(file: name) else { continue }
            for title in notes.titles { book[title] = notes }
        }
        return book
    }()

    private init?(file name: String) {
        guard let file = fopen("\(Self.folder)/\(name)", "r") else { return nil }
        defer { fclose(file) }
        let text = String(unsafeUninitializedCapacity: Self.maxBytes) { buffer in
            fread(buffer.baseAddress, 1, buffer.count, file)
        }
        id = String(name.dropLast(Self.suffix.count))
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0] != "K" else { break }
            let value = String(parts[1].drop { $0 == " " })
            switch parts[0] {
            case "T", "%%x-title-sv": titles.append(value)
            case "%%x-alias", "%%x-artist-alias": aliases.append(value)
            case "%%x-trivia-en", "%%x-trivia-sv":
                let fields = value.split(separator: " | ")
                if fields.count > 1 { answers.append(String(fields[1])) }
            case _: break
            }
        }
        aliases = titles + aliases
    }
}
