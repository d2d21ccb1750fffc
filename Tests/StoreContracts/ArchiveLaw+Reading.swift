import Archive
import Foundation
import GameState
import Protocol
import Testing

extension ArchiveLaw {
    /// A game from its lobby to its end, with everything in it that the tables hold.
    static func playWhole(_ archive: any Archive) async throws {
        try await begin(archive)
        try await archive.append(
            .test(
                "s1",
                4,
                .answered("r1", "bo", question: 0, stake: 8, text: "Kyoto \"old\""),
                .audit(actor: .player("bo"), type: "BRAKE_ANSWER", payloadJSON: "{\"late\":false}")
            ),
            .test("s1", 5, .answered("r1", "anna", question: 0, stake: 4, text: "")),
            .test("s1", 6, .judged("r1", "bo", question: 0, isCorrect: true, points: 8)),
            .test(
                "s1",
                7,
                .answered("r1", "bo", question: 2, stake: nil, text: "Tea"),
                .answered("r1", "anna", question: 1, stake: nil, text: "Temple"),
                .judged("r1", "anna", question: 1, isCorrect: false, points: 0)
            ),
            .test(
                "s1",
                8,
                .playerLeft("anna"),
                .roundState("r1", .scored),
                .gameEnded(isAborted: false, winners: ["bo"]),
                .sessionStatus(.ended),
                .audit(actor: .host, type: "HOST_END_SESSION", payloadJSON: "{}")
            )
        )
    }

    static let reading = [
        ArchiveLaw("sessions are listed, the newest first") { test async throws in
            #expect(try await test.archive.sessions().isEmpty)
            try await playWhole(test.archive)
            let created = Fact.sessionCreated(
                joinCode: "GHJKMN",
                game: "tripto",
                settingsJSON: "{}"
            )
            try await test.archive.append(.test("s2", 2, created))
            let sessions = try await test.archive.sessions()
            #expect(sessions.map(\.session) == ["s2", "s1"])
            #expect(sessions.map(\.joinCode) == ["GHJKMN", "ABCDEF"])
            #expect(sessions.map(\.status) == [.lobby, .ended])
            #expect(sessions.map(\.createdAt.ms) == [2000, 1000])
            #expect(sessions.map(\.endedAt?.ms) == [nil, 8000])
            #expect(sessions.map(\.erasedAt) == [nil, nil])
            #expect(sessions.map(\.playerCount) == [0, 2])
            #expect(sessions.map(\.roundCount) == [0, 1])
            #expect(try await test.archive.sessions(limit: 1).map(\.session) == ["s2"])
        },
        ArchiveLaw("a check that everything can be written leaves nothing") { test async throws in
            for _ in 1...3 { try await test.archive.check() }
            for table in [
                "sessions", "session_events", "players", "refresh_tokens", "audit_events",
            ] {
                #expect(try test.cell("SELECT COUNT(*) FROM \(table)") == "0", "\(table)")
            }
        },
        ArchiveLaw("the newest time is that of sessions that nobody has ended") {
            test async throws in
            #expect(try await test.archive.latestTime() == nil)
            try await playWhole(test.archive)
            #expect(try await test.archive.latestTime() == nil)
            let created = Fact.sessionCreated(
                joinCode: "GHJKMN",
                game: "tripto",
                settingsJSON: "{}"
            )
            try await test.archive.append(.test("s2", 1, created), .test("s2", 2, atMs: 7_500))
            #expect(try await test.archive.latestTime()?.ms == 7_500)
        },
        ArchiveLaw("what is whole has no flaws, and inputs of no session are one") {
            test async throws in
            try await playWhole(test.archive)
            for depth in [CheckDepth.quick, .thorough] {
                #expect(try await test.archive.flaws(depth) == [])
            }
            try await test.archive.append(.test("s9", 2))
            #expect(
                try await test.archive.flaws(.quick) == ["session s9: inputs without a session"]
            )
        },
        ArchiveLaw("an unknown session has no record") { test async throws in
            try await playWhole(test.archive)
            #expect(try await test.archive.record(of: "s2")?.summary == nil)
        },
        ArchiveLaw("a session's record is one JSON document whose keys keep their order") {
            test async throws in
            try await playWhole(test.archive)
            try await test.archive.append(
                .begin("s2", code: "GHJKMN"),
                .test("s2", 2, .playerJoined("eve", name: "Eve"))
            )
            let record = try #require(try await test.archive.record(of: "s1"))
            let pack = try #require(try test.cell("SELECT id FROM content_packs"))
            var json = JSONWriter()
            record.write(to: &json)
            #expect(String(decoding: json.bytes, as: UTF8.self) == expectedExport(pack: pack))
            let read = try JSONSerialization.jsonObject(with: Data(json.bytes))
            #expect((read as? [String: Any])?.count == 7)
        },
        ArchiveLaw("an erased session's record tells of nobody") { test async throws in
            try await playWhole(test.archive)
            try await test.archive.erase("s1", at: 9000)
            let record = try #require(try await test.archive.record(of: "s1"))
            #expect(record.summary.erasedAt?.ms == 9000)
            #expect(record.players.map(\.name) == ["", ""])
            #expect(record.answers.map(\.text) == ["", "", "", ""])
            #expect(record.scores.map(\.points) == [8, 0])
        },
    ]

    private static func expectedExport(pack: String) -> String {
        let parts = [
            #"{"session":{"sessionId":"s1","joinCode":"ABCDEF","game":"tripto","status":"ended","#,
            #""createdAtMs":1000,"endedAtMs":8000,"erasedAtMs":null,"playerCount":2,"roundCount":1,"#,
            #""settings":{}},"#,
            #""players":[{"playerId":"anna","name":"Anna","joinedAtMs":2000,"lastSeenAtMs":2000,"#,
            #""leftAtMs":8000,"manual":false},{"playerId":"bo","name":"Bo","joinedAtMs":2000,"#,
            #""lastSeenAtMs":2000,"leftAtMs":null,"manual":false}],"#,
            #""games":[{"game":1,"startedAtMs":8000,"endedAtMs":8000,"aborted":false,"#,
            #""winnerPlayerIds":["bo"]}],"#,
            #""rounds":[{"roundId":"r1","game":1,"index":1,"state":"scored","startedAtMs":3000,"#,
            #""endedAtMs":8000,"destinationName":"Kyoto","country":"Japan","packId":"\#(pack)"}],"#,
            #""answers":[{"roundId":"r1","playerId":"bo","question":0,"stake":8,"#,
            #""answerText":"Kyoto \"old\"","answeredAtMs":4000,"isCorrect":true,"#,
            #""pointsAwarded":8},{"roundId":"r1","playerId":"anna","question":0,"stake":4,"#,
            #""answerText":"","answeredAtMs":5000,"isCorrect":null,"pointsAwarded":null},"#,
            #"{"roundId":"r1","playerId":"anna","question":1,"stake":null,"#,
            #""answerText":"Temple","answeredAtMs":7000,"isCorrect":false,"pointsAwarded":0},"#,
            #"{"roundId":"r1","playerId":"bo","question":2,"stake":null,"answerText":"Tea","#,
            #""answeredAtMs":7000,"isCorrect":null,"pointsAwarded":null}],"#,
            #""scores":[{"game":1,"playerId":"bo","name":"Bo","points":8},"#,
            #"{"game":1,"playerId":"anna","name":"Anna","points":0}],"#,
            #""audit":[{"seq":1,"atMs":4000,"actorRole":"PLAYER","actorPlayerId":"bo","#,
            #""type":"BRAKE_ANSWER","payload":{"late":false}},{"seq":2,"atMs":8000,"#,
            #""actorRole":"HOST","actorPlayerId":null,"type":"HOST_END_SESSION","payload":{}}]}"#,
        ]
        return parts.joined()
    }
}
