public import Protocol

/// The rules of one kind of game as a value: inputs go in, what changed and what must be done about it
/// come out.
///
/// A game reads no clock, opens no socket and draws no random number: all three come in with the
/// input. So the same inputs at the same times give the same state, which is what makes a session
/// replayable, a dead gateway replaceable and an evening simulable.
public protocol Game: Codable, Equatable, Sendable {
    associatedtype Settings: GameSettings
    /// Commands of this game alone, beside `KitCommand`.
    associatedtype Command: GameCommand
    /// A build's judgement of a command, by data of which the next build may have more.
    associatedtype Verdict: Codable, Equatable, Sendable = Never
    /// Content that must be prepared before a round can be played, where there is any.
    associatedtype Content: Codable, Equatable, Sendable = Never
    /// Says which content is needed: the same wish to the same source gives the same content.
    associatedtype Wish: Codable, Equatable, Sendable = Never
    /// Messages of this game besides the document and `KitEvent`, where there are any.
    associatedtype Event: GameEvent = Never

    /// The document of the host: the only one with room for the secret.
    associatedtype HostView: Document
    associatedtype TVView: Document
    /// The part of a player's document that all players share.
    associatedtype PlayersView: Document
    /// The part of a player's document that is theirs alone; its members stand beside the shared ones.
    associatedtype OwnView: OwnDocument

    typealias Halt = Transition<Self>.Halt

    /// The game's name on the wire, such as `quiz`.
    static var name: String { get }
    /// The game's title, the same in every language.
    static var title: String { get }
    /// Possible numbers of players: the upper bound is the most that a session's settings can allow.
    static var playerCounts: ClosedRange<Int> { get }
    /// True where the host may add manual players: the game has commands by which it writes for them.
    static var takesManualPlayers: Bool { get }
    /// True where the host's device may sound in place of a screen: its document says then what is heard.
    static var soundsAtHost: Bool { get }

    init(_ setup: SessionSetup<Settings>)

    // MARK: What the kit keeps in it

    /// Changed between games, where the game's settings know of a `Change`.
    var settings: Settings { get set }
    /// Players, host and screens; changed by the kit's rules alone.
    var lobby: Lobby { get set }
    var scoreboard: Scoreboard { get set }
    /// The host's pause: over any running stage, never outside of one (G-9).
    var isPaused: Bool { get set }
    /// Names timers: no two of a session share a number.
    var timersStarted: Int { get set }
    /// Version of the rules that this session is played by. Stored as the member `rules`, where a
    /// build finds it that can read nothing else of a newer one's state.
    var rules: RulesVersion { get }

    // MARK: Where it is

    var stage: GameStage { get }
    /// The timers of this moment. The room arms the earliest that runs and tells clients what changed.
    var timers: [GameTimer] { get }
    /// Changes each of them, as a pause does.
    mutating func changeTimers(_ change: (inout GameTimer) -> Void)
    /// The things that are held in this state by one player alone. Only a command of a player may take one.
    var claims: [Claim] { get }
    /// True where attempts that come close together are ordered by when they were made (`PhotoFinish`).
    var ordersAttempts: Bool { get }
    /// True where a reaction covers nothing that is read or guessed now, and tells nobody anything.
    var welcomesReactions: Bool { get }
    /// The content that is waited for, if any. The room fetches it as long as it is wished for.
    var wish: Wish? { get }

    // MARK: Its own rules

    /// Takes one input; anything but `.changed` leaves the value as it was. The kit's default suits
    /// every game; it is a requirement so that each gets one made for its own types.
    mutating func handle(_ input: Input<Self>, at now: ServerTime) -> Outcome<Event>

    /// Reads a client's message as a command of this game alone.
    ///
    /// - Returns: nil when the game knows no such type.
    /// - Throws: `bad_message` that names the field; `forbidden` when the type is not this viewer's.
    static func command(
        type: String,
        payload: JSONValue,
        from viewer: Viewer
    ) throws(WireError) -> Command?

    /// Adds this build's verdict, by its own data, to an input, which is committed so. An input
    /// that holds a verdict is judged anew, as the game may have moved on since.
    func judged(_ input: Input<Self>) -> Input<Self>

    /// Why a command that often comes too late does so now; asked before anything is copied.
    func refusal(of command: Command, from viewer: Viewer) -> Refusal<Event>?

    /// Answer to a command that is beyond its limit.
    static func tooOften(_ limit: CommandLimit) -> Refusal<Event>

    /// Obeys a command of this game alone; a player who sends one has a seat.
    static func obey(
        _ command: Command,
        from viewer: Viewer,
        in transition: inout Transition<Self>
    ) throws(Halt)

    /// The first game, or another one with those who are here: there is at least one.
    static func start(_ transition: inout Transition<Self>) throws(Halt)

    /// The host skips to the next step.
    static func skip(_ transition: inout Transition<Self>) throws(Halt)

    /// One of its timers has run out.
    static func runOut(_ timer: TimerID, in transition: inout Transition<Self>) throws(Halt)

    /// The content that was wished for has come; nil: none is available.
    static func contentCame(_ content: Content?, in transition: inout Transition<Self>)

    /// The session is over in the middle of what it was doing; afterwards the stage is `over`.
    static func abort(_ transition: inout Transition<Self>)

    /// The host has changed the settings.
    ///
    /// - Throws: in a session that builds serve which could not read the change.
    static func settingsChanged(
        from former: Settings,
        in transition: inout Transition<Self>
    ) throws(Halt)

    /// After a game, before another: afterwards the stage is `lobby`.
    static func returnToLobby(_ transition: inout Transition<Self>)

    /// Afterwards nobody waits for a player who has left.
    static func left(_ player: PlayerID, in transition: inout Transition<Self>)

    /// A player's device has gone. Nothing may follow from it before the eleventh rules.
    static func dropped(_ player: PlayerID, in transition: inout Transition<Self>)

    static func renamed(
        _ player: PlayerID,
        to name: PlayerName,
        in transition: inout Transition<Self>
    )

    static func paused(_ transition: inout Transition<Self>)

    static func resumed(_ transition: inout Transition<Self>)

    /// The host is on another device than before.
    static func hostDeviceChanged(_ transition: inout Transition<Self>)

    /// Runs after every change, for what the game's state implies, such as music.
    static func conclude(_ transition: inout Transition<Self>)

    // MARK: Claims

    /// The claims there are in this game.
    static var claimKinds: [ClaimKind] { get }

    /// Answer to a command whose claim the store finds in other hands.
    static func tooLate(for claim: ClaimID) -> Refusal<Event>

    /// The claim that was not got, where this event refuses one.
    static func loss(in refusal: Event) -> ClaimLoss?

    /// Of journals from before a commit carried its claims: the attempt that `Input.brakeLock` answers.
    static var lockedAttempt: Command? { get }

    // MARK: What everybody sees

    /// `players[]`, with who has used the answer of this round.
    var playerList: PlayerList { get }

    var hostView: HostView { get }
    var tvView: TVView { get }
    var playersView: PlayersView { get }

    /// - Returns: nil when there is no such player.
    func ownView(of player: PlayerID) -> OwnView?

    /// All views of this moment. Cheaper than one by one: what they share is built once.
    var views: Views<Self> { get }

    /// Returns the changes in everybody's document.
    static func changes(from old: Views<Self>, to new: Views<Self>) -> ViewChanges
}

/// Stage of a session, as the rules of all games need it.
public enum GameStage: Equatable, Sendable {
    /// Before a game. Can become: running, over.
    case lobby
    /// Can become: finale, over, lobby where a game could not begin.
    case running
    /// The results are being shown. Can become: over.
    case finale
    /// Can become: running, by a rematch; lobby.
    case over

    /// A game is on: it can be paused.
    public var isRunning: Bool {
        switch self {
        case .lobby, .over: false
        case .running, .finale: true
        }
    }
}

/// A game needs no more than it has.
extension Game {
    public static var takesManualPlayers: Bool { false }
    public static var soundsAtHost: Bool { false }

    /// Nothing in this game is held by one player alone.
    public var claims: [Claim] { [] }

    public var ordersAttempts: Bool { false }
    public var welcomesReactions: Bool { !stage.isRunning || stage == .finale }

    public func judged(_ input: Input<Self>) -> Input<Self> { input }
    public func refusal(of command: Command, from viewer: Viewer) -> Refusal<Event>? { nil }

    public static func tooOften(_ limit: CommandLimit) -> Refusal<Event> { .error(limit.error) }

    public static func skip(_ transition: inout Transition<Self>) throws(Halt) {
        throw .wrongState("there is nothing to skip")
    }

    public static func settingsChanged(
        from former: Settings,
        in transition: inout Transition<Self>
    ) {}

    public static func left(_ player: PlayerID, in transition: inout Transition<Self>) {}

    public static func dropped(_ player: PlayerID, in transition: inout Transition<Self>) {}

    public static func renamed(
        _ player: PlayerID,
        to name: PlayerName,
        in transition: inout Transition<Self>
    ) {}

    public static func paused(_ transition: inout Transition<Self>) {}

    public static func resumed(_ transition: inout Transition<Self>) {}

    public static func hostDeviceChanged(_ transition: inout Transition<Self>) {}

    public static func conclude(_ transition: inout Transition<Self>) {}

    public static var claimKinds: [ClaimKind] { [] }

    public static func tooLate(for claim: ClaimID) -> Refusal<Event> {
        .error(WireError(.wrongState, "somebody else was first"))
    }

    public static func loss(in refusal: Event) -> ClaimLoss? { nil }

    public static var lockedAttempt: Command? { nil }

    public var playerList: PlayerList { PlayerList(lobby.players) }

    /// True when a newcomer may sit down now.
    public var isJoinable: Bool {
        guard lobby.players.count < settings.maxPlayers else { return false }
        return switch stage {
        case .lobby: true
        case .running: settings.allowLateJoin
        case .finale: false
        case .over: lobby.status != .ended
        }
    }
}

extension Game where Wish == Never {
    public var wish: Never? { nil }
}

extension Game where Content == Never {
    public static func contentCame(_ content: Never?, in transition: inout Transition<Self>) {}
}

/// A game that lets clips sound.
public protocol SoundingGame: Game {
    /// Returns the making of a clip; nil when there is none, or this viewer may not hear it yet.
    func source(of clip: ClipID, in round: RoundID, for viewer: Viewer) -> ClipSource?
}

/// A game whose content is a recording of its own.
public protocol RecordedGame: SoundingGame {
    /// The same content with the name that its recording has on the wire, which says nothing.
    static func recorded(_ content: Content, as clip: ClipID) -> Content

    /// The same content with the names of its pictures on the wire.
    ///
    /// - Parameter name: makes one, another each time, which says nothing.
    static func pictured(_ content: Content, _ name: () -> ClipID) -> Content
}

extension RecordedGame {
    public static func pictured(_ content: Content, _ name: () -> ClipID) -> Content { content }
}

/// A game whose content is read aloud.
public protocol SpokenGame: SoundingGame {
    /// Lines of some content that are read aloud, in the order they are heard.
    static func script(of content: Content) -> [VoiceLine]

    /// The same content with its voice.
    ///
    /// - Parameter clips: one for each line of its script; nil for one that stays silent.
    static func voiced(_ content: Content, by credit: VoiceCredit, clips: [Clip?]) -> Content

    /// Returns a clip's line; nil when there is none, or this viewer may not hear it yet.
    func line(of clip: ClipID, in round: RoundID, for viewer: Viewer) -> VoiceLine?
}

extension SpokenGame {
    public func source(of clip: ClipID, in round: RoundID, for viewer: Viewer) -> ClipSource? {
        line(of: clip, in: round, for: viewer).map { .line($0) }
    }
}

/// A command that clients may send to a game.
public protocol GameCommand: Codable, Equatable, Sendable {
    /// Limit that a room counts before it asks the game; nil: none but that of all messages.
    var limit: CommandLimit? { get }
    /// The claim that it is to take, if any.
    var attempt: ClaimAttempt? { get }
    /// The same, with the verdict that lets it take its claim before others.
    func winning(_ finish: PhotoFinish) -> Self
}

extension GameCommand {
    public var limit: CommandLimit? { nil }
    public var attempt: ClaimAttempt? { nil }
    public func winning(_ finish: PhotoFinish) -> Self { self }
}

/// Limit of one player's commands, over all of the player's connections (protocol §4). No part of a
/// game's state: a storm must not make commits.
public struct CommandLimit: Hashable, Sendable {
    /// Word for the commands it counts, in the plural.
    public let name: String
    public let pace: Pace

    public enum Pace: Hashable, Sendable {
        /// One in so many milliseconds, and each that is refused begins them anew.
        case cooldown(ms: Int64)
        /// As many at once as `burst`, all of which come back in `perMs`; those that are refused do not count.
        case bucket(burst: Int, perMs: Int64)
    }

    public init(_ name: String, _ pace: Pace) {
        self.name = name
        self.pace = pace
    }

    /// Six answers in ten seconds.
    public static let answers = CommandLimit("answers", .bucket(burst: 6, perMs: 10_000))

    /// Answer to a player who is beyond it, where the game has no words of its own.
    public var error: WireError { WireError(.rateLimited, "too many \(name)") }
}

/// The settings of a new session, as its creator sends them and documents show them.
public protocol GameSettings: Codable, DocumentValue {
    /// Names what becomes otherwise when the host sends HOST_UPDATE_SETTINGS; `Never`: they stay as they are.
    associatedtype Change: Codable, Equatable, Sendable = Never

    /// - Parameter json: the members that were given; the others take their defaults.
    /// - Throws: `bad_message` that names the field which is unknown, out of range or of the wrong type.
    init(_ json: JSONObject, randomSeed: UInt64) throws(WireError)

    /// - Throws: `bad_message` that names the field.
    static func change(_ json: JSONObject) throws(WireError) -> Change

    mutating func apply(_ change: Change)

    var maxPlayers: Int { get }
    var allowLateJoin: Bool { get }
    var nameFilter: NameFilter { get }
    /// Players may react: false in a game whose host can't turn it off.
    var reactions: Bool { get }
    /// The oldest rules by which a session may have them: builds that know no newer ones could not go on with it.
    var oldestRules: RulesVersion { get }
}

extension GameSettings {
    public var nameFilter: NameFilter { .medium }
    public var reactions: Bool { false }
    public var oldestRules: RulesVersion { .first }
}

extension GameSettings where Change == Never {
    public static func change(_ json: JSONObject) throws(WireError) -> Never {
        throw WireError(.unknownType, "these settings can't be changed")
    }

    public mutating func apply(_ change: Never) {}
}

/// Everything that a session begins with.
public struct SessionSetup<Settings: GameSettings>: Codable, Equatable, Sendable {
    public var session: SessionID
    public var joinCode: String
    /// Link in the QR, until `Input.joinLink` brings another.
    public var joinURL: String
    public var joinToken: JoinToken?
    public var hostToken: HostToken?
    public var settings: Settings
    public var createdAt: ServerTime
    @Added<RulesVersion.Unnamed> public var rules: RulesVersion

    public init(
        session: SessionID,
        joinCode: String,
        joinURL: String,
        joinToken: JoinToken? = nil,
        hostToken: HostToken? = nil,
        settings: Settings,
        createdAt: ServerTime,
        rules: RulesVersion = .latest
    ) {
        self.session = session
        self.joinCode = joinCode
        self.joinURL = joinURL
        self.joinToken = joinToken
        self.hostToken = hostToken
        self.settings = settings
        self.createdAt = createdAt
        self.rules = rules
    }
}

/// Content available for a theme, before anybody wishes for it. Counts all content and names none.
public struct ThemeOffer: Equatable, Sendable {
    /// Themes of one language, those that most content has first.
    public var themes: [Theme]
    /// Content that answers to the host's words; nil where there were none.
    public var matching: Int?
    /// Content of that language in all.
    public var total: Int

    public struct Theme: Equatable, Sendable {
        public var text: String
        /// Content that has it.
        public var count: Int

        public init(_ text: String, count: Int) {
            self.text = text
            self.count = count
        }
    }

    public init(themes: [Theme], matching: Int?, total: Int) {
        self.themes = themes
        self.matching = matching
        self.total = total
    }
}
