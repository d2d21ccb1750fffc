import Foundation

/// A file of a folder that somebody else writes: it may be anything, and change at any time.
enum PackageFile {
    /// Tells one state of a file from the next; that of a file which is not there is like no other.
    struct Stamp: Hashable, Sendable {
        private let numbers: [Int]

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
}
