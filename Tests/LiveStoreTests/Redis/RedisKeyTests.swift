import GameState
import LiveStore
import Protocol
import StoreContracts
import TestSupport
import Testing

/// Keys in Redis, and their lifetimes (T-8, G-82).
@Suite(.serialized) struct RedisKeyTests {
    private static let dayMs: Int64 = 24 * 60 * 60 * 1000

    /// A store that has done everything it can do.
    private func busyFixture() async throws -> RedisFixture {
        var limits = RedisStoreLimits.test
        limits.presenceTTLMs = 60_000
        limits.maxTailCount = 3
        let fixture = try await RedisFixture(limits)
        let side = fixture.left
        side.archive.set(.refuses)
        let now = await side.now()
        _ = try await side.ask { $0.reserve(joinCode: "ABCDEF", for: "s1", $1) }.get()
        var timer = GameTimer.test("a", at: now + 5_000)
        timer.pause(at: now, keepsLead: true)
        for version in Int64(1)...5 {
            let timers = [timer, .test("b", at: now + 60_000)]
            let claims = version == 3 ? ClaimChange.takes("p", forMs: 60_000) : .none
            let step = Commit.test(
                "s1",
                from: version - 1,
                "\(version)",
                claims: claims,
                timers: timers
            )
            #expect(try await side.commit(step).isCommitted)
        }
        side.on { $0.addPresence("c1", of: .player("anna"), in: "s1") }
        try await side.ask { $0.put("v", key: "k", ttlMs: 60_000, $1) }.get()
        _ = try await side.ask {
            $0.pulse("s1", joinCode: "ABCDEF", renewing: [.screen("c2")], $1)
        }.get()
        try await side.restore(
            .test("s2", "GHJKMN", .test(4, "four"), timers: [.test(at: now + 500)])
        )
        try await side.commit("s3", 1...1)
        try await side.ask { $0.remove("s3", joinCode: "XYZXYZ", claims: [.brake], $1) }.get()
        return fixture
    }

    private func keys(_ fixture: RedisFixture) throws -> [String] {
        try fixture.redis.command(["--scan"]).split(separator: "\n").map(String.init).sorted()
    }

    private func ttlMs(_ key: String, _ fixture: RedisFixture) throws -> Int64 {
        try #require(Int64(try fixture.redis.command(["PTTL", key])))
    }

    @Test func `every key goes by itself but the two indexes`() async throws {
        let fixture = try await busyFixture()
        #expect(
            try keys(fixture) == [
                "joincode:ABCDEF", "joincode:GHJKMN", "outbox:waiting", "session:{s1}:journal",
                "session:{s1}:lock:brake", "session:{s1}:presence", "session:{s1}:state",
                "session:{s1}:timer:a", "session:{s1}:timer:b", "session:{s2}:state",
                "session:{s2}:timer:t", "session:{s3}:journal", "session:{s3}:state", "timers:due",
                "value:k",
            ]
        )
        for key in try keys(fixture) {
            let ttl = try ttlMs(key, fixture)
            switch key {
            case "outbox:waiting", "timers:due": #expect(ttl == -1, "\(key)")
            case _: #expect((1...Self.dayMs).contains(ttl), "\(key): \(ttl)")
            }
        }
        let minute: Int64 = 60_000
        #expect(try ttlMs("session:{s1}:state", fixture) > Self.dayMs - minute)
        #expect(try ttlMs("joincode:ABCDEF", fixture) > Self.dayMs - minute)
        #expect(try (1...minute).contains(ttlMs("session:{s1}:presence", fixture)))
        #expect(try (3_590_000...3_601_000).contains(ttlMs("session:{s1}:timer:a", fixture)))
        #expect(try (1...minute).contains(ttlMs("session:{s1}:lock:brake", fixture)))
    }

    @Test func `what is written late has its time too`() async throws {
        let fixture = try await busyFixture()
        fixture.left.archive.set(.takes)
        try await fixture.waitUntilArchived()
        try await Patience.wait {
            try fixture.redis.command(["HGET", "session:{s1}:state", "archivedVersion"]) == "5"
        }
        try fixture.redis.command(["DEL", "session:{s1}:state", "session:{s1}:journal"])
        try await Patience.wait {
            try fixture.redis.command(["ZCARD", "outbox:waiting"]) == "0"
        }
        for key in try keys(fixture) where key.hasPrefix("session") {
            #expect(try ttlMs(key, fixture) > 0, "\(key)")
        }
    }

    @Test func `a commit keeps a session for another day`() async throws {
        let fixture = try await RedisFixture()
        // Archived entries leave the journal.
        fixture.left.archive.set(.refuses)
        try await fixture.left.commit("s1", 1...1)
        let kept = ["session:{s1}:state", "session:{s1}:journal"]
        for key in kept { #expect(try ttlMs(key, fixture) > Self.dayMs - 60_000) }
        for key in kept { try fixture.redis.command(["PEXPIRE", key, "60000"]) }
        try await fixture.left.commit("s1", 2...2)
        for key in kept { #expect(try ttlMs(key, fixture) > Self.dayMs - 60_000) }
    }

    @Test func `a pulse keeps a session for another day`() async throws {
        let fixture = try await RedisFixture()
        try await fixture.left.commit("s1", 1...2)
        let kept = ["session:{s1}:state", "session:{s1}:journal"]
        for key in kept { try fixture.redis.command(["PEXPIRE", key, "60000"]) }
        let pulse = try await fixture.left.ask {
            $0.pulse("s1", joinCode: "ABCDEF", renewing: [], $1)
        }.get()
        #expect(pulse.session == .version(2))
        for key in kept { #expect(try ttlMs(key, fixture) > Self.dayMs - 60_000) }
        #expect(try await fixture.left.ask { $0.session(joinCode: "ABCDEF", $1) }.get() == "s1")
    }

    @Test func `seats go with their session, and erasure leaves no name in them`() async throws {
        let fixture = try await RedisFixture()
        let seated = try await fixture.underTest.seat(.player("anna"), on: "c1", in: "s1")
        let state = "session:{s1}:state"
        let field = try fixture.redis.command(["HGET", state, "seat:player:anna"])
        #expect(field == "\(seated.order) c1")
        #expect(try ttlMs(state, fixture) > Self.dayMs - 60_000)
        try await fixture.left.ask { $0.remove("s1", joinCode: "ABCDEF", claims: [.brake], $1) }
            .get()
        let claim = try await fixture.underTest.bid(.player("anna"), on: "c2", in: "s1")
        #expect(claim == .removed)
        #expect(try !fixture.redis.command(["HKEYS", state]).contains("anna"))
    }

    @Test func `timers go with their session`() async throws {
        let fixture = try await RedisFixture()
        let timer = GameTimer.test(at: await fixture.left.now() + 60_000)
        let step = Commit.test("s1", from: 0, "1", timers: [timer])
        #expect(try await fixture.left.commit(step).isCommitted)
        #expect(try keys(fixture).contains("session:{s1}:timer:t"))
        try await fixture.left.ask { $0.remove("s1", joinCode: "ABCDEF", claims: [.brake], $1) }
            .get()
        #expect(try !keys(fixture).contains("session:{s1}:timer:t"))
    }

    @Test func `a claim says who holds it, and since which version`() async throws {
        let fixture = try await busyFixture()
        #expect(try fixture.redis.command(["GET", "session:{s1}:lock:brake"]) == "p:3")
    }

    @Test func `past the last connection of a session others are not seen`() async throws {
        var limits = RedisStoreLimits.test
        limits.maxConnectionsPerSession = 2
        limits.presenceTTLMs = 6_000
        let fixture = try await RedisFixture(limits)
        let side = fixture.left
        side.on { store in
            store.addPresence("c1", of: .host, in: "s1")
            store.addPresence("c2", of: .tv, in: "s1")
            store.addPresence("c3", of: .tv, in: "s1")
            store.addPresence("c1", of: .host, in: "s1")
        }
        let present = try await side.ask { $0.presence(in: "s1", $1) }.get()
        #expect(present == ["c1": .host, "c2": .tv])
        let host = Seating(.host, on: "c1", order: 1)
        try await Patience.wait {
            _ = try await side.ask { $0.pulse("s1", joinCode: "A", renewing: [host], $1) }.get()
            return try await side.ask { $0.presence(in: "s1", $1) }.get() == ["c1": .host]
        }
        // The place of a connection that is gone is free again.
        side.on { $0.addPresence("c3", of: .tv, in: "s1") }
        let later = try await side.ask { $0.presence(in: "s1", $1) }.get()
        #expect(later == ["c1": .host, "c3": .tv])
    }
}
