import ExampleGame
import Protocol
import Testing
import Timers

@testable import GameState

/// A session of a small game, with a clock turned by hand.
struct Gathering<G: Game> {
    var game: G
    var now = ServerTime(ms: 1_000_000)
    /// Of the last input.
    private(set) var effects: [Effect<G.Event>] = []

    /// - Parameter players: who sits there, named Alva, Bo, Cleo and so on.
    init(
        _ settings: JSONObject = [:],
        players: Int = 2,
        rules: RulesVersion = .latest
    ) throws {
        game = G(
            SessionSetup(
                session: SessionID(rawValue: "s"),
                joinCode: "ABC234",
                joinURL: "https://party.test/join/s",
                joinToken: JoinToken("first", madeAt: now),
                settings: try G.Settings(settings, randomSeed: 1),
                createdAt: now,
                rules: rules
            )
        )
        for number in 1..<players + 1 {
            try join(number, as: ["Alva", "Bo", "Cleo", "Doris"][number - 1])
        }
    }

    /// Gives one input, and holds the game to it that only `.changed` changes.
    @discardableResult
    mutating func give(_ input: Input<G>) -> Outcome<G.Event> {
        let before = game
        let outcome = game.handle(input, at: now)
        switch outcome {
        case .changed(let effects): self.effects = effects
        case .refused, .ignored:
            effects = []
            #expect(game == before)
        }
        return outcome
    }

    @discardableResult
    mutating func join(_ number: Int, as name: String) throws -> Outcome<G.Event> {
        give(.join(.guest(number), name: try PlayerName(name)))
    }

    @discardableResult
    mutating func host(_ command: KitCommand) -> Outcome<G.Event> {
        give(.command(.kit(command), from: .host))
    }

    /// Time goes by, and then the first timer has run out.
    @discardableResult
    mutating func waitForTimer() -> Outcome<G.Event> {
        let due = game.timers.compactMap { timer in timer.deadline.map { ($0, timer.id) } }
            .min { $0.0 < $1.0 }
        guard let (deadline, id) = due else { return .ignored }
        now = deadline
        return give(.timer(id))
    }

    // MARK: What the last input brought about, in its order

    var facts: [Fact] {
        effects.compactMap { if case .record(let fact) = $0 { fact } else { nil } }
    }

    /// Types of the messages to all, or to one audience.
    func told(_ wanted: Audience = .all) -> [String] {
        effects.compactMap { effect in
            guard case .announce(let event, let audience) = effect, audience == wanted else {
                return nil
            }
            return "\(event.type)"
        }
    }

    func document(of viewer: Viewer) throws -> JSONValue {
        var writer = JSONWriter()
        writer.beginObject()
        game.views.writeDocument(for: viewer, to: &writer)
        writer.endObject()
        return try JSONReader.read(writer.bytes)
    }
}

extension Gathering<Quiz> {
    mutating func answer(_ number: Int, _ sum: Int64) -> Outcome<Quiz.Event> {
        give(.command(.own(.answer(sum)), from: .player(.guest(number))))
    }

    /// The first two begin, and each answers every question: right or not.
    mutating func play(_ one: Bool, _ other: Bool) {
        host(.startGame)
        while let (a, b) = game.round?.sum {
            _ = answer(1, Int64(a + b) + (one ? 0 : 1))
            _ = answer(2, Int64(a + b) + (other ? 0 : 1))
        }
    }
}

/// The word for why an input came to nothing; nil: it did not.
func word<Event>(_ outcome: Outcome<Event>) -> String? {
    switch outcome {
    case .changed: nil
    case .ignored: "ignored"
    case .refused(.error(let error)): error.code.rawValue
    case .refused(.own(let event)): "\(event.type)"
    }
}

// Lets JSON be written in place.
extension JSONValue: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int64) { self = .int(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    init(booleanLiteral value: Bool) { self = .bool(value) }
}
