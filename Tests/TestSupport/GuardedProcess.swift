public import Foundation
import Glibc
import Synchronization

/// A server for one test: it dies with this process, however that ends.
///
/// A shell beside it waits for the end of a connection that only this process holds, then kills the
/// server and removes its folder.
public final class GuardedProcess {
    private static let guarding = #"read -r _; kill -9 "$1"; rm -rf "$2""#

    private let server: Child
    private let guardian: Child
    private let hold: FileHandle
    private let hasEnded = Mutex(false)

    /// - Parameter folder: an existing one for the server alone; its output goes to `log` in there.
    public init(_ command: [String], folder: URL) throws {
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        // Closed in every child, others' too, that is started at the same time: no pipe(2) can be.
        var ends: [Int32] = [-1, -1]
        let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure() }
        hold = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let guarded = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let output = try FileHandle(forWritingTo: log)
        server = try Child(
            command[0],
            Array(command.dropFirst()),
            output: output.fileDescriptor,
            errors: output.fileDescriptor
        )
        guardian = try Child(
            "/bin/sh",
            ["-c", Self.guarding, "sh", "\(server.processID)", folder.path],
            input: guarded.fileDescriptor
        )
    }

    public var processID: pid_t { server.processID }

    /// Ends the server at once and removes the folder.
    public func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        try? hold.close()
        guardian.waitForEnd()
        server.waitForEnd()
    }

    public func signal(_ number: Int32) {
        server.signal(number)
    }

    deinit { end() }

    public struct Failure: Error {
        public init() {}
    }
}
