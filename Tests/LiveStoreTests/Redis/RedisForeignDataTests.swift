import GameState
import LiveStore
import Protocol
import StoreContracts
import TestSupport
import Testing

/// Somebody else's data under our keys: an error for that session alone, never a crash.
@Suite(.serialized) struct RedisForeignDataTests {
    /// Harm done to a session at version 3 whose snapshot is version 1.
    static let harms: [[String]] = [
        ["SET", "session:{s1}:state", "text"],
        ["HSET", "session:{s1}:state", "version", "four"],
        ["HSET", "session:{s1}:state", "version", "99999999999999999999"],
        ["HSET", "session:{s1}:state", "version", "9"],
        ["HSET", "session:{s1}:state", "version", "-3"],
        ["HSET", "session:{s1}:state", "snapshotVersion", "x"],
        ["HDEL", "session:{s1}:state", "snapshotVersion"],
        ["HDEL", "session:{s1}:state", "snapshot"],
        ["SET", "session:{s1}:journal", "text"],
        ["DEL", "session:{s1}:journal"],
        ["ZADD", "session:{s1}:journal", "2", "garbage"],
        ["ZADD", "session:{s1}:journal", "2", ""],
        ["ZADD", "session:{s1}:journal", "2", "1 2 3 9999\n\"\""],
        ["ZADD", "session:{s1}:journal", "2", "1 2 1700000000000 99999999999999999999\n\"\""],
        ["ZREMRANGEBYSCORE", "session:{s1}:journal", "2", "2"],
    ]

    @Test(arguments: harms)
    func `a state that is not ours can't be read, and others can`(_ harm: [String]) async throws {
        let fixture = try await RedisFixture()
        try await fixture.left.commit("s1", 1...3)
        try await fixture.left.commit("s2", 1...3)
        try await fixture.waitUntilArchived()
        try fixture.redis.command(harm)
        let whole = await fixture.right.ask { $0.load("s1", since: nil, $1) }
        #expect(whole.isUnreadable, "\(whole)")
        let rest = await fixture.right.ask { $0.load("s1", since: 1, $1) }
        let isRight = (try? rest.get().state)?.text(since: (1, "1")) == "3"
        #expect(rest.isUnreadable || isRight, "\(rest)")
        // These only have to return, with any outcome.
        _ = await fixture.right.ask { $0.commit(.test("s1", from: 3, "4"), $1) }
        _ = await fixture.right.ask { $0.pulse("s1", joinCode: "A", renewing: [], $1) }
        _ = await fixture.right.ask { $0.restore(.test("s1", "A", .test(9, "9")), $1) }
        _ = await fixture.right.ask { $0.remove("s1", joinCode: "A", claims: [.brake], $1) }
        try await fixture.left.commit("s2", 4...4)
        #expect(try await fixture.right.load("s2").text == "4")
        try await fixture.waitUntilArchived()
    }

    @Test func `a commit on a journal of another kind changes nothing`() async throws {
        let fixture = try await RedisFixture()
        try await fixture.left.commit("s1", 1...2)
        try fixture.redis.command(["SET", "session:{s1}:journal", "text"])
        let step = Commit.test("s1", from: 2, "3", claims: .takes("anna"))
        let commit = await fixture.left.ask { $0.commit(step, $1) }
        #expect(commit.isUnreadable)
        #expect(try fixture.redis.command(["EXISTS", "session:{s1}:lock:brake"]) == "0")
        #expect(try fixture.redis.command(["HGET", "session:{s1}:state", "version"]) == "2")
    }

    @Test func `garbage among what waits for the archive holds nothing up`() async throws {
        let fixture = try await RedisFixture.hasty()
        fixture.left.archive.set(.refuses)
        try await fixture.left.commit("s1", 1...3)
        try await fixture.left.commit("s2", 1...3)
        try fixture.redis.command(["SET", "session:{s2}:journal", "text"])
        try fixture.redis.command([
            "ZADD", "session:{s1}:journal", "2", "garbage", "3", "2 3 5 2\n\"\"[{\"no\":{}}]", "7",
            "x",
        ])
        fixture.left.vanish()
        try await Patience.wait { fixture.right.archive.versions(of: "s1") == [1, 2, 3] }
        try await Patience.wait {
            fixture.right.events.contains {
                if case .unreadable("s2", _) = $0 { true } else { false }
            }
        }
        try await fixture.right.commit("s3", 1...1)
        try await Patience.wait { fixture.right.archive.versions(of: "s3") == [1] }
        try await Patience.wait {
            try fixture.redis.command(["ZCARD", "outbox:waiting"]) == "0"
        }
    }

    @Test func `other keys of another kind are told as such`() async throws {
        let fixture = try await RedisFixture()
        let side = fixture.left
        for key in [
            "session:{s1}:lock:brake", "session:{s1}:presence", "joincode:ABCDEF", "value:k",
        ] {
            try fixture.redis.command(["RPUSH", key, "x"])
        }
        let pulse = await side.ask { $0.pulse("s1", joinCode: "A", renewing: [.screen("c")], $1) }
        #expect(pulse.isUnreadable)
        #expect(await side.ask { $0.presence(in: "s1", $1) }.isUnreadable)
        #expect(await side.ask { $0.session(joinCode: "ABCDEF", $1) }.isUnreadable)
        #expect(await side.ask { $0.reserve(joinCode: "ABCDEF", for: "s1", $1) }.isUnreadable)
        #expect(await side.ask { $0.get(key: "k", $1) }.isUnreadable)
        side.on { store in
            store.addPresence("c1", of: .tv, in: "s1")
            store.removePresence("c1", in: "s1")
        }
        try await Patience.wait { side.events.count == 2 }
    }

    @Test func `a step that stumbles over what can be read is unreadable, not second`() async throws
    {
        let fixture = try await RedisFixture()
        try await fixture.left.commit("s1", 1...1)
        try fixture.redis.command(["HSET", "session:{s1}:state", "tail", "x"])
        #expect(try await fixture.left.load("s1").version == 1)
        let commit = await fixture.left.ask { $0.commit(.test("s1", from: 1, "2"), $1) }
        #expect(commit.isUnreadable)
    }

    @Test func `a claim's key of another kind is held by somebody, and stops nothing else`()
        async throws
    {
        let fixture = try await RedisFixture()
        let side = fixture.left
        try await side.commit("s1", 1...1)
        let key = "session:{s1}:lock:brake"
        try fixture.redis.command(["RPUSH", key, "x"])
        let takes = Commit.test("s1", from: 1, "2", claims: .takes("anna"))
        #expect(try await side.commit(takes).holder == "")
        #expect(try await side.load("s1").version == 1)
        let gives = Commit.test("s1", from: 1, "2", claims: .gives("anna"))
        #expect(try await side.commit(gives).isCommitted)
        // Putting back makes it ours.
        try await side.restore(.test("s1", "A", .test(9, "9"), claims: [.brake("anna")]))
        #expect(try fixture.redis.command(["GET", key]) == "anna:9")
    }

    @Test func `a claim that another program has taken is somebody's`() async throws {
        let fixture = try await RedisFixture()
        let side = fixture.left
        try await side.commit("s1", 1...1)
        let step = Commit.test("s1", from: 1, "2", claims: .takes("anna"))
        for (word, holder) in [("bo:77", "bo"), ("a:b:7", "a:b"), ("x", "x"), ("", ""), (":", "")] {
            try fixture.redis.command(["SET", "session:{s1}:lock:brake", word])
            #expect(try await side.commit(step).holder == PlayerID(rawValue: holder), "\(word)")
            #expect(try fixture.redis.command(["GET", "session:{s1}:lock:brake"]) == word)
        }
        #expect(try await side.load("s1").version == 1)
    }

    @Test func `a seat that is not ours can't be read, and others can`() async throws {
        let fixture = try await RedisFixture()
        let (side, store) = (fixture.left, fixture.underTest)
        for value in ["", "x c1", "-3 c1", "7"] {
            try fixture.redis.command(["HSET", "session:{s1}:state", "seat:host", value])
            let bid = await side.ask {
                $0.bidForSeat(.host, on: "c2", after: 0, in: "s1", $1)
            }
            #expect(bid.isUnreadable, "\(value)")
            let step = Commit.test("s1", from: 0, "1", by: Seating(.host, on: "c2", order: 1))
            #expect(await side.ask { $0.commit(step, $1) }.isUnreadable, "\(value)")
        }
        let anna = try await store.seat(.player("anna"), on: "c3", in: "s1")
        #expect(try await store.commit(.test("s1", from: 0, "1", by: anna)).isCommitted)
    }

    @Test func `values that are not ours are told as such`() async throws {
        let fixture = try await RedisFixture()
        try fixture.redis.command(["EVAL", "redis.call('SET', 'value:k', '\\255')", "0"])
        #expect(await fixture.left.ask { $0.get(key: "k", $1) }.isUnreadable)
        for value in ["tv", "x tv", "99999999999999 nobody", "99999999999999 "] {
            try fixture.redis.command(["HSET", "session:{s1}:presence", "c1", value])
            #expect(await fixture.left.ask { $0.presence(in: "s1", $1) }.isUnreadable, "\(value)")
        }
    }

    @Test func `an index of another kind stops no commit`() async throws {
        let fixture = try await RedisFixture.hasty()
        try fixture.redis.command(["SET", "timers:due", "x"])
        try fixture.redis.command(["SET", "outbox:waiting", "x"])
        let due = await fixture.left.now() + 1_000
        let step = Commit.test("s1", from: 0, "1", timers: [.test(at: due)])
        #expect(try await fixture.left.commit(step).isCommitted)
        try await Patience.wait { fixture.left.archive.versions(of: "s1") == [1] }
        #expect(await fixture.left.ask { $0.handOutOverdue(graceMs: 0, $1) }.isUnreadable)
        #expect(
            fixture.left.events.contains {
                if case .unreadable(nil, _) = $0 { true } else { false }
            }
        )
    }

    @Test func `news that nobody understands send the follower to look`() async throws {
        let fixture = try await RedisFixture()
        let heard = await fixture.underTest.follow("s1", .right)
        let messages = [
            "", "c", "c12345678", "c123456781 2 3 4\n", "x12345678", "r12345678x",
            "s123456781 3 tvc",
            "s123456781 2 txc", "c123456782 1 3 0\n",
        ]
        for message in messages {
            try fixture.redis.command(["PUBLISH", "session:{s1}:news", message])
        }
        #expect(await heard.wait(messages.count).allSatisfy { $0 == .missed })
        #expect(fixture.right.events.count == messages.count)
        try fixture.redis.command(["PUBLISH", "session:{s1}:news", "r12345678"])
        #expect(await heard.wait(messages.count + 1).last == .removed)
    }
}

extension Result where Failure == LiveStoreError {
    fileprivate var isUnreadable: Bool {
        if case .failure(.unreadable) = self { true } else { false }
    }
}
