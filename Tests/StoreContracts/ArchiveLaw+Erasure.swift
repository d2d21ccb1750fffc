public import Archive
import GameState
import Protocol
import Testing

extension ArchiveLaw {
    static let erasure = [
        ArchiveLaw("an erased session keeps its scores and tells of nobody") { test async throws in
            try await begin(test.archive)
            let token = RefreshToken.test(1, family: "f1", viewer: .player("anna"))
            try await test.archive.store(token)
            try await test.archive.append(
                .test("s1", 4, .answered("r1", "anna", question: 0, stake: 8, text: "Kyoto")),
                .test("s1", 5, .judged("r1", "anna", question: 0, isCorrect: true, points: 8)),
                .test("s1", 6, .answered("r1", "bo", question: 1, stake: nil, text: "Tea")),
                .test("s1", 7, .judged("r1", "bo", question: 1, isCorrect: true, points: 2)),
                .test(
                    "s1",
                    8,
                    .audit(actor: .host, type: "KICK", payloadJSON: "{\"name\":\"Bo\"}")
                ),
                .begin("s2", code: "GHJKMN"),
                .test("s2", 2, .playerJoined("eve", name: "Eve"))
            )
            try await test.archive.erase("s1", at: 9000)

            let scores = try await test.archive.scores(of: "s1")
            #expect(scores.map(\.points) == [8, 2])
            #expect(scores.map(\.name) == ["", ""])
            let journal = try #require(try await test.archive.journal(of: "s1"))
            #expect(journal.status == .ended)
            #expect(journal.entries.isEmpty)
            #expect(try test.cell("SELECT join_code FROM sessions WHERE id = 's1'") == "")
            // A theme is the host's own words.
            #expect(try test.cell("SELECT settings_json FROM sessions WHERE id = 's1'") == "{}")
            #expect(try test.read("SELECT answer_text FROM destination_answers") == [[""]])
            #expect(try test.read("SELECT answer_text FROM followup_answers") == [[""]])
            #expect(
                try test.read("SELECT type, payload_json FROM audit_events ORDER BY seq")
                    == [["KICK", "{}"], ["SESSION_ERASED", "{}"]]
            )
            #expect(try await test.archive.renew(token, by: 2, at: 0) == .unknown)
            #expect(try await test.archive.journal(of: "s2")?.status == .lobby)
            #expect(try await test.archive.scores(of: "s2").map(\.name) == ["Eve"])
        },
        ArchiveLaw("a game's own tables are erased with the session, and keep rows and scores") {
            test async throws in
            let ends = [("s1", 5000), ("s2", 5000), ("s3", 9000)]
            for (session, endedAt) in ends.map({ (SessionID(rawValue: $0), $1) }) {
                let created = Fact.sessionCreated(
                    joinCode: session.rawValue,
                    game: "diary",
                    settingsJSON: "{}"
                )
                try await test.archive.append(
                    .test(session, 1, created),
                    .test(session, 2, .diary("Dear \(session)"), .diary("Yours")),
                    .test(session, 3, .sessionStatus(.ended), atMs: endedAt)
                )
            }
            try await test.archive.erase("s1", at: 9000)
            #expect(try await test.archive.eraseEnded(before: 6000) == ["s2"])
            let rows = "SELECT session_id, words, marks FROM diary_pages ORDER BY session_id, words"
            #expect(
                try test.read(rows) == [
                    ["s1", "", "4"], ["s1", "", "4"], ["s2", "", "4"], ["s2", "", "4"],
                    ["s3", "Dear s3", "4"], ["s3", "Yours", "4"],
                ]
            )
        },
        ArchiveLaw("an entry that comes again does not undo an erasure") { test async throws in
            let joined = JournalEntry.test("s1", 2, .playerJoined("anna", name: "Anna"))
            try await test.archive.append(.begin("s1"), joined)
            try await test.archive.erase("s1", at: 9000)
            try await test.archive.append(joined)
            #expect(try await test.archive.scores(of: "s1").map(\.name) == [""])
            try await test.archive.erase("s1", at: 9001)
            #expect(try test.read("SELECT at FROM audit_events") == [["9000"]])
        },
        ArchiveLaw("what stands in line before an erasure is erased too") { test async throws in
            try await test.archive.append(.begin("s1"))
            for version in Int64(2)...600 {
                let joined = Fact.playerJoined("p\(version)", name: "Name \(version)")
                test.archive.append([.test("s1", version, joined)]) { _ in }
            }
            try await test.archive.erase("s1", at: 9000)
            let names = try await test.archive.scores(of: "s1").map(\.name)
            #expect(names.count == 599)
            #expect(Set(names) == [""])
        },
        ArchiveLaw("what comes to a session after its erasure is dropped") { test async throws in
            try await test.archive.append(.begin("s1"), .begin("s2", code: "GHJKMN"))
            try await test.archive.erase("s1", at: 9000)
            try await test.archive.append(
                .test("s1", 2, .playerJoined("anna", name: "Anna")),
                .test("s2", 2, .playerJoined("bo", name: "Bo"))
            )
            #expect(try await test.archive.scores(of: "s1").isEmpty)
            #expect(try test.cell("SELECT COUNT(*) FROM session_events WHERE body <> ''") == "2")
            #expect(try await test.archive.scores(of: "s2").map(\.name) == ["Bo"])
        },
        ArchiveLaw("sessions are erased when they ended long ago, the oldest first") {
            test async throws in
            for (number, endedAt) in [(1, 5000), (2, 3000), (3, 6000), (4, 4000)] {
                let session = SessionID(rawValue: "s\(number)")
                let player = PlayerID(rawValue: "p\(number)")
                try await test.archive.append(
                    .test(session, Int64(number), .created(code: "C\(number)")),
                    .test(session, 5, .playerJoined(player, name: "Anna")),
                    .test(
                        session,
                        Int64(endedAt / 1000) * 10,
                        .sessionStatus(.ended),
                        atMs: endedAt
                    )
                )
            }
            #expect(try await test.archive.eraseEnded(before: 3000).isEmpty)
            #expect(try await test.archive.eraseEnded(before: 5001, limit: 2) == ["s1", "s2"])
            #expect(try await test.archive.eraseEnded(before: 5001, limit: 2) == ["s4"])
            #expect(try await test.archive.eraseEnded(before: 5001).isEmpty)
            let names = "SELECT session_id, name FROM players ORDER BY session_id"
            #expect(
                try test.read(names) == [["s1", ""], ["s2", ""], ["s3", "Anna"], ["s4", ""]]
            )
            let times = "SELECT id, ended_at, erased_at FROM sessions ORDER BY id"
            #expect(
                try test.read(times) == [
                    ["s1", "5000", "5001"], ["s2", "3000", "5001"], ["s3", "6000", nil],
                    ["s4", "4000", "5001"],
                ]
            )
        },
        ArchiveLaw("a session that nobody ended counts as ended two days after its last entry") {
            test async throws in
            let day = 24 * 60 * 60 * 1000
            try await test.archive.append(
                .test("s1", 1, .created(code: "C1"), atMs: day),
                .test("s2", 1, .created(code: "C2"), atMs: day),
                .test("s2", 2, .sessionStatus(.active), atMs: 3 * day)
            )
            #expect(try await test.archive.eraseEnded(before: Int64(3 * day)).isEmpty)
            #expect(try await test.archive.eraseEnded(before: Int64(3 * day + 1)) == ["s1"])
            #expect(try await test.archive.eraseEnded(before: Int64(5 * day)).isEmpty)
            #expect(try await test.archive.eraseEnded(before: Int64(5 * day + 1)) == ["s2"])
        },
        ArchiveLaw("erasing an unknown session is no mistake") { test async throws in
            try await test.archive.erase("s1", at: 9000)
        },
    ]
}

extension GameSchema {
    /// Of a game that keeps people's words, and what they earned.
    public static let diary = GameSchema(
        game: "diary",
        migrations: [
            Migration(
                version: 1,
                name: "pages",
                statements: [
                    """
                    CREATE TABLE diary_pages (
                        session_id TEXT NOT NULL REFERENCES sessions (id),
                        words TEXT NOT NULL,
                        marks BIGINT NOT NULL
                    )
                    """
                ]
            )
        ],
        erasure: [
            Statement("diary_erased", "UPDATE diary_pages SET words = '' WHERE session_id = $1")
        ]
    ) { record, session, _ in
        [Write(diaryWritten, [.id(session), .words(record.json)])]
    }

    private static let diaryWritten = Statement(
        "diary_written",
        "INSERT INTO diary_pages (session_id, words, marks) VALUES ($1, $2, 4)"
    )
}

extension Fact {
    fileprivate static func diary(_ words: String) -> Fact {
        .game(GameRecord(game: GameSchema.diary.game, json: words))
    }
}
