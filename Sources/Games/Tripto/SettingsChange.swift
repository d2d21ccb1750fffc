public import GameState
public import Protocol

extension Tripto.Settings {
    /// A change of the settings; those that it does not name stay as they are.
    public struct Change: Codable, Equatable, Sendable {
        var destinationsCount: Int?
        var followupsPerDestination: Int?
        var difficulty: RoundPackage.Difficulty?
        /// Empty: no theme any more.
        var theme: String?
        var locale: Locale?
        var maxPlayers: Int?
        var allowLateJoin: Bool?
        var nameFilter: NameFilter?
        var afterBrake: AfterBrake?
        var clueClock: ClueClock?
        var earlyReveal: Bool?
        var hostMayPlay: Bool?
        var latencyFair: Bool?
        var reactions: Bool?
        var seed: UInt64?
        /// Milliseconds by name.
        var timings: [String: Int64] = [:]

        /// - Throws: `bad_message` that names the field which is unknown, out of range or of the wrong
        ///   type.
        init(_ json: JSONObject) throws(WireError) {
            let fields = FieldReader(json, prefix: "settings.")
            try fields.refuseOthers(than: Self.names)
            destinationsCount = try fields.int("destinationsCount", 1...10).map { Int($0) }
            followupsPerDestination = try fields.int("followupsPerDestination", 0...3)
                .map { Int($0) }
            difficulty = try fields.choice("difficulty")
            theme = json["theme"]?.isNull == true ? "" : try fields.text("theme", 0...80)
            locale = try fields.choice("locale")
            maxPlayers = try fields.int("maxPlayers", 1...Int64(Tripto.playerCounts.upperBound))
                .map { Int($0) }
            allowLateJoin = try fields.bool("allowLateJoin")
            nameFilter = try fields.choice("nameFilter")
            afterBrake = try fields.choice("afterBrake")
            clueClock = try fields.choice("clueClock")
            earlyReveal = try fields.bool("earlyReveal")
            hostMayPlay = try fields.bool("hostMayPlay")
            latencyFair = try fields.bool("latencyFair")
            reactions = try fields.bool("reactions")
            seed = try Self.seed(fields)
            switch json["timings"] {
            case .none, .null: break
            case .some(let value): timings = try Tripto.Timings.named(in: value)
            }
        }

        private static let names = [
            "destinationsCount", "followupsPerDestination", "difficulty", "theme", "locale",
            "maxPlayers", "allowLateJoin", "nameFilter", "afterBrake", "clueClock", "earlyReveal",
            "seed", "hostMayPlay", "latencyFair", "reactions", "timings",
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
    }

    public static func change(_ json: JSONObject) throws(WireError) -> Change {
        try Change(json)
    }

    public mutating func apply(_ change: Change) {
        destinationsCount = change.destinationsCount ?? destinationsCount
        followupsPerDestination = change.followupsPerDestination ?? followupsPerDestination
        difficulty = change.difficulty ?? difficulty
        if let theme = change.theme { self.theme = theme.isEmpty ? nil : theme }
        locale = change.locale ?? locale
        maxPlayers = change.maxPlayers ?? maxPlayers
        allowLateJoin = change.allowLateJoin ?? allowLateJoin
        nameFilter = change.nameFilter ?? nameFilter
        afterBrake = change.afterBrake ?? afterBrake
        clueClock = change.clueClock ?? clueClock
        earlyReveal = change.earlyReveal ?? earlyReveal
        hostMayPlay = change.hostMayPlay ?? hostMayPlay
        latencyFair = change.latencyFair ?? latencyFair
        reactions = change.reactions ?? reactions
        seed = change.seed ?? seed
        timings.apply(change.timings)
    }

    public var oldestRules: RulesVersion {
        if !reactions { return .ninth }
        if nameFilter != .medium { return .seventh }
        return clueClock != .level || hostMayPlay || latencyFair ? .sixth : .first
    }

    /// True when these may lead to another choice of destinations than `other`.
    func choosesOtherwise(than other: Tripto.Settings) -> Bool {
        (locale, difficulty, theme, seed, hostMayPlay)
            != (other.locale, other.difficulty, other.theme, other.seed, other.hostMayPlay)
    }
}
