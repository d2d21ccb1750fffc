import Foundation
import Glibc

/// Who Redis and Postgres run as: the caller, or the user `postgres` where the caller is root.
enum Account {
    private static let isRoot = getuid() == 0

    /// What is put before a server's command.
    static var words: [String] {
        isRoot
            ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] : []
    }

    /// Makes a folder that belongs to that user.
    static func makeFolder(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        guard isRoot else { return }
        guard let user = getpwnam("postgres") else { throw Failure("there is no user postgres") }
        chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid)
    }

    /// Whether mounts and the like are ours to make.
    static var mayMount: Bool { isRoot }
}
