import Foundation
import Glibc
import LoadTest
import Synchronization

/// One gateway, at a port that it keeps over kills and restarts.
final class GatewayServer: Sendable {
    let place: Int
    let port = FreePort.next()
    let folder: URL
    let log: String
    /// As it was started last.
    private let program: Mutex<String>
    private let arguments: [String]
    private let environment: [String: String]
    private let current = Mutex<ChildProcess?>(nil)

    init(
        place: Int,
        program: String,
        secretFile: URL,
        in folder: URL,
        environment: [String: String]
    ) throws {
        self.place = place
        self.program = Mutex(program)
        self.folder = folder.appending(path: "gateway-\(place)")
        self.environment = environment.merging(["GATEWAY_DATA_DIR": self.folder.path]) { own, _ in
            own
        }
        log = folder.appending(path: "gateway-\(place).log").path
        try FileManager.default.createDirectory(
            at: self.folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        arguments = [
            "serve", "--listen", "127.0.0.1:\(port)", "--token-secret-file", secretFile.path,
            "--no-limits",
        ]
    }

    private var child: ChildProcess? { current.withLock { $0 } }
    var url: String { "http://127.0.0.1:\(port)" }

    /// Starts it and waits until it is ready to serve.
    ///
    /// - Parameters:
    ///   - flags: options that may be others each time.
    ///   - newer: another build, from now on.
    func start(_ flags: [String] = ["--shards", "2"], as newer: String? = nil) throws {
        if let newer { program.withLock { $0 = newer } }
        let child = try ChildProcess(
            "gateway \(place)",
            [program.withLock { $0 }] + arguments + flags,
            environment: environment,
            log: log
        )
        current.withLock { $0 = child }
        let end = Date().addingTimeInterval(60)
        while try !isReady() {
            if let status = child.status {
                throw Failure("gateway \(place) ended with \(status) at its start: see \(log)")
            }
            guard Date() < end else { throw Failure("gateway \(place) is not ready: see \(log)") }
            usleep(20_000)
        }
    }

    func isReady() throws -> Bool {
        try Command.run(
            ["curl", "-sf", "-m", "5", "-o", "/dev/null", "\(url)/readyz"],
            in: folder
        ).status == 0
    }

    /// As the kernel sees it.
    var process: GatewayProcess { GatewayProcess(pid: child?.pid ?? 0) }

    /// From any thread.
    func signal(_ number: Int32) { child?.signal(number) }

    /// After a kill: waits until nothing of it is left.
    func awaitEnd() throws {
        guard child?.waitForEnd(seconds: 10) != nil else {
            throw Failure("gateway \(place) lives on")
        }
    }

    /// Drains it.
    ///
    /// - Returns: its exit code.
    func drain() throws -> Int32 {
        signal(SIGTERM)
        guard let status = child?.waitForEnd(seconds: 60) else {
            throw Failure("gateway \(place) does not end its drain: see \(log)")
        }
        return status
    }

    /// One of its sub-commands, run beside it.
    func run(_ words: String...) throws -> Command.Outcome {
        try Command.run([program.withLock { $0 }] + words, environment: environment, in: folder)
    }

    /// A sub-command, on another data directory.
    func run(_ words: [String], on data: URL) throws -> Command.Outcome {
        let elsewhere = environment.merging(["GATEWAY_DATA_DIR": data.path]) { $1 }
        return try Command.run(
            [program.withLock { $0 }] + words,
            environment: elsewhere,
            in: folder
        )
    }
}
