public import Protocol

extension Tripto {
    /// What clients may ask of this game (protocol §3.4–§3.6).
    public enum Command: GameCommand {
        case startGame
        case skip
        case pause
        case resume
        case forceReveal
        case endSession
        case kick(PlayerID)
        /// Lets in again who was kicked.
        case allow(PlayerID)
        case rename(PlayerID, PlayerName)
        /// `question`: a follow-up from 1; nil means the destination.
        case overrideAnswer(PlayerID, question: Int?, isCorrect: Bool)
        case regenerateContent
        /// Decibels, −120 to 0.
        case setMusicGain(Double)
        /// Another link for players; those that were handed out are dead.
        case renewJoin
        case toLobby
        case updateSettings(Settings.Change)
        /// `atClientMs` is what the puller's clock said: logged, never trusted.
        case brakePull(atClientMs: Int64?)
        case brakeAnswer(String)
        case followupAnswer(index: Int, String)
        case leave
    }

    /// Characters of an answer after trimming.
    static let answerLength = 1...200

    public static func command(
        type: String,
        payload: JSONValue,
        from viewer: Viewer
    ) throws(WireError) -> Command? {
        let fields = FieldReader(object: payload.object ?? [:])
        switch type {
        case "BRAKE_PULL":
            try only(.player, viewer)
            return .brakePull(atClientMs: try clientTime(fields))
        case "BRAKE_ANSWER_SUBMIT":
            try only(.player, viewer)
            return .brakeAnswer(try answerText(fields))
        case "FOLLOWUP_ANSWER_SUBMIT":
            try only(.player, viewer)
            let index = try fields.required("index", try fields.int("index", 1...3))
            return .followupAnswer(index: Int(index), try answerText(fields))
        case "LEAVE":
            return .leave
        case "HOST_START_GAME":
            return try forHost(.startGame, viewer)
        case "HOST_SKIP":
            return try forHost(.skip, viewer)
        case "HOST_PAUSE":
            return try forHost(.pause, viewer)
        case "HOST_RESUME":
            return try forHost(.resume, viewer)
        case "HOST_FORCE_REVEAL":
            return try forHost(.forceReveal, viewer)
        case "HOST_END_SESSION":
            return try forHost(.endSession, viewer)
        case "HOST_RENEW_JOIN":
            return try forHost(.renewJoin, viewer)
        case "HOST_TO_LOBBY":
            return try forHost(.toLobby, viewer)
        case "HOST_UPDATE_SETTINGS":
            try only(.host, viewer)
            let settings = try fields.required("settings", fields.object["settings"])
            guard let members = settings.object else {
                throw fields.error("settings", "is an object")
            }
            return .updateSettings(try Settings.Change(members))
        case "HOST_KICK_PLAYER":
            try only(.host, viewer)
            return .kick(try playerID(fields))
        case "HOST_ALLOW_PLAYER":
            try only(.host, viewer)
            return .allow(try playerID(fields))
        case "HOST_RENAME_PLAYER":
            try only(.host, viewer)
            return .rename(try playerID(fields), try playerName(fields))
        case "HOST_OVERRIDE_ANSWER":
            try only(.host, viewer)
            return .overrideAnswer(
                try playerID(fields),
                question: try index(fields),
                isCorrect: try fields.required("isCorrect", try fields.bool("isCorrect"))
            )
        case "HOST_REGENERATE_CONTENT":
            try only(.host, viewer)
            // They name what displeased; a package is checked as a whole, so it is replaced whole.
            _ = try index(fields)
            if let points = try fields.int("levelPoints", 2...10),
                ClueLevel(rawValue: Int(points)) == nil
            {
                throw fields.error("levelPoints", "is 10, 8, 6, 4 or 2")
            }
            return .regenerateContent
        case "MUSIC_GAIN_SET":
            try only(.host, viewer)
            return .setMusicGain(try gain(fields))
        case _:
            return nil
        }
    }

    private static func only(_ role: Role, _ viewer: Viewer) throws(WireError) {
        guard viewer.role == role else {
            throw WireError(.forbidden, "this is for the \(role.rawValue) alone")
        }
    }

    private static func forHost(
        _ command: Command,
        _ viewer: Viewer
    ) throws(WireError) -> Command {
        try only(.host, viewer)
        return command
    }

    private static func playerID(_ fields: FieldReader) throws(WireError) -> PlayerID {
        let id = try fields.required("playerId", fields.object["playerId"])
        guard let text = id.string, text.utf8.count <= 40 else {
            throw fields.error("playerId", "is a string")
        }
        return PlayerID(rawValue: text)
    }

    private static func playerName(_ fields: FieldReader) throws(WireError) -> PlayerName {
        let name = try fields.required("name", fields.object["name"])
        guard let text = name.string else { throw fields.error("name", "is a string") }
        return try PlayerName(text)
    }

    private static func answerText(_ fields: FieldReader) throws(WireError) -> String {
        try fields.required("answerText", try fields.text("answerText", answerLength))
    }

    private static func index(_ fields: FieldReader) throws(WireError) -> Int? {
        if fields.object["index"]?.isNull == true { return nil }
        return try fields.int("index", 1...3).map { Int($0) }
    }

    private static func clientTime(_ fields: FieldReader) throws(WireError) -> Int64? {
        switch fields.object["atClientMs"] {
        case .none, .null: nil
        case .int(let ms): ms
        case .double(let ms) where abs(ms) < 1e15: Int64(ms)
        case .some: throw fields.error("atClientMs", "is a number of milliseconds")
        }
    }

    private static func gain(_ fields: FieldReader) throws(WireError) -> Double {
        let value = try fields.required("gainDb", fields.object["gainDb"])
        let gainDb: Double? =
            switch value {
            case .int(let whole): Double(whole)
            case .double(let double): double
            case .null, .bool, .string, .array, .object: nil
            }
        guard let gainDb, (-120...0).contains(gainDb) else {
            throw fields.error("gainDb", "is a number from -120 to 0")
        }
        return gainDb
    }
}

extension Tripto.Command {
    public var limit: CommandLimit {
        switch self {
        case .brakePull: .brake
        case .brakeAnswer, .followupAnswer: .answer
        case .startGame, .skip, .pause, .resume, .forceReveal, .endSession, .kick, .allow, .rename,
            .overrideAnswer, .regenerateContent, .setMusicGain, .renewJoin, .toLobby,
            .updateSettings, .leave:
            .none
        }
    }
}

/// An answer may be the secret; printing a command tells its kind alone.
extension Tripto.Command: CustomStringConvertible {
    public var description: String {
        switch self {
        case .startGame: "start game"
        case .skip: "skip"
        case .pause: "pause"
        case .resume: "resume"
        case .forceReveal: "force reveal"
        case .endSession: "end session"
        case .kick: "kick"
        case .allow: "allow"
        case .rename: "rename"
        case .overrideAnswer: "override answer"
        case .regenerateContent: "regenerate content"
        case .setMusicGain: "set music gain"
        case .renewJoin: "renew join"
        case .toLobby: "to lobby"
        case .updateSettings: "update settings"
        case .brakePull: "brake pull"
        case .brakeAnswer: "brake answer"
        case .followupAnswer(let index, _): "answer to follow-up \(index)"
        case .leave: "leave"
        }
    }
}
