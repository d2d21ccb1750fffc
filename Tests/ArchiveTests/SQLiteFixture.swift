import Archive
import CSQLite
import Glibc
import StoreContracts
import TriptoGame

/// A database in a folder of its own, gone with the fixture.
final class SQLiteFixture: Sendable {
    let folder: String
    var path: String { folder + "/archive.sqlite" }

    init() throws {
        var name = Array("/tmp/archive-test-XXXXXX\0".utf8CString)
        guard mkdtemp(&name) != nil else { throw Failure(text: "no folder: errno \(errno)") }
        folder = String(
            decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }

    deinit {
        for name in ["", "-wal", "-shm"] { unlink(path + name) }
        rmdir(folder)
    }

    struct Failure: Error {
        var text: String
    }

    func open(
        _ schema: SchemaUse = .migrated,
        games: [GameSchema] = [Tripto.schema],
        _ change: (inout SQLiteSettings) -> Void = { _ in }
    ) throws -> SQLArchive {
        var settings = SQLiteSettings()
        change(&settings)
        return try SQLArchive(
            sqlite: path,
            games: games,
            settings: settings,
            schema: schema
        )
    }

    func underTest() throws -> ArchiveUnderTest {
        let games = [Tripto.schema, .diary]
        let archive = try open(games: games)
        return ArchiveUnderTest(
            archive: archive,
            reopen: { [self] in
                await archive.close()
                return try open(games: games)
            },
            read: { [self] in try read($0) }
        )
    }

    /// Runs a query on a connection of its own.
    func read(_ sql: String) throws -> [[String?]] {
        var rows: [[String?]] = []
        try withDatabase { database in
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
                throw Failure(text: String(cString: sqlite3_errmsg(database)))
            }
            while sqlite3_step(statement) == SQLITE_ROW {
                rows.append(
                    (0..<sqlite3_column_count(statement)).map { column in
                        sqlite3_column_text(statement, column).map { String(cString: $0) }
                    }
                )
            }
        }
        return rows
    }

    func execute(_ sql: String) throws {
        try withDatabase { database in
            guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
                throw Failure(text: String(cString: sqlite3_errmsg(database)))
            }
        }
    }

    private func withDatabase(_ body: (OpaquePointer?) throws -> Void) throws {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        guard sqlite3_open(path, &database) == SQLITE_OK else {
            throw Failure(text: "can't open \(path)")
        }
        try body(database)
    }
}
