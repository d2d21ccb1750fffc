public import GameState
public import Protocol

extension NameThatTune {
    /// Choices of a session's creator.
    public struct Settings: GameSettings, DocumentObject {
        public enum Locale: String, Codable, CaseIterable, Sendable {
            case sv, en
        }

        /// Absent in sessions from before there was such a choice.
        public enum On: Default {
            public static let value = true
        }

        public var songsCount = 10
        /// Seconds that are heard of each tune.
        public var clipSeconds = 30
        /// Nil: of every kind.
        public var genre: Tune.Genre?
        /// Nil: of any time.
        public var fromYear: Int?
        public var toYear: Int?
        @Added<TuneSource.Book> public var source: TuneSource
        /// Nil: whoever made them.
        public var artist: String?
        /// A question about each tune once it is known.
        public var trivia = false
        public var points = Points()
        public var locale = Locale.sv
        public var maxPlayers = 20
        public var allowLateJoin = true
        @Added<NameFilter.Usual> public var nameFilter: NameFilter
        @Added<On> public var reactions: Bool
        public var timings = Timings()
        /// Makes the choice of tunes repeatable. Anybody who knows it can foresee the choice, so no
        /// document shows it.
        public var seed: UInt64

        public init(_ json: JSONObject, randomSeed: UInt64) throws(WireError) {
            seed = randomSeed
            source = .both
            apply(try Change(json))
        }

        public func members(of fields: inout DocumentWriter, since old: Settings?) {
            fields.member("songsCount", songsCount, was: old?.songsCount)
            fields.member("clipSeconds", clipSeconds, was: old?.clipSeconds)
            fields.member("source", source.rawValue, was: old?.source.rawValue)
            fields.member("artist", artist, was: old?.artist)
            fields.member("genre", genre?.rawValue, was: old.map { $0.genre?.rawValue })
            fields.member("fromYear", fromYear, was: old?.fromYear)
            fields.member("toYear", toYear, was: old?.toYear)
            fields.member("trivia", trivia, was: old?.trivia)
            fields.member("points", points, was: old?.points)
            fields.member("locale", locale.rawValue, was: old?.locale.rawValue)
            fields.member("maxPlayers", maxPlayers, was: old?.maxPlayers)
            fields.member("allowLateJoin", allowLateJoin, was: old?.allowLateJoin)
            fields.member("nameFilter", nameFilter.rawValue, was: old?.nameFilter.rawValue)
            fields.member("reactions", reactions, was: old?.reactions)
            fields.member("timings", timings, was: old?.timings)
        }

        var clipMs: Int64 { Int64(clipSeconds) * 1_000 }

        var years: ClosedRange<Int>? {
            guard fromYear != nil || toYear != nil else { return nil }
            let (first, last) = (Change.possibleYears.lowerBound, Change.possibleYears.upperBound)
            return (fromYear ?? Int(first))...(toYear ?? Int(last))
        }
    }

    /// Worth of a right answer to each part.
    public struct Points: Codable, Equatable, Sendable, DocumentObject {
        public var artist = 1
        public var title = 1
        public var trivia = 1

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
