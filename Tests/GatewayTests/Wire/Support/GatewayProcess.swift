import Foundation
import Glibc
import Protocol
import TestSupport
import Transport

/// The executable, run as an operator runs it.
final class GatewayProcess: Sendable {
    /// Its output and its end.
    struct Outcome {
        let status: Int32
        let output: String
    }

    private let child: Child
    private let lines = Mailbox<String>()
    private let endings = Mailbox<Int32>()

    /// Starts it; output and errors are one stream of lines.
    ///
    /// - Parameter shell: what a shell does before it becomes the gateway, such as `ulimit -n 200;`, or with
    ///   it, such as a redirection after `exec "$0" "$@"`; nil: no shell.
    init(
        _ given: [String],
        environment: [String: String] = [:],
        shell: String? = nil
    ) throws {
        let program = try Self.executable().path
        let path = shell == nil ? program : "/bin/bash"
        let arguments = shell.map { ["-c", $0, program] + given } ?? given
        let ours = ProcessInfo.processInfo.environment
        // The options of a sanitizer hold for the gateway as well.
        let sanitizing = ours.filter { ["ASAN_OPTIONS", "LD_PRELOAD"].contains($0.key) }
        let variables = [
            "PATH": ours["PATH"] ?? "/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no",
        ].merging(sanitizing) { $1 }.merging(environment) { $1 }
        let pipe = try Command.Pipe()
        child = try pipe.write {
            try Child(path, arguments, environment: variables, output: $0, errors: $0)
        }
        listen(to: pipe)
    }

    deinit {
        if !endings.hasEnded { child.signal(SIGKILL) }
    }

    /// Reads what it prints to the end, then waits for its own.
    private func listen(to pipe: Command.Pipe) {
        let (child, lines, endings) = (child, lines, endings)
        Thread.detachNewThread {
            var rest: [UInt8] = []
            pipe.readAll { part in
                rest += part
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.put(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
            lines.put(String(decoding: rest, as: UTF8.self))
            lines.end()
            endings.put(child.waitForEnd())
            endings.end()
        }
    }

    /// Beside the tests in the build folder.
    private static func executable() throws -> URL {
        let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let file = tests.deletingLastPathComponent().appending(path: "gatewayd")
        guard FileManager.default.isExecutableFile(atPath: file.path) else {
            throw SocketClient.Unexpected(wanted: "gatewayd", heard: file.path)
        }
        return file
    }

    /// One that serves what lies in a folder, on a free port unless one is named.
    static func serving(
        _ folder: URL,
        _ more: [String] = [],
        on address: SocketAddress? = nil,
        environment: [String: String] = [:],
        shell: String? = nil
    ) async throws -> (process: GatewayProcess, address: SocketAddress) {
        let process = try GatewayProcess(
            [
                "serve", "--listen", address.map { "\($0)" } ?? "127.0.0.1:0", "--data-dir",
                folder.path, "--shards", "2",
            ] + more,
            environment: environment,
            shell: shell
        )
        while let line = try await process.line() {
            guard let mark = line.range(of: "listening address=") else { continue }
            if let address = SocketAddress(String(line[mark.upperBound...])) {
                return (process, address)
            }
        }
        throw SocketClient.Unexpected(wanted: "a gateway that listens", heard: "its end")
    }

    /// Runs it to its end.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let process = try GatewayProcess(arguments, environment: environment)
        var output = ""
        while let line = try await process.line() { output += line + "\n" }
        return Outcome(status: try await process.status(), output: output)
    }

    func line() async throws -> String? { try await lines.take() }

    /// Waits for its end.
    func status() async throws -> Int32 {
        guard let status = try await endings.take() else { throw OutOfPatience() }
        return status
    }

    func signal(_ number: Int32) { child.signal(number) }

    /// kill -9, and waits until nothing of it is left.
    func kill() async throws {
        signal(SIGKILL)
        _ = try await status()
    }
}
