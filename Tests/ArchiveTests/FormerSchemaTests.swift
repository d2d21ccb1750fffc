import GameState
import Protocol
import StoreContracts
import Testing
import TriptoGame

@testable import Archive

/// Databases of a house with one game are brought forward, and lose nothing.
@Suite struct FormerSchemaTests {
    @Test(arguments: 1...4 as ClosedRange<Int64>)
    func `a database of every former version is brought forward`(version: Int64) async throws {
        let fixture = try SQLiteFixture()
        do {
            let connection = try SQLiteConnection(
                path: fixture.path,
                SQLiteSettings(),
                makesFile: true
            )
            try connection.makeFormerSchema(upTo: version)
            if version >= 3 { try connection.playFormerEvening() }
        }
        #expect(throws: ArchiveError.self) { try fixture.open(.asIs) }
        let archive = try fixture.open()
        #expect(archive.schema.before == version)
        #expect(archive.schema.now == Migration.all.last?.version)
        let migrations = [
            "tables of any game", "manual players", "tripto: memory of devices",
            "tripto: reports of hosts", "tripto: reports dealt with",
        ]
        #expect(archive.schema.migrations.suffix(5) == migrations[...])
        #expect(try await archive.flaws(.thorough) == [])
        if version >= 3 { try await checkFormerEvening(archive) { try fixture.read($0) } }
        await archive.close()
        let again = try fixture.open()
        #expect(again.schema.migrations == [])
        await again.close()
    }

    @Test func `what was brought forward has the tables and columns of a new one`() async throws {
        let columns = """
            SELECT tables.name || '.' || columns.name FROM sqlite_master AS tables
            JOIN pragma_table_info(tables.name) AS columns
            WHERE tables.type IN ('table', 'view') ORDER BY 1
            """
        let (old, new) = (try SQLiteFixture(), try SQLiteFixture())
        do {
            let connection = try SQLiteConnection(
                path: old.path,
                SQLiteSettings(),
                makesFile: true
            )
            try connection.makeFormerSchema(upTo: 4)
        }
        for fixture in [old, new] { await (try fixture.open()).close() }
        #expect(try old.read(columns) == (try new.read(columns)))
        let indexes = "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name"
        #expect(try old.read(indexes) == (try new.read(indexes)))
    }

    @Test func `a build without the game that was alone leaves its database as it is`() throws {
        let fixture = try SQLiteFixture()
        do {
            let connection = try SQLiteConnection(
                path: fixture.path,
                SQLiteSettings(),
                makesFile: true
            )
            try connection.makeFormerSchema(upTo: 4)
        }
        let error = #expect(throws: ArchiveError.self) {
            try SQLArchive(sqlite: fixture.path, games: [])
        }
        #expect(error?.kind == .schema)
        let tables = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'destination_answers'"
        #expect(try fixture.read(tables) == [["1"]])
    }
}

/// Checks the record of `playFormerEvening`'s evening.
func checkFormerEvening(
    _ archive: SQLArchive,
    _ read: @Sendable (String) throws -> [[String?]]
) async throws {
    let record = try #require(try await archive.record(of: "s1"))
    #expect(record.rounds.map(\.title) == ["Kyoto, Japan", "Kyoto, Japan"])
    #expect(record.rounds.map(\.state.rawValue) == ["scored", "followups"])
    #expect(record.rounds.map(\.game) == [1, 2])
    #expect(record.answers.map(\.text) == ["Kyoto", "", "Tea", "Kyoto", "Temple"])
    #expect(record.answers.map(\.question) == [0, 0, 1, 0, 1])
    #expect(record.answers.map(\.stake) == [8, 4, nil, 10, nil])
    #expect(record.scores.map(\.points) == [10, 0, 10, 0])
    #expect(record.games.map(\.winners) == [["bo"], []])
    let former = "SELECT id, locked_at_level_points, locked_at FROM destination_answers ORDER BY id"
    #expect(
        try read(former) == [
            ["r1/anna", "4", "5000"], ["r1/bo", "8", "4000"], ["r2/anna", "10", "8500"],
        ]
    )
    #expect(
        try read("SELECT id, points_awarded FROM followup_answers ORDER BY id") == [
            ["r1/bo/1", "2"], ["r2/anna/1", nil],
        ]
    )
    #expect(try read("SELECT id, round_id, lufs FROM audio_clips") == [["v1", "r1", "-19.5"]])
    // It goes on.
    try await archive.append(
        .test("s1", 2, .judged("r2", "anna", question: 1, isCorrect: true, points: 2))
    )
    #expect(try await archive.scores(of: "s1").map(\.points) == [10, 0, 12, 0])
    try await archive.erase("s1", at: 9_000)
    #expect(try read("SELECT DISTINCT answer_text FROM answers") == [[""]])
}
