public import GameState
import Seeded

/// Round packages that may be played, and the choice among them.
///
/// A bank is loaded once, at the start, and is a value from then on: choosing reads no file, no
/// clock and no chance but the wish's seed.
public struct PackageBank: Sendable {
    /// Sorted by id, no id twice.
    public let packages: [RoundPackage]
    /// The packages in the same order, folded once for all choices.
    let entries: [BankEntry]
    /// Files left out while loading, and why, for the log.
    public let refusals: [PackageRefusal]

    /// From packages that are known to be good. Of two with one id the first stays.
    public init(_ packages: [RoundPackage]) {
        self.init(packages, refusals: [])
    }

    init(_ packages: [RoundPackage], refusals: [PackageRefusal]) {
        var seen: Set<String> = []
        self.packages = packages.filter { seen.insert($0.id).inserted }.sorted { $0.id < $1.id }
        entries = self.packages.map(BankEntry.init)
        self.refusals = refusals
    }
}

/// Why there is no bank at all.
public enum PackageBankError: Error, Equatable, Sendable {
    /// The resources that belong to the program are in none of these folders.
    case bundleMissing(searched: [String])
    case folderUnreadable(String)
    case tooManyFiles(folder: String, limit: Int)
}

extension PackageBankError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bundleMissing(let searched):
            "the bundled packages are missing; they were looked for in "
                + searched.joined(separator: " and ")
        case .folderUnreadable(let folder): "the packages in \(folder) cannot be listed"
        case .tooManyFiles(let folder, let limit): "\(folder) holds more than \(limit) packages"
        }
    }
}

/// The choice of a round's destination (T-10.2-1, G-66, G-88). Every wish is weighed in turn and
/// gives way where nothing would be left: language, no repetition, nothing a follow-up has asked
/// about, another country, theme, difficulty.
extension PackageBank {
    /// The same bank and wish give the same package; nil only from an empty bank.
    public func choose(_ wish: PackageWish) -> RoundPackage? {
        if let pinned = packages.first(where: { $0.id == wish.pinned }) { return pinned }
        var pool = entries
        pool.keepIfAny { $0.package.locale == wish.locale }
        let used = Set(wish.usedDestinations)
        let played = pool.filter { used.contains($0.package.destination.id) }
        pool.keepIfAny { !used.contains($0.package.destination.id) }
        // Only matters once every destination has been used.
        pool.keepIfAny { $0.package.destination.id != wish.usedDestinations.last }
        pool.keepIfAny { entry in !played.contains { $0.asksAbout(entry) } }
        if let previous = wish.previousCountry.map(FoldedWords.init) {
            pool.keepIfAny { $0.country != previous }
        }
        let theme = ThemeWords(wish.theme ?? "")
        pool.keepBest(atLeast: 1) { theme.count(in: $0) }
        let wanted = wish.difficulty.rank
        pool.keepBest(atLeast: .min) { -abs($0.package.difficulty.rank - wanted) }
        guard !pool.isEmpty else { return nil }
        var random = SplitMix64(seed: wish.seed)
        random = SplitMix64(seed: random.next() ^ UInt64(bitPattern: Int64(wish.roundIndex)))
        return pool[random.next(below: pool.count)].package
    }
}

extension PackageBank {
    /// Counts what a choice with this theme would find, so that a host knows before the game.
    public func offer(theme: String, locale: String) -> ThemeOffer {
        var pool = entries
        pool.keepIfAny { $0.package.locale == locale }
        var themes: [FoldedWords: ThemeOffer.Theme] = [:]
        for theme in pool.flatMap(\.package.themes) {
            themes[FoldedWords(theme), default: ThemeOffer.Theme(theme, count: 0)].count += 1
        }
        let words = ThemeWords(theme)
        return ThemeOffer(
            themes: themes.values.sorted { ($1.count, $0.text) < ($0.count, $1.text) },
            matching: theme.isEmpty ? nil : pool.count { words.count(in: $0) > 0 }
        )
    }
}

extension [BankEntry] {
    /// Those that satisfy; all when none does.
    fileprivate mutating func keepIfAny(_ isWanted: (BankEntry) -> Bool) {
        let wanted = filter(isWanted)
        if !wanted.isEmpty { self = wanted }
    }

    /// Those with the highest worth; all when that is below `least`.
    fileprivate mutating func keepBest(atLeast least: Int, worth: (BankEntry) -> Int) {
        let worths = map(worth)
        guard let best = worths.max(), best >= least else { return }
        self = zip(self, worths).filter { $1 == best }.map(\.0)
    }
}

extension RoundPackage.Difficulty {
    fileprivate var rank: Int {
        switch self {
        case .easy: 0
        case .normal: 1
        case .hard: 2
        }
    }
}
