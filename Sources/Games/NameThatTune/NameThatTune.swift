public import GameState
public import Protocol
import Seeded

/// Name that tune: a clip sounds, everybody writes who made it and what it is called, and a question about it may
/// follow.
///
/// The value is the whole truth of a session. `Transition` holds the rules, `Phase` the states and what each
/// may become, `HostView` the only way for the secret to be seen.
public struct NameThatTune: Game {
    public typealias Content = TuneContent
    public typealias Wish = TuneWish

    public static let name = "name-that-tune"
    public static let title = "Name that tune"
    public static let playerCounts = 1...50
    public static let takesManualPlayers = true
    public static let soundsAtHost = true

    public let rules: RulesVersion
    public var settings: Settings
    public var lobby: Lobby
    public var scoreboard = Scoreboard()
    public var isPaused = false
    public var timersStarted = 0
    public internal(set) var phase = Phase.lobby
    /// Decibels of the clips and of the pages' music; the middle of what a host is offered (G-73).
    @Added<UsualGain> var musicGainDb: Double
    /// Clip that sounds, or soon will.
    var sound: VoiceCue?
    /// Clip that a pause has stopped.
    var interrupted: InterruptedVoice?
    /// Tunes of this game.
    var heard: [String] = []
    /// Tunes of earlier games of the session, the latest last.
    var heardBefore: [String] = []
    /// Rounds of the session, over all its games.
    var roundsStarted = 0
    /// Tunes that the host has picked for the coming rounds, the next one first; by `RulesVersion.tenth`.
    @Added<NoPicks> public internal(set) var picks: [Pick]

    /// Level of sessions whose host can't change it.
    public enum UsualGain: Default {
        public static let value = -16.0
    }

    public init(_ setup: SessionSetup<Settings>) {
        rules = setup.rules
        settings = setup.settings
        lobby = Lobby(setup)
    }

    /// - Parameter number: among all rounds of the session.
    func roundID(_ number: Int) -> RoundID {
        RoundID(rawValue: "\(lobby.session.rawValue)-r\(number)")
    }

    public var stage: GameStage { phase.stage }

    public var timers: [GameTimer] { phase.timers }

    public mutating func changeTimers(_ change: (inout GameTimer) -> Void) {
        phase.changeTimers(change)
    }

    public var welcomesReactions: Bool { phase.welcomesReactions }

    public var wish: TuneWish? {
        guard case .preparing = phase else { return nil }
        return TuneWish(of: self)
    }

    /// Those are locked who say that they are done, or have chosen.
    public var playerList: PlayerList {
        guard case .playing(let round, let stage) = phase else { return PlayerList(lobby.players) }
        switch stage {
        case .listening: return PlayerList(lobby.players, locked: round.done)
        case .trivia: return PlayerList(lobby.players, locked: round.choices)
        case .reveal, .triviaResults, .scoreboard: return PlayerList(lobby.players)
        }
    }
}

/// Printing a game tells where it is and no more.
extension NameThatTune: CustomStringConvertible {
    public var description: String { "\(Self.name) \(lobby.session) in \(phase.name.rawValue)" }
}

extension NameThatTune: RecordedGame {
    public static func recorded(_ content: TuneContent, as clip: ClipID) -> TuneContent {
        var recorded = content
        recorded.clip = clip
        return recorded
    }

    public static func pictured(_ content: TuneContent, _ name: () -> ClipID) -> TuneContent {
        guard content.hasCover else { return content }
        var pictured = content
        pictured.cover = Cover(blurred: name(), sharp: name())
        return pictured
    }

    public func source(of clip: ClipID, in round: RoundID, for viewer: Viewer) -> ClipSource? {
        guard case .playing(let played, let stage) = phase, played.id == round else { return nil }
        switch viewer {
        case .host, .tv: break
        case .player: return nil
        }
        if stage.isHeard, played.clip == clip {
            return .recording(Recording(name: played.tune.id, durationMs: settings.clipMs))
        }
        return played.picture(clip, isRevealed: stage.isRevealed).map { .picture($0) }
    }
}

// MARK: Where it is

/// State of a game with all that belongs to it.
public enum Phase: Codable, Equatable, Sendable {
    /// Can become: preparing.
    case lobby
    /// A tune is looked for. Can become: playing; finale, or lobby before the first; over.
    ///
    /// - index: of the tune in this game, from 1.
    case preparing(index: Int, patience: GameTimer)
    /// Can become: preparing, finale, over.
    case playing(Round, Stage)
    /// Can become: over.
    case finale(Finale)
    /// Can become: preparing, lobby.
    case over(Results)

    /// Each can become the next; reveal also scoreboard.
    public enum Stage: Codable, Equatable, Sendable {
        /// The clip sounds and guesses are taken. Nil: its time is up, and the host goes on.
        case listening(GameTimer?)
        case reveal(GameTimer)
        case trivia(GameTimer)
        case triviaResults(GameTimer)
        case scoreboard(GameTimer)

        var timer: GameTimer? {
            switch self {
            case .listening(let timer): timer
            case .reveal(let timer), .trivia(let timer), .triviaResults(let timer),
                .scoreboard(let timer):
                timer
            }
        }

        fileprivate mutating func changeTimer(_ change: (inout GameTimer) -> Void) {
            guard var timer else { return }
            change(&timer)
            switch self {
            case .listening: self = .listening(timer)
            case .reveal: self = .reveal(timer)
            case .trivia: self = .trivia(timer)
            case .triviaResults: self = .triviaResults(timer)
            case .scoreboard: self = .scoreboard(timer)
            }
        }

        public var isRevealed: Bool {
            switch self {
            case .listening: false
            case .reveal, .trivia, .triviaResults, .scoreboard: true
            }
        }

        /// The clip sounds on while its name is read.
        var isHeard: Bool {
            switch self {
            case .listening, .reveal: true
            case .trivia, .triviaResults, .scoreboard: false
            }
        }
    }

    public var name: StateName {
        switch self {
        case .lobby: .lobby
        case .preparing: .preparing
        case .playing(_, .listening): .playing
        case .playing(_, .reveal): .reveal
        case .playing(_, .trivia), .playing(_, .triviaResults): .trivia
        case .playing(_, .scoreboard): .scoreboard
        case .finale: .finalResults
        case .over: .over
        }
    }

    fileprivate var stage: GameStage {
        switch self {
        case .lobby: .lobby
        case .preparing, .playing: .running
        case .finale: .finale
        case .over: .over
        }
    }

    fileprivate var timers: [GameTimer] {
        switch self {
        case .lobby, .over: []
        case .preparing(_, let patience): [patience]
        case .playing(_, let stage): stage.timer.map { [$0] } ?? []
        case .finale(let finale): finale.timers
        }
    }

    fileprivate mutating func changeTimers(_ change: (inout GameTimer) -> Void) {
        switch self {
        case .lobby, .over:
            break
        case .preparing(let index, var patience):
            change(&patience)
            self = .preparing(index: index, patience: patience)
        case .playing(let round, var stage):
            stage.changeTimer(change)
            self = .playing(round, stage)
        case .finale(var finale):
            finale.changeTimers(change)
            self = .finale(finale)
        }
    }

    /// Not while a tune is guessed or a question is open: pictures could tell others what one has guessed.
    fileprivate var welcomesReactions: Bool {
        switch self {
        case .lobby, .finale, .over: true
        case .preparing: false
        case .playing(_, let stage):
            switch stage {
            case .listening, .trivia: false
            case .reveal, .triviaResults, .scoreboard: true
            }
        }
    }

    /// Once a game has come to its end.
    var results: Results? {
        switch self {
        case .lobby, .preparing, .playing: nil
        case .finale(let finale): finale.results
        case .over(let results): results
        }
    }
}

extension Phase: CustomStringConvertible {
    public var description: String { name.rawValue }
}

/// The states by their names on the wire.
public enum StateName: String, CaseIterable, Sendable, DocumentValue {
    case lobby = "LOBBY"
    case preparing = "PREPARING"
    case playing = "PLAYING"
    case reveal = "REVEAL"
    case trivia = "TRIVIA"
    case scoreboard = "SCOREBOARD"
    case finalResults = "FINAL_RESULTS"
    case over = "OVER"

    public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
}
