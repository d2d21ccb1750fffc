public import Foundation

/// Places of tests for what they write, below a folder of this process that is gone when it ends: whatever a test forgets,
/// or something writes after the test that made the place, stays nowhere.
public enum Scratch {
    private static let root: URL = {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "tests-\(getpid())", directoryHint: .isDirectory)
        atexit { try? FileManager.default.removeItem(at: Scratch.root) }
        return root
    }()

    /// A folder that is not there yet; the one above it is.
    public static func place(_ kind: String) -> URL {
        try? FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        return root.appending(path: "\(kind)-\(UUID().uuidString)", directoryHint: .isDirectory)
    }

    /// A program of a few lines of shell in a file that another process writes. Were it open for writing here, a child that
    /// another test has just forked could hold it open still, and the system starts no such file (ETXTBSY).
    public static func program(_ shell: String, at path: String) throws {
        let text = place("program").path
        try Data("#!/bin/sh\n\(shell)\n".utf8).write(to: URL(filePath: text))
        try Command.run("/usr/bin/install", ["-m", "755", text, path])
    }
}
