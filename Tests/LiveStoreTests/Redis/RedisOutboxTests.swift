import GameState
import LiveStore
import Protocol
import StoreContracts
import TestSupport
import Testing

/// The way from Redis' journal to the archive, and accidents on it.
@Suite(.serialized) struct RedisOutboxTests {
    private func waiting(_ pair: RedisFixture) throws -> String {
        try pair.redis.command(["ZCARD", "outbox:waiting"])
    }

    @Test func `a commit does not wait for the archive`() async throws {
        let pair = try await RedisFixture.hasty { $0.adoptionMs = 5_000 }
        pair.left.archive.set(.refuses)
        try await pair.left.commit("s1", 1...20)
        #expect(try await pair.right.load("s1").version == 20)
        #expect(pair.left.archive.taken.isEmpty)
        try await Patience.wait {
            pair.left.events.contains {
                if case .refusedByArchive = $0 { true } else { false }
            }
        }
        try await Task.sleep(for: .milliseconds(7_500))
        pair.left.archive.set(.takes)
        try await Patience.wait { pair.left.archive.versions(of: "s1") == Array(1...20) }
        try await Patience.wait { try waiting(pair) == "0" }
        #expect(await pair.left.run(\.keptBytes) == 0)
        // A living store renews its marks: nobody took them over.
        #expect(pair.right.archive.taken.isEmpty)
    }

    @Test func `the archive gets what was committed, and nothing else`() async throws {
        let pair = try await RedisFixture.hasty()
        let facts: [Fact] = [
            .playerJoined("anna", name: "Anna å"), .sessionStatus(.active),
            .audit(actor: .player("anna"), type: "X", payloadJSON: #"{"a":[1,"\u0000"]}"#),
        ]
        let step = Commit.test("s1", from: 0, "\u{0}\n å", facts: facts)
        #expect(try await pair.left.commit(step).isCommitted)
        try await Patience.wait { pair.left.archive.entries.count == 1 }
        let entry = try #require(pair.left.archive.entries.first)
        #expect(entry.facts == facts)
        #expect(entry.body() == step.entry.body())
        #expect(entry.at == step.entry.at)
        #expect(entry.session == "s1")
    }

    @Test func `what a dead gateway left is archived by another`() async throws {
        let pair = try await RedisFixture.hasty()
        pair.left.archive.set(.refuses)
        let facts: [Fact] = [.playerJoined("anna", name: "Anna")]
        let at = await pair.left.now() + 60_000
        for version in Int64(1)...5 {
            let timers = [GameTimer.test(at: at + version)]
            let step = Commit.test(
                "s1",
                from: version - 1,
                "\(version)",
                facts: facts,
                timers: timers
            )
            #expect(try await pair.left.commit(step).isCommitted)
        }
        try await pair.left.commit("s2", 1...1)
        pair.left.vanish()
        // As if it had died before it could report.
        try pair.redis.command(["ZREM", "timers:due", "s1"])
        try await Patience.wait {
            pair.right.archive.versions(of: "s1") == Array(1...5)
                && pair.right.archive.versions(of: "s2") == [1]
        }
        #expect(
            pair.right.archive.entries.filter { $0.session == "s1" }.allSatisfy {
                $0.facts == facts
            }
        )
        try await Patience.wait { pair.right.events.contains(.adopted("s1", entryCount: 5)) }
        try await Patience.wait { try waiting(pair) == "0" }
        #expect(try pair.redis.command(["HGET", "session:{s1}:state", "archivedVersion"]) == "5")
        #expect(try pair.redis.command(["ZSCORE", "timers:due", "s1"]) == "\((at + 5).ms)")
    }

    @Test func `much that a dead gateway left is archived in pieces`() async throws {
        let pair = try await RedisFixture.hasty { $0.maxReadCount = 7 }
        pair.left.archive.set(.refuses)
        try await pair.left.commit("s1", 1...40)
        pair.left.vanish()
        try await Patience.wait { pair.right.archive.versions(of: "s1") == Array(1...40) }
        try await Patience.wait { try waiting(pair) == "0" }
    }

    @Test func `who commits after another archives the other's entries first`() async throws {
        let pair = try await RedisFixture.hasty { $0.adoptionMs = 60_000 }
        pair.left.archive.set(.refuses)
        try await pair.left.commit("s1", 1...3)
        try await pair.right.commit("s1", 4...4)
        try await Patience.wait { pair.right.archive.versions(of: "s1") == [1, 2, 3, 4] }
        try await pair.right.commit("s1", 5...5)
        try await Patience.wait { pair.right.archive.versions(of: "s1") == [1, 2, 3, 4, 5] }
        pair.left.archive.set(.takes)
        try await pair.left.commit("s1", 6...6)
        try await Patience.wait { pair.left.archive.versions(of: "s1").last == 6 }
        #expect(pair.left.archive.versions(of: "s1") == [1, 2, 3, 6])
    }

    @Test func `turn by turn, with an archive that comes and goes, there is one story`()
        async throws
    {
        let redis = try PrivateRedis()
        let archive = TestOutbox()
        var limits = RedisStoreLimits.test
        limits.firstRetryMs = 5
        limits.maxRetryMs = 20
        let sides = [
            try await RedisSide(redis, archive: archive, limits: limits),
            try await RedisSide(redis, archive: archive, limits: limits),
        ]
        for version in Int64(1)...90 {
            try await sides[Int(version / 2) % 2].commit("s1", version...version)
            switch version % 30 {
            case 5: archive.set(.refuses)
            case 12: archive.set(.holds)
            case 20: archive.set(.takes)
            case _: break
            }
        }
        try await Patience.wait { archive.versions(of: "s1").isOneStory(to: 90) }
        #expect(sides.allSatisfy { $0.events.allSatisfy(\.isRefusal) })
    }

    @Test func `an archive that refuses one session takes the others`() async throws {
        let pair = try await RedisFixture.hasty()
        pair.left.archive.refuse("s3")
        for number in 0..<8 {
            try await pair.left.commit(SessionID(rawValue: "s\(number)"), 1...3)
        }
        try await Patience.wait {
            (0..<8).filter { $0 != 3 }.allSatisfy {
                pair.left.archive.versions(of: SessionID(rawValue: "s\($0)")) == [1, 2, 3]
            }
        }
        #expect(pair.left.archive.versions(of: "s3").isEmpty)
        pair.left.archive.refuse(nil)
        try await Patience.wait { pair.left.archive.versions(of: "s3") == [1, 2, 3] }
    }

    @Test(arguments: [true, false])
    func `past the limits commits fail until the archive has taken some`(ofBytes: Bool)
        async throws
    {
        let pair = try await RedisFixture.hasty { limits in
            if ofBytes { limits.maxKeptBytes = 1_390 } else { limits.maxJournalCount = 5 }
        }
        pair.left.archive.set(.holds)
        try await pair.left.commit("s1", 1...5)
        let sixth = Commit.test("s1", from: 5, "6")
        await #expect(throws: LiveStoreError.unavailable("the outbox is full")) {
            try await pair.left.commit(sixth)
        }
        pair.left.archive.set(.takes)
        try await Patience.wait { (try? await pair.left.commit(sixth).isCommitted) == true }
        #expect(try await pair.right.load("s1").version == 6)
        try await Patience.wait { pair.left.archive.versions(of: "s1") == Array(1...6) }
    }

    @Test func `what a removed session committed last is archived by another`() async throws {
        let pair = try await RedisFixture.hasty()
        pair.left.archive.set(.refuses)
        try await pair.left.commit("s1", 1...3)
        try await pair.left.ask { $0.remove("s1", joinCode: "ABCDEF", claims: [.brake], $1) }.get()
        pair.left.vanish()
        try await Patience.wait { pair.right.archive.versions(of: "s1") == [1, 2, 3] }
        try await Patience.wait {
            try pair.redis.command(["EXISTS", "session:{s1}:journal"]) == "0"
        }
        #expect(try await pair.right.load("s1").isRemoved)
    }

    @Test func `a store that is let go has archived everything and left no mark`() async throws {
        let pair = try await RedisFixture.hasty { $0.adoptionMs = 60_000 }
        pair.left.archive.set(.holds)
        try await pair.left.commit("s1", 1...30)
        let (closed, close) = AsyncStream.makeStream(of: Void.self)
        await pair.left.run { $0.close { close.finish() } }
        await #expect(throws: LiveStoreError.unavailable("the store is closed")) {
            try await pair.left.commit(.test("s1", from: 30, "31"))
        }
        pair.left.archive.set(.takes)
        for await _ in closed {}
        #expect(pair.left.archive.versions(of: "s1") == Array(1...30))
        #expect(try waiting(pair) == "0")
        #expect(try pair.redis.command(["HGET", "session:{s1}:state", "archivedVersion"]) == "30")
    }

    @Test func `a store that is let go does not wait for an archive that is away`() async throws {
        let pair = try await RedisFixture.hasty()
        pair.left.archive.set(.refuses)
        try await pair.left.commit("s1", 1...3)
        await pair.left.close()
        pair.left.vanish()
        #expect(pair.left.archive.taken.isEmpty)
        try await Patience.wait { pair.right.archive.versions(of: "s1") == [1, 2, 3] }
        let held = try await RedisFixture.hasty { $0.closingMs = 50 }
        held.left.archive.set(.holds)
        try await held.left.commit("s1", 1...3)
        await held.left.close()
        #expect(held.left.archive.taken.isEmpty)
    }
}

extension RedisStoreEvent {
    fileprivate var isRefusal: Bool {
        switch self {
        case .refusedByArchive: true
        case .unreadable, .adopted, .refusedByRedis, .takenByRedis, .notFollowed: false
        }
    }
}
