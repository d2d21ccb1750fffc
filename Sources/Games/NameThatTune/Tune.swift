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
    public let year: Int
    /// ISO 3166-1 alpha-2.
    public let country: String
    public let genre: Genre
    /// Reason why everybody may play it.
    public let whyFree: String
    let englishTrivia: Trivia?
    let swedishTrivia: Trivia?

    public enum Genre: String, Codable, CaseIterable, Sendable {
        case classical, folk, carol, anthem, march, ragtime, opera, children
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
    public let tune: Tune
    /// The name of its recording on the wire; nil where the gateway gave it none.
    public internal(set) var clip: ClipID?

    public init(_ tune: Tune) {
        self.tune = tune
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
}

/// A wish names tunes that are no secret any more; printing it is short all the same.
extension TuneWish: CustomStringConvertible {
    public var description: String { "wish for a tune after \(roundsStarted)" }
}
