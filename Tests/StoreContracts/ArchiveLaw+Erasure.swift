import Archive
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
                .test("s1", 4, .answerLocked("r1", "anna", levelPoints: 8, text: "Kyoto")),
                .test("s1", 5, .answerJudged("r1", "anna", isCorrect: true, points: 8)),
                .test("s1", 6, .followupAnswered("r1", "bo", index: 1, text: "Tea")),
                .test("s1", 7, .followupJudged("r1", "bo", index: 1, isCorrect: true, points: 2)),
                .test(
                    "s1",
                    8,
                    .audit(actor: .host, type: "KICK", payloadJSON: "{\"name\":\"Bo\"}")
                ),
                .begin("s2", code: "GHJKMN"),
                .test("s2", 2, .playerJoined("eve", name: "Eve"))
            )
            try await test.archive.erase("s1")

            let scores = try await test.archive.scores(of: "s1")
            #expect(scores.map(\.points) == [8, 2])
            #expect(scores.map(\.name) == ["", ""])
            let journal = try #require(try await test.archive.journal(of: "s1"))
            #expect(journal.status == .ended)
            #expect(journal.entries.isEmpty)
            #expect(try test.cell("SELECT join_code FROM sessions WHERE id = 's1'") == "")
            #expect(try test.read("SELECT answer_text FROM destination_answers") == [[""]])
            #expect(try test.read("SELECT answer_text FROM followup_answers") == [[""]])
            #expect(try test.read("SELECT payload_json FROM audit_events") == [["{}"]])
            #expect(try await test.archive.spend(token.hash, at: 0) == .unknown)
            #expect(try await test.archive.journal(of: "s2")?.status == .lobby)
            #expect(try await test.archive.scores(of: "s2").map(\.name) == ["Eve"])
        },
        ArchiveLaw("an entry that comes again does not undo an erasure") { test async throws in
            let joined = JournalEntry.test("s1", 2, .playerJoined("anna", name: "Anna"))
            try await test.archive.append(.begin("s1"), joined)
            try await test.archive.erase("s1")
            try await test.archive.append(joined)
            #expect(try await test.archive.scores(of: "s1").map(\.name) == [""])
            try await test.archive.erase("s1")
        },
        ArchiveLaw("what stands in line before an erasure is erased too") { test async throws in
            try await test.archive.append(.begin("s1"))
            for version in Int64(2)...600 {
                let joined = Fact.playerJoined("p\(version)", name: "Name \(version)")
                test.archive.append([.test("s1", version, joined)]) { _ in }
            }
            try await test.archive.erase("s1")
            let names = try await test.archive.scores(of: "s1").map(\.name)
            #expect(names.count == 599)
            #expect(Set(names) == [""])
        },
        ArchiveLaw("erasing an unknown session is no mistake") { test async throws in
            try await test.archive.erase("s1")
        },
    ]
}
