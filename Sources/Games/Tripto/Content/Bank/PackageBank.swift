import Dispatch
public import Foundation
public import GameState
import Seeded
import Synchronization

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

extension PackageBank {
    /// Lines that its packages may come to say.
    public var script: [VoiceLine] { packages.flatMap(\.scriptOfAll) }
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
/// gives way where nothing would be left: language, no repetition in the session, none on the host's
/// device, nothing a follow-up has asked about, another country, theme, difficulty.
extension PackageBank {
    /// The same bank and wish give the same content; nil only from an empty bank. For a preview the package
    /// is whole, else it has one text of each clue; what is said aloud it has where that is wished for.
    ///
    /// - Parameter memory: destinations that the host's device has had, that of the last round first; nil
    ///   where that is unknown.
    public func content(for wish: PackageWish, memory: [String]? = nil) -> RoundContent? {
        guard let chosen = choose(wish, memory ?? []) else { return nil }
        let package = wish.isSpoken ? chosen : chosen.unspoken
        var random = Self.random(for: wish)
        // Not the numbers that chose the package.
        random = SplitMix64(seed: ~random.next())
        let content = RoundContent(
            package,
            wording: wish.wording ?? Wording(of: package, random: &random),
            freshLeft: memory.map { fresh(for: wish, after: package, memory: $0) }
        )
        return wish.isPreview
            ? content : RoundContent(content.played, freshLeft: content.freshLeft)
    }

    /// The package as its author wrote it.
    func choose(_ wish: PackageWish, _ memory: [String] = []) -> RoundPackage? {
        if let pinned = packages.first(where: { $0.id == wish.pinned }) { return pinned }
        var pool = entries
        pool.narrow { $0.package.locale == wish.locale }
        let used = Set(wish.usedDestinations)
        let played = pool.filter { used.contains($0.package.destination.id) }
        pool.narrow { !used.contains($0.package.destination.id) }
        // Only matters once every destination has been used.
        pool.narrow { $0.package.destination.id != wish.usedDestinations.last }
        let age = Dictionary(zip(memory, 0...)) { newest, _ in newest }
        pool.narrow { age[$0.package.destination.id] == nil }
        pool.narrow { age[$0.package.destination.id] ?? .max >= Self.remembered }
        pool.narrow { entry in !played.contains { $0.asksAbout(entry) } }
        if let previous = wish.previousCountry.map(FoldedWords.init) {
            pool.narrow { $0.country != previous }
        }
        // Of what has been had, the longest ago; what has not been is as good as any other.
        pool.narrowToBest(atLeast: .min) { age[$0.package.destination.id] ?? .max }
        let theme = ThemeWords(wish.theme ?? "")
        pool.narrowToBest(atLeast: 1) { theme.count(in: $0) }
        return pool.draw(wish.difficulty, Self.random(for: wish))
    }
}

extension PackageBank {
    private static func random(for wish: PackageWish) -> SplitMix64 {
        var random = SplitMix64(seed: wish.seed)
        return SplitMix64(seed: random.next() ^ UInt64(bitPattern: Int64(wish.roundIndex)))
    }

    /// The last destinations of a device, which do not come again while others are left (G-88).
    private static let remembered = 20

    /// Counts the destinations of the wish's language that are still to be had, after this one.
    private func fresh(for wish: PackageWish, after package: RoundPackage, memory: [String]) -> Int
    {
        let had = Set(memory + wish.usedDestinations + [package.destination.id])
        return packages.count { $0.locale == package.locale && !had.contains($0.destination.id) }
    }

    /// Counts what a choice with this theme would find, so that a host knows before the game.
    public func offer(theme: String, locale: String) -> ThemeOffer {
        var pool = entries
        pool.narrow { $0.package.locale == locale }
        var themes: [FoldedWords: ThemeOffer.Theme] = [:]
        for theme in pool.flatMap(\.package.themes) {
            themes[FoldedWords(theme), default: ThemeOffer.Theme(theme, count: 0)].count += 1
        }
        let words = ThemeWords(theme)
        return ThemeOffer(
            themes: themes.values.sorted { ($1.count, $0.text) < ($0.count, $1.text) },
            matching: theme.isEmpty ? nil : pool.count { words.count(in: $0) > 0 },
            total: packages.count { $0.locale == locale }
        )
    }
}

extension [BankEntry] {
    /// Those that satisfy; all when none does.
    fileprivate mutating func narrow(_ isWanted: (BankEntry) -> Bool) {
        let wanted = filter(isWanted)
        if !wanted.isEmpty { self = wanted }
    }

    /// One of them by chance: the wished difficulty three times as often as one beside it, and one that is
    /// further off where there is no nearer one.
    fileprivate func draw(
        _ wanted: RoundPackage.Difficulty,
        _ random: SplitMix64
    ) -> RoundPackage? {
        var near = self
        near.narrow { $0.package.difficulty.distance(from: wanted) <= 1 }
        let lots = near.map(\.package).flatMap { package in
            [RoundPackage](repeating: package, count: package.difficulty == wanted ? 3 : 1)
        }
        guard !lots.isEmpty else { return nil }
        var random = random
        return lots[random.next(below: lots.count)]
    }

    /// Those with the highest worth; all when that is below `least`.
    fileprivate mutating func narrowToBest(atLeast least: Int, worth: (BankEntry) -> Int) {
        let worths = map(worth)
        guard let best = worths.max(), best >= least else { return }
        self = zip(self, worths).filter { $1 == best }.map(\.0)
    }
}

extension RoundPackage.Difficulty {
    fileprivate func distance(from other: Self) -> Int { abs(rank - other.rank) }

    private var rank: Int {
        switch self {
        case .easy: 0
        case .normal: 1
        case .hard: 2
        }
    }
}

extension PackageBank {
    /// The packages that come with the program, beside its executable.
    ///
    /// `Bundle.module` would end the process where the resources are missing; here that is an
    /// error which says where they should have been.
    public static func bundled() throws(PackageBankError) -> PackageBank {
        try PackageBank(folder: bundledFolder())
    }

    public static func bundledFolder() throws(PackageBankError) -> URL {
        try bundledFolder(among: bundledFolders)
    }

    /// Every `<locale>/<destination id>.json` in `folder`, read and validated; what may not be
    /// played is left out and reported in `refusals`. Files of other kinds are passed over.
    public init(
        folder: URL,
        validator: PackageValidator = .bundled
    ) throws(PackageBankError) {
        let files = try Self.files(in: folder)
        var packages: [RoundPackage] = []
        var refusals: [PackageRefusal] = []
        for (file, outcome) in zip(files, Self.load(files, in: folder, validator: validator)) {
            switch outcome {
            case .success(let loaded): packages.append(loaded.package)
            case .failure(let reason): refusals.append(PackageRefusal(file: file, reason: reason))
            }
        }
        self.init(packages, refusals: refusals)
    }

    /// A package as it is played, and the tag of its file; nil where nobody asks for it.
    typealias Loaded = (package: RoundPackage, tag: String?)
    typealias Outcome = Result<Loaded, PackageRefusal.Reason>

    /// One for each file, in their order; on all cores, as a start waits for it.
    static func load(
        _ files: [String],
        in folder: URL,
        validator: PackageValidator,
        tag: ApprovedAlone.Tag? = nil
    ) -> [Outcome] {
        let outcomes = Mutex<[Outcome?]>(Array(repeating: nil, count: files.count))
        DispatchQueue.concurrentPerform(iterations: files.count) { place in
            let outcome = load(files[place], in: folder, validator: validator, tag: tag)
            outcomes.withLock { $0[place] = outcome }
        }
        return outcomes.withLock { $0 }.map { $0 ?? .failure(.unreadable) }
    }

    /// SwiftPM's name for the folder that it copies this module's resources into.
    static let resourceFolder = "tripto-gateway_TriptoGame.resources"

    /// The first that is there.
    static func bundledFolder(among candidates: [URL]) throws(PackageBankError) -> URL {
        let folder = candidates.first { FileManager.default.fileExists(atPath: $0.path) }
        guard let folder else { throw .bundleMissing(searched: candidates.map(\.path)) }
        return folder
    }

    /// Beside the executable as it was called, and beside what a link to it stands for.
    static var bundledFolders: [URL] {
        let executable = Bundle.main.executableURL?.resolvingSymlinksInPath()
        let places = [Bundle.main.bundleURL, executable?.deletingLastPathComponent()]
        var seen: Set<String> = []
        return places.compactMap { $0?.appendingPathComponent("\(resourceFolder)/Bundled") }
            .filter { seen.insert($0.path).inserted }
    }

    /// `sv/kyoto.json` and the like, sorted; a locale without a folder has no packages. Some of what lies elsewhere is among
    /// them, so that somebody is told why it is not played.
    static func files(in folder: URL) throws(PackageBankError) -> [String] {
        let manager = FileManager.default
        guard let entries = try? manager.contentsOfDirectory(atPath: folder.path) else {
            throw .folderUnreadable(folder.path)
        }
        var (files, strays): ([String], [String]) = ([], [])
        for entry in entries where !entry.hasPrefix(".") {
            let path = folder.appendingPathComponent(entry).path
            let isLocale = PackageLocale(rawValue: entry) != nil
            if let names = try? manager.contentsOfDirectory(atPath: path) {
                let found = names.filter(isPackage).map { "\(entry)/\($0)" }
                if isLocale { files += found } else { strays += found }
            } else if isLocale {
                throw .folderUnreadable(path)
            } else if isPackage(entry) {
                strays.append(entry)
            }
        }
        guard files.count <= PackageLimits.bankPackages else {
            throw .tooManyFiles(folder: folder.path, limit: PackageLimits.bankPackages)
        }
        return (files + strays.sorted().prefix(maxStrays)).sorted()
    }

    /// Files in wrong places that are told of.
    private static let maxStrays = 20

    private static func isPackage(_ name: String) -> Bool {
        !name.hasPrefix(".") && name.lowercased().hasSuffix(".json")
    }

    private static func load(
        _ file: String,
        in folder: URL,
        validator: PackageValidator,
        tag: ApprovedAlone.Tag?
    ) -> Outcome {
        do throws(PackageRefusal.Reason) {
            let text = try PackageText(file, in: folder, validator)
            return .success((text.package.withoutEvidence, tag?(text.bytes)))
        } catch {
            return .failure(error)
        }
    }
}

/// A package that may be played, as its file has it.
struct PackageText: Sendable {
    let bytes: [UInt8]
    let package: RoundPackage
    /// Warnings.
    let findings: [Finding]

    /// - Parameter file: within the folder.
    init(
        _ file: String,
        in folder: URL,
        _ validator: PackageValidator = .bundled
    ) throws(PackageRefusal.Reason) {
        try self.init(try PackageFile.bytes(of: file, in: folder), for: file, validator)
    }

    /// - Parameter file: its place in a folder.
    init(
        _ bytes: [UInt8],
        for file: String,
        _ validator: PackageValidator = .bundled
    ) throws(PackageRefusal.Reason) {
        self.bytes = bytes
        do throws(PackageReadingError) {
            package = try PackageReader.read(bytes)
        } catch {
            throw .notAPackage(error)
        }
        guard file == package.file else { throw .misplaced(id: package.id) }
        findings = validator.findings(in: package)
        guard !findings.hasError else { throw .unplayable(findings) }
    }
}

extension RoundPackage {
    /// Its place in a folder.
    var file: String { "\(locale)/\(destination.id).json" }
}

extension PackageRefusal.Reason: Error {}
