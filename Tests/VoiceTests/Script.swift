import Foundation
import TestSupport
import Voice

/// A program of a few lines of shell, in a folder of its own.
final class Script: Sendable {
    let folder: URL
    var path: String { folder.appending(path: "speak").path }

    init(_ text: String) throws {
        folder = Scratch.place("voice")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Scratch.program(text, at: path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Lines that the program has written to its log.
    var log: [Substring] {
        let log = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
        return log?.split(separator: "\n") ?? []
    }
}
