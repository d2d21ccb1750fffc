public import GameState
public import Protocol

extension NameThatTune {
    /// Choices of a session's creator.
    public struct Settings: GameSettings, DocumentObject {
        public enum Locale: String, Codable, CaseIterable, Sendable {
            case sv, en
        }

        public var songsCount = 10
        /// Seconds that are heard of each tune.
        public var clipSeconds = 30
        /// Nil: of every kind.
        public var genre: Tune.Genre?
        /// Nil: of any time.
        public var fromYear: Int?
        public var toYear: Int?
        /// A question about each tune once it is known.
        public var trivia = false
        public var points = Points()
        public var locale = Locale.sv
        public var maxPlayers = 20
        public var allowLateJoin = true
        public var timings = Timings()
        /// Makes the choice of tunes repeatable. Anybody who knows it can foresee the choice, so no
        /// document shows it.
        public var seed: UInt64

        private static let members = [
            "songsCount", "clipSeconds", "genre", "fromYear", "toYear", "trivia", "points",
            "locale", "maxPlayers", "allowLateJoin", "timings", "seed",
        ]
        private static let possibleYears: ClosedRange<Int64> = 1000...2100

        public init(_ json: JSONObject, randomSeed: UInt64) throws(WireError) {
            let fields = FieldReader(json, prefix: "settings.")
            try fields.refuseOthers(than: Self.members)
            func int(_ name: String, _ range: ClosedRange<Int64>) throws(WireError) -> Int? {
                if fields.object[name]?.isNull == true { return nil }
                return try fields.int(name, range).map { Int($0) }
            }
            songsCount = try int("songsCount", 5...50) ?? songsCount
            clipSeconds = try int("clipSeconds", 10...30) ?? clipSeconds
            if fields.object["genre"]?.isNull != true { genre = try fields.choice("genre") }
            fromYear = try int("fromYear", Self.possibleYears)
            toYear = try int("toYear", Self.possibleYears)
            if let fromYear, let toYear, toYear < fromYear {
                throw fields.error("toYear", "is before fromYear")
            }
            trivia = try fields.bool("trivia") ?? trivia
            points = try Points(fields.object["points"])
            locale = try fields.choice("locale") ?? locale
            maxPlayers = try int("maxPlayers", 1...50) ?? maxPlayers
            allowLateJoin = try fields.bool("allowLateJoin") ?? allowLateJoin
            timings = try Timings(fields.object["timings"])
            seed = try fields.int("seed", 0...Int64.max).map { UInt64($0) } ?? randomSeed
        }

        public func members(of fields: inout DocumentWriter, since old: Settings?) {
            fields.member("songsCount", songsCount, was: old?.songsCount)
            fields.member("clipSeconds", clipSeconds, was: old?.clipSeconds)
            fields.member("genre", genre?.rawValue, was: old.map { $0.genre?.rawValue })
            fields.member("fromYear", fromYear, was: old?.fromYear)
            fields.member("toYear", toYear, was: old?.toYear)
            fields.member("trivia", trivia, was: old?.trivia)
            fields.member("points", points, was: old?.points)
            fields.member("locale", locale.rawValue, was: old?.locale.rawValue)
            fields.member("maxPlayers", maxPlayers, was: old?.maxPlayers)
            fields.member("allowLateJoin", allowLateJoin, was: old?.allowLateJoin)
            fields.member("timings", timings, was: old?.timings)
        }

        var clipMs: Int64 { Int64(clipSeconds) * 1_000 }

        var years: ClosedRange<Int>? {
            guard fromYear != nil || toYear != nil else { return nil }
            let (first, last) = (Self.possibleYears.lowerBound, Self.possibleYears.upperBound)
            return (fromYear ?? Int(first))...(toYear ?? Int(last))
        }
    }

    /// Worth of a right answer to each part.
    public struct Points: Codable, Equatable, Sendable, DocumentObject {
        public var artist = 1
        public var title = 1
        public var trivia = 1

        init() {}

        init(_ json: JSONValue?) throws(WireError) {
            guard let fields = try FieldReader.part("points", json) else { return }
            try fields.refuseOthers(than: ["artist", "title", "trivia"])
            artist = try fields.int("artist", 0...10).map { Int($0) } ?? artist
            title = try fields.int("title", 0...10).map { Int($0) } ?? title
            trivia = try fields.int("trivia", 0...10).map { Int($0) } ?? trivia
        }

        public func members(of fields: inout DocumentWriter, since old: Points?) {
            fields.member("artist", artist, was: old?.artist)
            fields.member("title", title, was: old?.title)
            fields.member("trivia", trivia, was: old?.trivia)
        }
    }

    /// Length of each step in milliseconds: 20 to 600 000.
    public struct Timings: Codable, Equatable, Sendable, DocumentObject {
        /// Guesses are taken for so long; 0: until the host goes on, or everybody is done.
        public var guess: Int64 = 0
        public var reveal: Int64 = 12_000
        public var trivia: Int64 = 20_000
        /// The right answer to the trivia is shown for this long.
        public var triviaResults: Int64 = 6_000
        public var scoreboard: Int64 = 8_000
        /// From t0 to the end of the game.
        public var final: Int64 = 10_500

        init() {}

        init(_ json: JSONValue?) throws(WireError) {
            guard let fields = try FieldReader.part("timings", json) else { return }
            try fields.refuseOthers(
                than: ["guess", "reveal", "trivia", "triviaResults", "scoreboard", "final"]
            )
            let range: ClosedRange<Int64> = 20...600_000
            guess = try fields.int("guess", 0...600_000) ?? guess
            guard guess == 0 || range.contains(guess) else {
                throw fields.error("guess", "is 0 or from \(range.lowerBound)")
            }
            reveal = try fields.int("reveal", range) ?? reveal
            trivia = try fields.int("trivia", range) ?? trivia
            triviaResults = try fields.int("triviaResults", range) ?? triviaResults
            scoreboard = try fields.int("scoreboard", range) ?? scoreboard
            final = try fields.int("final", range) ?? final
        }

        public func members(of fields: inout DocumentWriter, since old: Timings?) {
            fields.member("guess", guess, was: old?.guess)
            fields.member("reveal", reveal, was: old?.reveal)
            fields.member("trivia", trivia, was: old?.trivia)
            fields.member("triviaResults", triviaResults, was: old?.triviaResults)
            fields.member("scoreboard", scoreboard, was: old?.scoreboard)
            fields.member("final", final, was: old?.final)
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
