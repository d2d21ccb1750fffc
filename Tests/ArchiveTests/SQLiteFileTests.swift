import CSQLite
import Foundation
import GameState
import StoreContracts
import TestSupport
import Testing

@testable import Archive

struct SQLiteFileTests {
    private let fixture: SQLiteFixture

    init() throws {
        fixture = try SQLiteFixture()
    }

    @Test func `a full disk fails what does not fit, and passes`() async throws {
        let archive = try fixture.open()
        try await archive.append(.begin("s1"))
        let bytes = try #require(Int(fixture.read("PRAGMA page_count")[0][0] ?? "")) * 4096
        try await limit(archive, toBytes: bytes)
        let large = JournalEntry.test("s1", 2, body: String(repeating: "x", count: 100_000))
        let error = await #expect(throws: ArchiveError.self) { try await archive.append(large) }
        #expect(error?.kind == .full)
        #expect(error?.description.contains("full") == true)
        #expect(try await archive.journal(of: "s1")?.entries.map(\.version) == [1])
        try await limit(archive, toBytes: nil)
        try await archive.append(large)
        #expect(try await archive.journal(of: "s1")?.entries.map(\.body.count) == [11, 100_000])
        await archive.close()
    }

    @Test func `what fits is written beside what does not`() async throws {
        let archive = try fixture.open()
        try await archive.append(.begin("s1"), .begin("s2"))
        let bytes = try #require(Int(fixture.read("PRAGMA page_count")[0][0] ?? "")) * 4096
        try await limit(archive, toBytes: bytes)
        let large = JournalEntry.test("s1", 2, body: String(repeating: "x", count: 100_000))
        let small = JournalEntry.test("s2", 2, body: "{}")
        await #expect(throws: ArchiveError.self) { try await archive.append(large, small) }
        #expect(try await archive.journal(of: "s1")?.entries.map(\.version) == [1])
        #expect(try await archive.journal(of: "s2")?.entries.map(\.version) == [1, 2])
        await archive.close()
    }

    @Test func `the log beside it is moved into it, though no commit does so`() async throws {
        let archive = try fixture.open()
        try await archive.append(.begin("s1"))
        let body = String(repeating: "x", count: 40_000)
        for version in 2...600 { try await archive.append(.test("s1", Int64(version), body: body)) }
        var log = stat()
        #expect(stat(fixture.path + "-wal", &log) == 0)
        // 24 MB were written; what moves it waits for 1 000 pages of 4 KiB.
        #expect((1..<12_000_000).contains(log.st_size))
        await archive.close()
    }

    @Test func `a file limit is a setting`() async throws {
        let archive = try fixture.open { $0.maxFileBytes = 400_000 }
        try await archive.append(.begin("s1"))
        let large = JournalEntry.test("s1", 2, body: String(repeating: "x", count: 500_000))
        let error = await #expect(throws: ArchiveError.self) { try await archive.append(large) }
        #expect(error?.kind == .full)
        await archive.close()
    }

    @Test func `a database that another process holds is waited for, then given up`() async throws {
        let archive = try fixture.open { $0.busyTimeoutMs = 1 }
        try await archive.append(.begin("s1"))
        var other: OpaquePointer?
        #expect(sqlite3_open(fixture.path, &other) == SQLITE_OK)
        #expect(sqlite3_exec(other, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        let error = await #expect(throws: ArchiveError.self) {
            try await archive.append(.test("s1", 2))
        }
        #expect(error?.kind == .busy)
        #expect(try await archive.journal(of: "s1")?.entries.count == 1)
        #expect(sqlite3_exec(other, "ROLLBACK", nil, nil, nil) == SQLITE_OK)
        sqlite3_close(other)
        try await archive.append(.test("s1", 2))
        await archive.close()
    }

    @Test func `a file that is no database is refused by name`() throws {
        try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: fixture.path))
        let error = #expect(throws: ArchiveError.self) { try fixture.open() }
        #expect(error?.kind == .damaged)
        #expect(error?.description.contains(fixture.path) == true)
        #expect(error?.description.contains("not a database") == true)
        let bytes = try Data(contentsOf: URL(filePath: fixture.path))
        #expect(bytes == Data(repeating: 0x41, count: 8192))
    }

    @Test func `a damaged database is an error and no crash`() async throws {
        let archive = try fixture.open()
        try await archive.append(.begin("s1"))
        for version in Int64(2)...400 {
            try await archive.append(
                .test("s1", version, .playerJoined("p\(version)", name: "x\(version)"))
            )
        }
        await archive.close()
        let url = URL(filePath: fixture.path)
        var bytes = try Data(contentsOf: url)
        for index in 8192..<bytes.count where index % 4096 < 64 { bytes[index] = 0xEE }
        try bytes.write(to: url)
        let error = await #expect(throws: ArchiveError.self) {
            let damaged = try fixture.open()
            try await damaged.append(.test("s1", 999, .playerJoined("new", name: "new")))
        }
        #expect(error?.kind == .damaged)
        #expect(error?.description.contains("malformed") == true)
    }

    @Test func `a disk that is full is told by a check, and passes`() async throws {
        do {
            try Command.run(
                "/bin/mount",
                ["-t", "tmpfs", "-o", "size=1m", "tmpfs", fixture.folder]
            )
        } catch {
            try Test.cancel("this process may not mount a small file system")
        }
        defer { _ = try? Command.run("/bin/umount", ["-l", fixture.folder]) }
        let archive = try fixture.open()
        try await archive.append(.begin("s1"))
        try await archive.check()
        let filler = fixture.folder + "/filler"
        try Data().write(to: URL(filePath: filler))
        let handle = try #require(FileHandle(forWritingAtPath: filler))
        while (try? handle.write(contentsOf: Data(count: 4096))) != nil {}
        let error = await #expect(throws: ArchiveError.self) { try await archive.check() }
        #expect(error?.kind == .full)
        await #expect(throws: ArchiveError.self) { try await archive.append(.test("s1", 2)) }
        // A child of another test may hold the file for a moment longer, which keeps what is in it.
        try handle.truncate(atOffset: 0)
        try handle.close()
        try await archive.check()
        try await archive.append(.test("s1", 2))
        await archive.close()
    }

    @Test func `a damaged page fails what needs it, and is told by a check and as a flaw`()
        async throws
    {
        let archive = try fixture.open()
        try await archive.append(.begin("s1"), .begin("s2"))
        #expect(try await archive.flaws(.quick) == [])
        let root = "SELECT rootpage FROM sqlite_master WHERE name = 'players'"
        let page = try #require(Int(fixture.read(root)[0][0] ?? ""))
        await archive.close()
        let url = URL(filePath: fixture.path)
        var bytes = try Data(contentsOf: url)
        for index in (page - 1) * 4096..<(page - 1) * 4096 + 64 { bytes[index] = 0xEE }
        try bytes.write(to: url)

        let damaged = try fixture.open()
        let joined = JournalEntry.test("s1", 2, .playerJoined("anna", name: "Anna"))
        let error = await #expect(throws: ArchiveError.self) {
            try await damaged.append(joined, .test("s2", 2))
        }
        #expect(error?.kind == .damaged)
        // Its neighbour has lost nothing.
        #expect(try await damaged.journal(of: "s2")?.entries.map(\.version) == [1, 2])
        #expect(try await damaged.journal(of: "s1")?.entries.map(\.version) == [1])
        let unready = await #expect(throws: ArchiveError.self) { try await damaged.check() }
        #expect(unready?.kind == .damaged)
        for depth in [CheckDepth.quick, .thorough] {
            #expect(try await !damaged.flaws(depth).isEmpty)
        }
        await damaged.close()
    }

    @Test func `a folder that is not there is an error with the path`() throws {
        let error = #expect(throws: ArchiveError.self) {
            try SQLArchive(sqlite: fixture.folder + "/nowhere/archive.sqlite", games: [])
        }
        #expect(error?.kind == .unusable)
        #expect(error?.description.contains("/nowhere/") == true)
    }

    @Test func `nobody else may read the file`() async throws {
        let archive = try fixture.open()
        try await archive.append(.begin("s1"))
        for name in ["", "-wal"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        await archive.close()
    }

    @Test func `what is erased is not left in the file`() async throws {
        let archive = try fixture.open()
        try await archive.append(.begin("s1"))
        for version in Int64(2)...300 {
            let name = "Zaphod\(version)"
            let joined = Fact.playerJoined("p\(version)", name: name)
            try await archive.append(.test("s1", version, joined, body: "{\"name\":\"\(name)\"}"))
        }
        #expect(try bytesOnDisk().contains("Zaphod"))
        try await archive.erase("s1", at: 1)
        #expect(try !bytesOnDisk().lowercased().contains("zaphod"))
        await archive.close()
    }

    @Test func `what the retention erases is not left in the file either`() async throws {
        let archive = try fixture.open()
        try await archive.append(.begin("s1"))
        for version in Int64(2)...300 {
            let name = "Zaphod\(version)"
            let joined = Fact.playerJoined("p\(version)", name: name)
            try await archive.append(.test("s1", version, joined, body: "{\"name\":\"\(name)\"}"))
        }
        try await archive.append(.test("s1", 301, .sessionStatus(.ended)))
        #expect(try bytesOnDisk().contains("Zaphod"))
        #expect(try await archive.eraseEnded(before: 302_000) == ["s1"])
        #expect(try !bytesOnDisk().lowercased().contains("zaphod"))
        await archive.close()
    }

    private func bytesOnDisk() throws -> String {
        try ["", "-wal"].map { name in
            String(
                decoding: try Data(contentsOf: URL(filePath: fixture.path + name)),
                as: Unicode.ASCII.self
            )
        }.joined()
    }

    private func limit(_ archive: SQLArchive, toBytes bytes: Int?) async throws {
        try await withCheckedContinuation { continuation in
            archive.call({ continuation.resume(returning: $0) }) {
                connection throws(ArchiveError) in
                try (connection as? SQLiteConnection)?.limitFile(toBytes: bytes)
            }
        }.get()
    }
}
