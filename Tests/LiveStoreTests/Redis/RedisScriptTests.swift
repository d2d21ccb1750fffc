import Protocol
import Redis
import StoreContracts
import TestSupport
import Testing

@testable import LiveStore

/// Scripts with late arguments, or with those of a clock that is ahead.
@Suite(.serialized) struct RedisScriptTests {
    private let keys = RedisKeys(session: "s1")
    private let state = "session:{s1}:state"
    private let journal = "session:{s1}:journal"

    private func run(
        _ script: RedisScript,
        _ keys: [RedisArgument],
        _ arguments: [RedisArgument],
        _ fixture: RedisFixture
    ) async throws {
        _ = try await fixture.left.ask {
            (store, done: @escaping (Result<Bool, LiveStoreError>) -> Void) in
            store.link.run(script, keys: keys, arguments: arguments) { result in
                done(result.read { _ in true })
            }
        }.get()
    }

    private func putBack(_ entry: PackedEntry, _ fixture: RedisFixture) async throws {
        let arguments: [RedisArgument] = [
            .integer(60_000), .integer(0), .integer(entry.previousVersion),
            .integer(entry.version), .bytes(entry.bytes),
        ]
        try await run(.putBack, [keys.state, keys.journal], arguments, fixture)
    }

    @Test func `an entry that comes back is to be archived, though later ones count as archived`()
        async throws
    {
        let fixture = try await RedisFixture()
        let archived = { try fixture.redis.command(["HGET", state, "archivedVersion"]) }
        try await fixture.left.commit("s1", 1...3)
        try await Patience.wait { try archived() == "3" }
        try fixture.redis.command(["ZREMRANGEBYSCORE", journal, "2", "2"])
        let second = try PackedEntry(Commit.test("s1", from: 1, "2"))
        try await putBack(second, fixture)
        #expect(try archived() == "1")
        #expect(try fixture.redis.command(["ZCOUNT", journal, "2", "2"]) == "1")
        // An entry that is there already changes nothing.
        try fixture.redis.command(["HSET", state, "archivedVersion", "3"])
        try await putBack(second, fixture)
        #expect(try archived() == "3")
        // An entry after the stored state waits until that is put back.
        let fourth = try PackedEntry(Commit.test("s1", from: 3, "4"))
        try await putBack(fourth, fixture)
        #expect(try fixture.redis.command(["ZCOUNT", journal, "4", "4"]) == "0")
        for key in [state, journal] {
            let ttl = try #require(Int64(try fixture.redis.command(["PTTL", key])))
            #expect((1...60_000).contains(ttl), "\(key)")
        }
    }

    @Test func `what is archived stays archived, whenever its answer comes`() async throws {
        let fixture = try await RedisFixture()
        let archived = { try fixture.redis.command(["HGET", state, "archivedVersion"]) }
        try await fixture.left.commit("s1", 1...3)
        try await Patience.wait { try archived() == "3" }
        for version in [Int64(2), 3] {
            try await run(.archived, [keys.state, keys.journal], [.integer(version)], fixture)
            #expect(try archived() == "3")
        }
    }

    @Test func `an index entry that another has changed is let be`() async throws {
        let fixture = try await RedisFixture()
        let score = { try fixture.redis.command(["ZSCORE", "timers:due", "s1"]) }
        try fixture.redis.command(["ZADD", "timers:due", "1000", "s1"])
        for (known, next, after) in [
            ("999", "2000", "1000"), ("999", "", "1000"), ("1000", "2000", "2000"),
            ("2000", "", ""),
        ] {
            let arguments: [RedisArgument] = ["s1", .text(known), .text(next)]
            try await run(.swap, [RedisKeys.due], arguments, fixture)
            #expect(try score() == after, "\(known) to \(next)")
        }
    }

    /// After a failover the clock of a gateway may be ahead of Redis' own.
    @Test func `a seating is no older than the clock of the gateway that asks`() async throws {
        let fixture = try await RedisFixture()
        let aheadMs = (await fixture.left.now() + 600_000).ms
        let arguments: [RedisArgument] = [
            .integer(60_000), .integer(10), .integer(60_000), .text(keys.news), "",
            "seat:player:anna", .integer(0), .integer(aheadMs), "c1", "player:anna",
        ]
        try await run(.bidForSeat, [keys.presence, keys.state], arguments, fixture)
        let seat = try fixture.redis.command(["HGET", state, "seat:player:anna"])
        #expect(seat == "\(aheadMs) c1")
    }
}
