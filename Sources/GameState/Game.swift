public import Protocol

/// The rules of one kind of game as a value: inputs go in, what changed and what must be done about it
/// come out.
///
/// A game reads no clock, opens no socket and draws no random number: all three come in with the
/// input. So the same inputs at the same times give the same state, which is what makes a session
/// replayable, a dead gateway replaceable and an evening simulable.
public protocol Game: Codable, Equatable, Sendable {
    associatedtype Settings: GameSettings
    /// What clients may ask of this game.
    associatedtype Command: GameCommand
    /// What a build says of a command by data that the next build may have more of.
    associatedtype Verdict: Codable, Equatable, Sendable = Never
    /// What must be prepared before a round can be played, where anything must.
    associatedtype Content: Codable, Equatable, Sendable = Never
    /// Says which content is needed: the same wish to the same source gives the same content.
    associatedtype Wish: Codable, Equatable, Sendable = Never
    /// What this game tells its clients besides the document.
    associatedtype Event: GameEvent

    /// The document of the host: the only one with room for the secret.
    associatedtype HostView: Document
    associatedtype TVView: Document
    /// The part of a player's document that all players share.
    associatedtype PlayersView: Document
    /// The part of a player's document that is theirs alone; its members stand beside the shared ones.
    associatedtype OwnView: OwnDocument

    /// The game's name on the wire, such as `tripto`.
    static var name: String { get }
    /// What people call it, in every language.
    static var title: String { get }
    /// How many may play: the most is what a session's settings can allow.
    static var playerCounts: ClosedRange<Int> { get }

    init(_ setup: SessionSetup<Settings>)

    /// Reads a client's message as a command of this game.
    ///
    /// - Returns: nil when the game knows no such type.
    /// - Throws: `bad_message` that names the field; `forbidden` when the type is not this viewer's.
    static func command(
        type: String,
        payload: JSONValue,
        from viewer: Viewer
    ) throws(WireError) -> Command?

    /// The things that are held in this state by one player alone. Only a command of a player may take one.
    var claims: [Claim] { get }

    /// By which rules this session is played. Stored as the member `rules`, where a build finds it that can
    /// read nothing else of a newer one's state.
    var rules: RulesVersion { get }

    /// Writes into an input what this build says of it by its own data: so it is committed. One that holds
    /// a verdict is judged anew, as the game may have moved on since.
    func judged(_ input: Input<Self>) -> Input<Self>

    /// Takes one input; judges what comes without a verdict, as all did in journals of before. Anything but `.changed` must leave the value as it was.
    mutating func handle(_ input: Input<Self>, at now: ServerTime) -> Turn<Event>

    /// Who is here; shared by all games.
    var lobby: Lobby { get }

    /// Whether a newcomer may sit down now.
    var isJoinable: Bool { get }

    var scoreboard: Scoreboard { get }

    /// The timers of this moment. The room arms the earliest that runs and tells clients what changed.
    var timers: [GameTimer] { get }

    /// The content that is waited for, if any. The room fetches it as long as it is wished for.
    var wish: Wish? { get }

    var hostView: HostView { get }
    var tvView: TVView { get }
    var playersView: PlayersView { get }

    /// - Returns: nil when there is no such player.
    func ownView(of player: PlayerID) -> OwnView?

    /// All views of this moment. Cheaper than one by one: what they share is built once.
    var views: Views<Self> { get }

    /// What changed in everybody's document.
    static func changes(from old: Views<Self>, to new: Views<Self>) -> ViewChanges
}

extension Game {
    /// Nothing in this game is held by one player alone.
    public var claims: [Claim] { [] }

    public func judged(_ input: Input<Self>) -> Input<Self> { input }
}

extension Game where Wish == Never {
    public var wish: Never? { nil }
}

/// A game whose content is read aloud.
public protocol SpokenGame: Game {
    /// What of some content is read aloud, in the order it is heard.
    static func script(of content: Content) -> [VoiceLine]

    /// The same content with its voice.
    ///
    /// - Parameter clips: one for each line of its script; nil for one that stays silent.
    static func voiced(_ content: Content, by credit: VoiceCredit, clips: [Clip?]) -> Content

    /// What a clip says; nil when there is none, or this viewer may not hear it yet.
    func line(of clip: ClipID, in round: RoundID, for viewer: Viewer) -> VoiceLine?
}

/// What clients may ask of a game.
public protocol GameCommand: Codable, Equatable, Sendable {
    /// What a room must count before it asks the game.
    var limit: CommandLimit { get }
}

/// Limits by player, over all of a player's connections (protocol §4). No part of a game's
/// state: a storm must not make commits.
public enum CommandLimit: Sendable {
    case none
    /// One pull in two seconds, every pull counts.
    case brake
    /// Six answers in ten seconds.
    case answer
}

/// The settings of a new session, as its creator sends them.
public protocol GameSettings: Codable, Equatable, Sendable {
    /// - Parameter json: the members that were given; the others take their defaults.
    /// - Throws: `bad_message` that names the field which is unknown, out of range or of the wrong type.
    init(_ json: JSONObject, randomSeed: UInt64) throws(WireError)

    var maxPlayers: Int { get }
    var allowLateJoin: Bool { get }
}

/// How a session begins.
public struct SessionSetup<Settings: GameSettings>: Codable, Equatable, Sendable {
    public var session: SessionID
    public var joinCode: String
    /// What the QR holds, until `Input.joinLink` brings another.
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
