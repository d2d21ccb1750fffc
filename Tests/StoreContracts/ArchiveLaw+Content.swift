import Archive
import GameState
import Protocol
import Testing

extension ArchiveLaw {
    static let content = [
        ArchiveLaw("a package is kept as it was played") { test async throws in
            try await test.archive.append(.begin("s1"), .test("s1", 2, .content(.test())))
            let destination = """
                SELECT place_id, locale, name, country, region, lat, lon, canonical_answers_json
                FROM destinations
                """
            #expect(
                try test.read(destination) == [
                    [
                        "kyoto", "en", "Kyoto", "Japan", "Asia", "35.0116", "135.7681",
                        "[\"Kioto\",\"京都\"]",
                    ]
                ]
            )
            let pack = """
                SELECT package_id, place_id, content_packs.locale, created_at, approved_at
                FROM content_packs JOIN destinations ON destinations.id = destination_id
                """
            #expect(try test.read(pack) == [["kyoto.en", "kyoto", "en", "2000", nil]])
            let clue = """
                SELECT (SELECT place_id FROM destinations WHERE id = destination_id), level_points, text, claims_json, sources_json,
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
                SELECT (SELECT place_id FROM destinations WHERE id = destination_id), "index", question_text, canonical_answer_json, sources_json,
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
        ArchiveLaw("what was played keeps its words when they change, and in each language") {
            test async throws in
            var swedish = RoundPackage.test()
            swedish.id = "kyoto.sv"
            swedish.locale = "sv"
            swedish.destination.name = "Kioto"
            var renamed = swedish
            renamed.destination.name = "Kyōto"
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
                    .content(swedish),
                    .roundStarted("r2", index: 2, packageID: "kyoto.sv")
                ),
                .test(
                    "s1",
                    4,
                    .content(renamed),
                    .roundStarted("r3", index: 3, packageID: "kyoto.sv")
                )
            )
            let rounds = try #require(try await test.archive.record(of: "s1")).rounds
            #expect(rounds.map(\.destination) == ["Kyoto", "Kioto", "Kyōto"])
            let places = "SELECT DISTINCT place_id FROM destinations"
            #expect(try test.read(places) == [["kyoto"]])
        },
        ArchiveLaw("games of a session are told apart, with their rounds, points and winners") {
            test async throws in
            try await test.archive.append(
                .begin("s1"),
                .test(
                    "s1",
                    2,
                    .playerJoined("anna", name: "Anna"),
                    .playerJoined("bo", name: "Bo")
                ),
                .test(
                    "s1",
                    3,
                    .gameStarted,
                    .content(.test()),
                    .roundStarted("r1", index: 1, packageID: "kyoto.en")
                ),
                .test("s1", 4, .answerLocked("r1", "bo", levelPoints: 8, text: "Kyoto")),
                .test("s1", 5, .answerJudged("r1", "bo", isCorrect: true, points: 8)),
                .test("s1", 6, .gameEnded(isAborted: false, winners: ["bo"])),
                .test(
                    "s1",
                    7,
                    .gameStarted,
                    .content(.test()),
                    .roundStarted("r2", index: 2, packageID: "kyoto.en")
                ),
                .test("s1", 8, .answerLocked("r2", "anna", levelPoints: 4, text: "Kyoto")),
                .test("s1", 9, .answerJudged("r2", "anna", isCorrect: true, points: 4)),
                .test("s1", 10, .gameEnded(isAborted: false, winners: ["anna"]))
            )
            let record = try #require(try await test.archive.record(of: "s1"))
            #expect(record.rounds.map(\.game) == [1, 2])
            #expect(record.games.map(\.number) == [1, 2])
            #expect(record.games.map(\.winners) == [["bo"], ["anna"]])
            #expect(record.games.map(\.startedAt.ms) == [3000, 7000])
            #expect(record.games.map(\.endedAt?.ms) == [6000, 10_000])
            #expect(record.scores.map(\.game) == [1, 1, 2, 2])
            #expect(record.scores.map(\.player) == ["bo", "anna", "anna", "bo"])
            #expect(record.scores.map(\.points) == [8, 0, 4, 0])
            // The host ends the finale early: nobody is cheered.
            try await test.archive.append(
                .test("s1", 11, .gameEnded(isAborted: true, winners: []))
            )
            let games = try #require(try await test.archive.record(of: "s1")).games
            #expect(games.map(\.winners) == [["bo"], []])
            #expect(games.map(\.isAborted) == [false, true])
        },
        ArchiveLaw("a character that a database can't keep is replaced") { test async throws in
            try await test.archive.append(
                .begin("s1"),
                .test(
                    "s1",
                    2,
                    .content(.test(clue: "A \\u0000 in it")),
                    .playerJoined("p1", name: "A\u{0}b")
                )
            )
            let text = "SELECT text FROM clues WHERE level_points = 10"
            #expect(try test.cell(text) == "A \u{FFFD} in it for 10")
            #expect(try test.cell("SELECT name FROM players") == "A\u{FFFD}b")
        },
        ArchiveLaw("a clip is kept with its round, its length and its licence, and once") {
            test async throws in
            let begun = JournalEntry.test(
                "s1",
                2,
                .content(.test()),
                .roundStarted("r1", index: 1, packageID: "kyoto.en"),
                .clipMade("r1", .test),
                .clipMade("r1", .test)
            )
            try await test.archive.append(.begin("s1"), begun)
            let row = """
                SELECT id, round_id, kind, ref_key, storage_url, duration_ms, loopable, lufs,
                    license_json
                FROM audio_clips
                """
            let licence = "{\"provider\":\"espeak-ng\",\"licence\":\"of \\\"its\\\" own\"}"
            let kept = [
                [
                    "v1", "r1", "reveal", "reveal", "/v1/sessions/s1/rounds/r1/assets/v1", "2500",
                    "0", "-19.5", licence,
                ]
            ]
            #expect(try test.read(row) == kept)
            try await test.archive.erase("s1", at: 9_000)
            #expect(try test.read(row) == kept, "nobody can be known by it")
        },
        ArchiveLaw("a round goes through its states") { test async throws in
            let row = """
                SELECT id, session_id, "index", state,
                    (SELECT place_id FROM destinations WHERE id = destination_id), started_at,
                    ended_at
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
    ]
}
