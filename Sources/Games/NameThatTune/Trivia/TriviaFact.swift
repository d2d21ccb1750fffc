import GameState
import OpenSSL
import Seeded

/// A tune with what its catalogue says beside it, and no reveal shows.
struct Track: Sendable {
    let tune: Tune
    var album: String?
    var composer: String?

    /// A digest of what its catalogue says of it.
    var stamp: [UInt8] {
        let words = [tune.title, tune.artist, "\(tune.year)", album ?? "", composer ?? ""]
        return Digest.sha256(Array(words.joined(separator: "\0").utf8))
    }
}

/// A fact of a catalogue that a question is asked about.
///
/// Neither artist nor year: at the time of the question the reveal has told them to everybody.
struct TriviaFact: Equatable, Sendable {
    enum About: CaseIterable, Sendable {
        case album, composer
        /// Another tune of the same artist, or of the same year.
        case artist, year
    }

    let about: About
    /// The right answer.
    let answer: String
    /// Three, or fewer where the catalogue has no more.
    let wrong: [String]

    /// Wrong answers that somebody else has to find.
    var missing: Int { Tune.Trivia.optionCount - 1 - wrong.count }

    /// - Parameter others: tracks of all catalogues; the tune may be among them.
    /// - Returns: nil where they say nothing of the tune that can be asked about.
    static func one(of track: Track, among others: [Track]) -> TriviaFact? {
        var dice = SplitMix64(seed: track.stamp.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
        let others = others.filter { $0.tune.id != track.tune.id }.shuffled(using: &dice)
        let kinds = About.allCases.shuffled(using: &dice)
        return kinds.lazy.compactMap { TriviaFact($0, of: track, among: others) }.first
    }

    private init?(_ about: About, of track: Track, among others: [Track]) {
        let tune = track.tune
        let matcher = TuneMatcher(tune)
        func isBy(_ other: Tune) -> Bool {
            other.artist == tune.artist
                || other.artists.contains { matcher.accepts(artist: $0) }
        }
        let rights: [String?]
        let wrong: (Track) -> String?
        switch about {
        case .album:
            // On two albums it has two right answers.
            let again = others.filter { $0.tune.title == tune.title && isBy($0.tune) }
            rights = [track.album] + again.map(\.album)
            wrong = \.album
        case .composer:
            rights = [track.composer]
            wrong = \.composer
        case .artist:
            guard tune.artist != Tune.nobody else { return nil }
            rights = others.filter { $0.tune.artist == tune.artist }.map(\.tune.title)
            wrong = { isBy($0.tune) ? nil : $0.tune.title }
        case .year:
            guard tune.year > 0 else { return nil }
            rights = others.filter { $0.tune.year == tune.year }.map(\.tune.title)
            wrong = { track in
                let isFar = abs(track.tune.year - tune.year) >= Self.yearsApart
                return track.tune.year > 0 && isFar ? track.tune.title : nil
            }
        }
        let names = TriviaNames(of: tune, about)
        let known = rights.compactMap(\.self)
        guard let answer = known.first(where: names.mayBeOption) else { return nil }
        let right = Set(known.compactMap { NormalisedText($0)?.folded })
        // Those that are most like the tune are the hardest to tell from it.
        let alike = others.filter { $0.tune.genre == tune.genre }
        let unlike = others.filter { $0.tune.genre != tune.genre }
        var found: [String] = []
        for other in alike + unlike where found.count < Tune.Trivia.optionCount - 1 {
            guard let name = wrong(other), names.mayBeOption(name),
                let key = NormalisedText(name)?.folded, !right.contains(key),
                names.isOther(name, than: [answer] + found)
            else { continue }
            found.append(name)
        }
        self.about = about
        self.answer = answer
        self.wrong = found
        // Of tunes the catalogue alone knows which are wrong.
        guard missing == 0 || about == .album || about == .composer else { return nil }
    }

    /// Years by which a tune is surely of another one, whatever its edition says.
    private static let yearsApart = 3
}

/// Names around a question: those that it may not tell, and those between which it has a choice.
struct TriviaNames {
    private let tune: Tune
    private let about: TriviaFact.About
    /// Titles and artists.
    private let told: [NormalisedText]

    init(of tune: Tune, _ about: TriviaFact.About) {
        self.tune = tune
        self.about = about
        told = (tune.titles + tune.artists).compactMap { NormalisedText($0) }
    }

    private static let optionLength = 1...40
    /// Signs of markup, of a template or of a path.
    private static let foreign: Set<Character> = ["<", ">", "{", "}", "`", "\\", "|"]

    /// True for a text of one line that holds nothing but words.
    static func isPlain(_ text: String, _ length: ClosedRange<Int>) -> Bool {
        length.contains(text.count) && ShownText.clean(text) == text
            && !text.contains(where: foreign.contains) && !text.contains("://")
            && NormalisedText(text) != nil
    }

    /// False also for one that names the tune, which everybody would take.
    func mayBeOption(_ text: String) -> Bool {
        Self.isPlain(text, Self.optionLength) && !namesTune(text)
    }

    func namesTune(_ text: String) -> Bool {
        guard let text = NormalisedText(text) else { return false }
        return told.contains(where: text.tells)
    }

    /// True where nobody who wrote it would be taken to mean one of the others.
    func isOther(_ name: String, than others: [String]) -> Bool {
        !others.contains { isSame(name, $0) || isSame($0, name) }
    }

    private func isSame(_ name: String, _ other: String) -> Bool {
        let matcher = TuneMatcher(Tune("", told: other, by: other, year: 0, genre: .other))
        switch about {
        case .album, .artist, .year: return matcher.accepts(title: name)
        case .composer: return matcher.accepts(artist: name)
        }
    }
}

extension NormalisedText {
    /// Names of fewer letters stand in many other words.
    private static let shortestWithEnding = 4

    /// True where a name stands in this text, perhaps with an ending: "ABBAs".
    func tells(_ name: NormalisedText) -> Bool {
        let end = name.letters.count < Self.shortestWithEnding ? " " : ""
        return " \(folded) ".contains(" \(name.folded)\(end)")
    }
}
