public import Archive
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

extension ArchiveLaw {
    static let tokens = [
        ArchiveLaw("a token is spent once and tells whose it was") { test async throws in
            for (number, viewer) in [Viewer.host, .tv, .player("anna")].enumerated() {
                let token = RefreshToken.test(UInt8(number), family: "f\(number)", viewer: viewer)
                try await test.archive.store(token)
                #expect(try await test.archive.spend(token.hash, at: 5000) == .spent(token))
            }
        },
        ArchiveLaw("a token that is spent twice revokes its family, and no other") {
            test async throws in
            let first = RefreshToken.test(1, family: "f1")
            let second = RefreshToken.test(2, family: "f1")
            let other = RefreshToken.test(3, family: "f2")
            for token in [first, second, other] { try await test.archive.store(token) }
            #expect(try await test.archive.spend(first.hash, at: 1) == .spent(first))
            #expect(try await test.archive.spend(first.hash, at: 2) == .reused)
            #expect(try await test.archive.spend(second.hash, at: 3) == .reused)
            #expect(try await test.archive.spend(first.hash, at: 4) == .reused)
            #expect(try await test.archive.spend(other.hash, at: 5) == .spent(other))
        },
        ArchiveLaw("a token that follows a theft is of no use either") { test async throws in
            let first = RefreshToken.test(1, family: "f1")
            try await test.archive.store(first)
            #expect(try await test.archive.spend(first.hash, at: 1) == .spent(first))
            #expect(try await test.archive.spend(first.hash, at: 2) == .reused)
            let late = RefreshToken.test(2, family: "f1")
            try await test.archive.store(late)
            #expect(try await test.archive.spend(late.hash, at: 3) == .reused)
        },
        ArchiveLaw("an unknown token is unknown") { test async throws in
            #expect(try await test.archive.spend([1, 2, 3], at: 1) == .unknown)
            #expect(try await test.archive.spend([], at: 1) == .unknown)
        },
        ArchiveLaw("a token is good until its time and not at it") { test async throws in
            let token = RefreshToken.test(1, family: "f1", expiresAt: 1000)
            try await test.archive.store(token)
            #expect(try await test.archive.spend(token.hash, at: 1000) == .expired)
            #expect(try await test.archive.spend(token.hash, at: 5000) == .expired)
            #expect(try await test.archive.spend(token.hash, at: 999) == .spent(token))
        },
        ArchiveLaw("of two who spend a token at once one gets it") { test async throws in
            let token = RefreshToken.test(1, family: "f1")
            try await test.archive.store(token)
            let spent = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await test.archive.spend(token.hash, at: 1) == .spent(token)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(spent == 1)
        },
        ArchiveLaw("storing a token again does not make it new") { test async throws in
            let token = RefreshToken.test(1, family: "f1")
            try await test.archive.store(token)
            #expect(try await test.archive.spend(token.hash, at: 1) == .spent(token))
            try await test.archive.store(token)
            #expect(try await test.archive.spend(token.hash, at: 2) == .reused)
        },
        ArchiveLaw("tokens outlive a restart, and so does their spending") { test async throws in
            let spent = RefreshToken.test(1, family: "f1")
            let fresh = RefreshToken.test(2, family: "f2")
            try await test.archive.store(spent)
            try await test.archive.store(fresh)
            #expect(try await test.archive.spend(spent.hash, at: 1) == .spent(spent))
            let reopened = try await test.reopen()
            #expect(try await reopened.spend(spent.hash, at: 2) == .reused)
            #expect(try await reopened.spend(fresh.hash, at: 2) == .spent(fresh))
        },
    ]
}
