import Archive
import StoreContracts
import TestSupport
import Testing

/// Kills a process that writes and checks its files.
@Blocking struct SQLiteCrashTests {
    @Test(arguments: [1, 64])
    func `what was completed is there after kill -9`(entriesUnderWay: Int) async throws {
        let fixture = try SQLiteFixture()
        var before: Int64 = 0
        for round in 1...5 {
            let completed = try ArchiveWriterProcess.run(
                fixture.path,
                entriesUnderWay: entriesUnderWay,
                killedAfter: 40 * round
            )
            #expect(completed.first == before + 1)
            let archive = try fixture.open()
            before = try await archive.expectWhole(atLeast: completed.last)
            await archive.close()
            #expect(try fixture.read("PRAGMA integrity_check") == [["ok"]])
        }
    }
}

extension Archive {
    /// - Parameter last: the last version that was completed.
    /// - Returns: the last version that is there.
    func expectWhole(atLeast last: Int64?) async throws -> Int64 {
        let journal = try #require(try await journal(of: "s1"))
        let versions = journal.entries.map(\.version)
        let lastWritten = try #require(versions.last)
        #expect(versions == Array(1...lastWritten))
        #expect(lastWritten >= (try #require(last)))
        // Whole entries: each but the first brought a player along.
        #expect(try await scores(of: "s1").count == Int(lastWritten) - 1)
        return lastWritten
    }
}
