import Archive
import Foundation
import GameState
import Protocol
import Testing
import TriptoGame

extension ArchiveLaw {
    static let content = [
        ArchiveLaw("a device's destinations are remembered, the last one first, each once") {
            test async throws in
            let (tablet, phone) = (DeviceMark(rawValue: .max), DeviceMark(rawValue: 1))
            var lima = RoundPackage.test()
            lima.destination.id = "lima"
            var swedish = RoundPackage.test()
            swedish.locale = "sv"
            let entries: [JournalEntry] = [
                .begin("s1"),
                .test(
                    "s1",
                    2,
                    .roundBegan("r1", index: 1),
                    .tripto(.played("r1", .test(), by: tablet))
                ),
                .test(
                    "s1",
                    3,
                    .roundBegan("r2", index: 2),
                    .tripto(.played("r2", lima, by: tablet))
                ),
                .test(
                    "s1",
                    4,
                    .roundBegan("r3", index: 3),
                    .tripto(.played("r3", .test()))
                ),
            ]
            try await test.archive.append(contentsOf: entries)
            #expect(try await tablet.memory(in: test.archive).get() == ["lima", "kyoto"])
            #expect(try await phone.memory(in: test.archive).get() == [])
            try await test.archive.append(
                .begin("s2", code: "GHJKMN"),
                .test(
                    "s2",
                    2,
                    .roundBegan("r4", index: 1),
                    .tripto(.played("r4", swedish, by: tablet)),
                    atMs: 9000
                )
            )
            #expect(try await tablet.memory(in: test.archive).get() == ["kyoto", "lima"])
            let archive = try await test.reopen()
            #expect(try await tablet.memory(in: archive).get() == ["kyoto", "lima"])
            // An erased session is about nobody: the device has not had what it had there.
            try await archive.erase("s1", at: 10_000)
            #expect(try await tablet.memory(in: archive).get() == ["kyoto"])
            _ = try await archive.eraseEnded(before: .max / 2)
            #expect(try await tablet.memory(in: archive).get() == [])
            await archive.close()
        },
        ArchiveLaw("a package is kept as it was played") { test async throws in
            try await test.archive.append(
                .begin("s1"),
                .test("s1", 2, .roundBegan("r1", index: 1), .tripto(.played("r1", .test())))
            )
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
                    .roundBegan("r1", index: 1),
                    .tripto(.played("r1", .test()))
                ),
                .test(
                    "s1",
                    3,
                    .roundBegan("r2", index: 2),
                    .tripto(.played("r2", newer))
                ),
                .test(
                    "s1",
                    4,
                    .roundBegan("r3", index: 3),
                    .tripto(.played("r3", .test()))
                )
            )
            #expect(try test.cell("SELECT COUNT(*) FROM content_packs") == "2")
            #expect(try test.cell("SELECT COUNT(*) FROM clues") == "10")
            #expect(try test.cell("SELECT COUNT(*) FROM destinations") == "1")
            let shown = """
                SELECT round_id, text FROM tripto_rounds
                JOIN clues ON clues.pack_id = tripto_rounds.pack_id AND level_points = 10
                ORDER BY round_id
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
                    .roundBegan("r1", index: 1),
                    .tripto(.played("r1", .test()))
                ),
                .test(
                    "s1",
                    3,
                    .roundBegan("r2", index: 2),
                    .tripto(.played("r2", swedish))
                ),
                .test(
                    "s1",
                    4,
                    .roundBegan("r3", index: 3),
                    .tripto(.played("r3", renamed))
                )
            )
            let rounds = try #require(try await test.archive.record(of: "s1")).rounds
            #expect(rounds.map(\.title) == ["Kyoto, Japan", "Kioto, Japan", "Kyōto, Japan"])
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
                    .roundBegan("r1", index: 1),
                    .tripto(.played("r1", .test()))
                ),
                .test("s1", 4, .answered("r1", "bo", question: 0, stake: 8, text: "Kyoto")),
                .test("s1", 5, .judged("r1", "bo", question: 0, isCorrect: true, points: 8)),
                .test("s1", 6, .gameEnded(isAborted: false, winners: ["bo"])),
                .test(
                    "s1",
                    7,
                    .gameStarted,
                    .roundBegan("r2", index: 2),
                    .tripto(.played("r2", .test()))
                ),
                .test("s1", 8, .answered("r2", "anna", question: 0, stake: 4, text: "Kyoto")),
                .test("s1", 9, .judged("r2", "anna", question: 0, isCorrect: true, points: 4)),
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
                    .roundBegan("r1", index: 1),
                    .tripto(.played("r1", .test(clue: "A \\u0000 in it"))),
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
                .roundBegan("r1", index: 1),
                .tripto(.played("r1", .test())),
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
        ArchiveLaw("facts as they were when there was one game become the same rows") {
            test async throws in
            let package = try JSONEncoder().encode(RoundPackage.test())
            let former = [
                #"{"content":{"_0":\#(String(decoding: package, as: UTF8.self))}}"#,
                #"{"roundStarted":{"_0":"r1","index":1,"packageID":"kyoto.en"}}"#,
                #"{"answerLocked":{"_0":"r1","_1":"anna","levelPoints":8,"text":"Kyoto"}}"#,
                #"{"answerJudged":{"_0":"r1","_1":"anna","isCorrect":true,"points":8}}"#,
                #"{"followupAnswered":{"_0":"r1","_1":"anna","index":2,"text":"Tea"}}"#,
                #"{"followupJudged":{"_0":"r1","_1":"anna","index":2,"isCorrect":true,"points":2}}"#,
            ]
            let facts = former.map { Fact.game(GameRecord(game: nil, json: $0)) }
            var entry = JournalEntry.test("s1", 2, .playerJoined("anna", name: "Anna"))
            entry.facts += facts
            try await test.archive.append(.begin("s1"), entry)
            let record = try #require(try await test.archive.record(of: "s1"))
            #expect(record.rounds.map(\.title) == ["Kyoto, Japan"])
            #expect(record.answers.map(\.question) == [0, 2])
            #expect(record.answers.map(\.stake) == [8, nil])
            #expect(record.answers.map(\.text) == ["Kyoto", "Tea"])
            #expect(record.scores.map(\.points) == [10])
        },
        ArchiveLaw(
            "a record of a game that has no tables here is refused, and nothing of it written"
        ) {
            test async throws in
            let chess = Fact.game(GameRecord(game: "chess", json: "{}"))
            let error = await #expect(throws: ArchiveError.self) {
                try await test.archive.append(
                    .begin("s1"),
                    .test("s1", 2, .playerJoined("anna", name: "Anna"), chess)
                )
            }
            #expect(error?.kind == .refused)
            #expect(error?.description.contains("chess") == true)
            #expect(try test.cell("SELECT COUNT(*) FROM players") == "0")
        },
        ArchiveLaw("rounds and answers of a game without tables of its own are kept") {
            test async throws in
            let created = Fact.sessionCreated(joinCode: "ABCDEF", game: "quiz", settingsJSON: "{}")
            try await test.archive.append(
                .test("s1", 1, created, .playerJoined("anna", name: "Anna"), .gameStarted),
                .test("s1", 2, .roundBegan("r1", index: 1)),
                .test("s1", 3, .answered("r1", "anna", question: 0, stake: nil, text: "21")),
                .test("s1", 4, .judged("r1", "anna", question: 0, isCorrect: true, points: 1))
            )
            let record = try #require(try await test.archive.record(of: "s1"))
            #expect(record.rounds.map(\.title) == [nil])
            #expect(record.answers.map(\.text) == ["21"])
            #expect(record.scores.map(\.points) == [1])
            #expect(try test.cell("SELECT COUNT(*) FROM destination_answers") == "0")
        },
        ArchiveLaw("a round goes through its states") { test async throws in
            let row = """
                SELECT id, session_id, "index", state,
                    (SELECT place_id FROM destinations WHERE id = destination_id), started_at,
                    ended_at
                FROM rounds JOIN tripto_rounds ON round_id = rounds.id
                """
            try await test.archive.append(
                .begin("s1"),
                .test(
                    "s1",
                    2,
                    .roundBegan("r1", index: 1),
                    .tripto(.played("r1", .test()))
                )
            )
            #expect(try test.read(row) == [["r1", "s1", "1", "preparing", "kyoto", "2000", nil]])
            var version: Int64 = 3
            for state in ["preparing", "intro", "aborted", "reveal", "scored"].map(RoundState.init)
            {
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
                try await test.archive.append(.test("s1", 99, .roundBegan("r2", index: 1)))
            }
        },
    ]
}
