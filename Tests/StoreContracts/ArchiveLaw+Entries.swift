import Archive
import GameState
import Protocol
import Testing

extension ArchiveLaw {
    static let entries = [
        ArchiveLaw("an unknown session has no journal") { test async throws in
            #expect(try await test.archive.journal(of: "s1")?.game == nil)
            #expect(try await test.archive.scores(of: "s1").isEmpty)
            #expect(try await test.archive.latestVersion(of: "s1") == 0)
        },
        ArchiveLaw("what is appended is read in order of the versions") { test async throws in
            let text = "{\"å\":\"\\u0000 \\\" 京都\"}"
            try await test.archive.append(
                .begin("s1"),
                .test("s1", 2, body: text),
                .test("s1", 7)
            )
            try await test.archive.append(.begin("s2", code: "GHJKMN"), .test("s1", 8))
            let journal = try #require(try await test.archive.journal(of: "s1"))
            #expect(try await test.archive.latestVersion(of: "s1") == 8)
            #expect(journal.game == "tripto")
            #expect(journal.status == .lobby)
            #expect(journal.entries.map(\.version) == [1, 2, 7, 8])
            #expect(journal.entries.map(\.at.ms) == [1000, 2000, 7000, 8000])
            #expect(journal.entries[1].text == text)
        },
        ArchiveLaw("nothing to append is done at once") { test async throws in
            let nothing: [JournalEntry] = []
            let result = await withCheckedContinuation { continuation in
                test.archive.append(nothing) { continuation.resume(returning: $0) }
            }
            #expect(throws: Never.self) { try result.get() }
        },
        ArchiveLaw("an entry that comes again is skipped whole") { test async throws in
            try await test.archive.append(.begin("s1"))
            try await test.archive.append(.test("s1", 2, .playerJoined("p1", name: "Anna")))
            try await test.archive.append(
                .test("s1", 2, .playerJoined("p1", name: "Bo"), .sessionStatus(.ended), body: "{}"),
                .test("s1", 3, .sessionStatus(.active))
            )
            let journal = try #require(try await test.archive.journal(of: "s1"))
            #expect(journal.entries.map(\.version) == [1, 2, 3])
            #expect(journal.entries[1].text == "{\"input\":2}")
            #expect(journal.status == .active)
            #expect(try await test.archive.scores(of: "s1").map(\.name) == ["Anna"])
        },
        ArchiveLaw("an entry that can't be written leaves nothing behind") { test async throws in
            try await test.archive.append(.begin("s1"))
            await #expect(throws: ArchiveError.self) {
                try await test.archive.append(
                    .test(
                        "s1",
                        2,
                        .playerJoined("p1", name: "Anna"),
                        .answered("no such round", "p1", question: 0, stake: 10, text: "Kyoto")
                    )
                )
            }
            #expect(try await test.archive.scores(of: "s1").isEmpty)
            #expect(try await test.archive.journal(of: "s1")?.entries.map(\.version) == [1])
            try await test.archive.append(.test("s1", 2, .playerJoined("p1", name: "Anna")))
            #expect(try await test.archive.scores(of: "s1").map(\.name) == ["Anna"])
        },
        ArchiveLaw("a bad entry fails alone, and nothing of its session overtakes it") {
            test async throws in
            let bad = Fact.answered("no such round", "p1", question: 0, stake: 10, text: "")
            let succeeds: @Sendable (Result<Void, ArchiveError>) -> Void = { result in
                #expect(throws: Never.self) { try result.get() }
            }
            // All of them before the queue gets to run, as like as not: one transaction.
            test.archive.append([.begin("s1"), .test("s1", 2)], succeeds)
            test.archive.append([.begin("s2", code: "GHJKMN"), .test("s2", 2, bad)]) { result in
                #expect(throws: ArchiveError.self) { try result.get() }
            }
            test.archive.append([.begin("s4", code: "WXYZ23")], succeeds)
            await #expect(throws: ArchiveError.self) {
                try await test.archive.append(
                    .test("s5", 1, bad),
                    .test("s5", 2),
                    .begin("s3", code: "PQRSTV")
                )
            }
            #expect(try await test.archive.journal(of: "s1")?.entries.count == 2)
            #expect(try await test.archive.journal(of: "s2")?.entries.map(\.version) == [1])
            #expect(try await test.archive.journal(of: "s5")?.game == nil)
            #expect(
                try test.cell("SELECT COUNT(*) FROM session_events WHERE session_id = 's5'") == "0"
            )
            #expect(try await test.archive.journal(of: "s3")?.entries.count == 1)
            #expect(try await test.archive.journal(of: "s4")?.entries.count == 1)
        },
        ArchiveLaw("an error names what failed and tells no value") { test async throws in
            try await test.archive.append(.begin("s1"))
            let error = await #expect(throws: ArchiveError.self) {
                try await test.archive.append(
                    .test("s1", 2, .answered("r", "p", question: 0, stake: 10, text: "Secret town"))
                )
            }
            let description = try #require(error).description
            #expect(!description.isEmpty)
            #expect(!description.contains("Secret town"))
        },
        ArchiveLaw("many sessions at once lose nothing and stay in order") { test async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    let session = SessionID(rawValue: "s\(number)")
                    group.addTask {
                        try await test.archive.append(.begin(session, code: "C\(number)"))
                        for version in Int64(2)...30 {
                            try await test.archive.append(.test(session, version))
                        }
                    }
                }
                try await group.waitForAll()
            }
            for number in 0..<20 {
                let session = SessionID(rawValue: "s\(number)")
                let versions = try await test.archive.journal(of: session)?.entries.map(\.version)
                #expect(versions == Array(1...30))
            }
        },
        ArchiveLaw("closing finishes what was appended, and it is there again") {
            test async throws in
            let count: Int64 = 500
            for version in 1...count {
                let entry = version == 1 ? JournalEntry.begin("s1") : .test("s1", version)
                test.archive.append([entry]) { result in
                    #expect(throws: Never.self) { try result.get() }
                }
            }
            let reopened = try await test.reopen()
            await #expect(throws: ArchiveError.self) {
                try await test.archive.append(.test("s1", 501))
            }
            let versions = try await reopened.journal(of: "s1")?.entries.map(\.version)
            #expect(versions == Array(1...count))
            try await reopened.append(.test("s1", 501))
            #expect(try await reopened.journal(of: "s1")?.entries.last?.version == 501)
        },
    ]
}
