import Foundation
import Voice

/// A program of a few lines of shell, in a folder of its own.
final class Script: Sendable {
    let folder: URL
    var path: String { folder.appending(path: "speak").path }

    init(_ text: String) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "voice-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Lines that the program has written to its log.
    var log: [Substring] {
        let log = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
        return log?.split(separator: "\n") ?? []
    }
}
