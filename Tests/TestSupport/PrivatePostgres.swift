import Foundation
import Glibc
import Synchronization

/// A Postgres server of this process alone: a folder and a Unix socket, no port. It is gone with the
/// process, even if that is killed.
public final class PrivatePostgres: Sendable {
    /// The server shared by tests that do it no harm; each makes a database of its own.
    public static var shared: PrivatePostgres {
        get throws { try common.get() }
    }

    private static let common = Result { try PrivatePostgres() }

    /// Of its socket `.s.PGSQL.5432`.
    public let folder: String
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

    deinit {
        // Nobody waits for it.
        let folder = folder
        DispatchQueue.global().async { try? Self.control(folder, ["stop", "-m", "immediate"]) }
    }

    public enum Shutdown: String {
        /// Ends its clients' connections.
        case fast
        /// As if it had crashed: the next start recovers from the log.
        case immediate
    }

    public func start() throws {
        do {
            try Self.control(folder, ["start", "-o", options, "-l", folder + "/log"])
        } catch {
            let log = try? String(contentsOfFile: folder + "/log", encoding: .utf8)
            throw Command.Failure("\(error)\n\(log ?? "no log")")
        }
    }

    public func stop(_ shutdown: Shutdown) throws {
        try Self.control(folder, ["stop", "-m", shutdown.rawValue])
    }

    /// From now on a hot standby of a primary that it never hears of: it answers, and takes no writes.
    public func restartAsStandby() throws {
        try stop(.fast)
        try PostgresCradle.runAsOwner("/usr/bin/touch", [folder + "/data/standby.signal"])
        try start()
    }

    /// SIGSTOP to all of its processes: it neither answers nor closes.
    public func freeze() throws {
        for process in try processes() { kill(process, SIGSTOP) }
    }

    public func thaw() throws {
        for process in try processes() { kill(process, SIGCONT) }
    }

    /// SIGKILL to all of its processes; waits until they are gone.
    public func kill9() throws {
        let all = try processes()
        for process in all { kill(process, SIGKILL) }
        while all.contains(where: Self.isRunning) { usleep(1000) }
        // In a container where nobody reaps orphans the next start would take it for alive.
        for lock in ["data/postmaster.pid", ".s.PGSQL.5432.lock"] {
            try FileManager.default.removeItem(atPath: "\(folder)/\(lock)")
        }
    }

    /// A process that has ended and was not reaped has no command line any more (proc(5)).
    private static func isRunning(_ process: pid_t) -> Bool {
        FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.isEmpty == false
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

    /// Path of one of Postgres' programs.
    public static func binary(_ name: String) throws -> String {
        try PostgresCradle.binary(name)
    }

    /// Runs one command as the administrator.
    public func execute(_ sql: String, database: String = "postgres") throws {
        try Command.run(
            try Self.binary("psql"),
            ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url(of: database), "-c", sql]
        )
    }

    /// From now on a user has to give a password (SCRAM-SHA-256).
    public func demandPassword(of user: String) throws {
        let path = folder + "/data/pg_hba.conf"
        let rules = try String(contentsOfFile: path, encoding: .utf8)
        try "local all \(user) scram-sha-256\n\(rules)"
            .write(toFile: path, atomically: false, encoding: .utf8)
        try Self.control(folder, ["reload"])
    }

    /// A tablespace of few bytes, for a database that is to run out of space.
    public struct Tablespace: Sendable {
        public let name: String
        let path: String
    }

    /// - Throws: where this process may not mount file systems.
    public func makeTablespace(bytes: Int) throws -> Tablespace {
        let path = try PostgresCradle.shared.get().mountSmall(bytes: bytes)
        try execute("CREATE TABLESPACE small LOCATION '\(path)/data'")
        return Tablespace(name: "small", path: path)
    }

    public func resize(_ tablespace: Tablespace, bytes: Int) throws {
        try Command.run("/bin/mount", ["-o", "remount,size=\(bytes)", tablespace.path])
    }

    private static func control(_ folder: String, _ arguments: [String]) throws {
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
