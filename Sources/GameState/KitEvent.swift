public import Protocol

/// Messages of every game besides its document (protocol §3.3, §3.7).
public enum KitEvent: GameEvent {
    case playerJoined(Lobby.Player)
    case playerLeft(PlayerID)
    case lobbyUpdated(PlayerList, host: ConnectedPart, settings: SettingsJSON)
    case scoreboardUpdate([Scoreboard.Standing])
    case finalResultsPresent(Results)
    /// Tells the sender that an answer stands.
    case answerAck
    /// An error nobody asked for, such as content that is unavailable.
    case error(WireError)

    /// A game's settings as they stand in a document.
    public struct SettingsJSON: DocumentValue {
        private let bytes: [UInt8]

        public init(_ settings: some DocumentValue) {
            var writer = JSONWriter()
            settings.write(to: &writer)
            bytes = writer.bytes
        }

        public func write(to writer: inout JSONWriter) { writer.raw(bytes) }
    }

    public var type: StaticString {
        switch self {
        case .playerJoined: "PLAYER_JOINED"
        case .playerLeft: "PLAYER_LEFT"
        case .lobbyUpdated: "LOBBY_UPDATED"
        case .scoreboardUpdate: "SCOREBOARD_UPDATE"
        case .finalResultsPresent: "FINAL_RESULTS_PRESENT"
        case .answerAck: "ANSWER_ACK"
        case .error: "ERROR"
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .error(let error):
            error.write(to: &writer)
            return
        case .finalResultsPresent(let results):
            ResultsPart(results: results).write(to: &writer)
            return
        case .playerJoined, .playerLeft, .lobbyUpdated, .scoreboardUpdate, .answerAck:
            break
        }
        writer.beginObject()
        switch self {
        case .playerJoined(let player):
            writer.key("player")
            writer.beginObject()
            writer.member("playerId", player.id)
            writer.member("name", player.name.text)
            writer.member("joinedAtMs", player.joinedAt)
            writer.member("avatar", player.avatar)
            if player.isManual { writer.member("manual", true) }
            writer.endObject()
        case .playerLeft(let player):
            writer.member("playerId", player)
        case .lobbyUpdated(let players, let host, let settings):
            writer.member("players", players)
            writer.member("host", host)
            writer.member("settings", settings)
        case .scoreboardUpdate(let standings):
            writer.member("standings", standings.map(StandingPart.init))
        case .answerAck:
            writer.member("ok", true)
        case .error, .finalResultsPresent:
            break
        }
        writer.endObject()
    }
}

/// An event of all games, or one of the game's own.
public enum EitherEvent<Own: GameEvent>: GameEvent {
    case kit(KitEvent)
    case own(Own)

    public var type: StaticString {
        switch self {
        case .kit(let event): event.type
        case .own(let event): event.type
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .kit(let event): event.write(to: &writer)
        case .own(let event): event.write(to: &writer)
        }
    }
}

extension Effect {
    public static func announce(_ event: KitEvent, to audience: Audience) -> Effect {
        .announce(.kit(event), to: audience)
    }

    public static func announce(_ event: Event, to audience: Audience) -> Effect {
        .announce(.own(event), to: audience)
    }

    public static func reply(_ event: KitEvent) -> Effect { .reply(.kit(event)) }

    public static func reply(_ event: Event) -> Effect { .reply(.own(event)) }
}

extension JSONWriter {
    /// A member of a message's payload.
    public mutating func member(_ name: StaticString, _ value: some DocumentValue) {
        key(name)
        value.write(to: &self)
    }
}
