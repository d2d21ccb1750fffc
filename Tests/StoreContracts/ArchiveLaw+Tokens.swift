public import Archive
import GameState
public import Protocol
import Testing

extension RefreshToken {
    public static func test(
        _ number: UInt8,
        family: String,
        viewer: Viewer = .host,
        expiresAt ms: Int64 = 10_000
    ) -> RefreshToken {
        RefreshToken(
            hash: Array(repeating: number, count: 32),
            family: family,
            session: "s1",
            viewer: viewer,
            expiresAt: ServerTime(ms: ms)
        )
    }
}

extension TokenRenewal {
    public static func renewed(atMs ms: Int64) -> TokenRenewal {
        .renewed(at: ServerTime(ms: ms))
    }
}

extension ArchiveLaw {
    static let tokens = [
        ArchiveLaw("a token is renewed once, and its replacement is of the same family") {
            test async throws in
            let row = """
                SELECT family, session_id, role, player_id, expires_at, spent_at, revoked
                FROM refresh_tokens WHERE spent_at IS NULL ORDER BY hash
                """
            let viewers = [Viewer.host, .tv, .player("anna")]
            for (index, viewer) in viewers.enumerated() {
                let number = UInt8(index + 1)
                let token = RefreshToken.test(number, family: "f\(number)", viewer: viewer)
                try await test.archive.store(token)
                #expect(
                    try await test.archive.renew(token, by: number + 10, expiresAt: 7777, at: 5000)
                        == .renewed(atMs: 5000)
                )
            }
            #expect(
                try test.read(row) == [
                    ["f1", "s1", "HOST", nil, "7777", nil, "0"],
                    ["f2", "s1", "TV", nil, "7777", nil, "0"],
                    ["f3", "s1", "PLAYER", "anna", "7777", nil, "0"],
                ]
            )
            let next = RefreshToken.test(13, family: "f3", viewer: .player("anna"))
            #expect(try await test.archive.renew(next, by: 23, at: 6000) == .renewed(atMs: 6000))
        },
        ArchiveLaw("a token that is spent twice revokes its family, and no other") {
            test async throws in
            let first = RefreshToken.test(1, family: "f1")
            let second = RefreshToken.test(2, family: "f1")
            let other = RefreshToken.test(3, family: "f2")
            for token in [first, second, other] { try await test.archive.store(token) }
            #expect(try await test.archive.renew(first, by: 11, at: 1) == .renewed(atMs: 1))
            #expect(try await test.archive.renew(first, by: 12, at: 2) == .reused)
            #expect(try await test.archive.renew(second, by: 13, at: 3) == .reused)
            let replacement = RefreshToken.test(11, family: "f1")
            #expect(try await test.archive.renew(replacement, by: 14, at: 4) == .reused)
            #expect(try await test.archive.renew(first, by: 15, at: 4) == .reused)
            #expect(try await test.archive.renew(other, by: 16, at: 5) == .renewed(atMs: 5))
            let count = "SELECT COUNT(*) FROM refresh_tokens"
            #expect(try test.cell(count) == "5")
        },
        ArchiveLaw("a renewal that is asked for again is the same one") { test async throws in
            let token = RefreshToken.test(1, family: "f1")
            try await test.archive.store(token)
            for ms in Int64(1)...3 {
                #expect(try await test.archive.renew(token, by: 2, at: ms) == .renewed(atMs: 1))
            }
            #expect(try test.cell("SELECT COUNT(*) FROM refresh_tokens") == "2")
            #expect(
                try test.cell("SELECT spent_at FROM refresh_tokens WHERE spent_at IS NOT NULL")
                    == "1"
            )
            // Once there was a theft, it is no longer any good.
            #expect(try await test.archive.renew(token, by: 3, at: 4) == .reused)
            #expect(try await test.archive.renew(token, by: 2, at: 5) == .reused)
        },
        ArchiveLaw("a lost answer may be asked for again for 30 s, and no longer") {
            test async throws in
            let first = RefreshToken.test(1, family: "f1", expiresAt: 100_000)
            let other = RefreshToken.test(2, family: "f2", expiresAt: 100_000)
            for token in [first, other] { try await test.archive.store(token) }
            #expect(try await test.archive.renew(first, by: 11, at: 1000) == .renewed(atMs: 1000))
            #expect(try await test.archive.renew(first, by: 11, at: 31_000) == .renewed(atMs: 1000))
            #expect(try await test.archive.renew(first, by: 11, at: 31_001) == .reused)
            let replacement = RefreshToken.test(11, family: "f1")
            #expect(try await test.archive.renew(replacement, by: 12, at: 31_002) == .reused)
            // A client that has used the replacement has nothing to ask for.
            #expect(try await test.archive.renew(other, by: 21, at: 1000) == .renewed(atMs: 1000))
            let next = RefreshToken.test(21, family: "f2")
            #expect(try await test.archive.renew(next, by: 22, at: 1001) == .renewed(atMs: 1001))
            #expect(try await test.archive.renew(other, by: 21, at: 1002) == .reused)
            let last = RefreshToken.test(22, family: "f2")
            #expect(try await test.archive.renew(last, by: 23, at: 1003) == .reused)
        },
        ArchiveLaw("of many who ask for the same renewal at once all get the same") {
            test async throws in
            let token = RefreshToken.test(1, family: "f1")
            try await test.archive.store(token)
            let renewals = try await withThrowingTaskGroup(of: TokenRenewal.self) { group in
                for ms in Int64(1)...20 {
                    group.addTask { try await test.archive.renew(token, by: 2, at: ms) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(renewals.map { "\($0)" }).count == 1)
            #expect((Int64(1)...20).contains { renewals.first == .renewed(atMs: $0) })
            #expect(try test.cell("SELECT COUNT(*) FROM refresh_tokens") == "2")
        },
        ArchiveLaw("who left or was removed can't renew a token, and others can") {
            test async throws in
            let anna = RefreshToken.test(1, family: "f1", viewer: .player("anna"))
            let bo = RefreshToken.test(2, family: "f2", viewer: .player("bo"))
            for token in [anna, bo] { try await test.archive.store(token) }
            try await test.archive.append(contentsOf: [
                .begin("s1"), .test("s1", 2, .playerJoined("anna", name: "Anna")),
                .test("s1", 3, .playerJoined("bo", name: "Bo")),
                .test("s1", 4, .playerLeft("anna")),
            ])
            #expect(try await test.archive.renew(anna, by: 11, at: 1) == .reused)
            #expect(try await test.archive.renew(bo, by: 12, at: 1) == .renewed(atMs: 1))
        },
        ArchiveLaw("a theft stands in the audit, once") { test async throws in
            try await test.archive.append(.begin("s1"))
            let audit = "SELECT type, actor_role, actor_id, at FROM audit_events"
            let token = RefreshToken.test(1, family: "f1", viewer: .player("anna"))
            try await test.archive.store(token)
            #expect(try await test.archive.renew(token, by: 11, at: 1) == .renewed(atMs: 1))
            #expect(try await test.archive.renew(token, by: 11, at: 2) == .renewed(atMs: 1))
            #expect(try test.read(audit).isEmpty)
            for ms in Int64(3)...5 {
                #expect(try await test.archive.renew(token, by: 12, at: ms) == .reused)
            }
            #expect(try test.read(audit) == [["TOKEN_REUSED", "PLAYER", "anna", "3"]])
        },
        ArchiveLaw("what was done beside the inputs stands among the host's commands, once") {
            test async throws in
            try await test.archive.append(.begin("s1"))
            let skip = Fact.audit(actor: .host, type: "HOST_SKIP", payloadJSON: "{}")
            func note(_ kind: AuditNote.Kind, _ session: SessionID, _ name: String) -> AuditNote {
                AuditNote(kind, of: session, by: .host, at: ServerTime(ms: 1500), name: name)
            }
            for _ in 1...2 {
                try await test.archive.note(note(.tvPaired, "s1", "a"))
                try await test.archive.note(note(.tvPaired, "s1", "b"))
                try await test.archive.note(note(.hostLinkOpened, "s1", "a"))
                try await test.archive.note(note(.hostLinkOpened, "unknown", "a"))
            }
            try await test.archive.append(.test("s1", 2, skip))
            let record = try #require(try await test.archive.record(of: "s1"))
            #expect(
                record.audit.map(\.type) == [
                    "TV_PAIRED", "TV_PAIRED", "HOST_LINK_OPENED", "HOST_SKIP",
                ]
            )
            #expect(record.audit.map(\.at.ms) == [1500, 1500, 1500, 2000])
            #expect(try test.cell("SELECT COUNT(*) FROM audit_events") == "4")
        },
        ArchiveLaw("a renewal that fails has spent nothing") { test async throws in
            let token = RefreshToken.test(1, family: "f1")
            let other = RefreshToken.test(2, family: "f2")
            for token in [token, other] { try await test.archive.store(token) }
            await #expect(throws: ArchiveError.self) {
                _ = try await test.archive.renew(token, by: 2, at: 1)
            }
            #expect(try await test.archive.renew(token, by: 3, at: 2) == .renewed(atMs: 2))
        },
        ArchiveLaw("a token that follows a theft is of no use either") { test async throws in
            let first = RefreshToken.test(1, family: "f1")
            try await test.archive.store(first)
            #expect(try await test.archive.renew(first, by: 11, at: 1) == .renewed(atMs: 1))
            #expect(try await test.archive.renew(first, by: 12, at: 2) == .reused)
            let late = RefreshToken.test(2, family: "f1")
            try await test.archive.store(late)
            #expect(try await test.archive.renew(late, by: 13, at: 3) == .reused)
        },
        ArchiveLaw("an unknown token is unknown") { test async throws in
            for hash: [UInt8] in [[1, 2, 3], []] {
                var token = RefreshToken.test(1, family: "f1")
                token.hash = hash
                #expect(try await test.archive.renew(token, by: 2, at: 1) == .unknown)
            }
        },
        ArchiveLaw("a token is good until its time and not at it") { test async throws in
            let token = RefreshToken.test(1, family: "f1", expiresAt: 1000)
            try await test.archive.store(token)
            #expect(try await test.archive.renew(token, by: 2, at: 1000) == .expired)
            #expect(try await test.archive.renew(token, by: 2, at: 5000) == .expired)
            #expect(try await test.archive.renew(token, by: 2, at: 999) == .renewed(atMs: 999))
        },
        ArchiveLaw("of two who renew a token at once one gets it") { test async throws in
            let token = RefreshToken.test(1, family: "f1")
            try await test.archive.store(token)
            let renewed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in UInt8(2)..<22 {
                    group.addTask {
                        try await test.archive.renew(token, by: number, at: 1)
                            == .renewed(atMs: 1)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(renewed == 1)
        },
        ArchiveLaw("storing a token again does not make it new") { test async throws in
            let token = RefreshToken.test(1, family: "f1")
            try await test.archive.store(token)
            #expect(try await test.archive.renew(token, by: 2, at: 1) == .renewed(atMs: 1))
            try await test.archive.store(token)
            #expect(try await test.archive.renew(token, by: 3, at: 2) == .reused)
        },
        ArchiveLaw("tokens that nobody can use any more are forgotten in time") {
            test async throws in
            let day: Int64 = 24 * 60 * 60 * 1000
            let old = RefreshToken.test(1, family: "f1", expiresAt: 1000)
            let fresh = RefreshToken.test(2, family: "f2", expiresAt: 90 * day)
            for token in [old, fresh] { try await test.archive.store(token) }
            #expect(try await test.archive.renew(old, by: 3, at: 30 * day) == .expired)
            #expect(try await test.archive.renew(old, by: 3, at: 30 * day + 1001) == .unknown)
            #expect(
                try await test.archive.renew(fresh, by: 4, at: 31 * day) == .renewed(atMs: 31 * day)
            )
        },
        ArchiveLaw("tokens outlive a restart, and so does their spending") { test async throws in
            let spent = RefreshToken.test(1, family: "f1")
            let fresh = RefreshToken.test(2, family: "f2")
            try await test.archive.store(spent)
            try await test.archive.store(fresh)
            #expect(try await test.archive.renew(spent, by: 11, at: 1) == .renewed(atMs: 1))
            let reopened = try await test.reopen()
            #expect(try await reopened.renew(spent, by: 12, at: 2) == .reused)
            #expect(try await reopened.renew(fresh, by: 13, at: 2) == .renewed(atMs: 2))
        },
    ]
}
