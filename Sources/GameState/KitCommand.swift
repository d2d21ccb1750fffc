public import Protocol

/// Commands of every game (protocol §3.4, §3.6).
public enum KitCommand: Codable, Equatable, Sendable {
    case startGame
    /// On to the next step.
    case skip
    case pause
    case resume
    case endSession
    case kick(PlayerID)
    /// Lets a kicked player in again.
    case allow(PlayerID)
    case rename(PlayerID, PlayerName)
    /// Adds a manual player.
    case addPlayer(PlayerName)
    /// Offers the host's place to a player; nil: to nobody any more.
    case handOver(PlayerID?)
    /// Chooses the screen that sounds; nil: none, so that the first one does.
    case setSpeaker(ConnectionID?)
    /// Another link for players; earlier ones stop working.
    case renewJoin
    case toLobby
    case leave
    /// Shown by the room and never committed: the rules say no more than whether it may be.
    case react(Reaction)

    /// - Returns: nil when it is no message that all games know.
    /// - Throws: `bad_message` that names the field; `forbidden` when the type is not this viewer's.
    init?(type: String, payload: JSONValue, from viewer: Viewer) throws(WireError) {
        let fields = FieldReader(payload.object ?? [:])
        switch type {
        case "LEAVE":
            self = .leave
            return
        case "PLAYER_REACT":
            try viewer.require(.player)
            self = .react(try Reaction(fields))
            return
        case "HOST_START_GAME": self = .startGame
        case "HOST_SKIP": self = .skip
        case "HOST_PAUSE": self = .pause
        case "HOST_RESUME": self = .resume
        case "HOST_END_SESSION": self = .endSession
        case "HOST_RENEW_JOIN": self = .renewJoin
        case "HOST_TO_LOBBY": self = .toLobby
        case "HOST_KICK_PLAYER":
            try viewer.require(.host)
            self = .kick(try fields.playerID())
        case "HOST_ALLOW_PLAYER":
            try viewer.require(.host)
            self = .allow(try fields.playerID())
        case "HOST_RENAME_PLAYER":
            try viewer.require(.host)
            self = .rename(try fields.playerID(), try fields.playerName())
        case "HOST_ADD_PLAYER":
            try viewer.require(.host)
            self = .addPlayer(try fields.playerName())
        case "HOST_HAND_OVER":
            try viewer.require(.host)
            self = .handOver(fields.isNull("playerId") ? nil : try fields.playerID())
        case "HOST_SET_SPEAKER":
            try viewer.require(.host)
            self = .setSpeaker(fields.isNull("connectionId") ? nil : try fields.connectionID())
        case _:
            return nil
        }
        try viewer.require(.host)
    }

    /// Audit entry of a host's command; nil for those of others.
    var audit: Fact? {
        switch self {
        case .startGame: .audit("HOST_START_GAME")
        case .skip: .audit("HOST_SKIP")
        case .pause: .audit("HOST_PAUSE")
        case .resume: .audit("HOST_RESUME")
        case .endSession: .audit("HOST_END_SESSION")
        case .kick(let player):
            .audit("HOST_KICK_PLAYER", ["playerId": .string(player.rawValue)])
        case .allow(let player):
            .audit("HOST_ALLOW_PLAYER", ["playerId": .string(player.rawValue)])
        case .rename(let player, let name):
            .audit(
                "HOST_RENAME_PLAYER",
                ["playerId": .string(player.rawValue), "name": .string(name.text)]
            )
        case .addPlayer(let name):
            .audit("HOST_ADD_PLAYER", ["name": .string(name.text)])
        case .handOver(let player):
            .audit(
                "HOST_HAND_OVER",
                ["playerId": player.map { .string($0.rawValue) } ?? .null]
            )
        case .setSpeaker(let screen):
            .audit(
                "HOST_SET_SPEAKER",
                ["connectionId": screen.map { .string($0.rawValue) } ?? .null]
            )
        case .renewJoin: .audit("HOST_RENEW_JOIN")
        case .toLobby: .audit("HOST_TO_LOBBY")
        case .leave, .react: nil
        }
    }
}

extension Fact {
    /// A command of the host that was obeyed.
    public static func audit(_ type: String, _ payload: JSONObject = [:]) -> Fact {
        let json = String(decoding: JSONValue.object(payload).bytes, as: UTF8.self)
        return .audit(actor: .host, type: type, payloadJSON: json)
    }
}

extension KitCommand: CustomStringConvertible {
    public var description: String {
        switch self {
        case .startGame: "start game"
        case .skip: "skip"
        case .pause: "pause"
        case .resume: "resume"
        case .endSession: "end session"
        case .kick: "kick"
        case .allow: "allow"
        case .rename: "rename"
        case .addPlayer: "add player"
        case .handOver: "hand over"
        case .setSpeaker: "set speaker"
        case .renewJoin: "renew join"
        case .toLobby: "to lobby"
        case .leave: "leave"
        case .react: "react"
        }
    }
}

/// A command of all games, one of the game's own, or a change of its settings.
///
/// Encoded as that command alone: journals hold the same from times when every game had all of them.
public enum EitherCommand<G: Game>: GameCommand {
    case kit(KitCommand)
    case own(G.Command)
    /// Of the host, between games. By far the largest, and rare: in place it would make every command as large.
    indirect case settings(G.Settings.Change)

    public var limit: CommandLimit? {
        switch self {
        case .kit(.react): Reaction.limit
        case .kit, .settings: nil
        case .own(let command): command.limit
        }
    }

    public var attempt: ClaimAttempt? {
        switch self {
        case .kit, .settings: nil
        case .own(let command): command.attempt
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CaseName.self)
        let name = container.allKeys.first
        self =
            if let name, name == .settings {
                .settings(
                    try container.nestedContainer(keyedBy: CaseName.self, forKey: name)
                        .decode(G.Settings.Change.self, forKey: .value)
                )
            } else if let name, Self.kitCases.contains(name.stringValue) {
                .kit(try KitCommand(from: decoder))
            } else {
                .own(try G.Command(from: decoder))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .kit(let command): try command.encode(to: encoder)
        case .own(let command): try command.encode(to: encoder)
        case .settings(let change):
            var container = encoder.container(keyedBy: CaseName.self)
            var values = container.nestedContainer(keyedBy: CaseName.self, forKey: .settings)
            try values.encode(change, forKey: .value)
        }
    }

    /// The names that the compiler gives the cases of `KitCommand`.
    private static var kitCases: Set<String> {
        [
            "startGame", "skip", "pause", "resume", "endSession", "kick", "allow", "rename",
            "addPlayer", "handOver", "setSpeaker", "renewJoin", "toLobby", "leave",
            "react",
        ]
    }
}

/// The one key of an encoded case, and of its first value.
private struct CaseName: CodingKey, Equatable {
    static var settings: CaseName { CaseName(stringValue: "updateSettings") }
    static var value: CaseName { CaseName(stringValue: "_0") }

    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Input {
    public static func command(_ command: KitCommand, from viewer: Viewer) -> Input {
        .command(.kit(command), from: viewer)
    }

    public static func command(_ command: G.Command, from viewer: Viewer) -> Input {
        .command(.own(command), from: viewer)
    }
}

extension Game {
    /// Reads a client's message as a command of this game or of all.
    ///
    /// - Returns: nil when neither knows such a type.
    /// - Throws: `bad_message` that names the field; `forbidden` when the type is not this viewer's.
    public static func read(
        type: String,
        payload: JSONValue,
        from viewer: Viewer
    ) throws(WireError) -> EitherCommand<Self>? {
        if let command = try command(type: type, payload: payload, from: viewer) {
            return .own(command)
        }
        if type == "HOST_UPDATE_SETTINGS", Settings.Change.self != Never.self {
            try viewer.require(.host)
            let fields = FieldReader(payload.object ?? [:])
            let settings = try fields.required("settings", fields.object["settings"])
            guard let members = settings.object else {
                throw fields.error("settings", "is an object")
            }
            return .settings(try Settings.change(members))
        }
        return try KitCommand(type: type, payload: payload, from: viewer).map { .kit($0) }
    }
}

extension Viewer {
    /// - Throws: `forbidden` for any other.
    public func require(_ role: Role) throws(WireError) {
        guard self.role == role else {
            throw WireError(.forbidden, "only the \(role.rawValue) role may send this")
        }
    }
}

extension FieldReader {
    /// True for a member that is there and says that there is nothing.
    func isNull(_ name: String) -> Bool { object[name] == .null }

    public func playerID() throws(WireError) -> PlayerID {
        PlayerID(rawValue: try identifier("playerId"))
    }

    func connectionID() throws(WireError) -> ConnectionID {
        ConnectionID(rawValue: try identifier("connectionId"))
    }

    private func identifier(_ name: String) throws(WireError) -> String {
        let id = try required(name, object[name])
        guard let text = id.string, text.utf8.count <= 40 else {
            throw error(name, "is a string")
        }
        return text
    }

    public func playerName() throws(WireError) -> PlayerName {
        let name = try required("name", object["name"])
        guard let text = name.string else { throw error("name", "is a string") }
        return try PlayerName(text)
    }
}
