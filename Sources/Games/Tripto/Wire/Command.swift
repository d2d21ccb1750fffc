public import GameState
public import Protocol

extension Tripto {
    /// Commands of this game (protocol §3.4–§3.6).
    public enum Command: GameCommand {
        case forceReveal
        /// `question`: a follow-up from 1; nil means the destination.
        case overrideAnswer(PlayerID, question: Int?, isCorrect: Bool)
        /// Nil: another destination. No older build knew parts.
        case regenerateContent(Wording.Part? = nil)
        /// Decibels, −120 to 0.
        case setMusicGain(Double)
        /// `atClientMs` is what the puller's clock said: logged, never trusted. `finish` comes from the gateway alone,
        /// where pulls are ordered by when they were made.
        case brakePull(atClientMs: Int64?, finish: PhotoFinish? = nil)
        case brakeAnswer(String)
        case followupAnswer(index: Int, String)
        /// The player finds the verdict on the own answer wrong.
        case dispute
        /// A disputed answer was right, or not.
        case vote(isRight: Bool)
    }

    /// Characters of an answer after trimming.
    static let answerLength = 1...200

    public static func command(
        type: String,
        payload: JSONValue,
        from viewer: Viewer
    ) throws(WireError) -> Command? {
        let fields = FieldReader(payload.object ?? [:])
        switch type {
        case "BRAKE_PULL":
            try viewer.require(.player)
            return .brakePull(atClientMs: try clientTime(fields))
        case "BRAKE_ANSWER_SUBMIT":
            try viewer.require(.player)
            return .brakeAnswer(try answerText(fields))
        case "FOLLOWUP_ANSWER_SUBMIT":
            try viewer.require(.player)
            let index = try fields.required("index", try fields.int("index", 1...3))
            return .followupAnswer(index: Int(index), try answerText(fields))
        case "PLAYER_DISPUTE":
            try viewer.require(.player)
            return .dispute
        case "PLAYER_VOTE":
            try viewer.require(.player)
            return .vote(
                isRight: try fields.required("isCorrect", try fields.bool("isCorrect"))
            )
        case "HOST_FORCE_REVEAL":
            try viewer.require(.host)
            return .forceReveal
        case "HOST_OVERRIDE_ANSWER":
            try viewer.require(.host)
            return .overrideAnswer(
                try fields.playerID(),
                question: try index(fields),
                isCorrect: try fields.required("isCorrect", try fields.bool("isCorrect"))
            )
        case "HOST_REGENERATE_CONTENT":
            try viewer.require(.host)
            return .regenerateContent(try Wording.Part(fields))
        case "MUSIC_GAIN_SET":
            try viewer.require(.host)
            return .setMusicGain(try fields.gainDb())
        case _:
            return nil
        }
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
}

extension Tripto.Command {
    public var limit: CommandLimit? {
        switch self {
        case .brakePull: .pulls
        case .brakeAnswer, .followupAnswer, .dispute, .vote: .answers
        case .forceReveal, .overrideAnswer, .regenerateContent, .setMusicGain: nil
        }
    }

    public var attempt: ClaimAttempt? {
        guard case .brakePull(let atClientMs, _) = self else { return nil }
        return ClaimAttempt(on: .brake, atClientMs: atClientMs)
    }

    public func winning(_ finish: PhotoFinish) -> Self {
        guard case .brakePull(let atClientMs, _) = self else { return self }
        return .brakePull(atClientMs: atClientMs, finish: finish)
    }
}

/// An answer may be the secret; printing a command tells its kind alone.
extension Tripto.Command: CustomStringConvertible {
    public var description: String {
        switch self {
        case .forceReveal: "force reveal"
        case .overrideAnswer: "override answer"
        case .regenerateContent: "regenerate content"
        case .setMusicGain: "set music gain"
        case .brakePull: "brake pull"
        case .brakeAnswer: "brake answer"
        case .followupAnswer(let index, _): "answer to follow-up \(index)"
        case .dispute: "dispute"
        case .vote: "vote"
        }
    }
}
