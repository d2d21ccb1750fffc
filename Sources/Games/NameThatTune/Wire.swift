public import GameState
public import Protocol

extension NameThatTune {
    /// Commands of this game.
    public enum Command: GameCommand {
        /// Empty: the player does not know.
        ///
        /// - for: a player for whom the host writes; nil: the sender.
        case guess(artist: String, title: String, isDone: Bool, for: PlayerID? = nil)
        /// A place among the options as they are shown; `for` as of a guess.
        case choose(Int, for: PlayerID? = nil)
        case override(PlayerID, Part, isCorrect: Bool)
        /// Decibels, −120 to 0.
        case setMusicGain(Double)
        /// A tune for the coming rounds.
        ///
        /// - at: its place among all picks, from 0; nil: behind them.
        case pick(Pick, at: Int? = nil)
        case unpick(String)

        public var limit: CommandLimit? {
            switch self {
            case .guess: Self.guesses
            case .choose: .answers
            case .override, .setMusicGain, .pick, .unpick: nil
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
            let other = try fields.player(from: viewer)
            return .guess(
                artist: try fields.required("artist", try fields.text("artist", guessLength)),
                title: try fields.required("title", try fields.text("title", guessLength)),
                isDone: try fields.required("done", try fields.bool("done")),
                for: other
            )
        case "TUNE_CHOOSE":
            let other = try fields.player(from: viewer)
            let places = 0...Int64(Tune.Trivia.optionCount - 1)
            return .choose(
                Int(try fields.required("option", try fields.int("option", places))),
                for: other
            )
        case "TUNE_OVERRIDE":
            try viewer.require(.host)
            let isCorrect = try fields.required("isCorrect", try fields.bool("isCorrect"))
            return .override(try fields.playerID(), try fields.part(), isCorrect: isCorrect)
        case "MUSIC_GAIN_SET":
            try viewer.require(.host)
            return .setMusicGain(try fields.gainDb())
        case "TUNE_PICK", "TUNE_UNPICK":
            try viewer.require(.host)
            guard type == "TUNE_PICK" else { return .unpick(try Pick.id(in: fields)) }
            let places = 0...Int64(Pick.maxCount - 1)
            return .pick(try Pick(fields), at: try fields.int("place", places).map { Int($0) })
        case _:
            return nil
        }
    }

    /// Messages of this game alone besides its document; AUDIO_PLAY is `Effect.play`.
    public enum Event: GameEvent {
        case audioStop
        case musicGainSet(gainDb: Double)
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
            case .musicGainSet: "MUSIC_GAIN_SET"
            case .sfxPlay: "SFX_PLAY"
            case .confetti: "UI_EFFECT_TRIGGER"
            }
        }

        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            switch self {
            case .audioStop:
                break
            case .musicGainSet(let gainDb):
                writer.member("gainDb", gainDb)
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

extension FieldReader {
    fileprivate func part() throws(WireError) -> Part {
        let name = try required("part", object["part"]?.string)
        guard let part = Part.allCases.first(where: { $0.name == name }) else {
            let names = Part.allCases.map(\.name).joined(separator: ", ")
            throw error("part", "is one of \(names)")
        }
        return part
    }

    /// The player for whom the host sends an answer; nil: a player sends their own.
    fileprivate func player(from viewer: Viewer) throws(WireError) -> PlayerID? {
        if case .host = viewer { return try playerID() }
        try viewer.require(.player)
        return nil
    }
}
