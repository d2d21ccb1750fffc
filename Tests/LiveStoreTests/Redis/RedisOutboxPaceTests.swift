import Protocol
import StoreContracts
import TestSupport
import Testing

@testable import LiveStore

/// Persistence of an outbox.
@Suite(.serialized) struct RedisOutboxPaceTests {
    @Test func `an archive that refuses is asked again later and later, up to a limit`()
        async throws
    {
        let pair = try await RedisFixture.hasty()
        pair.left.archive.set(.refuses)
        try await pair.left.commit("s1", 1...1)
        let pauses = {
            pair.left.events.compactMap {
                if case .refusedByArchive(_, let retryMs) = $0 { retryMs } else { nil }
            }
        }
        try await Patience.wait { pauses().count >= 6 }
        #expect(pauses().prefix(6) == [20, 40, 80, 100, 100, 100])
        // After a success the delays begin anew.
        pair.left.archive.set(.takes)
        try await Patience.wait { pair.left.archive.versions(of: "s1") == [1] }
        let before = pauses().count
        pair.left.archive.set(.refuses)
        try await pair.left.commit("s1", 2...2)
        try await Patience.wait { pauses().count > before }
        #expect(pauses()[before] == 20)
    }

    @Test func `what is committed meanwhile waits for that`() async throws {
        let pair = try await RedisFixture.hasty { limits in
            limits.firstRetryMs = 60_000
            limits.maxRetryMs = 60_000
        }
        pair.left.archive.set(.refuses)
        try await pair.left.commit("s0", 1...1)
        try await Patience.wait { !pair.left.events.isEmpty }
        pair.left.archive.set(.takes)
        for number in 1...20 {
            try await pair.left.commit(SessionID(rawValue: "s\(number)"), 1...1)
        }
        #expect(pair.left.archive.taken.isEmpty)
    }

    @Test func `who lives says again and again that it looks after its entries`() async throws {
        let pair = try await RedisFixture.hasty()
        pair.right.vanish()
        pair.left.archive.set(.refuses)
        try await pair.left.commit("s1", 1...1)
        let mark = { Double(try pair.redis.command(["ZSCORE", "outbox:waiting", "s1"])) ?? 0 }
        let first = try mark()
        #expect(first > 0)
        // Past the time after which another would take it over.
        try await Patience.wait { try mark() > first + 400 }
    }

    @Test func `what a dead gateway left of many sessions is read one by one`() async throws {
        let pair = try await RedisFixture.hasty { $0.maxReading = 1 }
        pair.left.archive.set(.refuses)
        pair.right.archive.set(.holds)
        let sessions: [SessionID] = ["s1", "s2", "s3"]
        for session in sessions { try await pair.left.commit(session, 1...2) }
        pair.left.vanish()
        try await Patience.wait { await pair.right.run { $0.outbox.sessions.count } == 3 }
        #expect(await pair.right.run { $0.outbox.readingCount } == 1)
        pair.right.archive.set(.takes)
        try await Patience.wait {
            sessions.allSatisfy { pair.right.archive.versions(of: $0) == [1, 2] }
        }
        try await Patience.wait {
            try pair.redis.command(["ZCARD", "outbox:waiting"]) == "0"
        }
        #expect(await pair.right.run { $0.outbox.readingCount } == 0)
    }
}
