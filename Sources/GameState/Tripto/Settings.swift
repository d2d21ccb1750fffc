public import Protocol

extension Tripto {
    /// What the creator of a session may choose, as PROTOCOL §2 lists it.
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
        /// Makes the choice of destinations repeatable. Whoever knows it can tell what comes, so no
        /// document shows it.
        public var seed: UInt64
        public var timings: Timings

        /// What nobody has chosen differently.
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
            let fields = FieldReader(object: json, prefix: "settings.")
            try fields.refuseOthers(than: Self.names)
            if let count = try fields.int("destinationsCount", 1...10) {
                destinationsCount = Int(count)
            }
            if let count = try fields.int("followupsPerDestination", 0...3) {
                followupsPerDestination = Int(count)
            }
            if let choice: RoundPackage.Difficulty = try fields.choice("difficulty") {
                difficulty = choice
            }
            if json["theme"]?.isNull == false, let text = try fields.text("theme", 0...80),
                !text.isEmpty
            {
                theme = text
            }
            if let choice: Locale = try fields.choice("locale") { locale = choice }
            if let count = try fields.int("maxPlayers", 1...500) { maxPlayers = Int(count) }
            if let choice = try fields.bool("allowLateJoin") { allowLateJoin = choice }
            if let choice = try fields.bool("earlyReveal") { earlyReveal = choice }
            if let seed = try Self.seed(fields) { self.seed = seed }
            switch json["timings"] {
            case .none, .null: break
            case .some(let value): timings = try Timings(value)
            }
        }

        private static let names = [
            "destinationsCount", "followupsPerDestination", "difficulty", "theme", "locale",
            "maxPlayers", "allowLateJoin", "earlyReveal", "seed", "timings",
        ]

        /// A number, or its decimal digits as a string: many clients can't write whole numbers past
        /// 2^53.
        private static func seed(_ fields: FieldReader) throws(WireError) -> UInt64? {
            switch fields.object["seed"] {
            case .none, .null:
                return nil
            case .string(let digits) where digits.utf8.count <= 20:
                if let number = UInt64(digits) { return number }
            case .some(let value):
                if let number = FieldReader.whole(value), number >= 0 { return UInt64(number) }
            }
            throw fields.error("seed", "is a whole number from 0 to 2^64-1, or its digits")
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
