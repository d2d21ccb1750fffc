import GameState
import Protocol
import Testing

@testable import NameThatTuneGame

/// A session with a clock turned by hand, and tunes that are brought when they are wished for.
struct Parlour {
    typealias Event = NameThatTune.Event

    var game: NameThatTune
    var now = ServerTime(ms: 1_700_000_000_000)
    /// Of the last input.
    private(set) var effects: [Effect<Event>] = []
    private var brought = 0

    init(
        players: Int = 2,
        settings: JSONObject = [:],
        rules: RulesVersion = .latest
    ) throws {
        var all: JSONObject = ["locale": "en", "songsCount": 5, "seed": 7]
        for (name, value) in settings.members { all[name] = value }
        game = NameThatTune(
            SessionSetup(
                session: SessionID(rawValue: "0123456789abcdef"),
                joinCode: "ABC234",
                joinURL: "https://party.test/join/0123456789abcdef?t=first",
                settings: try NameThatTune.Settings(all, randomSeed: 1),
                createdAt: now,
                rules: rules
            )
        )
        for number in 1...max(1, players) where players > 0 {
            give(.join(Self.id(number), name: try PlayerName("Guest \(number)")))
            give(.presence(.player(Self.id(number)), isConnected: true))
        }
    }

    /// Why an input changed nothing; nil where it did.
    static func code(_ outcome: Outcome<Event>) -> String? {
        switch outcome {
        case .changed: nil
        case .ignored: "ignored"
        case .refused(.error(let error)): error.code.rawValue
        case .refused(.own(let event)): "\(event.type)"
        }
    }

    static func id(_ number: Int) -> PlayerID { PlayerID(rawValue: "p\(number)") }

    /// The fifth symphony first, then tunes that are called by their number.
    static func tune(_ number: Int) -> Tune {
        number == 1
            ? fifth
            : Tune(
                id: "tune-\(number)",
                title: "Tune \(number)",
                artist: "Composer Number \(number)",
                year: 1900,
                country: "SE",
                genre: .folk,
                whyFree: "It is made up."
            )
    }

    static let fifth = Tune(
        id: "beethoven-5",
        title: "Symphony No. 5",
        swedishTitle: "Ödessymfonin",
        aliases: ["Fate Symphony"],
        artist: "Ludwig van Beethoven",
        artistAliases: ["van Beethoven"],
        year: 1808,
        country: "AT",
        genre: .classical,
        whyFree: "Beethoven died in 1827.",
        englishTrivia: Tune.Trivia("Which key?", options: ["C minor", "D", "E", "F"]),
        swedishTrivia: Tune.Trivia("Vilken tonart?", options: ["c-moll", "D", "E", "F"])
    )

    /// Gives one input as a gateway does: judged first, and anything but `.changed` leaves the game as it was.
    @discardableResult
    mutating func give(_ input: Input<NameThatTune>) -> Outcome<Event> {
        let before = game
        let outcome = game.handle(game.judged(input), at: now)
        switch outcome {
        case .changed(let effects):
            self.effects = effects
        case .refused, .ignored:
            effects = []
            #expect(game == before, "a turn that is not .changed leaves the game as it was")
        }
        return outcome
    }

    @discardableResult
    mutating func host(_ command: KitCommand) -> Outcome<Event> {
        give(.command(command, from: .host))
    }

    @discardableResult
    mutating func host(_ command: NameThatTune.Command) -> Outcome<Event> {
        give(.command(command, from: .host))
    }

    @discardableResult
    mutating func player(_ number: Int, _ command: NameThatTune.Command) -> Outcome<Event> {
        give(.command(command, from: .player(Self.id(number))))
    }

    @discardableResult
    mutating func guess(
        _ number: Int,
        _ artist: String,
        _ title: String,
        isDone: Bool = true
    ) -> Outcome<Event> {
        player(number, .guess(artist: artist, title: title, isDone: isDone))
    }

    /// Brings the next tune, which is wished for.
    mutating func bring() throws {
        let wish = try #require(game.wish)
        brought += 1
        let clip = ClipID(rawValue: "v\(brought)")
        let content = NameThatTune.recorded(TuneContent(Self.tune(brought)), as: clip)
        give(.content(content, for: wish))
    }

    mutating func begin() throws {
        host(.startGame)
        try bring()
    }

    /// Lets the time of the stage run out.
    mutating func pass() throws {
        let timer = try #require(game.timers.first)
        now = try #require(timer.deadline)
        give(.timer(timer.id))
    }

    func points(_ number: Int) -> Int? { game.scoreboard[Self.id(number)]?.points }

    /// A viewer's document as it is sent.
    func document(of viewer: Viewer) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        game.views.writeDocument(for: viewer, to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    var state: String { game.phase.name.rawValue }

    var facts: [Fact] {
        effects.compactMap { if case .record(let fact) = $0 { fact } else { nil } }
    }
}

// Lets JSON be written in place.
extension JSONValue: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
    }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int64) { self = .int(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    init(booleanLiteral value: Bool) { self = .bool(value) }
}
