import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// A session of Tripto with a clock turned by hand.
struct Party {
    typealias Event = Tripto.Event

    var game: Tripto
    var now = ServerTime(ms: 1_700_000_000_000)
    /// True when content comes with clips.
    var isVoiced = false
    /// Of the last input.
    private(set) var effects: [Effect<Event>] = []

    /// - Parameter players: who sits there and is connected, named `p1`, `p2` …
    init(players: Int = 2, _ choose: (inout Tripto.Settings) -> Void = { _ in }) {
        var settings = Tripto.Settings(seed: 7)
        choose(&settings)
        game = Tripto(
            SessionSetup(
                session: SessionID(rawValue: "0123456789abcdef"),
                joinCode: "ABC234",
                joinURL: "https://party.test/join/0123456789abcdef?t=first",
                settings: settings,
                createdAt: now
            )
        )
        for number in 0..<players { sitDown(number + 1) }
    }

    /// A session that is on already.
    init(_ game: Tripto) {
        self.game = game
    }

    static func id(_ number: Int) -> PlayerID { PlayerID(rawValue: "p\(number)") }

    /// Gives one input; holds every game to the law that only `.changed` changes.
    @discardableResult
    mutating func give(_ input: Input<Tripto>) -> Outcome<Event> {
        let before = game
        let turn = game.handle(input, at: now)
        switch turn {
        case .changed(let effects):
            self.effects = effects
        case .refused, .ignored:
            effects = []
            #expect(game == before, "a turn that is not .changed leaves the game as it was")
        }
        return turn
    }

    @discardableResult
    mutating func host(_ command: Tripto.Command) -> Outcome<Event> {
        give(.command(command, from: .host))
    }

    @discardableResult
    mutating func host(_ command: KitCommand) -> Outcome<Event> {
        give(.command(command, from: .host))
    }

    @discardableResult
    mutating func host(_ change: Tripto.Settings.Change) -> Outcome<Event> {
        give(.command(.settings(change), from: .host))
    }

    @discardableResult
    mutating func player(_ number: Int, _ command: KitCommand) -> Outcome<Event> {
        give(.command(command, from: .player(Self.id(number))))
    }

    @discardableResult
    mutating func player(_ number: Int, _ command: Tripto.Command) -> Outcome<Event> {
        give(.command(command, from: .player(Self.id(number))))
    }

    @discardableResult
    mutating func sitDown(_ number: Int, named name: String? = nil) -> Outcome<Event> {
        guard let name = try? PlayerName(name ?? "Player \(number)") else {
            preconditionFailure("a name for the test")
        }
        let turn = give(.join(Self.id(number), name: name))
        give(.presence(.player(Self.id(number)), isConnected: true))
        return turn
    }

    @discardableResult
    mutating func brake(_ number: Int) -> Outcome<Event> {
        player(number, .brakePull(atClientMs: nil))
    }

    /// Brakes and locks an answer.
    mutating func lock(_ number: Int, _ text: String) {
        brake(number)
        player(number, .brakeAnswer(text))
    }

    @discardableResult
    mutating func feed() -> Outcome<Event>? {
        guard let wish = game.wish else { return nil }
        let content = SamplePackage.choose(for: wish).map { package in
            isVoiced ? SamplePackage.voiced(package) : RoundContent(package)
        }
        return give(.content(content, for: wish))
    }

    /// Lets the time pass until the next timer is due, and fires it.
    @discardableResult
    mutating func waitForTimer() -> Outcome<Event> {
        let due = game.timers.compactMap { timer in timer.deadline.map { ($0, timer.id) } }
        guard let (deadline, id) = due.min(by: { $0.0 < $1.0 }) else { return .ignored }
        now = max(now, deadline)
        return give(.timer(id))
    }

    /// Waits until the game is in `state`; content comes when it is wished for.
    mutating func reach(_ state: StateName, inRound round: Int? = nil) {
        for _ in 0..<200 {
            if game.phase.name == state, round == nil || self.round?.index == round { return }
            if game.wish != nil {
                feed()
            } else if case .lobby = game.phase {
                host(.startGame)
            } else {
                waitForTimer()
            }
        }
        Issue.record("\(state) was never reached; the game is in \(game.phase)")
    }

    var state: StateName { game.phase.name }

    var round: Round? {
        if case .playing(let round, _, _) = game.phase { round } else { nil }
    }

    /// The number of the package that is played.
    var place: Int {
        round.flatMap { Int($0.package.destination.id.filter(\.isNumber)) } ?? 0
    }

    var points: [Int] {
        game.lobby.players.map { game.scoreboard[$0.id]?.points ?? -1 }
    }

    var announced: [EitherEvent<Event>] {
        effects.compactMap { if case .announce(let event, _) = $0 { event } else { nil } }
    }

    var cues: [Event] {
        effects.compactMap { if case .cue(let event) = $0 { event } else { nil } }
    }

    var facts: [Fact] {
        effects.compactMap { if case .record(let fact) = $0 { fact } else { nil } }
    }

    /// Types of the announced messages, in order.
    var announcedTypes: [String] { announced.map { "\($0.type)" } }
}

/// Outcome of a turn, as one word of a table.
func word(_ turn: Outcome<Tripto.Event>) -> String {
    switch turn {
    case .changed: "ok"
    case .ignored: "-"
    case .refused(.error(let error)): error.code.rawValue
    case .refused(.own(.brakeRejected(let reason, let detail))):
        detail?.rawValue ?? reason.rawValue
    case .refused(.own(let event)): "refused as \(event.type)"
    }
}
