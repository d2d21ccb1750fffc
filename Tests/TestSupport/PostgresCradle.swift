import Foundation
import Glibc
import Synchronization

/// The folder of all private servers of a process, and a keeper that removes it when the process is
/// gone, however it went.
final class PostgresCradle: Sendable {
    static let shared = Result { try PostgresCradle() }

    private let folder: String
    private let serverCount = Mutex(0)
    /// The keeper waits for the end of this pipe.
    private let lifeline: Command.Pipe

    private init() throws {
        lifeline = try Command.Pipe()
        var name = Array("/tmp/postgres-XXXXXX\0".utf8CString)
        guard mkdtemp(&name) != nil else {
            throw Command.Failure("no folder: errno \(errno)")
        }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        folder = String(decoding: bytes, as: UTF8.self)
        try keep()
        if geteuid() == 0 { try Command.run("/bin/chown", ["postgres", folder]) }
        let options = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"]
        try Self.run("initdb", ["-D", folder + "/template"] + options)
    }

    /// - Returns: a folder with a `data` folder that no server has used yet.
    func newServer() throws -> String {
        let number = serverCount.withLock { count in
            count += 1
            return count
        }
        let server = "\(folder)/\(number)"
        try Self.runAsOwner("/bin/mkdir", [server])
        try Self.runAsOwner("/bin/cp", ["-a", folder + "/template", server + "/data"])
        return server
    }

    /// Runs one of Postgres' programs as a user that may: it refuses to be run by root.
    static func run(_ name: String, _ arguments: [String]) throws {
        try runAsOwner(try binary(name), arguments)
    }

    /// Debian keeps them out of the PATH, a folder a version.
    static func binary(_ name: String) throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let latest = versions.compactMap { Int($0) }.max()
        guard let latest else {
            throw Command.Failure("no Postgres in \(root): install postgresql")
        }
        return "\(root)/\(latest)/bin/\(name)"
    }

    static func runAsOwner(_ path: String, _ arguments: [String]) throws {
        if geteuid() == 0 {
            let prefix = ["-u", "postgres", "--", path]
            try Command.run("/usr/sbin/runuser", prefix + arguments)
        } else {
            try Command.run(path, arguments)
        }
    }

    /// Starts the keeper. It hears no signal that a terminal sends to all of the tests.
    private func keep() throws {
        let script = """
            trap '' INT TERM HUP
            read -r _
            for file in "$1"/*/data/postmaster.pid; do
                postmaster=$(head -n 1 "$file" 2>/dev/null) || continue
                grep -q "$1" "/proc/$postmaster/cmdline" 2>/dev/null || continue
                kill -CONT $(cat "/proc/$postmaster/task/$postmaster/children") "$postmaster"
                kill -QUIT "$postmaster"
                for _ in $(seq 100); do
                    kill -0 "$postmaster" 2>/dev/null || break
                    sleep 0.05
                done
            done
            for mount in "$1"/*.mount; do umount "$mount" 2>/dev/null; done
            rm -rf "$1"
            """
        _ = try Child("/bin/sh", ["-c", script, "keeper", folder], input: lifeline.reading)
        close(lifeline.reading)
    }

    /// A file system of few bytes with a folder `data` that the server may have.
    ///
    /// - Throws: where this process may not mount.
    func mountSmall(bytes: Int) throws -> String {
        let path = "\(folder)/\(UUID().uuidString).mount"
        try Command.run("/bin/mkdir", [path])
        try Command.run("/bin/mount", ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path])
        try Command.run("/bin/mkdir", [path + "/data"])
        try Command.run("/bin/chown", ["postgres", path + "/data"])
        return path
    }
}
