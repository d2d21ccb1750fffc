import Archive
import Foundation
import GameState
import StoreContracts
import Testing
import TriptoGame

/// Copies by `SQLArchive.copy` of an archive that is written to.
struct SQLiteCopyTests {
    private let fixture: SQLiteFixture
    private let target: SQLiteFixture

    init() throws {
        fixture = try SQLiteFixture()
        target = try SQLiteFixture()
    }

    @Test func `a copy is one moment of an archive that is written to meanwhile`() async throws {
        let archive = try fixture.open()
        try await Persistence(archive).append(Story.entries(1...3))
        let isOver = Flag()
        let writing = Task {
            var version: Int64 = 3
            while !isOver.isRaised {
                version += 1
                try await Persistence(archive).append([Story.entry(version)])
            }
            return version
        }
        var lasts: [Int64] = []
        for _ in 1...8 {
            let before = try #require(try await archive.journal(of: "s1")).entries.count
            try Data().write(to: URL(filePath: target.path))
            try SQLArchive.copy(sqlite: fixture.path, games: [Tripto.schema], to: target.path)
            let copy = try target.open(.asIs)
            let last = try #require(try await copy.journal(of: "s1")?.entries.last).version
            #expect(last >= before)
            try await Story.expectWhole(last, in: copy)
            #expect(try await copy.flaws(.thorough) == [])
            await copy.close()
            lasts.append(last)
        }
        isOver.raise()
        let written = try await writing.value
        // Writing went on, and nothing later than its moment came into a copy.
        #expect(lasts == lasts.sorted() && Set(lasts).count > 1 && lasts[0] < written)
        try await Story.expectWhole(written, in: archive)
        await archive.close()
    }

    @Test func `a copy holds nothing that was erased, and no log is needed to read it`()
        async throws
    {
        let archive = try fixture.open()
        try await archive.append(.begin("s1"), .begin("s2"))
        try await archive.append(.test("s1", 2, .playerJoined("p", name: "Zaphod")))
        try await archive.append(.test("s2", 2, .playerJoined("q", name: "Trillian")))
        try await archive.erase("s1", at: 1)
        try Data().write(to: URL(filePath: target.path))
        try SQLArchive.copy(sqlite: fixture.path, games: [Tripto.schema], to: target.path)
        let bytes = try Data(contentsOf: URL(filePath: target.path))
        #expect(bytes.range(of: Data("Zaphod".utf8)) == nil)
        #expect(bytes.range(of: Data("Trillian".utf8)) != nil)
        #expect(!FileManager.default.fileExists(atPath: target.path + "-wal"))
        await archive.close()
    }

    @Test func `what is there is not written over, and what is no archive is not copied`() throws {
        try Data("a letter".utf8).write(to: URL(filePath: target.path))
        #expect(throws: ArchiveError.self) {
            try SQLArchive.copy(sqlite: fixture.path, games: [Tripto.schema], to: target.path)
        }
        _ = try fixture.open()
        let error = #expect(throws: ArchiveError.self) {
            try SQLArchive.copy(sqlite: fixture.path, games: [Tripto.schema], to: target.path)
        }
        #expect(error?.description.contains(fixture.path) == true)
        #expect(try Data(contentsOf: URL(filePath: target.path)) == Data("a letter".utf8))
    }
}
