import GameState
import LiveStore
import Protocol
import Redis
import StoreContracts
import TestSupport
import Testing

/// Redis goes away, comes back, comes back empty, or says nothing.
@Suite(.serialized) struct RedisLossTests {
    private func restart(_ fixture: RedisFixture) async throws {
        fixture.redis.kill()
        try fixture.redis.start()
        try await fixture.left.waitUntilReady()
        try await fixture.right.waitUntilReady()
    }

    @Test func `a Redis that takes no writes fails the check, and passes`() async throws {
        let fixture = try await RedisFixture()
        let side = fixture.left
        try await Patience.wait { await (try? side.ask { $0.check($1) }.get()) != nil }
        for (bad, good) in [
            (["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"]),
            (["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"]),
        ] {
            try fixture.redis.command(bad)
            await #expect(throws: LiveStoreError.self) { try await side.ask { $0.check($1) }.get() }
            try fixture.redis.command(good)
            try await Patience.wait { await (try? side.ask { $0.check($1) }.get()) != nil }
        }
    }

    @Test func `a full Redis is told of once, in its own words, and once that it has room again`()
        async throws
    {
        let fixture = try await RedisFixture()
        let side = fixture.left
        try await Patience.wait { await (try? side.ask { $0.check($1) }.get()) != nil }
        for outage in 1...2 {
            try fixture.redis.command(["CONFIG", "SET", "maxmemory", "1"])
            for number in 1...3 {
                let code = "CODE\(number)"
                _ = await side.ask { $0.reserve(joinCode: code, for: "s1", $1) }
                _ = await side.ask { $0.commit(.test("s1", from: 0, "1"), $1) }
                _ = await side.ask { $0.check($1) }
            }
            #expect(side.refusals.count == outage)
            #expect(side.refusals.allSatisfy { $0.hasPrefix("OOM ") }, "\(side.refusals)")
            try fixture.redis.command(["CONFIG", "SET", "maxmemory", "0"])
            for _ in 1...3 { try await side.ask { $0.check($1) }.get() }
            #expect(side.events.count { $0 == .takenByRedis } == outage)
        }
    }

    @Test func `a Redis that comes back empty gets everything back from one living room`()
        async throws
    {
        let fixture = try await RedisFixture.hasty()
        let (left, right) = (fixture.left, fixture.right)
        left.archive.set(.refuses)
        try await left.commit("s1", 1...10)
        for (side, isHandedOver) in [(left, false), (right, true)] {
            let asked = await side.ask { store, done in done(.success(store.isHandedOver("s1"))) }
            #expect(try asked.get() == isHandedOver)
        }
        try await restart(fixture)
        // A newcomer must not begin from an archive that is about to know more.
        await #expect(throws: LiveStoreError.self) { try await left.load("s1") }
        #expect(try await left.load("s1", since: 10).isNothing)
        let timer = GameTimer.test(at: await left.now() + 60_000)
        let lost = RestoreRequest.test("s1", "ABCDEF", .test(10, "10"), timers: [timer])
        #expect(try await left.restore(lost).text == "10")
        #expect(try await right.load("s1").text == "10")
        try await left.commit("s1", 11...12)
        left.vanish()
        try await Patience.wait { right.archive.versions(of: "s1").isOneStory(to: 12) }
        #expect(try await right.load("s1").text == "12")
        #expect(try await right.ask { $0.session(joinCode: "ABCDEF", $1) }.get() == "s1")
    }

    @Test func `entries of two gateways that Redis lost reach the archive as one story`()
        async throws
    {
        let fixture = try await RedisFixture()
        let archive = fixture.left.archive
        archive.set(.refuses)
        for version in Int64(1)...20 {
            let side = version % 5 < 2 ? fixture.left : fixture.right
            try await side.commit("s1", version...version)
        }
        try await restart(fixture)
        // Put back by the gateways, before any room has asked for it.
        try await Patience.wait {
            try fixture.redis.command(["ZCARD", "session:{s1}:journal"]) == "20"
        }
        archive.set(.takes)
        try await Patience.wait { archive.versions(of: "s1").isOneStory(to: 20) }
        try await fixture.waitUntilArchived()
    }

    @Test func `who knows fewer steps does not go on before the others could say theirs`()
        async throws
    {
        var limits = RedisStoreLimits.test
        limits.settlingMs = 6_000
        let fixture = try await RedisFixture(limits)
        let (left, right) = (fixture.left, fixture.right)
        try await left.commit("s1", 1...10)
        try await restart(fixture)
        let opened = await right.ask { $0.load("s1", since: nil, $1) }
        guard case .failure(.unavailable) = opened else {
            Issue.record("\(opened)")
            return
        }
        try await right.restore(.test("s1", "ABCDEF", .test(8, "8")))
        let early = await right.ask { $0.commit(.test("s1", from: 8, "nine"), $1) }
        guard case .failure(.unavailable) = early else {
            Issue.record("\(early)")
            return
        }
        try await right.commit("s2", 1...1)
        try await left.restore(.test("s1", "ABCDEF", .test(10, "10")))
        let eleventh = Commit.test("s1", from: 10, "11")
        try await Patience.wait { (try? await left.commit(eleventh).isCommitted) == true }
        // Each waits by itself, from the time it found Redis again.
        try await Patience.wait {
            (try? await right.commit(.test("s1", from: 8, "nine")))?.newer?.text == "11"
        }
    }

    @Test func `a connection that is lost to the same Redis holds up nothing`() async throws {
        var limits = RedisStoreLimits.test
        limits.settlingMs = 60_000
        let fixture = try await RedisFixture(limits)
        try await fixture.left.commit("s1", 1...2)
        try fixture.redis.command(["CLIENT", "KILL", "TYPE", "normal"])
        let third = Commit.test("s1", from: 2, "3")
        try await Patience.wait { (try? await fixture.left.commit(third).isCommitted) == true }
    }

    @Test func `a Redis that lost the latest steps gets them back`() async throws {
        let fixture = try await RedisFixture.hasty()
        let (left, right) = (fixture.left, fixture.right)
        left.archive.set(.refuses)
        try await left.commit("s1", 1...6)
        let state = try fixture.redis.keep("session:{s1}:state")
        let journal = try fixture.redis.keep("session:{s1}:journal")
        try await left.commit("s1", 7...9)
        // As after a failover to a replica that was behind.
        try fixture.redis.put(state, "session:{s1}:state")
        try fixture.redis.put(journal, "session:{s1}:journal")
        #expect(try await right.load("s1").text == "6")
        let late = try await left.commit(.test("s1", from: 9, "10"))
        #expect(late.newer?.version == 6)
        #expect(try await left.restore(.test("s1", "ABCDEF", .test(9, "9"))).text == "9")
        #expect(try await right.load("s1", since: 6).text == "9")
        try await left.commit("s1", 10...10)
        left.vanish()
        try await Patience.wait { right.archive.versions(of: "s1").isOneStory(to: 10) }
    }

    @Test func `without Redis everything fails at once, and goes on when it is back`()
        async throws
    {
        let fixture = try await RedisFixture()
        let heard = await fixture.underTest.follow("s1", .right)
        try await fixture.left.commit("s1", 1...2)
        await heard.wait(2)
        fixture.redis.kill()
        try await Patience.wait {
            await (try? fixture.left.ask { $0.check($1) }.get()) == nil
        }
        let commit = await fixture.left.ask { $0.commit(.test("s1", from: 2, "3"), $1) }
        let load = await fixture.left.ask { $0.load("s1", since: nil, $1) }
        let pulse = await fixture.left.ask {
            $0.pulse("s1", joinCode: "ABCDEF", renewing: [], $1)
        }
        for error in [commit.error, load.error, pulse.error] {
            guard case .unavailable = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        try fixture.redis.start()
        try await fixture.left.waitUntilReady()
        try await Patience.wait { heard.all.contains(.missed) }
        try await fixture.left.restore(.test("s1", "ABCDEF", .test(2, "2")))
        try await fixture.left.commit("s1", 3...3)
        try await Patience.wait {
            guard case .committed(let entry) = heard.all.last else { return false }
            return entry.version == 3
        }
    }

    @Test func `a commit whose answer is lost may stand, and then reaches the archive`()
        async throws
    {
        let redis = try PrivateRedis()
        var limits = RedisStoreLimits.test
        limits.adoptionMs = 3_000
        limits.quietMs = 100
        limits.markMs = 50
        limits.sweepMs = 50
        var connection = RedisLimits()
        connection.replyMs = 300
        let left = try await RedisSide(redis, limits: limits, connection: connection)
        try await left.commit("s1", 1...3)
        redis.pause()
        let fourth = await left.ask { $0.commit(.test("s1", from: 3, "4"), $1) }
        guard case .failure(.unanswered) = fourth else {
            Issue.record("\(fourth)")
            return
        }
        redis.resume()
        try await left.waitUntilReady()
        #expect(try await left.load("s1", since: 3).text == nil)
        #expect(try await left.load("s1").text == "4")
        try await Patience.wait { left.archive.versions(of: "s1").isOneStory(to: 4) }
    }
}

extension Result {
    fileprivate var error: Failure? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}

extension PrivateRedis {
    /// Keeps the value of a key in another one, to be put back later (COPY).
    fileprivate func keep(_ key: String) throws -> String {
        let copy = key + ":copy"
        try command(["COPY", key, copy, "REPLACE"])
        return copy
    }

    fileprivate func put(_ copy: String, _ key: String) throws {
        try command(["COPY", copy, key, "REPLACE"])
    }
}

extension RedisSide {
    /// Redis' words for each refusal.
    fileprivate var refusals: [String] {
        events.compactMap { if case .refusedByRedis(let words) = $0 { words } else { nil } }
    }
}
