public import GameState
public import Protocol

extension Tripto {
    /// Choices of a session's creator.
    public struct Settings: GameSettings, ObjectPart {
        public enum Locale: String, Codable, CaseIterable, Sendable {
            case sv, en
        }

        public var destinationsCount: Int
        public var followupsPerDestination: Int
        public var difficulty: RoundPackage.Difficulty
        public var theme: String?
        public var locale: Locale
        public var maxPlayers: Int
        public var allowLateJoin: Bool
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

        public init(_ json: JSONObject, randomSeed: UInt64) throws(WireError) {
            self.init(seed: randomSeed)
            apply(try Change(json))
        }

        public func members(of fields: inout Fields, since old: Settings?) {
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
            fields.member("earlyReveal", earlyReveal, was: old?.earlyReveal)
            fields.member("timings", timings, was: old?.timings)
        }
    }
}
