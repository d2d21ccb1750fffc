public import Foundation

/// A Redis server, or a sentinel, of a test's own: in a folder of its own, on a Unix socket and a free
/// port of 127.0.0.1.
public final class PrivateRedis: @unchecked Sendable {
    public enum Kind: Sendable {
        case server
        case sentinel

        var executable: String {
            switch self {
            case .server: "/usr/bin/redis-server"
            case .sentinel: "/usr/bin/redis-sentinel"
            }
        }
    }

    public let port: UInt16
    private let kind: Kind
    private let configuration: [String]
    private let password: String?
    public let folder: URL
    private var process: GuardedProcess?

    /// - Parameter configuration: more lines of redis.conf(5).
    public init(
        _ configuration: [String] = [],
        kind: Kind = .server,
        password: String? = nil
    ) throws {
        self.kind = kind
        self.password = password
        self.configuration = configuration + (password.map { ["requirepass \($0)"] } ?? [])
        port = try FreePort.find()
        // A folder in /tmp: the path of a Unix socket is short (unix(7)).
        folder = URL(filePath: "/tmp/redis-\(UUID().uuidString)", directoryHint: .isDirectory)
        try start()
    }

    deinit { process?.end() }

    public var url: String { "redis://127.0.0.1:\(port)" }
    public var socketPath: String { folder.appending(path: "socket").path }
    public var processID: pid_t? { process?.processID }

    /// Kills it at once, as by `kill -9`, with all its data.
    public func kill() {
        process?.end()
        process = nil
    }

    /// Starts it at the same port and path, empty; waits until it answers.
    public func start() throws {
        guard process == nil else { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "redis.conf")
        let lines =
            [
                "bind 127.0.0.1", "port \(port)", "unixsocket \(socketPath)", "dir \(folder.path)",
                "daemonize no",
            ] + (kind == .server ? ["save \"\"", "appendonly no"] : []) + configuration
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        process = try GuardedProcess([kind.executable, file.path], folder: folder)
        for _ in 0..<400 {
            if (try? command(["PING"])) == "PONG" { return }
            usleep(25_000)
        }
        throw GuardedProcess.Failure()
    }

    /// SIGSTOP: alive to the kernel, dead to everybody else.
    public func pause() {
        process?.signal(SIGSTOP)
    }

    public func resume() {
        process?.signal(SIGCONT)
    }

    /// Output of redis-cli for a command.
    @discardableResult
    public func command(_ words: [String]) throws -> String {
        let pipe = try Command.Pipe()
        let cli = try pipe.write {
            try Child(
                "/usr/bin/redis-cli",
                ["-p", "\(port)"] + words,
                environment: password.map { ["REDISCLI_AUTH": $0] } ?? [:],
                output: $0
            )
        }
        let text = pipe.readAll()
        cli.waitForEnd()
        return text.trimmingCharacters(in: .newlines)
    }
}
