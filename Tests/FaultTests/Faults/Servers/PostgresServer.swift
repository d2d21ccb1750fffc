import Foundation
import Glibc

/// A private Postgres, at a port that it keeps.
final class PostgresServer {
    let port = FreePort.next()
    let folder: URL
    private let log: String
    private let scratch: URL
    private var process: ChildProcess?

    /// - Parameter disk: where its data lie; beside everything else where there is none.
    init(in scratch: URL, on disk: SmallDisk? = nil) throws {
        folder = (disk?.folder ?? scratch).appending(path: "postgres")
        self.scratch = scratch
        log = scratch.appending(path: "postgres.log").path
        try Account.makeFolder(folder)
        // Small log segments, so that a small disk holds it.
        try Command.output(
            Account.words + [
                try Self.program("initdb"), "-D", folder.path, "-U", "tripto", "--auth=trust",
                "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--wal-segsize=1",
            ],
            in: scratch
        )
        try start()
    }

    var url: String { "postgres://tripto@127.0.0.1:\(port)/postgres" }
    var isAlive: Bool { process?.status == nil }

    /// The newest of Debian's installed versions.
    private static func program(_ name: String) throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        guard let newest = versions.compactMap(Int.init).max() else {
            throw Failure("there is no Postgres in \(root)")
        }
        return "\(root)/\(newest)/bin/\(name)"
    }

    /// Starts it, again and again until what an earlier one left behind has gone.
    func start() throws {
        let end = Date().addingTimeInterval(60)
        repeat {
            process = try ChildProcess(
                "postgres",
                Account.words + [
                    try Self.program("postgres"), "-D", folder.path, "-p", "\(port)", "-c",
                    "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c",
                    "max_connections=40", "-c", "max_wal_size=8MB", "-c", "min_wal_size=2MB",
                ],
                log: log
            )
            while isAlive, Date() < end {
                if try isReady() { return }
                usleep(20_000)
            }
        } while Date() < end
        throw Failure("Postgres does not start: see \(log)")
    }

    private func isReady() throws -> Bool {
        try Command.run(
            [try Self.program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", "\(port)"],
            in: scratch
        ).status == 0
    }

    /// Fast shutdown: sessions are cut, what is committed is kept.
    func stop() throws {
        process?.signal(SIGINT)
        guard process?.waitForEnd(seconds: 60) != nil else {
            throw Failure("Postgres does not stop")
        }
    }

    /// kill -9 of all its processes at once, in whatever transaction they are.
    func kill9() throws {
        for child in try stopAndList() { kill(child, SIGKILL) }
        try process?.kill9()
    }

    /// All its processes stand still.
    func freeze() throws {
        for child in try stopAndList() { kill(child, SIGSTOP) }
    }

    func thaw() throws {
        for child in try stopAndList() { kill(child, SIGCONT) }
        process?.signal(SIGCONT)
    }

    /// Stops the parent: its children are ours while it lives, and it can't have others from here on.
    private func stopAndList() throws -> [pid_t] {
        guard let process, process.status == nil else { throw Failure("Postgres is gone already") }
        process.signal(SIGSTOP)
        let list = "/proc/\(process.pid)/task/\(process.pid)/children"
        return try String(contentsOfFile: list, encoding: .utf8)
            .split(separator: " ").compactMap { pid_t($0) }
    }

    /// True when its log has `text`.
    func hasLogged(_ text: String) throws -> Bool {
        try String(contentsOfFile: log, encoding: .utf8).contains(text)
    }
}
