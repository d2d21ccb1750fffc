import Foundation
import TestSupport
import Testing

/// A process that writes (`Tests/ArchiveWriter`), to be killed.
enum ArchiveWriterProcess {
    /// - Parameters:
    ///   - place: a SQLite file or a URL.
    ///   - countMin: it is killed once it has completed so many entries.
    /// - Returns: the versions that were completed before it died.
    static func run(
        _ place: String,
        entriesUnderWay: Int,
        killedAfter countMin: Int
    ) throws -> [Int64] {
        let process = Process()
        process.executableURL = try folderOfTests.appending(path: "archive-writer")
        process.arguments = [place, "\(entriesUnderWay)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = Data()
        var isKilled = false
        while case let part = output.fileHandleForReading.availableData, !part.isEmpty {
            text.append(part)
            if !isKilled, text.count(where: { $0 == UInt8(ascii: "\n") }) >= countMin {
                kill(process.processIdentifier, SIGKILL)
                isKilled = true
            }
        }
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(isKilled, "the writer stopped by itself")
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap {
            Int64($0)
        }
    }

    /// Where the bundle of the tests was built, and the writer beside it: whoever runs the tests has
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
