import Foundation
import Glibc
import Synchronization

/// A private Redis: append-only file on, at a port that it keeps.
final class RedisServer: Sendable {
    let port = FreePort.next()
    private let folder: URL
    private let log: String
    private let more: [String]
    private let environment: [String: String]
    private let current = Mutex<ChildProcess?>(nil)

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
    private var process: ChildProcess? { current.withLock { $0 } }

    /// - Parameter dump: what it starts from, in place of what it kept.
    func start(from dump: URL? = nil) throws {
        if let dump {
            try forget()
            let copy = folder.appending(path: "dump.rdb")
            try FileManager.default.copyItem(at: dump, to: copy)
            try Account.own(copy)
        }
        let process = try ChildProcess(
            "redis",
            Account.words + [
                "redis-server", "--bind", "127.0.0.1", "--port", "\(port)", "--dir", folder.path,
                "--appendonly", dump == nil ? "yes" : "no", "--appendfsync", "everysec", "--save",
                "",
            ] + more,
            environment: environment,
            log: log
        )
        current.withLock { $0 = process }
        let end = Date().addingTimeInterval(30)
        while (try? ask("ping")) != "PONG" {
            guard Date() < end, process.status == nil else {
                throw Failure("Redis does not start: see \(log)")
            }
            usleep(20_000)
        }
        // A dump is not looked at where there may be an append-only file.
        if dump != nil { try ask("config", "set", "appendonly", "yes") }
    }

    /// Writes down what it has.
    func dump(to file: URL) throws {
        try Command.output(
            ["redis-cli", "-p", "\(port)", "--rdb", file.path],
            in: folder.deletingLastPathComponent()
        )
    }

    /// From any thread.
    func signal(_ number: Int32) { process?.signal(number) }

    /// After a kill: waits until nothing of it is left.
    func awaitEnd() throws {
        guard process?.waitForEnd(seconds: 10) != nil else { throw Failure("Redis lives on") }
    }

    /// Loses what it kept on disk; to be called while it is down.
    func forget() throws {
        try FileManager.default.removeItem(at: folder)
        try Account.makeFolder(folder)
    }

    /// One command, and what redis-cli prints.
    @discardableResult
    func ask(_ words: String...) throws -> String {
        try Command.output(
            ["redis-cli", "-p", "\(port)"] + words,
            in: folder.deletingLastPathComponent()
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
