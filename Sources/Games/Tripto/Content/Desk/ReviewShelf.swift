import Dispatch
public import Foundation
public import GameState
public import Protocol
import Synchronization

/// The packages of a gateway as their files have them, and what changes in the operator's folder by hand of whoever reviews
/// them. Whoever plays finds what has changed as `PackageLibrary` looks there.
///
/// Calls read and write files: none is for a loop.
public final class ReviewShelf: Sendable {
    /// A package as a list shows it.
    struct Card: Sendable {
        let id: String
        let place: String
        let locale: String
        let difficulty: RoundPackage.Difficulty
        let name: String
        let country: String
        let tag: String
        let isOwn: Bool

        fileprivate init(_ text: PackageText, tag: String, isOwn: Bool) {
            let package = text.package
            id = package.id
            place = package.destination.id
            locale = package.locale
            difficulty = package.difficulty
            name = package.destination.name
            country = package.destination.country
            self.tag = tag
            self.isOwn = isOwn
        }
    }

    /// Everything at one moment.
    struct Stock {
        /// Sorted by id, no id twice: the operator's own in place of the bundled.
        let cards: [Card]
        /// Ids of bundled packages in whose place another is.
        let replaced: Set<String>
        let retired: Set<String>
        let approvals: [String: Approvals.Approval]
        let refusals: [PackageRefusal]

        func isRetired(_ card: Card) -> Bool {
            retired.contains(card.id) || retired.contains(card.place)
        }
    }

    private typealias Outcome = Result<Card, PackageRefusal.Reason>

    private let bundled: URL
    let folder: URL
    private let digest: @Sendable ([UInt8]) -> String
    private let known = Mutex<[String: (stamp: PackageFile.Stamp, outcome: Outcome)]>([:])

    /// - Parameters:
    ///   - folder: the operator's. It may not be there yet.
    ///   - digest: of bytes, in letters without a blank; nobody can make two texts with the same.
    public init(
        bundled: URL,
        own folder: URL,
        digest: @escaping @Sendable ([UInt8]) -> String
    ) {
        self.bundled = bundled
        self.folder = folder
        self.digest = digest
    }

    public static let approvedFile = Approvals.file

    var isWritable: Bool { PackageFile.isWritable(folder) }

    // MARK: Looking

    func stock() throws(DeskFailure) -> Stock {
        let theirs = try cards(in: bundled, isOwn: false)
        let isThere = FileManager.default.fileExists(atPath: folder.path)
        let own = isThere ? try cards(in: folder, isOwn: true) : (cards: [], refusals: [])
        let ids = Set(own.cards.map(\.id))
        let (retired, approvals) = try lists()
        return Stock(
            cards: (own.cards + theirs.cards.filter { !ids.contains($0.id) })
                .sorted { $0.id < $1.id },
            replaced: ids.intersection(theirs.cards.map(\.id)),
            retired: retired,
            approvals: approvals.all,
            refusals: theirs.refusals + own.refusals
        )
    }

    private func lists() throws(DeskFailure) -> (retired: Set<String>, approvals: Approvals) {
        do throws(PackageRefusal) {
            return (try PackageShelf.retired(in: folder), try Approvals(in: folder))
        } catch {
            throw .unwritable("\(error)")
        }
    }

    /// Files that have not changed since they were looked at are not read again.
    private func cards(
        in folder: URL,
        isOwn: Bool
    ) throws(DeskFailure) -> (cards: [Card], refusals: [PackageRefusal]) {
        let files: [String]
        do throws(PackageBankError) {
            files = try PackageBank.files(in: folder)
        } catch {
            throw .unwritable("\(error)")
        }
        let before = known.withLock { $0 }
        let found = Mutex<[String: (stamp: PackageFile.Stamp, outcome: Outcome)]>([:])
        DispatchQueue.concurrentPerform(iterations: files.count) { number in
            let path = folder.appendingPathComponent(files[number]).path
            let stamp = PackageFile.Stamp(of: path)
            let isKnown = before[path]?.stamp == stamp
            let outcome =
                (isKnown ? before[path]?.outcome : nil)
                ?? card(of: files[number], in: folder, isOwn)
            found.withLock { $0[path] = (stamp, outcome) }
        }
        let outcomes = found.withLock { $0 }
        known.withLock { known in
            known = known.filter { !$0.key.hasPrefix(folder.path + "/") }
                .merging(outcomes) { $1 }
        }
        var cards: [Card] = []
        var refusals: [PackageRefusal] = []
        for file in files {
            switch outcomes[folder.appendingPathComponent(file).path]?.outcome {
            case .success(let card)?: cards.append(card)
            case .failure(let reason)?:
                refusals.append(PackageRefusal(file: file, reason: reason))
            case nil: break
            }
        }
        return (cards, refusals)
    }

    private func card(of file: String, in folder: URL, _ isOwn: Bool) -> Outcome {
        do throws(PackageRefusal.Reason) {
            let text = try PackageText(file, in: folder)
            return .success(Card(text, tag: digest(text.bytes), isOwn: isOwn))
        } catch {
            return .failure(error)
        }
    }

    /// One package as its file has it now.
    struct Found {
        let text: PackageText
        let card: Card
        let replaces: Bool
        let isRetired: Bool
        let approval: Approvals.Approval?
    }

    func find(_ id: String) throws(DeskFailure) -> Found {
        guard let file = Self.file(of: id) else { throw .unknown }
        let own = try? PackageText(file, in: folder)
        let theirs = try? PackageText(file, in: bundled)
        guard let text = own ?? theirs else { throw .unknown }
        let (retired, approvals) = try lists()
        let card = Card(text, tag: digest(text.bytes), isOwn: own != nil)
        return Found(
            text: text,
            card: card,
            replaces: own != nil && theirs != nil,
            isRetired: retired.contains(id) || retired.contains(card.place),
            approval: approvals.all[id]
        )
    }

    /// Nil for what can't be an id: it becomes part of a path.
    private static func file(of id: String) -> String? {
        guard let match = id.wholeMatch(of: #/([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]{2})/#),
            id.utf8.count <= maxIDBytes
        else { return nil }
        return "\(match.output.2)/\(match.output.1).json"
    }

    private static let maxIDBytes = 120

    // MARK: Changing

    /// Puts another text in the place of one that the caller knows, if its rules let it.
    ///
    /// - Parameter change: alters the package, or says why it can't be altered so.
    func edit(
        _ id: String,
        knowing tag: String?,
        _ change: (inout RoundPackage) throws(DeskFailure) -> Void
    ) throws(DeskFailure) {
        try alone { () throws(DeskFailure) in
            let found = try known(id, tag)
            var package = found.text.package
            // A file that is there and can't be played may be somebody's work.
            let place = folder.appendingPathComponent(package.file).path
            guard found.card.isOwn || !FileManager.default.fileExists(atPath: place) else {
                throw .unwritable("\(package.file) in the folder is no package that may be played")
            }
            try change(&package)
            let bytes = try Self.written(package)
            do throws(PackageRefusal.Reason) {
                _ = try PackageText(bytes, for: found.text.package.file)
            } catch {
                throw error.failure
            }
            try put(bytes, found.text.package.file)
        }
    }

    /// Packages that a person has approved, by their ids: true where it was the text that is there now.
    public func approved() throws(DeskFailure) -> [String: Bool] {
        var approved: [String: Bool] = [:]
        for (id, approval) in try lists().approvals.all {
            guard let found = try? find(id) else { continue }
            approved[id] = approval.tag == found.card.tag
        }
        return approved
    }

    /// - Parameters:
    ///   - tag: of the text that was read; nil: the one that is there now.
    ///   - name: one line; empty where nobody says who.
    public func approve(
        _ id: String,
        knowing tag: String?,
        by name: String,
        at now: ServerTime
    ) throws(DeskFailure) {
        try alone { () throws(DeskFailure) in
            let found = try known(id, tag)
            var approvals = try lists().approvals
            approvals.set(id, .init(tag: found.card.tag, time: now, by: name))
            try put(approvals.bytes, Approvals.file)
        }
    }

    public func takeApprovalBack(_ id: String) throws(DeskFailure) {
        try alone { () throws(DeskFailure) in
            _ = try known(id, nil)
            var approvals = try lists().approvals
            guard approvals.all[id] != nil else { return }
            approvals.remove(id)
            try put(approvals.bytes, Approvals.file)
        }
    }

    func retire(_ id: String, _ isRetired: Bool) throws(DeskFailure) {
        try alone { () throws(DeskFailure) in
            let found = try known(id, nil)
            guard found.isRetired != isRetired else { return }
            var lines: [String]
            do throws(PackageRefusal) {
                lines = try PackageShelf.retiredLines(in: folder)
            } catch {
                throw .unwritable("\(error)")
            }
            if isRetired {
                lines.append(id)
            } else {
                let place = found.card.place
                let isOfAll = lines.contains { PackageShelf.retiredID(in: $0) == place }
                lines.removeAll { [id, place].contains(PackageShelf.retiredID(in: $0)) }
                // Of a destination that was retired in all languages the others stay so.
                let others = isOfAll ? try stock().cards.filter { $0.place == place } : []
                lines += others.map(\.id).filter { $0 != id }
            }
            try put(Array(lines.map { "\($0)\n" }.joined().utf8), PackageShelf.retiredFile)
        }
    }

    private func alone(_ work: () throws(DeskFailure) -> Void) throws(DeskFailure) {
        try PackageFile.alone(in: folder, work)
    }

    private func known(_ id: String, _ tag: String?) throws(DeskFailure) -> Found {
        let found = try find(id)
        if let tag, tag != found.card.tag { throw .stale }
        return found
    }

    private func put(_ bytes: [UInt8], _ name: String) throws(DeskFailure) {
        do throws(PackageFile.WriteProblem) {
            try PackageFile.put(bytes, as: name, in: folder)
        } catch {
            throw .unwritable("\(error)")
        }
    }

    /// As people read and compare it.
    private static func written(_ package: RoundPackage) throws(DeskFailure) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(package)) + Array("\n".utf8)
        } catch {
            throw .wrong(WireError(.badMessage, "the package can't be written"))
        }
    }
}

extension PackageRefusal.Reason {
    /// Why a changed package is not kept.
    fileprivate var failure: DeskFailure {
        switch self {
        case .unplayable(let findings): .againstRules(findings: ReviewSheet.json(of: findings))
        case .notAPackage(let error): .wrong(WireError(.badMessage, "\(error)", field: "changes"))
        case .unreadable, .outside, .irregular, .tooLong, .misplaced:
            .wrong(WireError(.badMessage, "the package can't be kept", field: "changes"))
        }
    }
}
