import GameState

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
