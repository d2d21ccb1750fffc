public import Protocol

/// A player as `players[]` shows them.
public struct PlayerPart: DocumentObject {
    let player: Lobby.Player
    /// Has used the answer for this round.
    let isLocked: Bool

    public func members(of fields: inout DocumentWriter, since old: PlayerPart?) {
        fields.member("playerId", player.id, was: old?.player.id)
        fields.member("name", player.name.text, was: old?.player.name.text)
        fields.member("joinedAtMs", player.joinedAt, was: old?.player.joinedAt)
        fields.member("avatar", player.avatar, was: old?.player.avatar)
        fields.member("connected", player.isConnected, was: old?.player.isConnected)
        fields.member("locked", isLocked, was: old?.isLocked)
        // Left out of all others, of whom hundreds may be listed; nobody becomes one or ceases to be.
        if player.isManual { fields.member("manual", true, was: true) }
    }

    public func isSameThing(as other: PlayerPart) -> Bool { player.id == other.player.id }
}

/// `players[]`: kept as the lobby has them, so that two lists which share its memory are compared at once
/// and nothing is made of them before something has changed.
public struct PlayerList: DocumentValue {
    private let players: [Lobby.Player]
    /// By place: has used the answer for this round. Empty: nobody has.
    private let locked: [Bool]

    /// Of a game whose rounds lock nobody.
    public init(_ players: [Lobby.Player]) {
        self.players = players
        locked = []
    }

    /// - Parameter answers: of those who have used the answer for this round.
    public init<Answer>(_ players: [Lobby.Player], locked answers: PlayerTable<Answer>?) {
        self.players = players
        locked =
            answers.flatMap { answers in
                answers.isEmpty ? nil : players.map { answers[$0.id] != nil }
            } ?? []
    }

    public var parts: [PlayerPart] {
        players.indices.map { place in
            PlayerPart(player: players[place], isLocked: !locked.isEmpty && locked[place])
        }
    }

    public func write(to writer: inout JSONWriter) {
        parts.write(to: &writer)
    }

    public func writeChanges(since old: PlayerList, to fields: inout DocumentWriter) {
        parts.writeChanges(since: old.parts, to: &fields)
    }
}

/// `{connected}`: the host, or the screens.
public struct ConnectedPart: DocumentObject {
    private let isConnected: Bool

    public init(isConnected: Bool) {
        self.isConnected = isConnected
    }

    public func members(of fields: inout DocumentWriter, since old: ConnectedPart?) {
        fields.member("connected", isConnected, was: old?.isConnected)
    }
}

/// `session` as players see it.
public struct SessionPart<Settings: GameSettings>: DocumentObject {
    private let id: SessionID
    private let game: String
    private let status: SessionStatus
    private let settings: Settings
    private let host: ConnectedPart
    private let tv: ConnectedPart

    public init(_ lobby: Lobby, game: String, settings: Settings) {
        id = lobby.session
        self.game = game
        status = lobby.status
        self.settings = settings
        host = ConnectedPart(isConnected: lobby.isHostConnected)
        tv = ConnectedPart(isConnected: lobby.isTVConnected)
    }

    public func members(of fields: inout DocumentWriter, since old: Self?) {
        fields.member("sessionId", id, was: old?.id)
        fields.member("game", game, was: old?.game)
        fields.member("status", status, was: old?.status)
        fields.member("settings", settings, was: old?.settings)
        fields.member("host", host, was: old?.host)
        fields.member("tv", tv, was: old?.tv)
    }
}

/// `session` as host and screens see it: with the way in.
public struct InvitingSessionPart<Settings: GameSettings>: DocumentObject {
    private let session: SessionPart<Settings>
    private let joinCode: String
    private let joinURL: String

    public init(_ session: SessionPart<Settings>, _ lobby: Lobby) {
        self.session = session
        joinCode = lobby.joinCode
        joinURL = lobby.joinURL
    }

    public func members(of fields: inout DocumentWriter, since old: Self?) {
        session.members(of: &fields, since: old?.session)
        fields.member("joinCode", joinCode, was: old?.joinCode)
        fields.member("joinUrl", joinURL, was: old?.joinURL)
    }
}

/// As `session.removed[]` shows it to the host.
struct RemovalPart: DocumentObject {
    let removal: Removal

    func members(of fields: inout DocumentWriter, since old: RemovalPart?) {
        fields.member("playerId", removal.player, was: old?.removal.player)
        fields.member("name", removal.name.text, was: old?.removal.name.text)
    }

    func isSameThing(as other: RemovalPart) -> Bool { removal.player == other.removal.player }
}

/// `session` as the host sees it: with those whom the host removed, to whom the host offers its place, and the
/// screens of which one may be chosen to sound.
public struct HostSessionPart<Settings: GameSettings>: DocumentObject {
    private let session: InvitingSessionPart<Settings>
    private let removed: [RemovalPart]
    private let offeredTo: PlayerID?
    private let screens: [ConnectionID]
    private let speaker: ConnectionID?

    public init(_ session: SessionPart<Settings>, _ lobby: Lobby) {
        self.session = InvitingSessionPart(session, lobby)
        removed = lobby.removals.map(RemovalPart.init)
        offeredTo = lobby.offeredTo
        screens = lobby.screens
        speaker = lobby.speaker
    }

    public func members(of fields: inout DocumentWriter, since old: Self?) {
        session.members(of: &fields, since: old?.session)
        fields.member("removed", removed, was: old?.removed)
        fields.member("offeredTo", offeredTo, was: old?.offeredTo)
        fields.member("screens", screens, was: old?.screens)
        fields.member("speaker", speaker, was: old?.speaker)
    }
}
