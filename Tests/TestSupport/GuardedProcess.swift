public import Foundation
import Glibc

/// A server for one test: it dies with this process, however this one ends.
///
/// A shell beside it waits for the end of a connection that only this process holds, then kills the
/// server and removes its folder.
public final class GuardedProcess {
    private static let guarding = #"read -r _; kill -9 "$1"; rm -rf "$2""#

    private let server = Process()
    private let guardian = Process()
    private let hold: FileHandle

    /// - Parameter folder: an existing one for the server alone; its output goes to `log` in there.
    public init(_ command: [String], folder: URL) throws {
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        // Closed in every child, others' too, that is started at the same time: no pipe(2) can be.
        var ends: [Int32] = [-1, -1]
        let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure() }
        hold = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        guardian.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        server.executableURL = URL(filePath: command[0])
        server.arguments = Array(command.dropFirst())
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = try FileHandle(forWritingTo: log)
        server.standardError = server.standardOutput
        try server.run()
        guardian.executableURL = URL(filePath: "/bin/sh")
        guardian.arguments = ["-c", Self.guarding, "sh", "\(processID)", folder.path]
        guardian.standardOutput = FileHandle.nullDevice
        guardian.standardError = FileHandle.nullDevice
        try guardian.run()
    }

    public var processID: pid_t { server.processIdentifier }

    /// Ends the server at once and removes the folder.
    public func end() {
        try? hold.close()
        guardian.waitUntilExit()
        server.waitUntilExit()
    }

    public func signal(_ number: Int32) {
        kill(processID, number)
    }

    deinit { end() }

    public struct Failure: Error {
        public init() {}
    }
}
