import GameState
import Protocol
import Synchronization

/// A host's question to the catalogues, as it came in a URL.
struct TuneQuery: Equatable, Sendable {
    /// Words of titles and artists, which may be cut short.
    let text: String
    let genre: Tune.Genre?
    let years: ClosedRange<Int>?
    let locale: NameThatTune.Settings.Locale

    private static let textLength = 0...100
    private static let possibleYears = 1000...2100

    /// - Parameter query: texts alone.
    init(_ query: JSONObject) throws(WireError) {
        let fields = FieldReader(query)
        try fields.refuseOthers(than: ["q", "genre", "fromYear", "toYear", "locale"])
        func year(_ name: String) throws(WireError) -> Int? {
            guard let text = query[name]?.string else { return nil }
            guard let year = Int(text), Self.possibleYears.contains(year) else {
                let range = Self.possibleYears
                throw fields.error(
                    name,
                    "is a year from \(range.lowerBound) to \(range.upperBound)"
                )
            }
            return year
        }
        text = try fields.text("q", Self.textLength) ?? ""
        genre = try fields.choice("genre")
        locale = try fields.choice("locale") ?? .sv
        let (from, to) = (try year("fromYear"), try year("toYear"))
        if let from, let to, to < from { throw fields.error("toYear", "is before fromYear") }
        let (first, last) = (Self.possibleYears.lowerBound, Self.possibleYears.upperBound)
        years = from == nil && to == nil ? nil : (from ?? first)...(to ?? last)
    }

    /// True where a tune is what it asks for beside its words.
    func admits(_ tune: Tune) -> Bool {
        (genre.map { $0 == tune.genre } ?? true) && (years?.contains(tune.year) ?? true)
    }
}

/// Words of tunes by which they are found; those of thousands are made once.
final class TuneIndex: Sendable {
    private struct Entry {
        let tune: Tune
        let words: [String]

        init(_ tune: Tune) {
            self.tune = tune
            words = Array(Set((tune.titles + tune.artists).flatMap(TuneIndex.words)))
        }
    }

    /// As many as a search shows.
    static let maxFound = 50

    private let entries = Mutex<[String: Entry]>([:])

    /// Those of `tunes` that fit, the nearest first; blocks for as long as new words take.
    ///
    /// Each word of the query is the beginning of one of the tune's, in either language.
    func found(for query: TuneQuery, among tunes: [Tune]) -> (tunes: [Tune], isCut: Bool) {
        let wanted = Self.words(of: query.text)
        guard !wanted.isEmpty || query.text.isEmpty else { return ([], false) }
        let fitting = tunes.filter(query.admits)
        var hits = entries.withLock { entries in
            if entries.count > 2 * tunes.count {
                let known = Set(tunes.map { $0.id })
                entries = entries.filter { known.contains($0.key) }
            }
            return fitting.filter { tune in
                let entry = entries[tune.id].flatMap { $0.tune == tune ? $0 : nil } ?? Entry(tune)
                entries[tune.id] = entry
                return wanted.allSatisfy { word in entry.words.contains { $0.hasPrefix(word) } }
            }
            .map { tune in
                let title = tune.title(in: query.locale)
                let first = Self.words(of: title)
                return (tune: tune, title: title, isNear: first.starts(with: wanted))
            }
        }
        hits.sort { one, other in
            if one.isNear != other.isNear { return one.isNear }
            if one.title != other.title { return one.title < other.title }
            return one.tune.id < other.tune.id
        }
        return (hits.prefix(Self.maxFound).map(\.tune), hits.count > Self.maxFound)
    }

    private static func words(of text: String) -> [String] {
        NormalisedText(text)?.folded.split(separator: " ").map(String.init) ?? []
    }
}
