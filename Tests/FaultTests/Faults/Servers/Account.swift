import Foundation
import Glibc

/// The user that Redis and Postgres run as: the caller, or `postgres` where the caller is root.
enum Account {
    private static let isRoot = getuid() == 0

    /// Words before a server's command. A change of user forgets whose death ends it (prctl(2)), so
    /// that is said again.
    static var words: [String] {
        isRoot
            ? [
                "setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--pdeathsig",
                "KILL", "--",
            ] : []
    }

    /// Makes a folder that belongs to that user.
    static func makeFolder(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try own(folder)
    }

    /// Gives a file to that user.
    static func own(_ file: URL) throws {
        guard isRoot else { return }
        guard let user = getpwnam("postgres") else { throw Failure("there is no user postgres") }
        chown(file.path, user.pointee.pw_uid, user.pointee.pw_gid)
    }

    /// True when mounts and the like are ours to make.
    static var mayMount: Bool { isRoot }
}
