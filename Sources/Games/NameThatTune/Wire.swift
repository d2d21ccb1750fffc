public import GameState
public import Protocol

extension NameThatTune {
    /// Commands of this game.
    public enum Command: GameCommand {
        /// Empty: the player does not know.
        case guess(artist: String, title: String, isDone: Bool)
        /// A place among the options as they are shown.
        case choose(Int)
        case override(PlayerID, Part, isCorrect: Bool)

        public var limit: CommandLimit? {
            switch self {
            case .guess: Self.guesses
            case .choose: .answers
            case .override: nil
            }
        }

        /// A guess is kept while it is written.
        private static let guesses = CommandLimit("guesses", .bucket(burst: 12, perMs: 12_000))
    }

    /// Characters of an artist or a title.
    static let guessLength = 0...100

    public static func command(
        type: String,
        payload: JSONValue,
        from viewer: Viewer
    ) throws(WireError) -> Command? {
        let fields = FieldReader(payload.object ?? [:])
        switch type {
        case "TUNE_GUESS":
            try viewer.require(.player)
            return .guess(
                artist: try fields.required("artist", try fields.text("artist", guessLength)),
                title: try fields.required("title", try fields.text("title", guessLength)),
                isDone: try fields.required("done", try fields.bool("done"))
            )
        case "TUNE_CHOOSE":
            try viewer.require(.player)
            let places = 0...Int64(Tune.Trivia.optionCount - 1)
            return .choose(
                Int(try fields.required("option", try fields.int("option", places)))
            )
        case "TUNE_OVERRIDE":
            try viewer.require(.host)
            let name = try fields.required("part", fields.object["part"]?.string)
            guard let part = Part.allCases.first(where: { $0.name == name }) else {
                let names = Part.allCases.map(\.name).joined(separator: ", ")
                throw fields.error("part", "is one of \(names)")
            }
            return .override(
                try fields.playerID(),
                part,
                isCorrect: try fields.required("isCorrect", try fields.bool("isCorrect"))
            )
        case _:
            return nil
        }
    }

    /// Messages of this game alone besides its document; AUDIO_PLAY is `Effect.play`.
    public enum Event: GameEvent {
        case audioStop
        case sfxPlay(SoundEffect, startAt: ServerTime)
        case confetti

        public enum SoundEffect: String, Sendable {
            case stingBuild = "sting_build"
            case drumroll
            case winnerFanfare = "winner_fanfare"
        }

        public var type: StaticString {
            switch self {
            case .audioStop: "AUDIO_STOP"
            case .sfxPlay: "SFX_PLAY"
            case .confetti: "UI_EFFECT_TRIGGER"
            }
        }

        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            switch self {
            case .audioStop:
                break
            case .sfxPlay(let sound, let startAt):
                writer.member("sfxId", sound.rawValue)
                writer.member("startAtServerMs", startAt)
            case .confetti:
                writer.member("effectId", "confetti")
                writer.member("intensity", "high")
                writer.member("durationMs", 2_500)
            }
            writer.endObject()
        }
    }
}
