public import Foundation

/// A server for one test: it dies with this process, however this one ends.
///
/// A shell beside it waits for the end of a pipe that only this process holds, then kills the server
/// and removes its folder.
public final class GuardedProcess {
    private static let guarding = #"read -r _; kill -9 "$1"; rm -rf "$2""#

    private let server = Process()
    private let guardian = Process()
    private let hold: FileHandle
    private let folder: URL

    /// - Parameter folder: an existing one for the server alone; its output goes to `log` in there.
    public init(_ command: [String], folder: URL) throws {
        self.folder = folder
        let pipe = try Command.Pipe()
        hold = FileHandle(fileDescriptor: pipe.writing, closeOnDealloc: true)
        let watched = FileHandle(fileDescriptor: pipe.reading, closeOnDealloc: true)
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        server.executableURL = URL(filePath: command[0])
        server.arguments = Array(command.dropFirst())
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = try FileHandle(forWritingTo: log)
        server.standardError = server.standardOutput
        try server.run()
        guardian.executableURL = URL(filePath: "/bin/sh")
        guardian.arguments = ["-c", Self.guarding, "sh", "\(processID)", folder.path]
        guardian.standardInput = watched
        guardian.standardOutput = FileHandle.nullDevice
        guardian.standardError = FileHandle.nullDevice
        try guardian.run()
    }

    public var processID: pid_t { server.processIdentifier }

    /// Ends the server at once and removes the folder.
    public func end() {
        signal(SIGKILL)
        kill(guardian.processIdentifier, SIGKILL)
        guardian.waitUntilExit()
        server.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    public func signal(_ number: Int32) {
        kill(processID, number)
    }

    deinit { end() }

    public struct Failure: Error {
        public init() {}
    }
}
