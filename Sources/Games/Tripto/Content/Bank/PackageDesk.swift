public import Archive
public import Foundation
public import GameState

/// Packages as an operator handles them: what there is, whether a file is good, what is retired.
///
/// It writes nothing: it says what a file of the operator's folder is to hold.
public struct PackageDesk: Sendable {
    private let bundledFolder: URL
    private let folder: URL

    public init(bundled: URL, own folder: URL) {
        bundledFolder = bundled
        self.folder = folder
    }

    /// A package, or its file where that holds none that may be played.
    public struct Item: Sendable {
        public let id: String
        public let isOwn: Bool
        public let isRetired: Bool
        /// It is not played, for a bundled one: another of its id takes its place.
        public let isReplaced: Bool
        /// By kind, such as `locale`; some kinds have several.
        public let labels: [(kind: String, value: String)]

        fileprivate init(
            _ package: RoundPackage,
            isOwn: Bool,
            isReplaced: Bool,
            retired: Set<String>
        ) {
            let destination = package.destination
            id = package.id
            self.isOwn = isOwn
            self.isReplaced = isReplaced
            isRetired = retired.contains(package.id) || retired.contains(destination.id)
            let continent = Continent(ofRegion: destination.region).map { "\($0)" } ?? "none"
            labels =
                [
                    ("locale", package.locale), ("difficulty", package.difficulty.rawValue),
                    ("continent", continent),
                ] + package.themes.map { ("theme", $0) }
        }
    }

    /// Sorted by id.
    ///
    /// - Returns: also what is left out, and why.
    public func items() throws -> (items: [Item], refusals: [PackageRefusal]) {
        let bundled = try PackageBank(folder: bundledFolder)
        let isThere = FileManager.default.fileExists(atPath: folder.path)
        let own = isThere ? try PackageBank(folder: folder) : PackageBank([])
        let retired = try PackageShelf.retired(in: folder)
        let ids = Set(own.packages.map(\.id))
        let items =
            own.packages.map { Item($0, isOwn: true, isReplaced: false, retired: retired) }
            + bundled.packages.map {
                Item($0, isOwn: false, isReplaced: ids.contains($0.id), retired: retired)
            }
        return (
            items.sorted { ($0.id, $1.isOwn ? 1 : 0) < ($1.id, $0.isOwn ? 1 : 0) },
            bundled.refusals + own.refusals
        )
    }

    /// Lines that may come to be said of what is played.
    public func script() throws -> [VoiceLine] {
        let bundled = try PackageBank(folder: bundledFolder)
        let isThere = FileManager.default.fileExists(atPath: folder.path)
        let own = isThere ? try PackageBank(folder: folder) : PackageBank([])
        let retired = try PackageShelf.retired(in: folder)
        return PackageBank(
            PackageBank.played(own.packages, bundled.packages, without: retired)
        ).script
    }

    /// Ids of all destinations and of their Wikidata items, for whoever makes others.
    public func known() throws -> Set<String> {
        let bundled = try PackageBank(folder: bundledFolder)
        let own = (try? PackageBank(folder: folder)) ?? PackageBank([])
        return Set(
            (bundled.packages + own.packages).flatMap {
                [$0.destination.id, $0.destination.wikidata]
            }
        )
    }

    /// A file that was looked at.
    public struct Checked: Sendable {
        /// Lines for the author: line, severity, path, rule and sentence.
        public let report: [String]
        /// Its place in a folder and its bytes; nil for what may not be played.
        public let accepted: (file: String, bytes: [UInt8])?
    }

    /// - Parameter path: anywhere.
    public static func check(_ path: String) -> Checked {
        let place = URL(filePath: path)
        let bytes: [UInt8]
        do throws(PackageRefusal.Reason) {
            let folder = place.deletingLastPathComponent()
            bytes = try PackageFile.bytes(of: place.lastPathComponent, in: folder)
        } catch {
            let refusal = PackageRefusal(file: path, reason: error)
            return Checked(report: ["\(refusal)"], accepted: nil)
        }
        let scan = PackageScan(bytes, wantsLines: true)
        let package: RoundPackage
        do throws(PackageReadingError) {
            package = try PackageReader.read(bytes)
        } catch {
            let line = scan.line(of: error.path)
            return Checked(report: ["\(path):\(line): error \(error)"], accepted: nil)
        }
        let findings = PackageValidator.bundled.findings(in: package)
        let report = PackageReport.render(findings) { "\(path):\(scan.line(of: $0.path)): " }
        guard !findings.hasError else { return Checked(report: report, accepted: nil) }
        let file = "\(package.locale)/\(package.destination.id).json"
        return Checked(report: report, accepted: (file, bytes))
    }

    /// The file of a package as it is played, the operator's own first; nil where there is none.
    public func text(of id: String) -> [UInt8]? {
        guard let dot = id.lastIndex(of: ".") else { return nil }
        let file = "\(id[id.index(after: dot)...])/\(id[..<dot]).json"
        guard let known = try? items().items, known.contains(where: { $0.id == id }) else {
            return nil
        }
        return (try? PackageFile.bytes(of: file, in: folder))
            ?? (try? PackageFile.bytes(of: file, in: bundledFolder))
    }

    /// Runs `work` while nobody else changes the operator's folder by what it holds: no other command, no page.
    public func alone(_ work: () throws -> Void) throws {
        let outcome = try PackageFile.alone(in: folder) { Result { try work() } }
        try outcome.get()
    }

    public static let retiredFile = PackageShelf.retiredFile

    /// The list of what is retired with one package more, or less; nil where nothing would change.
    ///
    /// - Parameter id: of a package, or without its language for all of them.
    /// - Throws: where the list can't be read as a whole: what it holds is not to be lost.
    public func retired(_ id: String, isBack: Bool) throws(PackageRefusal) -> [UInt8]? {
        guard try PackageShelf.retired(in: folder).contains(id) == isBack else { return nil }
        var lines = try PackageShelf.retiredLines(in: folder)
        if isBack {
            lines.removeAll { PackageShelf.retiredID(in: $0) == id }
        } else {
            lines.append(id)
        }
        return Array(lines.map { "\($0)\n" }.joined().utf8)
    }

    /// Lines of that list that retire nothing, such as a misspelt id.
    public func retiringNothing(among items: [Item]) throws(PackageRefusal) -> [String] {
        let ids = Set(items.flatMap { [$0.id, String($0.id.prefix { $0 != "." })] })
        return try PackageShelf.retired(in: folder).subtracting(ids).sorted()
    }

    /// Counts rounds by the ids of their packages.
    public func timesPlayed(
        in archive: any Archive,
        _ done: @escaping @Sendable (Result<[String: Int], ArchiveError>) -> Void
    ) {
        archive.texts(PlayedStatements.packages, []) { result in
            done(result.map { ids in ids.reduce(into: [:]) { $0[$1, default: 0] += 1 } })
        }
    }
}
