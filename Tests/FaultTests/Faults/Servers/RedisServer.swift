import Foundation
import Glibc

/// A private Redis: append-only file on, at a port that it keeps.
final class RedisServer {
    let port = FreePort.next()
    private let folder: URL
    private let log: String
    private let more: [String]
    private let environment: [String: String]
    private var process: ChildProcess?

    /// - Parameters:
    ///   - more: options on its command line.
    ///   - environment: for what is preloaded.
    init(
        in folder: URL,
        named name: String = "redis",
        _ more: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        self.folder = folder.appending(path: name)
        log = folder.appending(path: "\(name).log").path
        self.more = more
        self.environment = environment
        try Account.makeFolder(self.folder)
        try start()
    }

    var url: String { "redis://127.0.0.1:\(port)" }

    func start() throws {
        process = try ChildProcess(
            "redis",
            Account.words + [
                "redis-server", "--bind", "127.0.0.1", "--port", "\(port)", "--dir", folder.path,
                "--appendonly", "yes", "--appendfsync", "everysec", "--save", "",
            ] + more,
            environment: environment,
            log: log
        )
        let end = Date().addingTimeInterval(30)
        while (try? ask("ping")) != "PONG" {
            guard Date() < end, process?.status == nil else {
                throw Failure("Redis does not start: see \(log)")
            }
            usleep(20_000)
        }
    }

    func kill9() throws {
        try process?.kill9()
    }

    /// Loses what it kept on disk; to be called while it is down.
    func forget() throws {
        try FileManager.default.removeItem(at: folder)
        try Account.makeFolder(folder)
    }

    func freeze() { process?.signal(SIGSTOP) }
    func thaw() { process?.signal(SIGCONT) }

    /// One command, and what redis-cli prints.
    @discardableResult
    func ask(_ words: String...) throws -> String {
        try Command.output(
            ["redis-cli", "-p", "\(port)"] + words,
            in: folder.deletingLastPathComponent()
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
