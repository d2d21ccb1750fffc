import Archive
import Protocol
import Testing

extension RestingState {
    fileprivate static func test(_ session: SessionID, _ version: Int64) -> RestingState {
        RestingState(session: session, version: version, body: Array(#"{"at":\#(version)}"#.utf8))
    }
}

extension Archive {
    fileprivate func changeResting(_ changes: RestingChange...) async throws {
        try await withCheckedContinuation { continuation in
            changeResting(changes) { continuation.resume(returning: $0) }
        }.get()
    }

    fileprivate func resting(_ session: SessionID) async throws -> RestingState? {
        try await withCheckedContinuation { continuation in
            resting(session) { continuation.resume(returning: $0) }
        }.get()
    }

    fileprivate func clearResting() async throws {
        try await withCheckedContinuation { continuation in
            clearResting { continuation.resume(returning: $0) }
        }.get()
    }
}

extension ArchiveLaw {
    static let resting = [
        ArchiveLaw("a state at rest is kept until it is forgotten, the newest alone") {
            test async throws in
            #expect(try await test.archive.resting("s1") == nil)
            try await test.archive.changeResting(.keep(.test("s1", 3)), .keep(.test("s2", 9)))
            try await test.archive.changeResting(.keep(.test("s1", 4)))
            #expect(try await test.archive.resting("s1") == .test("s1", 4))
            try await test.archive.changeResting(.forget("s1"), .forget("s3"))
            #expect(try await test.archive.resting("s1") == nil)
            #expect(try await test.archive.resting("s2") == .test("s2", 9))
        },
        ArchiveLaw("changes of states at rest take effect in their order") { test async throws in
            try await test.archive.changeResting(
                .keep(.test("s1", 3)),
                .forget("s1"),
                .keep(.test("s1", 5)),
                .keep(.test("s2", 1)),
                .forget("s2")
            )
            #expect(try await test.archive.resting("s1") == .test("s1", 5))
            #expect(try await test.archive.resting("s2") == nil)
        },
        ArchiveLaw("all states at rest are cleared at once") { test async throws in
            try await test.archive.changeResting(.keep(.test("s1", 3)), .keep(.test("s2", 9)))
            try await test.archive.clearResting()
            #expect(try test.read("SELECT session_id FROM resting_states").isEmpty)
        },
        ArchiveLaw("an erased session has no state at rest, and others keep theirs") {
            test async throws in
            try await test.archive.append(.begin("s1"), .begin("s2", code: "GHJKMN"))
            try await test.archive.changeResting(.keep(.test("s1", 1)), .keep(.test("s2", 1)))
            try await test.archive.erase("s1", at: 9000)
            #expect(try test.read("SELECT session_id FROM resting_states") == [["s2"]])
        },
    ]
}
