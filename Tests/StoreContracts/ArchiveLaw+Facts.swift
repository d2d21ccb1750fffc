import Archive
import GameState
import Protocol
import Testing

extension ArchiveLaw {
    static let facts = [
        ArchiveLaw("a session is kept with its code, its settings and its status") {
            test async throws in
            let created = Fact.sessionCreated(
                joinCode: "ABCDEF",
                game: "tripto",
                settingsJSON: "{\"theme\":\"hav\"}"
            )
            try await test.archive.append(.test("s1", 1, created))
            let row = """
                SELECT id, created_at, status, ended_at, game, settings_json, host_user_id, join_code
                FROM sessions
                """
            let settings = "{\"theme\":\"hav\"}"
            #expect(
                try test.read(row) == [
                    ["s1", "1000", "lobby", nil, "tripto", settings, nil, "ABCDEF"]
                ]
            )
            try await test.archive.append(.test("s1", 2, .sessionStatus(.active)))
            #expect(try test.cell("SELECT status FROM sessions") == "active")
            try await test.archive.append(.test("s1", 3, .sessionStatus(.ended)))
            #expect(
                try test.read(row) == [
                    ["s1", "1000", "ended", "3000", "tripto", settings, nil, "ABCDEF"]
                ]
            )
            #expect(try await test.archive.journal(of: "s1")?.status == .ended)
        },
        ArchiveLaw("players come, are seen, and leave") { test async throws in
            let row = """
                SELECT id, session_id, name, created_at, last_seen_at, is_connected, left_at
                FROM players ORDER BY id
                """
            try await test.archive.append(
                .begin("s1"),
                .test("s1", 2, .playerJoined("p1", name: "Åsa")),
                .test("s1", 3, .playerSeen("p1", isConnected: true))
            )
            #expect(try test.read(row) == [["p1", "s1", "Åsa", "2000", "3000", "1", nil]])
            try await test.archive.append(.test("s1", 4, .playerSeen("p1", isConnected: false)))
            #expect(try test.read(row) == [["p1", "s1", "Åsa", "2000", "4000", "0", nil]])
            try await test.archive.append(.test("s1", 5, .playerLeft("p1")))
            #expect(try test.read(row) == [["p1", "s1", "Åsa", "2000", "4000", "0", "5000"]])
            try await test.archive.append(.test("s1", 6, .playerJoined("p1", name: "Åsa")))
            #expect(try test.read(row) == [["p1", "s1", "Åsa", "2000", "6000", "0", nil]])
        },
        ArchiveLaw("a manual player is known as one") { test async throws in
            try await test.archive.append(
                .begin("s1"),
                .test(
                    "s1",
                    2,
                    .playerJoined("p1", name: "Åsa"),
                    .playerJoined("s1-m2", name: "Oma", isManual: true)
                )
            )
            let kinds = "SELECT id, is_manual FROM players ORDER BY id"
            #expect(try test.read(kinds) == [["p1", "0"], ["s1-m2", "1"]])
            let record = try #require(try await test.archive.record(of: "s1"))
            #expect(record.players.map(\.isManual) == [false, true])
        },
        ArchiveLaw("a player has the name given last, and the one before is free") {
            test async throws in
            try await test.archive.append(
                .begin("s1"),
                .test("s1", 2, .playerJoined("p1", name: "Åsa")),
                .test("s1", 3, .playerRenamed("p1", name: "Bo")),
                .test("s1", 4, .playerJoined("p2", name: "åsa"))
            )
            let names = "SELECT name FROM players ORDER BY id"
            #expect(try test.read(names) == [["Bo"], ["åsa"]])
            await #expect(throws: ArchiveError.self) {
                try await test.archive.append(.test("s1", 5, .playerRenamed("p2", name: "bO")))
            }
        },
        ArchiveLaw("a name belongs to one who is here, and is free when that one has left") {
            test async throws in
            try await test.archive.append(
                .begin("s1"),
                .begin("s2", code: "GHJKMN"),
                .test("s1", 2, .playerJoined("p1", name: "Åsa")),
                .test("s2", 2, .playerJoined("p2", name: "Åsa"))
            )
            await #expect(throws: ArchiveError.self) {
                try await test.archive.append(.test("s1", 3, .playerJoined("p3", name: "åSA")))
            }
            try await test.archive.append(
                .test("s1", 3, .playerLeft("p1"), .playerJoined("p3", name: "åsa"))
            )
            let names = "SELECT name FROM players WHERE session_id = 's1' ORDER BY id"
            #expect(try test.read(names) == [["Åsa"], ["åsa"]])
        },
        ArchiveLaw("an audit says who did what, numbered within its session") { test async throws in
            try await test.archive.append(
                .begin("s1"),
                .begin("s2", code: "GHJKMN"),
                .test(
                    "s1",
                    2,
                    .audit(actor: .host, type: "HOST_SKIP", payloadJSON: "{}"),
                    .audit(actor: .player("p1"), type: "LEAVE", payloadJSON: "{\"a\":1}")
                ),
                .test("s2", 2, .audit(actor: .tv, type: "TV_PAIRED", payloadJSON: "{}")),
                .test("s1", 3, .audit(actor: .host, type: "HOST_PAUSE", payloadJSON: "{}"))
            )
            let rows = """
                SELECT session_id, seq, at, actor_role, actor_id, type, payload_json
                FROM audit_events ORDER BY session_id, seq
                """
            #expect(
                try test.read(rows) == [
                    ["s1", "1", "2000", "HOST", nil, "HOST_SKIP", "{}"],
                    ["s1", "2", "2000", "PLAYER", "p1", "LEAVE", "{\"a\":1}"],
                    ["s1", "3", "3000", "HOST", nil, "HOST_PAUSE", "{}"],
                    ["s2", "1", "2000", "TV", nil, "TV_PAIRED", "{}"],
                ]
            )
        },
    ]
}
