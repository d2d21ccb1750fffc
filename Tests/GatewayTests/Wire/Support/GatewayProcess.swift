import CLinux
import Foundation
import Glibc
import Protocol
import Transport

/// The executable, run as an operator runs it.
final class GatewayProcess: Sendable {
    /// What it printed and how it ended.
    struct Outcome {
        let status: Int32
        let output: String
    }

    private let pid: pid_t
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
        // What a sanitizer was told holds for the gateway as well.
        let sanitizing = ours.filter { ["ASAN_OPTIONS", "LD_PRELOAD"].contains($0.key) }
        let variables = [
            "PATH": ours["PATH"] ?? "/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no",
        ].merging(sanitizing) { $1 }.merging(environment) { $1 }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Unstarted(errno: errno) }
        // No other child may keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (output, input) = (ends[0], ends[1])
        defer { close(input) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, input, 1)
        posix_spawn_file_actions_adddup2(&actions, input, 2)
        // Foundation takes another child for alive as long as anybody holds the pipe it waits at.
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, path, &actions, nil, words, settings)
        guard status == 0 else {
            close(output)
            throw Unstarted(errno: status)
        }
        self.pid = pid
        listen(to: output)
    }

    deinit {
        if !endings.hasEnded { Glibc.kill(pid, SIGKILL) }
    }

    struct Unstarted: Error { let errno: Int32 }

    /// Reads what it prints to the end, then waits for its own (waitpid(2)).
    private func listen(to output: Int32) {
        let (pid, lines, endings) = (pid, lines, endings)
        Thread.detachNewThread {
            var rest: [UInt8] = []
            var room = [UInt8](repeating: 0, count: 4096)
            while case let count = read(output, &room, room.count), count > 0 {
                rest += room[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.put(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
            close(output)
            lines.put(String(decoding: rest, as: UTF8.self))
            lines.end()
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            // Its exit code, or 128 and the signal as a shell says it.
            endings.put(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F))
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

    func signal(_ number: Int32) { Glibc.kill(pid, number) }

    /// kill -9, and waits until nothing of it is left.
    func kill() async throws {
        signal(SIGKILL)
        _ = try await status()
    }
}
