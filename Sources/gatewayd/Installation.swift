import Foundation
import Gateway
import Glibc
import Hosting

/// The files that belong to this program: `share/tripto-gateway` below the prefix where it is installed
/// (hier(7)), or the build's own.
struct Installation {
    private static let folderName = "share/tripto-gateway"

    /// Nil in a build.
    private let share: URL?

    /// - Parameter executable: as it was called, or what a link to it stands for.
    init(executable: URL? = Bundle.main.executableURL) {
        let prefixes = [executable, executable?.resolvingSymlinksInPath()].compactMap {
            $0?.deletingLastPathComponent().deletingLastPathComponent()
        }
        share = prefixes.map { $0.appending(path: Self.folderName) }.first {
            FileManager.default.fileExists(atPath: $0.path)
        }
    }

    /// The installed pages, or else those of the current folder; nil where neither is there.
    ///
    /// - Throws: `ConfigurationError` where an installation lacks them.
    func webDirectory() throws -> String? {
        guard let share else { return Self.isFolder("web") ? "web" : nil }
        return try Self.folder(share.appending(path: "web"), "the web clients").path
    }

    /// - Parameter given: a folder to use instead of the bundled one.
    /// - Throws: `ConfigurationError` where an installation lacks it.
    func content(in given: String?) throws -> ContentPlace {
        if let given { return .folder(URL(filePath: given)) }
        guard let share else { return .build }
        return .folder(try Self.folder(share.appending(path: "content"), "the bundled packages"))
    }

    private static func folder(_ place: URL, _ what: String) throws -> URL {
        guard isFolder(place.path) else {
            throw ConfigurationError(
                "\(what) are missing from this installation: no folder \(place.path)"
            )
        }
        return place
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}

/// The directory of the embedded archive and the token secret.
enum DataDirectory {
    /// Makes it where it is not there, for our eyes alone.
    static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw ConfigurationError("the data directory \(path) can't be made: \(error)")
        }
    }

    /// Locks the directory for this process, as long as it lives: two that write one archive, each
    /// with rooms of its own, would play every session twice and damage it. The kernel releases the
    /// lock however the process dies (flock(2)).
    ///
    /// - Parameter advice: help against a process that has it.
    static func lock(_ path: String, advice: String) throws {
        let file = lockFile(in: path)
        // No child, such as a voice, keeps it; and root follows no link to a file elsewhere.
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw ConfigurationError("\(file) can't be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            defer { close(descriptor) }
            guard reason == EWOULDBLOCK else {
                throw ConfigurationError(
                    "\(file) can't be locked: \(String(cString: strerror(reason)))"
                )
            }
            throw ConfigurationError(
                "the data directory \(path) is in use by \(holder(descriptor)); \(advice)"
            )
        }
        let text = "\(getpid())\n"
        // The text is for people alone: a full disk stops nobody here.
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.utf8.count, 0)
    }

    static func lockFile(in path: String) -> String { "\(path)/gateway.lock" }

    /// Process that wrote its number there; without one it has only just come.
    private static func holder(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        guard let pid = Int(text.trimmingCharacters(in: .newlines)) else {
            return "another process"
        }
        return "process \(pid)"
    }
}
