public import GameState
public import Protocol

/// A tune of a catalogue: what may be guessed of it, and what is told once it is over.
public struct Tune: Codable, Equatable, Sendable, Identifiable {
    /// The word of its catalogue for it, which names the tune: for no client before the reveal.
    public let id: String
    public let title: String
    /// Another in Swedish, if any.
    public let swedishTitle: String?
    /// Other titles that are as right.
    public let aliases: [String]
    /// The composer or performer; `Traditional`: nobody knows.
    public let artist: String
    public let artistAliases: [String]
    /// 0: not known.
    public let year: Int
    /// ISO 3166-1 alpha-2; empty: not known.
    public let country: String
    public let genre: Genre
    /// Reason why everybody may play it; empty: the family may, as it is theirs.
    public let whyFree: String
    private(set) var englishTrivia: Trivia?
    private(set) var swedishTrivia: Trivia?

    public enum Genre: String, Codable, CaseIterable, Sendable {
        case classical, folk, carol, anthem, march, ragtime, opera, children
        /// Of the family's own music alone, in sessions from `RulesVersion.ninth` on.
        case pop, rock, metal, jazz, blues, country, soul, dance, hiphop, reggae, soundtrack, other
    }

    public init(
        id: String,
        title: String,
        swedishTitle: String? = nil,
        aliases: [String] = [],
        artist: String,
        artistAliases: [String] = [],
        year: Int,
        country: String,
        genre: Genre,
        whyFree: String,
        englishTrivia: Trivia? = nil,
        swedishTrivia: Trivia? = nil
    ) {
        self.id = id
        self.title = title
        self.swedishTitle = swedishTitle
        self.aliases = aliases
        self.artist = artist
        self.artistAliases = artistAliases
        self.year = year
        self.country = country
        self.genre = genre
        self.whyFree = whyFree
        self.englishTrivia = englishTrivia
        self.swedishTrivia = swedishTrivia
    }

    /// A question about a tune that has been revealed: one right answer and three others.
    public struct Trivia: Codable, Equatable, Sendable {
        let question: String
        /// The right one first.
        let options: [String]

        static let optionCount = 4

        /// Nil unless there are four different options.
        public init?(_ question: String, options: [String]) {
            guard Set(options).count == options.count, options.count == Self.optionCount else {
                return nil
            }
            self.question = question
            self.options = options
        }
    }

    func title(in locale: NameThatTune.Settings.Locale) -> String {
        switch locale {
        case .en: title
        case .sv: swedishTitle ?? title
        }
    }

    func artist(in locale: NameThatTune.Settings.Locale) -> String {
        switch locale {
        case .en: artist
        case .sv: artist == Self.nobody ? "Traditionell" : artist
        }
    }

    func trivia(in locale: NameThatTune.Settings.Locale) -> Trivia? {
        switch locale {
        case .en: englishTrivia
        case .sv: swedishTrivia
        }
    }

    /// The same with a question.
    func asking(_ trivia: Trivia, in locale: NameThatTune.Settings.Locale) -> Tune {
        var tune = self
        switch locale {
        case .en: tune.englishTrivia = trivia
        case .sv: tune.swedishTrivia = trivia
        }
        return tune
    }

    /// The artist of a tune that nobody is known to have written.
    static let nobody = "Traditional"

    /// All titles that are right, in either language.
    var titles: [String] { [title] + (swedishTitle.map { [$0] } ?? []) + aliases }
    var artists: [String] { [artist] + artistAliases }
}

/// It is the secret; printing it tells none.
extension Tune: CustomStringConvertible {
    public var description: String { "a tune" }
}

/// Content of a round.
public struct TuneContent: Codable, Equatable, Sendable {
    public internal(set) var tune: Tune
    /// The name of its recording on the wire; nil where the gateway gave it none.
    public internal(set) var clip: ClipID?
    /// Nil where it has none, or the gateway gave it no names.
    public internal(set) var cover: Cover?
    /// True where the catalogue has a cover of it.
    @Added<No> var hasCover: Bool
    /// Picks that were to be played and can't be.
    @Added<NoRefusals> public var refused: [PickRefusal]

    public init(_ tune: Tune, hasCover: Bool = false) {
        self.tune = tune
        _hasCover = Added(wrappedValue: hasCover)
    }

    public enum NoRefusals: Default {
        public static let value: [PickRefusal] = []
    }

    public enum No: Default {
        public static let value = false
    }
}

/// Names of a cover on the wire, which say nothing.
public struct Cover: Codable, Equatable, Sendable {
    /// The one that may be seen before the reveal.
    let blurred: ClipID
    let sharp: ClipID
}

/// Catalogues that tunes are played from.
public enum TuneSource: String, Codable, CaseIterable, Sendable {
    /// The tunes that come along.
    case book
    /// The family's own music.
    case own
    case both

    /// A session of before `RulesVersion.ninth`, which names none, is played from the book.
    public enum Book: Default {
        public static let value = TuneSource.book
    }
}

/// A wish for the tune that comes next.
public struct TuneWish: Codable, Equatable, Sendable {
    public var seed: UInt64
    public var genre: Tune.Genre?
    /// First year, and last.
    public var years: ClosedRange<Int>?
    /// Tunes of this game, which must not come again.
    public var heard: [String]
    /// Tunes of earlier games of the session, the latest last.
    public var heardBefore: [String]
    /// The host's, which remembers what it has had.
    public var device: DeviceMark?
    /// Rounds of the session so far.
    public var roundsStarted: Int
    /// Nil: the book alone.
    public var source: TuneSource?
    /// The only one who is played; nil: everybody.
    public var artist: String?
    /// Ids of tunes that come before all others, the next one first; nil: there are none.
    public var picks: [String]?
    /// Language of the question that is wanted about it; nil: none is.
    @Aside var trivia: NameThatTune.Settings.Locale? = nil

    private enum CodingKeys: CodingKey {
        case seed, genre, years, heard, heardBefore, device, roundsStarted, source, artist, picks
    }

    /// A word for the source alone: no journal keeps it and no wish is another for it, so builds that don't know it follow.
    @propertyWrapper struct Aside<Value: Sendable>: Equatable, Sendable {
        var wrappedValue: Value

        static func == (one: Aside, other: Aside) -> Bool { true }
    }
}

extension TuneWish {
    init(of game: NameThatTune) {
        let settings = game.settings
        self.init(
            seed: settings.seed,
            genre: settings.genre,
            years: settings.years,
            heard: game.heard,
            heardBefore: game.heardBefore,
            device: game.lobby.hostDevice,
            roundsStarted: game.roundsStarted,
            source: settings.source == .book ? nil : settings.source,
            artist: settings.artist,
            picks: game.picks.toPlay,
            trivia: settings.trivia ? settings.locale : nil
        )
    }
}

/// A wish names tunes that are no secret any more; printing it is short all the same.
extension TuneWish: CustomStringConvertible {
    public var description: String { "wish for a tune after \(roundsStarted)" }
}
