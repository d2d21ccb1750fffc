import Archive
import Foundation
import StoreContracts
import Testing

/// Kills a process that writes (`Tests/ArchiveWriter`) and looks at what it left behind.
struct SQLiteCrashTests {
    @Test(arguments: [1, 64])
    func `what was completed is there after kill -9`(entriesUnderWay: Int) async throws {
        let fixture = try SQLiteFixture()
        var before: Int64 = 0
        for round in 1...5 {
            let completed = try run(fixture.path, entriesUnderWay, untilLines: 40 * round)
            #expect(completed.first == before + 1)
            let archive = try fixture.open()
            let journal = try #require(try await archive.journal(of: "s1"))
            let versions = journal.entries.map(\.version)
            let last = try #require(versions.last)
            let lastCompleted = try #require(completed.last)
            #expect(versions == Array(1...last))
            #expect(last >= lastCompleted)
            // Whole entries: each but the first brought a player along.
            #expect(try await archive.scores(of: "s1").count == Int(last) - 1)
            await archive.close()
            #expect(try fixture.read("PRAGMA integrity_check") == [["ok"]])
            before = last
        }
    }

    /// - Returns: the versions that were completed before the writer died.
    private func run(
        _ path: String,
        _ entriesUnderWay: Int,
        untilLines countMin: Int
    ) throws -> [Int64] {
        let process = Process()
        process.executableURL = try Self.folderOfTests.appending(path: "archive-writer")
        process.arguments = [path, "\(entriesUnderWay)"]
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
                throw SQLiteFixture.Failure(text: "the tests can't find themselves")
            }
            return URL(filePath: String(bundle[start...])).deletingLastPathComponent()
        }
    }
}
