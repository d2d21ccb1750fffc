import Foundation
import TestSupport
import Testing

/// A process that writes (`Tests/ArchiveWriter`), to be killed.
enum ArchiveWriterProcess {
    /// - Parameters:
    ///   - place: a SQLite file or a URL.
    ///   - countMin: it is killed once it has completed this many entries.
    /// - Returns: the versions that were completed before it died.
    static func run(
        _ place: String,
        entriesUnderWay: Int,
        killedAfter countMin: Int
    ) throws -> [Int64] {
        let pipe = try Command.Pipe()
        let writer = try pipe.write {
            try Child(
                folderOfTests.appending(path: "archive-writer").path,
                [place, "\(entriesUnderWay)"],
                output: $0
            )
        }
        var lineCount = 0
        var isKilled = false
        let text = pipe.readAll { part in
            lineCount += part.count { $0 == UInt8(ascii: "\n") }
            if !isKilled, lineCount >= countMin {
                writer.signal(SIGKILL)
                isKilled = true
            }
        }
        #expect(writer.waitForEnd() == 128 + SIGKILL)
        #expect(isKilled, "the writer stopped by itself")
        return text.split(separator: "\n").compactMap {
            Int64($0)
        }
    }

    /// Folder of the tests' bundle, and the writer beside it: the process that runs the tests has
    /// the bundle mapped, or is it.
    private static var folderOfTests: URL {
        get throws {
            let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps"))
            let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
            let bundle = maps.split(separator: "\n").first { $0.hasSuffix(".xctest") }
            guard let bundle, let start = bundle.firstIndex(of: "/") else {
                throw Command.Failure("the tests can't find themselves")
            }
            return URL(filePath: String(bundle[start...])).deletingLastPathComponent()
        }
    }
}
