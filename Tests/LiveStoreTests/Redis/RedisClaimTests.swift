import GameState
import LiveStore
import Protocol
import StoreContracts
import TestSupport
import Testing

/// Cost of a claim, and its traces in Redis (T-8, G-16).
@Suite(.serialized) struct RedisClaimTests {
    private static let key = "session:{s1}:lock:brake"

    /// A session at version 2 whose entries nobody takes to the archive meanwhile.
    private func fixture() async throws -> RedisFixture {
        var limits = RedisStoreLimits.test
        // No mark is renewed while commands are counted.
        limits.markMs = 60_000
        limits.quietMs = 120_000
        limits.adoptionMs = 180_000
        let fixture = try await RedisFixture(limits)
        fixture.left.archive.set(.holds)
        try await fixture.left.commit("s1", 1...2)
        return fixture
    }

    /// Begins to count commands, and to log those of clients.
    private func beginCounting(_ fixture: RedisFixture) throws {
        try fixture.redis.command(["CONFIG", "SET", "slowlog-log-slower-than", "0"])
        try fixture.redis.command(["SLOWLOG", "RESET"])
        try fixture.redis.command(["CONFIG", "RESETSTAT"])
    }

    /// Number of commands that named the session's keys; the store's upkeep sends others of its own.
    private func commandsOfTheSession(_ fixture: RedisFixture) throws -> Int {
        let words = try fixture.redis.command(["SLOWLOG", "GET", "-1"]).split(separator: "\n")
        let scripts = words.split { $0.lowercased().hasPrefix("eval") }.dropFirst()
        // A script's text or digest, the number of its keys, its keys.
        return scripts.count { $0.dropFirst(2).first?.hasPrefix("session:{s1}:") == true }
    }

    /// Number of calls of a command since the count began, by clients and in scripts.
    private func calls(_ command: String, _ fixture: RedisFixture) throws -> Int {
        let stats = try fixture.redis.command(["INFO", "commandstats"])
        let prefix = "cmdstat_\(command):calls="
        let line = stats.split(separator: "\r\n").first { $0.hasPrefix(prefix) }
        return line.flatMap { Int($0.dropFirst(prefix.count).prefix { $0 != "," }) } ?? 0
    }

    @Test func `a brake is one command, in which SET NX decides with everything else`() async throws
    {
        let fixture = try await fixture()
        try beginCounting(fixture)
        let anna = Commit.test("s1", from: 2, "3", claims: .takes("anna"))
        #expect(try await fixture.left.commit(anna).isCommitted)
        #expect(try commandsOfTheSession(fixture) == 1)
        #expect(try calls("set", fixture) == 1)
        #expect(try calls("hset", fixture) == 1)
    }

    @Test func `a step without a claim does nothing about claims`() async throws {
        let fixture = try await fixture()
        try beginCounting(fixture)
        #expect(try await fixture.left.commit(.test("s1", from: 2, "3")).isCommitted)
        #expect(try commandsOfTheSession(fixture) == 1)
        for command in ["get", "set", "del"] { #expect(try calls(command, fixture) == 0) }
    }

    @Test func `a brake that comes too late is one command too, and writes nothing`() async throws {
        let fixture = try await fixture()
        let anna = Commit.test("s1", from: 2, "3", claims: .takes("anna"))
        #expect(try await fixture.left.commit(anna).isCommitted)
        try beginCounting(fixture)
        let bo = Commit.test("s1", from: 3, "4", claims: .takes("bo"))
        #expect(try await fixture.left.commit(bo).holder == "anna")
        #expect(try commandsOfTheSession(fixture) == 1)
        // The link sends PUBLISH by itself, to see whether it is alive: the store's law holds that
        // nobody hears of the step.
        for command in ["set", "hset", "zadd"] {
            #expect(try calls(command, fixture) == 0, "\(command)")
        }
    }

    @Test func `the key is there while the brake is on, and gone with the step that ends it`()
        async throws
    {
        let fixture = try await fixture()
        func ttlMs() throws -> Int64 {
            try #require(Int64(try fixture.redis.command(["PTTL", Self.key])))
        }
        #expect(try ttlMs() == -2)
        let anna = Commit.test("s1", from: 2, "3", claims: .takes("anna", forMs: 25_000))
        #expect(try await fixture.left.commit(anna).isCommitted)
        #expect(try fixture.redis.command(["GET", Self.key]) == "anna:3")
        #expect(try (1...25_000).contains(ttlMs()))
        try fixture.redis.command(["PEXPIRE", Self.key, "9000"])
        #expect(try await fixture.right.commit(.test("s1", from: 3, "4")).isCommitted)
        // Nobody prolongs it.
        #expect(try (1...9_000).contains(ttlMs()))
        let gone = Commit.test("s1", from: 4, "5", claims: .gives("anna"))
        #expect(try await fixture.right.commit(gone).isCommitted)
        #expect(try ttlMs() == -2)
    }

    @Test func `a session that is removed or put back takes the key with it`() async throws {
        let fixture = try await fixture()
        let anna = Commit.test("s1", from: 2, "3", claims: .takes("anna"))
        #expect(try await fixture.left.commit(anna).isCommitted)
        try await fixture.right.restore(.test("s1", "ABCDEF", .test(9, "9")))
        #expect(try fixture.redis.command(["EXISTS", Self.key]) == "0")
        try await fixture.right.restore(
            .test("s1", "ABCDEF", .test(20, "20"), claims: [.brake("bo", forMs: 7_000)])
        )
        #expect(try fixture.redis.command(["GET", Self.key]) == "bo:20")
        let ttlMs = try fixture.redis.command(["PTTL", Self.key])
        #expect((1...7_000).contains(try #require(Int64(ttlMs))))
        try await fixture.left.ask { $0.remove("s1", joinCode: "ABCDEF", claims: [.brake], $1) }
            .get()
        #expect(try fixture.redis.command(["EXISTS", Self.key]) == "0")
    }
}
