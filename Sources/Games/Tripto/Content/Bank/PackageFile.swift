import Foundation
import GameState

/// A file of a folder that somebody else writes: it may be anything, and change at any time.
enum PackageFile {
    /// Tells one state of a file from the next; that of a file which is not there is like no other.
    struct Stamp: Hashable, Sendable {
        private let numbers: [Int]

        /// There was no file.
        var isOfNothing: Bool { numbers.isEmpty }

        init(of path: String) {
            var facts = stat()
            guard stat(path, &facts) == 0 else {
                numbers = []
                return
            }
            // A copy may keep the time of its contents, but not that of its inode.
            numbers = [
                Int(facts.st_dev), Int(facts.st_ino), Int(facts.st_size),
                facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec,
                facts.st_ctim.tv_nsec,
            ]
        }
    }

    /// The bytes, and one more than the limit where it is longer, so that a reader sees that it is. Links are
    /// followed within the folder alone, and nothing waits for somebody to write into a pipe.
    ///
    /// - Parameter name: within the folder.
    static func bytes(
        of name: String,
        in folder: URL,
        limit: Int = PackageLimits.fileBytes
    ) throws(PackageRefusal.Reason) -> [UInt8] {
        guard let place = resolved(folder.path),
            let path = resolved(folder.appendingPathComponent(name).path)
        else { throw .unreadable }
        guard path.hasPrefix(place + "/") else { throw .outside }
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .unreadable }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw .unreadable }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .irregular }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let wanted = limit + 1 - bytes.count
            var count = 0
            let more = [UInt8](unsafeUninitializedCapacity: min(wanted, chunkBytes)) { room, used in
                count = read(file, room.baseAddress, room.count)
                used = max(0, count)
            }
            guard count >= 0 else { throw .unreadable }
            guard count > 0 else { break }
            bytes += more
        }
        return bytes
    }

    private static let chunkBytes = 32 * 1024

    /// Without links, `.` and `..`; nil where nothing is there, or links go round in a circle.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Puts a whole file into a folder, which anybody sees as it was until then; the folder is made where it is not.
    ///
    /// - Parameter name: within the folder.
    static func put(_ bytes: [UInt8], as name: String, in folder: URL) throws(WriteProblem) {
        let path = folder.appendingPathComponent(name).path
        let place = URL(filePath: path).deletingLastPathComponent().path
        try make(place)
        let unfinished = "\(path).\(getpid()).part"
        unlink(unfinished)
        let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw WriteProblem(path) }
        defer { unlink(unfinished) }
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            done += count
        }
        let isWhole = done == bytes.count && fsync(file) == 0
        close(file)
        guard isWhole, rename(unfinished, path) == 0 else { throw WriteProblem(path) }
        let list = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if list >= 0 { close(list) } }
        guard list >= 0, fsync(list) == 0 else { throw WriteProblem(path) }
    }

    private static func make(_ folder: String) throws(WriteProblem) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
        } catch {
            throw WriteProblem(folder)
        }
    }

    /// Runs `work` while nobody else who asks here, of this process or another, does: changes to a folder that
    /// follow from what it holds.
    static func alone<Value>(
        in folder: URL,
        _ work: () throws(DeskFailure) -> Value
    ) throws(DeskFailure) -> Value {
        do throws(WriteProblem) {
            try make(folder.path)
        } catch {
            throw .unwritable("\(error)")
        }
        let list = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if list >= 0 { close(list) } }
        guard list >= 0, flock(list, LOCK_EX) == 0 else {
            throw .unwritable("\(WriteProblem(folder.path))")
        }
        return try work()
    }

    /// True where a file can be put there, or the folder be made.
    static func isWritable(_ folder: URL) -> Bool {
        var place = folder
        while access(place.path, F_OK) != 0, place.path != "/" {
            place = place.deletingLastPathComponent()
        }
        return access(place.path, W_OK | X_OK) == 0
    }

    /// The system's word on why a file is not written.
    struct WriteProblem: Error, CustomStringConvertible {
        let description: String

        fileprivate init(_ path: String) {
            description = "\(path) can't be written: \(String(cString: strerror(errno)))"
        }
    }
}
