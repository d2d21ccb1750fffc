import GameState

/// A package with what a choice compares of it.
struct BankEntry: Sendable {
    let package: RoundPackage
    let country: FoldedWords
    /// Its themes, region and country, word by word.
    let themeWords: [String]
    /// All that name its destination.
    private let names: [Name]
    private let questions: [FoldedWords]
    /// Beginnings of the questions' words: they rule out most names.
    private let beginnings: Set<Substring>

    private struct Name {
        let words: FoldedWords
        /// Possible beginnings of the first word of any of its forms.
        let beginnings: Set<Substring>

        init(_ raw: String) {
            words = FoldedWords(raw).withoutArticle
            let first = words.words.first ?? ""
            let starts = [first, first + "s", words.words.joined()]
            beginnings = Set(starts.map { $0.prefix(FoldedWords.shortestStem) })
        }
    }

    init(_ package: RoundPackage) {
        let destination = package.destination
        self.package = package
        country = FoldedWords(destination.country)
        themeWords = (package.themes + [destination.region, destination.country])
            .flatMap { FoldedWords($0).words }
        names = ([destination.name] + destination.aliases).map { Name($0) }
        questions = package.followups.map { FoldedWords($0.q) }
        beginnings = Set(
            questions.flatMap(\.words).map { $0.prefix(FoldedWords.shortestStem) }
        )
    }

    /// True when a follow-up's question says the name of `other`'s destination (G-66).
    func asksAbout(_ other: BankEntry) -> Bool {
        other.names.contains { name in
            !name.beginnings.isDisjoint(with: beginnings)
                && questions.contains { $0.contains(name.words) }
        }
    }
}

/// A host's free words for a theme, compared with a package's themes, region and country.
struct ThemeWords {
    private let words: Set<String>

    init(_ theme: String) {
        words = Set(FoldedWords(theme).words.filter { !Self.joining.contains($0) })
    }

    /// Number of the words that the package answers to. A word and another that begins with it are
    /// one: "temple" and "temples", "Asien" and "asiens".
    func count(in entry: BankEntry) -> Int {
        words.count { word in
            entry.themeWords.contains { offered in
                FoldedWords.isForm(offered, of: word)
                    || (FoldedWords.isForm(word, of: offered) && !Self.joining.contains(offered))
            }
        }
    }

    /// Words that stand between the ones that tell.
    private static let joining: Set<String> = [
        "a", "an", "and", "av", "by", "de", "den", "det", "en", "ett", "for", "i", "in", "med",
        "o", "och", "of", "om", "on", "pa", "som", "the", "till", "to", "vid", "with",
    ]
}

/// A file of a bank's folder that is no package to be played, and why.
public struct PackageRefusal: Error, Equatable, Sendable {
    /// Within the folder, such as `sv/kyoto.json`.
    public let file: String
    public let reason: Reason

    public enum Reason: Equatable, Sendable {
        case unreadable
        /// A link that leads out of the folder.
        case outside
        /// A folder, a pipe, a device.
        case irregular
        /// More than a file of a folder may have, in bytes.
        case tooLong(limit: Int)
        case notAPackage(PackageReadingError)
        /// The file is to be named `<locale>/<destination id>.json`.
        case misplaced(id: String)
        case unplayable([Finding])
    }
}

/// For the log: it names the fault of a package that will never be played.
extension PackageRefusal: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .unreadable: "\(file): the file cannot be read"
        case .outside: "\(file): the file lies outside of the folder"
        case .irregular: "\(file): this is no ordinary file"
        case .tooLong(let limit): "\(file): the file has more than \(limit) bytes"
        case .notAPackage(let error): "\(file): \(error)"
        case .misplaced(let id): "\(file): \(id) belongs in another file"
        case .unplayable(let findings): PackageReport.render(findings, file: file)
        }
    }
}
