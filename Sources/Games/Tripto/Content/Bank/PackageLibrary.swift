import Dispatch
public import Foundation
import GameState
import Synchronization

/// Packages that a gateway plays: those that come with it, and beside them those of the operator's own folder,
/// as it stands.
///
/// The folder is looked at from time to time, on a queue of its own. A choice takes the bank of that
/// moment, a value that changes no more.
public final class PackageLibrary: Sendable {
    /// Something to be logged.
    public enum News: Equatable, Sendable {
        /// The folder has been read, anew where it has changed.
        ///
        /// - approved: those that are played, where a person's word is asked for; else nil.
        case read(packages: Int, retired: Int, approved: Int? = nil)
        case refused(PackageRefusal)
        /// The packages that were read before are played on.
        case unreadable(PackageBankError)
    }

    private let current: Mutex<PackageBank>
    private let shelf: Mutex<PackageShelf>
    private let tell: @Sendable (News) -> Void
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - bundled: those that come with the program.
    ///   - folder: the operator's. It may not be there yet.
    ///   - alone: nil: all are played, whether a person has approved them or not.
    ///   - everyMs: from one look to the next; a file is read when it is the same at two of them.
    ///   - tell: called before this returns, and later on the library's own queue.
    /// - Throws: where it can't be known what is retired.
    public init(
        bundled: PackageBank,
        folder: URL,
        approvedAlone alone: ApprovedAlone? = nil,
        everyMs: Int = 2_000,
        tell: @escaping @Sendable (News) -> Void
    ) throws(PackageRefusal) {
        // A list that can't be read would be taken for an empty one, and what is retired be played.
        _ = try PackageShelf.retired(in: folder)
        // Nothing is played before it is known what is approved.
        current = Mutex(alone == nil ? bundled : PackageBank([]))
        shelf = Mutex(PackageShelf(bundled: bundled, folder: folder, approvedAlone: alone))
        self.tell = tell
        timer = DispatchSource.makeTimerSource(
            queue: DispatchQueue(label: "content", qos: .utility)
        )
        for refusal in bundled.refusals { tell(.refused(refusal)) }
        look()
        timer.setEventHandler { [weak self] in self?.look() }
        let pause = DispatchTimeInterval.milliseconds(everyMs)
        timer.schedule(
            deadline: .now() + pause,
            repeating: pause,
            leeway: .milliseconds(everyMs / 4)
        )
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Of this moment.
    public var bank: PackageBank { current.withLock { $0 } }

    private func look() {
        let (bank, news) = shelf.withLock { $0.look() }
        if let bank { current.withLock { $0 = bank } }
        for one in news { tell(one) }
    }
}

/// The wish that nothing is played but what a person has approved: a text by its tag, as `Approvals` keeps it. What came
/// with the program is no exception, as nobody of this house has read it.
public struct ApprovedAlone: Sendable {
    public typealias Tag = @Sendable ([UInt8]) -> String

    let tag: Tag
    private let bundled: [String: String]

    /// - Parameters:
    ///   - bundled: the folder of the packages that come with the program.
    ///   - tag: the one of `ReviewShelf`.
    public init(bundled: URL, tag: @escaping Tag) {
        self.tag = tag
        let files = (try? PackageBank.files(in: bundled)) ?? []
        let outcomes = PackageBank.load(files, in: bundled, validator: .bundled, tag: tag)
        let loaded = outcomes.compactMap { try? $0.get() }
        self.bundled = Dictionary(loaded.map { ($0.package.id, $0.tag ?? "") }) { first, _ in first
        }
    }

    /// - Parameter own: takes the place of a bundled one of the same id, approved or not, as it does in lists.
    func packages(
        _ own: [PackageBank.Loaded],
        _ theirs: [RoundPackage],
        by approvals: [String: Approvals.Approval]
    ) -> (own: [RoundPackage], theirs: [RoundPackage]) {
        let ids = Set(own.map(\.package.id))
        return (
            own.filter { $0.tag == approvals[$0.package.id]?.tag }.map(\.package),
            theirs.filter { package in
                guard !ids.contains(package.id), let tag = bundled[package.id] else { return false }
                return approvals[package.id]?.tag == tag
            }
        )
    }
}

extension PackageBank {
    /// The operator's own, and those that come with the program, but what is retired.
    static func played(
        _ own: [RoundPackage],
        _ bundled: [RoundPackage],
        without retired: Set<String>
    ) -> [RoundPackage] {
        (own + bundled).filter {
            !retired.contains($0.id) && !retired.contains($0.destination.id)
        }
    }
}

/// The operator's folder as it was read: `<locale>/<destination id>.json`, and a list of what is retired.
struct PackageShelf: Sendable {
    /// Ids of packages, or of destinations in all languages, that are not played: one a line, and whatever
    /// follows a # is for people. Bundled ones too.
    static let retiredFile = "retired"

    private let bundled: PackageBank
    private let folder: URL
    private let alone: ApprovedAlone?
    private var known: [String: (stamp: PackageFile.Stamp, outcome: PackageBank.Outcome)] = [:]
    /// Nil before the folder is read.
    private var read: [String: PackageFile.Stamp]?
    private var seen: [String: PackageFile.Stamp] = [:]
    private var retired: Set<String> = []
    private var approvals: [String: Approvals.Approval] = [:]
    private var trouble: PackageBankError?

    init(bundled: PackageBank, folder: URL, approvedAlone alone: ApprovedAlone?) {
        self.bundled = bundled
        self.folder = folder
        self.alone = alone
    }

    /// Reads what has changed, once it changes no more: a file that is being written is not looked at.
    ///
    /// - Returns: a bank where there is another than before.
    mutating func look() -> (bank: PackageBank?, news: [PackageLibrary.News]) {
        let files: [String]
        do throws(PackageBankError) {
            // A folder that is not there yet holds nothing; one that is gone may be a disk that is away.
            let isAbsent = !FileManager.default.fileExists(atPath: folder.path)
            let heldNothing = read?.values.allSatisfy(\.isOfNothing) ?? true
            files = isAbsent && heldNothing ? [] : try PackageBank.files(in: folder)
        } catch {
            guard trouble != error else { return (nil, []) }
            trouble = error
            return (nil, [.unreadable(error)])
        }
        trouble = nil
        var stamps: [String: PackageFile.Stamp] = [:]
        for file in files + [Self.retiredFile] + (alone == nil ? [] : [Approvals.file]) {
            stamps[file] = PackageFile.Stamp(of: folder.appendingPathComponent(file).path)
        }
        defer { seen = stamps }
        guard stamps != read, read == nil || stamps == seen else { return (nil, []) }
        read = stamps
        return reload(files, stamps)
    }

    private mutating func reload(
        _ files: [String],
        _ stamps: [String: PackageFile.Stamp]
    ) -> (bank: PackageBank?, news: [PackageLibrary.News]) {
        let changed = files.filter { known[$0]?.stamp != stamps[$0] }
        let outcomes = PackageBank.load(changed, in: folder, validator: .bundled, tag: alone?.tag)
        known = known.filter { stamps[$0.key] != nil }
        var news: [PackageLibrary.News] = []
        for (file, outcome) in zip(changed, outcomes) {
            guard let stamp = stamps[file] else { continue }
            known[file] = (stamp, outcome)
            if case .failure(let reason) = outcome {
                news.append(.refused(PackageRefusal(file: file, reason: reason)))
            }
        }
        let own = files.compactMap { try? known[$0]?.outcome.get() }
        do throws(PackageRefusal) {
            retired = try Self.retired(in: folder)
        } catch {
            // The packages that were retired stay so.
            news.append(.refused(error))
        }
        let packages: [RoundPackage]
        if let alone {
            do throws(PackageRefusal) {
                approvals = try Approvals(in: folder).all
            } catch {
                // Those that were approved stay so.
                news.append(.refused(error))
            }
            let (own, theirs) = alone.packages(own, bundled.packages, by: approvals)
            packages = PackageBank.played(own, theirs, without: retired)
        } else {
            packages = PackageBank.played(
                own.map(\.package),
                bundled.packages,
                without: retired
            )
        }
        let refusals = files.compactMap { file -> PackageRefusal? in
            guard case .failure(let reason)? = known[file]?.outcome else { return nil }
            return PackageRefusal(file: file, reason: reason)
        }
        let approved = alone.map { _ in packages.count }
        news.append(.read(packages: own.count, retired: retired.count, approved: approved))
        return (PackageBank(packages, refusals: bundled.refusals + refusals), news)
    }

    /// - Throws: where a list is there and can't be read as a whole.
    static func retired(in folder: URL) throws(PackageRefusal) -> Set<String> {
        Set(try retiredLines(in: folder).map(retiredID)).subtracting([""])
    }

    static func retiredLines(in folder: URL) throws(PackageRefusal) -> [String] {
        let path = folder.appendingPathComponent(retiredFile).path
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let bytes: [UInt8]
        do throws(PackageRefusal.Reason) {
            bytes = try PackageFile.bytes(of: retiredFile, in: folder)
        } catch {
            throw PackageRefusal(file: retiredFile, reason: error)
        }
        let limit = PackageLimits.fileBytes
        guard bytes.count <= limit else {
            throw PackageRefusal(file: retiredFile, reason: .tooLong(limit: limit))
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { String($0) }
    }

    /// Empty where a line is for people alone.
    static func retiredID(in line: String) -> String {
        line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
    }
}
