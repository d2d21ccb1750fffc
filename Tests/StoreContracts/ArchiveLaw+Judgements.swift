import Archive
import GameState
import Protocol
import Testing
import TriptoGame

extension ArchiveLaw {
    /// Anna and Bo on their first round.
    static func begin(_ archive: any Archive) async throws {
        try await archive.append(
            .begin("s1"),
            .test("s1", 2, .playerJoined("anna", name: "Anna"), .playerJoined("bo", name: "Bo")),
            .test(
                "s1",
                3,
                .roundBegan("r1", index: 1),
                .tripto(.played("r1", .test()))
            )
        )
    }

    static let judgements = [
        ArchiveLaw("an answer is locked, judged, and judged anew") { test async throws in
            let row = """
                SELECT round_id, player_id, locked_at_level_points, answer_text, is_correct,
                    points_awarded, locked_at
                FROM destination_answers
                """
            try await begin(test.archive)
            try await test.archive.append(
                .test(
                    "s1",
                    4,
                    .answered("r1", "anna", question: 0, stake: 8, text: "Kyoto '\u{0}\"")
                )
            )
            #expect(
                try test.read(row) == [
                    ["r1", "anna", "8", "Kyoto '\u{FFFD}\"", nil, nil, "4000"]
                ]
            )
            try await test.archive.append(
                .test("s1", 5, .judged("r1", "anna", question: 0, isCorrect: false, points: 0))
            )
            #expect(try test.read(row)[0][4...5] == ["0", "0"])
            try await test.archive.append(
                .test("s1", 6, .judged("r1", "anna", question: 0, isCorrect: true, points: 8))
            )
            #expect(
                try test.read(row) == [
                    ["r1", "anna", "8", "Kyoto '\u{FFFD}\"", "1", "8", "4000"]
                ]
            )
        },
        ArchiveLaw("of a follow-up's answers the last one counts") { test async throws in
            let row = """
                SELECT round_id, player_id, question_index, answer_text, is_correct, points_awarded
                FROM followup_answers ORDER BY question_index
                """
            try await begin(test.archive)
            try await test.archive.append(
                .test("s1", 4, .answered("r1", "bo", question: 1, stake: nil, text: "first")),
                .test("s1", 5, .answered("r1", "bo", question: 1, stake: nil, text: "last")),
                .test("s1", 6, .answered("r1", "bo", question: 2, stake: nil, text: ""))
            )
            #expect(
                try test.read(row) == [
                    ["r1", "bo", "1", "last", nil, nil], ["r1", "bo", "2", "", nil, nil],
                ]
            )
            try await test.archive.append(
                .test(
                    "s1",
                    7,
                    .judged("r1", "bo", question: 1, isCorrect: true, points: 2),
                    .judged("r1", "bo", question: 2, isCorrect: false, points: 0)
                )
            )
            #expect(
                try test.read(row) == [
                    ["r1", "bo", "1", "last", "1", "2"], ["r1", "bo", "2", "", "0", "0"],
                ]
            )
        },
        ArchiveLaw("a text that is new has no verdict yet") { test async throws in
            try await begin(test.archive)
            try await test.archive.append(
                .test(
                    "s1",
                    4,
                    .answered("r1", "anna", question: 0, stake: 8, text: "Kyoto"),
                    .judged("r1", "anna", question: 0, isCorrect: true, points: 8),
                    .answered("r1", "anna", question: 1, stake: nil, text: "right"),
                    .judged("r1", "anna", question: 1, isCorrect: true, points: 2)
                ),
                .test("s1", 5, .answered("r1", "anna", question: 0, stake: 6, text: "Kobe")),
                .test("s1", 6, .answered("r1", "anna", question: 1, stake: nil, text: "wrong"))
            )
            for (table, text) in [("destination_answers", "Kobe"), ("followup_answers", "wrong")] {
                let row = "SELECT answer_text, is_correct, points_awarded FROM \(table)"
                #expect(try test.read(row) == [[text, nil, nil]])
            }
        },
        ArchiveLaw("scores are the sum of what was awarded, the most first") { test async throws in
            try await begin(test.archive)
            try await test.archive.append(
                .begin("s2", code: "GHJKMN"),
                .test("s2", 2, .playerJoined("eve", name: "Eve")),
                .test("s1", 4, .playerJoined("zoe", name: "Zoë"), .playerLeft("zoe")),
                .test("s1", 5, .answered("r1", "anna", question: 0, stake: 8, text: "Kobe")),
                .test("s1", 6, .answered("r1", "bo", question: 0, stake: 4, text: "Kyoto"))
            )
            let anna = ArchivedScore(game: 1, player: "anna", name: "Anna", points: 0)
            let bo = ArchivedScore(game: 1, player: "bo", name: "Bo", points: 0)
            let zoe = ArchivedScore(game: 1, player: "zoe", name: "Zoë", points: 0)
            #expect(try await test.archive.scores(of: "s1") == [anna, bo, zoe])
            try await test.archive.append(
                .test(
                    "s1",
                    7,
                    .judged("r1", "anna", question: 0, isCorrect: false, points: 0),
                    .judged("r1", "bo", question: 0, isCorrect: true, points: 4),
                    .answered("r1", "bo", question: 1, stake: nil, text: "a"),
                    .judged("r1", "bo", question: 1, isCorrect: true, points: 2)
                )
            )
            var scores = try await test.archive.scores(of: "s1")
            #expect(scores.map(\.player) == ["bo", "anna", "zoe"])
            #expect(scores.map(\.points) == [6, 0, 0])
            // The host changes their mind.
            try await test.archive.append(
                .test(
                    "s1",
                    8,
                    .judged("r1", "anna", question: 0, isCorrect: true, points: 8),
                    .judged("r1", "bo", question: 0, isCorrect: false, points: 0)
                )
            )
            scores = try await test.archive.scores(of: "s1")
            #expect(scores.map(\.player) == ["anna", "bo", "zoe"])
            #expect(scores.map(\.points) == [8, 2, 0])
        },
    ]
}
