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
            #expect(try await test.archive.liveSessions().isEmpty)
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
        ArchiveLaw("a package is kept as it was played") { test async throws in
            try await test.archive.append(.begin("s1"), .test("s1", 2, .content(.test())))
            let destination = """
                SELECT id, name, country, region, lat, lon, canonical_answers_json FROM destinations
                """
            #expect(
                try test.read(destination) == [
                    [
                        "kyoto", "Kyoto", "Japan", "Asia", "35.0116", "135.7681",
                        "[\"Kioto\",\"京都\"]",
                    ]
                ]
            )
            let pack = """
                SELECT package_id, destination_id, locale, created_at, approved_at FROM content_packs
                """
            #expect(try test.read(pack) == [["kyoto.en", "kyoto", "en", "2000", nil]])
            let clue = """
                SELECT destination_id, level_points, text, claims_json, sources_json,
                    verification_json
                FROM clues WHERE pack_id = (SELECT id FROM content_packs)
                ORDER BY level_points DESC
                """
            let clues = try test.read(clue)
            #expect(clues.map { $0[1] } == ["10", "8", "6", "4", "2"])
            #expect(
                clues[0] == [
                    "kyoto", "10", "It was a capital for 10",
                    "[{\"id\":\"c1\",\"statement\":\"says \\\"so\\\"\"}]",
                    "[{\"claim\":\"c1\",\"wikidata\":\"Q1\",\"pages\":[\"https://a.example/1\"]}]",
                    "{\"status\":\"verified\",\"claims\":{\"c1\":\"verified\"}}",
                ]
            )
            let question = """
                SELECT destination_id, "index", question_text, canonical_answer_json, sources_json,
                    anti_leak_json
                FROM followup_questions WHERE pack_id = (SELECT id FROM content_packs)
                ORDER BY "index"
                """
            let questions = try test.read(question)
            #expect(questions.count == 2)
            #expect(
                questions[1] == [
                    "kyoto", "2", "Question 2?", "[\"answer 2\",\"other 2\"]",
                    "[{\"wikidata\":\"Q2\",\"pages\":[]}]",
                    "{\"bannedTerms\":[\"temple\"],\"overlap\":false}",
                ]
            )
        },
        ArchiveLaw("a package that is played again is the same pack, a changed one another") {
            test async throws in
            let newer = RoundPackage.test(clue: "It once was a capital")
            try await test.archive.append(
                .begin("s1"),
                .test(
                    "s1",
                    2,
                    .content(.test()),
                    .roundStarted("r1", index: 1, packageID: "kyoto.en")
                ),
                .test(
                    "s1",
                    3,
                    .content(newer),
                    .roundStarted("r2", index: 2, packageID: "kyoto.en")
                ),
                .test(
                    "s1",
                    4,
                    .content(.test()),
                    .roundStarted("r3", index: 3, packageID: "kyoto.en")
                )
            )
            #expect(try test.cell("SELECT COUNT(*) FROM content_packs") == "2")
            #expect(try test.cell("SELECT COUNT(*) FROM clues") == "10")
            #expect(try test.cell("SELECT COUNT(*) FROM destinations") == "1")
            let shown = """
                SELECT rounds.id, text FROM rounds
                JOIN clues ON clues.pack_id = rounds.pack_id AND level_points = 10
                ORDER BY rounds.id
                """
            #expect(
                try test.read(shown) == [
                    ["r1", "It was a capital for 10"], ["r2", "It once was a capital for 10"],
                    ["r3", "It was a capital for 10"],
                ]
            )
        },
        ArchiveLaw("a round goes through its states") { test async throws in
            let row = """
                SELECT id, session_id, "index", state, destination_id, started_at, ended_at
                FROM rounds
                """
            try await test.archive.append(
                .begin("s1"),
                .test(
                    "s1",
                    2,
                    .content(.test()),
                    .roundStarted("r1", index: 1, packageID: "kyoto.en")
                )
            )
            #expect(try test.read(row) == [["r1", "s1", "1", "preparing", "kyoto", "2000", nil]])
            var version: Int64 = 3
            for state in Fact.RoundState.allCases {
                try await test.archive.append(.test("s1", version, .roundState("r1", state)))
                let isLast = state == .scored || state == .aborted
                let endedAt = isLast ? "\(version * 1000)" : nil
                #expect(
                    try test.read(row) == [
                        ["r1", "s1", "1", state.rawValue, "kyoto", "2000", endedAt]
                    ]
                )
                version += 1
            }
            await #expect(throws: ArchiveError.self) {
                try await test.archive.append(
                    .test("s1", 99, .roundStarted("r2", index: 1, packageID: "kyoto.en"))
                )
            }
            await #expect(throws: ArchiveError.self) {
                try await test.archive.append(
                    .test("s1", 99, .roundStarted("r2", index: 2, packageID: "nowhere.en"))
                )
            }
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
