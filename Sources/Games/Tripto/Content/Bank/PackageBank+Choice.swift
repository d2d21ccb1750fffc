import Seeded
public import GameState

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
