import ArgumentParser
import Foundation
import Glibc
import Logging

/// Files with players' words: for our eyes alone, and on the disk before they have their name.
enum DataFile {
    /// The system's error, and the file concerned.
    struct Problem: Error, CustomStringConvertible {
        let description: String

        /// - Parameter what: the action that failed; `errno` says why.
        fileprivate init(_ path: String, _ what: String) {
            description = "\(path) can't be \(what): \(String(cString: strerror(errno)))"
        }
    }

    private static let mode: mode_t = 0o600
    private static let bytesAtOnce = 1 << 20

    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// In bytes; 0 where nothing is there.
    static func size(of path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }

    /// Makes an empty file, in place of an earlier try's.
    static func make(_ path: String) throws {
        remove(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { throw Problem(path, "made") }
        close(file)
    }

    /// Writes all of a file into an empty one.
    static func copy(_ path: String, to copy: String) throws {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        let target = open(copy, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        defer { for file in [source, target] where file >= 0 { close(file) } }
        guard source >= 0 else { throw Problem(path, "read") }
        guard target >= 0 else { throw Problem(copy, "written") }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: bytesAtOnce, alignment: 8)
        defer { room.deallocate() }
        while true {
            let count = read(source, room.baseAddress, room.count)
            guard count >= 0 else { throw Problem(path, "read") }
            guard count > 0 else { return }
            var done = 0
            while done < count {
                let more = write(target, room.baseAddress?.advanced(by: done), count - done)
                guard more > 0 else { throw Problem(copy, "written") }
                done += more
            }
        }
    }

    /// Puts a whole file in the place of an earlier one, which anybody sees until then.
    static func put(_ bytes: [UInt8], at path: String) throws {
        let unfinished = "\(path).\(getpid()).part"
        try make(unfinished)
        defer { remove(unfinished) }
        let file = open(unfinished, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw Problem(unfinished, "written") }
        let count = write(file, bytes, bytes.count)
        close(file)
        guard count == bytes.count else { throw Problem(unfinished, "written") }
        try sync(unfinished)
        hand(unfinished)
        try rename(unfinished, to: path)
    }

    /// Waits until a file, or what a folder lists, is on the disk (fsync(2)).
    static func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, fsync(file) == 0 else { throw Problem(path, "synced") }
    }

    /// Once it is back, a power cut takes nothing of it away.
    static func rename(_ path: String, to name: String) throws {
        guard Glibc.rename(path, name) == 0 else { throw Problem(name, "written") }
        try sync(folder(of: name))
    }

    static func link(_ path: String, _ name: String) throws {
        guard Glibc.link(path, name) == 0 else { throw Problem(name, "made") }
        try sync(folder(of: name))
    }

    static func remove(_ path: String) { unlink(path) }

    /// Gives a file that root made to its folder's owner, or else no gateway could open it.
    static func hand(_ path: String) {
        var facts = stat()
        guard geteuid() == 0, stat(folder(of: path), &facts) == 0 else { return }
        _ = lchown(path, facts.st_uid, facts.st_gid)
    }

    /// Makes a folder, and those above it that are not there, each the owner's of the one that it lies in.
    static func makeFolders(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try makeFolders(folder(of: path))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw Problem(path, "made") }
        hand(path)
    }

    /// Goes on as the owner of a folder where that is not root, who started this: what is written there belongs to
    /// whoever needs it. There is no way back.
    static func workAsOwner(of folder: String) throws {
        var facts = stat()
        guard geteuid() == 0, stat(folder, &facts) == 0, facts.st_uid != 0 else { return }
        guard setgroups(0, nil) == 0, setgid(facts.st_gid) == 0, setuid(facts.st_uid) == 0 else {
            throw Problem(folder, "worked in as its owner")
        }
    }

    /// The time, as part of a file's name.
    static func stamp() -> String {
        Date().formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
    }

    private static func folder(of path: String) -> String {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return folder.isEmpty ? "." : folder
    }
}

extension ExitCode {
    /// Writes the reason to standard error.
    func told(_ reason: String) -> ExitCode {
        FileHandle.standardError.write(Data("\(reason)\n".utf8))
        return self
    }
}

/// A file that is there while a gateway runs on a data directory: one that finds it knows that the
/// gateway before was killed, or crashed.
struct EndingMark {
    private let path: String

    /// - Parameter directory: locked for this process.
    init(in directory: String, _ log: Logger) {
        path = directory + "/running"
        if FileManager.default.fileExists(atPath: path) {
            log.error("the gateway before this one ended without a drain")
        }
        // If it can't be written, one ending goes unseen.
        _ = FileManager.default.createFile(
            atPath: path,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
