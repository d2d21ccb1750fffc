import GameState
public import Protocol

extension NameThatTune.Settings {
    /// A change of the settings; those that it does not name stay as they are.
    public struct Change: Codable, Equatable, Sendable {
        /// A setting that may also be nothing at all.
        struct Choice<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
            let value: Value?
        }

        /// Both together: what one of them may be depends on the other.
        struct Years: Codable, Equatable, Sendable {
            let from: Int?
            let to: Int?
        }

        var songsCount: Int?
        var clipSeconds: Int?
        var source: TuneSource?
        var artist: Choice<String>?
        var genre: Choice<Tune.Genre>?
        var years: Years?
        var trivia: Bool?
        /// Worth by a part's name.
        var points: [String: Int]
        var locale: Locale?
        var maxPlayers: Int?
        var allowLateJoin: Bool?
        var nameFilter: NameFilter?
        var reactions: Bool?
        /// Milliseconds by name.
        var timings: [String: Int64]
        var seed: UInt64?

        private static let names = [
            "songsCount", "clipSeconds", "source", "artist", "genre", "fromYear", "toYear",
            "trivia", "points", "locale", "maxPlayers", "allowLateJoin", "nameFilter",
            "reactions", "timings", "seed",
        ]
        static let possibleYears: ClosedRange<Int64> = 1000...2100

        /// - Throws: `bad_message` that names the field which is unknown, out of range or of the wrong type.
        init(_ json: JSONObject) throws(WireError) {
            let fields = FieldReader(json, prefix: "settings.")
            try fields.refuseOthers(than: Self.names)
            func isNull(_ name: String) -> Bool { json[name]?.isNull == true }
            func int(_ name: String, _ range: ClosedRange<Int64>) throws(WireError) -> Int? {
                isNull(name) ? nil : try fields.int(name, range).map { Int($0) }
            }
            songsCount = try int("songsCount", 5...50)
            clipSeconds = try int("clipSeconds", 10...30)
            source = try fields.choice("source")
            if isNull("artist") {
                artist = Choice(value: nil)
            } else if let given = try fields.text("artist", NameThatTune.guessLength) {
                artist = Choice(value: given.isEmpty ? nil : given)
            }
            if isNull("genre") {
                genre = Choice(value: nil)
            } else if let given: Tune.Genre = try fields.choice("genre") {
                genre = Choice(value: given)
            }
            if json["fromYear"] != nil || json["toYear"] != nil {
                let years = Years(
                    from: try int("fromYear", Self.possibleYears),
                    to: try int("toYear", Self.possibleYears)
                )
                if let from = years.from, let to = years.to, to < from {
                    throw fields.error("toYear", "is before fromYear")
                }
                self.years = years
            }
            trivia = try fields.bool("trivia")
            points = try NameThatTune.Points.named(in: json["points"])
            locale = try fields.choice("locale")
            maxPlayers = try int("maxPlayers", 1...50)
            allowLateJoin = try fields.bool("allowLateJoin")
            nameFilter = try fields.choice("nameFilter")
            reactions = try fields.bool("reactions")
            timings = try NameThatTune.Timings.named(in: json["timings"])
            seed = try fields.int("seed", 0...Int64.max).map { UInt64($0) }
        }
    }

    public static func change(_ json: JSONObject) throws(WireError) -> Change {
        try Change(json)
    }

    public mutating func apply(_ change: Change) {
        songsCount = change.songsCount ?? songsCount
        clipSeconds = change.clipSeconds ?? clipSeconds
        source = change.source ?? source
        if let artist = change.artist { self.artist = artist.value }
        if let genre = change.genre { self.genre = genre.value }
        if let years = change.years { (fromYear, toYear) = (years.from, years.to) }
        trivia = change.trivia ?? trivia
        points.apply(change.points)
        locale = change.locale ?? locale
        maxPlayers = change.maxPlayers ?? maxPlayers
        allowLateJoin = change.allowLateJoin ?? allowLateJoin
        nameFilter = change.nameFilter ?? nameFilter
        reactions = change.reactions ?? reactions
        timings.apply(change.timings)
        seed = change.seed ?? seed
    }
}

extension NameThatTune.Points {
    private static let members: [(name: String, any WritableKeyPath<Self, Int> & Sendable)] = [
        ("artist", \.artist), ("title", \.title), ("trivia", \.trivia),
    ]

    /// Those that are named, checked.
    fileprivate static func named(in json: JSONValue?) throws(WireError) -> [String: Int] {
        guard let fields = try FieldReader.part("points", json) else { return [:] }
        try fields.refuseOthers(than: members.map(\.name))
        var named: [String: Int] = [:]
        for (name, _) in members {
            named[name] = try fields.int(name, 0...10).map { Int($0) }
        }
        return named
    }

    fileprivate mutating func apply(_ named: [String: Int]) {
        for (name, member) in Self.members {
            if let value = named[name] { self[keyPath: member] = value }
        }
    }
}

extension NameThatTune.Timings {
    private static let members: [(name: String, any WritableKeyPath<Self, Int64> & Sendable)] = [
        ("guess", \.guess), ("reveal", \.reveal), ("trivia", \.trivia),
        ("triviaResults", \.triviaResults), ("scoreboard", \.scoreboard), ("final", \.final),
    ]

    /// Those that are named, checked.
    fileprivate static func named(in json: JSONValue?) throws(WireError) -> [String: Int64] {
        guard let fields = try FieldReader.part("timings", json) else { return [:] }
        try fields.refuseOthers(than: members.map(\.name))
        let range: ClosedRange<Int64> = 20...600_000
        var named: [String: Int64] = [:]
        for (name, _) in members {
            let isGuess = name == "guess"
            let ms = try fields.int(name, isGuess ? 0...range.upperBound : range)
            if isGuess, let ms, ms != 0, !range.contains(ms) {
                throw fields.error(name, "is 0 or from \(range.lowerBound)")
            }
            named[name] = ms
        }
        return named
    }

    fileprivate mutating func apply(_ named: [String: Int64]) {
        for (name, member) in Self.members {
            if let value = named[name] { self[keyPath: member] = value }
        }
    }
}

extension FieldReader {
    /// The members of a part of the settings; nil where it is left out.
    fileprivate static func part(
        _ name: String,
        _ json: JSONValue?
    ) throws(WireError) -> FieldReader? {
        guard let json else { return nil }
        guard let object = json.object else {
            throw WireError(
                .badMessage,
                "settings.\(name) is an object",
                field: "settings.\(name)"
            )
        }
        return FieldReader(object, prefix: "settings.\(name).")
    }
}
