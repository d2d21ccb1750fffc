public import FoundationEssentials
import Glibc
public import Making

/// A job's folder on the disk: a file for each step's artefact, and a line for each answer.
///
/// A file is there as a whole or not at all, so a job can be killed at any time.
public struct JobFolder: Sendable {
    private let folder: String

    /// Makes the folder where it is not there yet.
    public init(_ folder: String) throws(FolderError) {
        self.folder = folder
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
        } catch {
            throw FolderError(path: folder, what: "made")
        }
    }

    public func inner(_ name: String) throws(FolderError) -> JobFolder {
        try JobFolder("\(folder)/\(name)")
    }

    private static let answers = "answers.jsonl"

    /// An answer that was given, good or not.
    private struct Line: Codable {
        let step: String
        let cost: Cost
        let fault: Fault?
    }

    /// All that is there, and what it has cost.
    func read() throws(FolderError) -> (artefacts: Artefacts, spent: Cost) {
        var artefacts = Artefacts()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where name.hasSuffix(".json") {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
                throw FolderError(path: "\(folder)/\(name)", what: "read")
            }
            artefacts.keep(data, of: String(name.dropLast(".json".count)))
        }
        var spent = Cost()
        let text = FileManager.default.contents(atPath: "\(folder)/\(Self.answers)") ?? Data()
        for line in text.split(separator: UInt8(ascii: "\n")) {
            // The last one may be cut where the job was killed.
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)) else {
                continue
            }
            spent = spent + line.cost
            if let fault = line.fault { artefacts.reject(fault, of: line.step) }
        }
        return (artefacts, spent)
    }

    /// Every call of the job, and of all jobs in its folder.
    public func spent() -> Cost {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let inner = names.filter { name in
            var isFolder = false
            let path = "\(folder)/\(name)"
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && isFolder
        }
        let own = (try? read().spent) ?? Cost()
        return inner.compactMap { try? JobFolder("\(folder)/\($0)").spent() }.reduce(own, +)
    }

    /// Something that is decided once, and stays so for whoever goes on.
    public func kept(_ name: String, else make: () throws -> Data) throws -> Data {
        if let data = FileManager.default.contents(atPath: "\(folder)/\(name).json") { return data }
        let data = try make()
        try keep(data, of: name)
        return data
    }

    func keep(_ data: Data, of step: String) throws(FolderError) {
        let path = "\(folder)/\(step).json"
        do {
            try data.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw FolderError(path: path, what: "written")
        }
    }

    func note(_ step: String, _ cost: Cost, _ fault: Fault?) throws(FolderError) {
        let path = "\(folder)/\(Self.answers)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(Line(step: step, cost: cost, fault: fault)) else {
            throw FolderError(path: path, what: "written")
        }
        // A line of its own also behind one that was cut.
        let bytes = [UInt8(ascii: "\n")] + Array(line) + [UInt8(ascii: "\n")]
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FolderError(path: path, what: "written") }
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count else {
            throw FolderError(path: path, what: "written")
        }
    }

    /// Keeps others out until this process ends.
    public func lock() throws(FolderError) {
        guard try lockedIfFree() != nil else {
            let what = "taken: another process works there"
            throw FolderError(path: "\(folder)/\(Self.lockFile)", what: what)
        }
    }

    private static let lockFile = "lock"

    /// Keeps others out, until it is released or this process ends; nil where another process does.
    public func lockedIfFree() throws(FolderError) -> FolderLock? {
        let path = "\(folder)/\(Self.lockFile)"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FolderError(path: path, what: "opened") }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return nil
        }
        return FolderLock(file: file)
    }

    public func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/\(name)")
    }
}

/// A folder that nobody else works in.
public struct FolderLock: Sendable {
    fileprivate let file: Int32

    /// A child that has just been forked has the file open too, until it is another program: closed here alone,
    /// the lock would be held a moment longer.
    public func release() {
        flock(file, LOCK_UN)
        close(file)
    }
}

/// A file or folder of a job that can't be used.
public struct FolderError: Error, Hashable, Sendable, CustomStringConvertible {
    let path: String
    let what: String

    public var description: String { "\(path) can't be \(what)" }
}
