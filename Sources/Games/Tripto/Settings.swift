public import GameState
public import Protocol

extension Tripto {
    /// Choices of a session's creator.
    public struct Settings: GameSettings, DocumentObject {
        public enum Locale: String, Codable, CaseIterable, Sendable {
            case sv, en
        }

        /// T-3-15.
        public enum AfterBrake: String, Codable, CaseIterable, Sendable {
            /// The next level.
            case next
            /// The time that the level has left, for those who have not answered.
            case same
        }

        /// The rule of sessions from before there was a choice.
        public enum NextLevel: Default {
            public static let value = AfterBrake.next
        }

        /// The moment from which a clue's time is counted (G-8).
        public enum ClueClock: String, Codable, CaseIterable, Sendable {
            /// When the level begins.
            case level
            /// When the clue has been read aloud; where nothing reads it, as `level`.
            case voice
        }

        public enum FromTheLevel: Default {
            public static let value = ClueClock.level
        }

        /// Absent in sessions from before there was such a choice.
        public enum Off: Default {
            public static let value = false
        }

        public enum On: Default {
            public static let value = true
        }

        public var destinationsCount: Int
        public var followupsPerDestination: Int
        public var difficulty: RoundPackage.Difficulty
        public var theme: String?
        public var locale: Locale
        public var maxPlayers: Int
        public var allowLateJoin: Bool
        @Added<NameFilter.Usual> public var nameFilter: NameFilter
        /// The next level, or the same one again, once a brake has been answered.
        @Added<NextLevel> public var afterBrake: AfterBrake
        @Added<FromTheLevel> public var clueClock: ClueClock
        /// The host is shown no secret, and its word on an answer counts no more than anybody's (G-55).
        @Added<Off> public var hostMayPlay: Bool
        /// Pulls that come close together are ordered by when they were made (G-18).
        @Added<Off> public var latencyFair: Bool
        @Added<On> public var reactions: Bool
        /// Straight to the reveal when every connected player has locked.
        public var earlyReveal: Bool
        /// Makes the choice of destinations repeatable. Anybody who knows it can foresee the choice, so no
        /// document shows it.
        public var seed: UInt64
        public var timings: Timings

        /// Defaults.
        public init(seed: UInt64) {
            destinationsCount = 3
            followupsPerDestination = 2
            difficulty = .normal
            theme = nil
            locale = .sv
            maxPlayers = 20
            allowLateJoin = true
            earlyReveal = true
            self.seed = seed
            timings = Timings()
        }

        /// Milliseconds that a level has after a brake, for those who have not answered; nil where the brake
        /// ends it.
        func leftMs(of level: GameTimer, at now: ServerTime) -> Int64? {
            switch afterBrake {
            case .next: nil
            case .same: max(level.remainingMs(at: now), min(Self.lastCallMs, timings.clue))
            }
        }

        /// Time of a clue that begins now: until it has been read, where its clock waits for that, and from then on.
        func clock(
            of stage: Phase.Stage,
            in round: Round,
            by rules: RulesVersion
        ) -> (leadMs: Int64, durationMs: Int64) {
            guard clueClock == .voice, let readingMs = round.readingMs(of: stage) else {
                return (0, max(timings.clue, round.voiceMs(of: stage, by: rules)))
            }
            return (readingMs, max(timings.clue, Round.voiceRestMs))
        }

        /// Milliseconds until a clue that a brake has interrupted has been read, where its clock waits for that.
        func unreadMs(of stage: Phase.Stage, in round: Round, _ voice: InterruptedVoice?) -> Int64 {
            clueClock == .voice ? round.unreadMs(of: stage, voice) : 0
        }

        /// Nobody is to lose a level to a brake that was pulled in its last moment.
        private static let lastCallMs: Int64 = 5_000

        public init(_ json: JSONObject, randomSeed: UInt64) throws(WireError) {
            self.init(seed: randomSeed)
            apply(try Change(json))
        }

        public func members(of fields: inout DocumentWriter, since old: Settings?) {
            fields.member("destinationsCount", destinationsCount, was: old?.destinationsCount)
            fields.member(
                "followupsPerDestination",
                followupsPerDestination,
                was: old?.followupsPerDestination
            )
            fields.member("difficulty", difficulty.rawValue, was: old?.difficulty.rawValue)
            fields.member("theme", theme, was: old?.theme)
            fields.member("locale", locale.rawValue, was: old?.locale.rawValue)
            fields.member("maxPlayers", maxPlayers, was: old?.maxPlayers)
            fields.member("allowLateJoin", allowLateJoin, was: old?.allowLateJoin)
            fields.member("nameFilter", nameFilter.rawValue, was: old?.nameFilter.rawValue)
            fields.member("afterBrake", afterBrake.rawValue, was: old?.afterBrake.rawValue)
            fields.member("clueClock", clueClock.rawValue, was: old?.clueClock.rawValue)
            fields.member("earlyReveal", earlyReveal, was: old?.earlyReveal)
            fields.member("hostMayPlay", hostMayPlay, was: old?.hostMayPlay)
            fields.member("latencyFair", latencyFair, was: old?.latencyFair)
            fields.member("reactions", reactions, was: old?.reactions)
            fields.member("timings", timings, was: old?.timings)
        }
    }
}

extension Tripto {
    /// Length of each step in milliseconds: 20 to 600 000.
    public struct Timings: Codable, Equatable, Sendable, DocumentObject {
        public var intro: Int64 = 6000
        /// Each clue level.
        public var clue: Int64 = 30_000
        /// Time for the player who braked to answer.
        public var brakeAnswer: Int64 = 20_000
        public var reveal: Int64 = 12_000
        /// Each follow-up takes answers for this long.
        public var followup: Int64 = 20_000
        /// Each follow-up's right answer is shown for this long.
        public var followupResults: Int64 = 5000
        public var scoreboard: Int64 = 8000
        /// From t0 to the end of the game.
        public var final: Int64 = 10_500

        public init() {}

        /// - Throws: `bad_message` that names the field.
        static func named(in json: JSONValue) throws(WireError) -> [String: Int64] {
            guard let object = json.object else {
                throw WireError(
                    .badMessage,
                    "settings.timings is an object",
                    field: "settings.timings"
                )
            }
            let fields = FieldReader(object, prefix: "settings.timings.")
            try fields.refuseOthers(than: Self.members.map(\.name))
            var timings: [String: Int64] = [:]
            for (name, _) in Self.members { timings[name] = try fields.int(name, 20...600_000) }
            return timings
        }

        mutating func apply(_ named: [String: Int64]) {
            for (name, member) in Self.members {
                if let ms = named[name] { self[keyPath: member] = ms }
            }
        }

        /// For which the store keeps a brake (G-16): the timer that ends it may be late, where a gateway died.
        var brakeClaim: Int64 { brakeAnswer + 5_000 }

        private static let members:
            [(name: String, any WritableKeyPath<Timings, Int64> & Sendable)] = [
                ("intro", \.intro), ("clue", \.clue), ("brakeAnswer", \.brakeAnswer),
                ("reveal", \.reveal), ("followup", \.followup),
                ("followupResults", \.followupResults), ("scoreboard", \.scoreboard),
                ("final", \.final),
            ]

        public func members(of fields: inout DocumentWriter, since old: Timings?) {
            fields.member("intro", intro, was: old?.intro)
            fields.member("clue", clue, was: old?.clue)
            fields.member("brakeAnswer", brakeAnswer, was: old?.brakeAnswer)
            fields.member("reveal", reveal, was: old?.reveal)
            fields.member("followup", followup, was: old?.followup)
            fields.member("followupResults", followupResults, was: old?.followupResults)
            fields.member("scoreboard", scoreboard, was: old?.scoreboard)
            fields.member("final", final, was: old?.final)
        }
    }
}
