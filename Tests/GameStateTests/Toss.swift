import GameState
import Protocol

/// A game that nobody has any influence on, and so as small as one can be that presents its winner and has
/// settings that change: after a second the first player has won.
struct Toss: CelebratedGame {
    static let name = "toss"
    static let title = "Toss"
    static let playerCounts = 1...4
    static let tossMs: Int64 = 1_000
    static let finaleMs: Int64 = 10_000

    let rules: RulesVersion
    var settings: Settings
    var lobby: Lobby
    var scoreboard = Scoreboard()
    var isPaused = false
    var timersStarted = 0
    /// Settings before they were changed, as it was told of them.
    private(set) var formerSettings: [Settings] = []
    private var phase = Phase.lobby

    private enum Phase: Codable, Equatable, Sendable {
        case lobby
        case tossed(GameTimer)
        case finale(Finale)
        case over(Results)
    }

    /// Nobody sends one.
    enum Command: GameCommand {
        case call
    }

    enum Event: GameEvent {
        case faded, sounds(Finale.Moment, at: ServerTime), confetti, silenced

        var type: StaticString { "TOSS" }
        func write(to writer: inout JSONWriter) { writer.raw("{}".utf8) }
    }

    struct Settings: GameSettings, DocumentObject {
        /// The first player wins so many.
        var points = 1
        var maxPlayers = Toss.playerCounts.upperBound
        var allowLateJoin: Bool { true }
        var reactions: Bool { true }

        struct Change: Codable, Equatable, Sendable {
            var points: Int?
            var maxPlayers: Int?
        }

        init(_ json: JSONObject, randomSeed: UInt64) throws(WireError) {
            apply(try Self.change(json))
        }

        static func change(_ json: JSONObject) throws(WireError) -> Change {
            let fields = FieldReader(json, prefix: "settings.")
            try fields.refuseOthers(than: ["points", "maxPlayers"])
            return Change(
                points: try fields.int("points", 0...9).map { Int($0) },
                maxPlayers: try fields.int("maxPlayers", 1...4).map { Int($0) }
            )
        }

        mutating func apply(_ change: Change) {
            points = change.points ?? points
            maxPlayers = change.maxPlayers ?? maxPlayers
        }

        func members(of fields: inout DocumentWriter, since old: Settings?) {
            fields.member("points", points, was: old?.points)
        }
    }

    init(_ setup: SessionSetup<Settings>) {
        rules = setup.rules
        settings = setup.settings
        lobby = Lobby(setup)
    }

    var stage: GameStage {
        switch phase {
        case .lobby: .lobby
        case .tossed: .running
        case .finale: .finale
        case .over: .over
        }
    }

    var timers: [GameTimer] {
        switch phase {
        case .lobby, .over: []
        case .tossed(let timer): [timer]
        case .finale(let finale): finale.timers
        }
    }

    mutating func changeTimers(_ change: (inout GameTimer) -> Void) {
        switch phase {
        case .lobby, .over: break
        case .tossed(var timer):
            change(&timer)
            phase = .tossed(timer)
        case .finale(var finale):
            finale.changeTimers(change)
            phase = .finale(finale)
        }
    }
}

// MARK: Rules

extension Toss {
    static func command(
        type: String,
        payload: JSONValue,
        from viewer: Viewer
    ) -> Command? { nil }

    static func obey(
        _ command: Command,
        from viewer: Viewer,
        in transition: inout Transition<Toss>
    ) {}

    static func start(_ transition: inout Transition<Toss>) {
        transition.record(.gameStarted)
        transition.game.phase = .tossed(transition.timer(tossMs))
    }

    static func runOut(_ timer: TimerID, in transition: inout Transition<Toss>) {
        if case .finale(let finale) = transition.game.phase {
            return transition.goOn(finale, after: timer)
        }
        let game = transition.game
        transition.award(
            game.lobby.players.prefix(1).map { (player: $0.id, points: game.settings.points) }
        )
        transition.present(Results(transition.game.scoreboard), forMs: finaleMs)
    }

    static func abort(_ transition: inout Transition<Toss>) {
        transition.game.end(Results(transition.game.scoreboard, isAborted: true))
    }

    static func returnToLobby(_ transition: inout Transition<Toss>) {
        transition.game.phase = .lobby
    }

    static func settingsChanged(from former: Settings, in transition: inout Transition<Toss>) {
        transition.game.formerSettings.append(former)
    }
}

// MARK: The finale

extension Toss {
    var finale: Finale? { if case .finale(let finale) = phase { finale } else { nil } }

    mutating func celebrate(_ finale: Finale) { phase = .finale(finale) }

    mutating func end(_ results: Results) { phase = .over(results) }

    static func fadeOut(in transition: inout Transition<Toss>) { transition.cue(.faded) }

    static func cue(
        _ moment: Finale.Moment,
        at time: ServerTime,
        in transition: inout Transition<Toss>
    ) { transition.cue(.sounds(moment, at: time)) }

    static func showConfetti(in transition: inout Transition<Toss>) { transition.cue(.confetti) }

    static func silence(in transition: inout Transition<Toss>) { transition.cue(.silenced) }
}

// MARK: Views

extension Toss {
    private var kitView: KitView<String> {
        switch phase {
        case .lobby: KitView(self, state: "LOBBY")
        case .tossed: KitView(self, state: "TOSSED")
        case .finale(let finale):
            KitView(self, state: "FINAL_RESULTS", results: finale.results)
        case .over(let results): KitView(self, state: "OVER", results: results)
        }
    }

    var hostView: some Document { Joined(kitView, Member("session", hostSessionPart)) }
    var tvView: some Document { Joined(kitView, Member("session", invitingSessionPart)) }
    var playersView: some Document { Joined(kitView, Member("session", sessionPart)) }

    func ownView(of player: PlayerID) -> Member<String>? {
        lobby.player(player).map { Member("me", $0.name.text) }
    }
}
