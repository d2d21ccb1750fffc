import Foundation
import Glibc
import Synchronization

/// A Postgres server of this process alone: a folder and a Unix socket, no port. It is gone with the
/// process, even if that is killed.
public final class PrivatePostgres: Sendable {
    /// The server that tests share which do it no harm; each makes a database of its own.
    public static var shared: PrivatePostgres {
        get throws { try common.get() }
    }

    private static let common = Result { try PrivatePostgres() }

    private let folder: String
    private let options: String
    private let databaseCount = Mutex(0)

    /// Starts a server.
    ///
    /// - Parameter isDurable: whether it waits for the disk, as a real one does.
    public init(isDurable: Bool = false) throws {
        let cradle = try PostgresCradle.shared.get()
        folder = try cradle.newServer()
        options =
            "-c listen_addresses= -c unix_socket_directories=\(folder) -c shared_buffers=16MB"
            + (isDurable ? "" : " -c fsync=off -c full_page_writes=off")
        try start()
    }

    deinit { try? stop(.immediate) }

    public enum Shutdown: String {
        /// Ends its clients' connections.
        case fast
        /// As if it had crashed: the next start recovers from the log.
        case immediate
    }

    public func start() throws {
        try control(["start", "-o", options, "-l", folder + "/log"])
    }

    public func stop(_ shutdown: Shutdown) throws {
        try control(["stop", "-m", shutdown.rawValue])
    }

    /// SIGSTOP to all of its processes: it neither answers nor closes.
    public func freeze() throws {
        for process in try processes() { kill(process, SIGSTOP) }
    }

    public func thaw() throws {
        for process in try processes() { kill(process, SIGCONT) }
    }

    /// SIGKILL to all of its processes.
    public func kill9() throws {
        for process in try processes() { kill(process, SIGKILL) }
    }

    /// An empty database.
    ///
    /// - Parameter tablespace: where it lies; nil: with the server's own.
    /// - Returns: its URL.
    public func makeDatabase(in tablespace: String? = nil) throws -> String {
        let number = databaseCount.withLock { count in
            count += 1
            return count
        }
        let place = tablespace.map { " TABLESPACE \($0)" } ?? ""
        try execute("CREATE DATABASE test\(number)\(place)")
        return url(of: "test\(number)")
    }

    public func url(of database: String, user: String = "postgres", password: String? = nil)
        -> String
    {
        let secret = password.map { ":\($0)" } ?? ""
        return "postgres://\(user)\(secret)@/\(database)?host=\(folder)"
    }

    /// Runs one command as the administrator.
    public func execute(_ sql: String, database: String = "postgres") throws {
        try Command.run(
            try PostgresCradle.binary("psql"),
            ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url(of: database), "-c", sql]
        )
    }

    /// From now on a user has to give a password (SCRAM-SHA-256).
    public func demandPassword(of user: String) throws {
        let path = folder + "/data/pg_hba.conf"
        let rules = try String(contentsOfFile: path, encoding: .utf8)
        try "local all \(user) scram-sha-256\n\(rules)"
            .write(toFile: path, atomically: false, encoding: .utf8)
        try control(["reload"])
    }

    private func control(_ arguments: [String]) throws {
        try PostgresCradle.run("pg_ctl", ["-D", folder + "/data", "-w", "-s"] + arguments)
    }

    /// The postmaster first.
    private func processes() throws -> [pid_t] {
        let file = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
        guard let postmaster = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw Command.Failure("\(folder) has no running server")
        }
        let children = try String(
            contentsOfFile: "/proc/\(postmaster)/task/\(postmaster)/children",
            encoding: .utf8
        )
        return [postmaster] + children.split(separator: " ").compactMap { pid_t($0) }
    }
}
