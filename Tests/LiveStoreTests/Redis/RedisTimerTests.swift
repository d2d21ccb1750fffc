import GameState
import LiveStore
import Protocol
import StoreContracts
import Synchronization
import Testing

/// Timers in Redis: a key each, and the index that finds rooms nobody has open.
@Suite(.serialized) struct RedisTimerTests {
    private func fixture(handedOutMs: Int64 = 60_000) async throws -> RedisFixture {
        var limits = RedisStoreLimits.test
        limits.handedOutMs = handedOutMs
        return try await RedisFixture(limits)
    }

    /// A step with a timer that runs out after this many ms.
    private func step(
        _ session: SessionID,
        from version: Int64,
        dueInMs: Int64?,
        _ fixture: RedisFixture
    ) async throws {
        let now = await fixture.left.now()
        let timers = dueInMs.map { [GameTimer.test(at: now + $0)] } ?? []
        let step = Commit.test(session, from: version, "\(version + 1)", timers: timers)
        #expect(try await fixture.left.commit(step).isCommitted)
    }

    @Test func `a session with a timer that ran out is handed to one asker`() async throws {
        let fixture = try await fixture()
        try await step("late", from: 0, dueInMs: -60_000, fixture)
        try await step("soon", from: 0, dueInMs: -50, fixture)
        try await step("calm", from: 0, dueInMs: 60_000, fixture)
        try await step("idle", from: 0, dueInMs: nil, fixture)
        async let left = fixture.left.handOutOverdue(graceMs: 30_000)
        async let right = fixture.right.handOutOverdue(graceMs: 30_000)
        #expect(try await left + right == ["late"])
        #expect(try await fixture.right.handOutOverdue(graceMs: 0) == ["soon"])
        #expect(try await fixture.left.handOutOverdue(graceMs: 0).isEmpty)
    }

    @Test func `who was handed a session and does nothing about it loses it to another`()
        async throws
    {
        let fixture = try await fixture(handedOutMs: 5_000)
        try await step("s1", from: 0, dueInMs: -500, fixture)
        #expect(try await fixture.left.handOutOverdue() == ["s1"])
        #expect(try await fixture.right.handOutOverdue().isEmpty)
        try await Patience.wait { try await fixture.right.handOutOverdue() == ["s1"] }
        try await step("s1", from: 1, dueInMs: nil, fixture)
        try await Patience.wait { try score(fixture) == "" }
    }

    @Test func `rooms that one gateway leaves are taken by another, each once, also later`()
        async throws
    {
        let fixture = try await fixture()
        let sessions = (1...100).map { SessionID(rawValue: "s\($0)") }
        let taken = Taken()
        fixture.right.on { store in store.takeLeft { taken.add($0) } }
        fixture.left.on { $0.leave(Array(sessions.prefix(60))) }
        try await Patience.wait { taken.sessions.count == 60 }
        // Two loops have no common order: the other leaves more after this one has stopped, and its
        // last request is answered.
        await fixture.right.run { $0.stopTakingLeft() }
        _ = try await fixture.right.handOutOverdue()
        fixture.left.on { $0.leave(Array(sessions.dropFirst(60))) }
        try await Patience.wait { try fixture.redis.command(["SCARD", "rooms:left"]) == "40" }
        // A gateway that starts only now finds sessions that nobody has taken.
        fixture.left.on { store in store.takeLeft { taken.add($0) } }
        try await Patience.wait { taken.sessions.count == 100 }
        #expect(Set(taken.sessions) == Set(sessions))
    }

    private final class Taken: Sendable {
        private let list = Mutex<[SessionID]>([])

        var sessions: [SessionID] { list.withLock { $0 } }

        func add(_ sessions: [SessionID]) { list.withLock { $0 += sessions } }
    }

    private func score(_ fixture: RedisFixture) throws -> String {
        try fixture.redis.command(["ZSCORE", "timers:due", "s1"])
    }

    @Test func `the index follows the earliest timer`() async throws {
        let fixture = try await fixture()
        let at = await fixture.left.now() + 100_000
        var version: Int64 = 0
        for offset in [nil, 0, 500, 200, 200, nil, 300] as [Int64?] {
            let timers = offset.map {
                [GameTimer.test("a", at: at + 900), .test("b", at: at + $0)]
            }
            let step = Commit.test("s1", from: version, "x", timers: timers ?? [])
            #expect(try await fixture.left.commit(step).isCommitted)
            version += 1
            let expected = offset.map { "\((at + $0).ms)" } ?? ""
            try await Patience.wait { try score(fixture) == expected }
        }
        try await fixture.left.ask { $0.remove("s1", joinCode: "ABCDEF", claims: [.brake], $1) }
            .get()
        try await Patience.wait { try score(fixture) == "" }
    }

    @Test func `a paused timer is not due`() async throws {
        let fixture = try await fixture()
        let now = await fixture.left.now()
        var timer = GameTimer.test(at: now + 500)
        timer.pause(at: now, keepsLead: true)
        let step = Commit.test("s1", from: 0, "one", timers: [timer])
        #expect(try await fixture.left.commit(step).isCommitted)
        #expect(try await fixture.left.handOutOverdue(graceMs: -10_000).isEmpty)
        let data = try fixture.redis.command(["GET", "session:{s1}:timer:t"])
        #expect(data == #"{"startAt":\#(timer.startAt.ms),"durationMs":1000,"pausedWithMs":500}"#)
    }

    @Test func `an index that is wrong is put right by who looks`() async throws {
        let fixture = try await fixture()
        try await step("s1", from: 0, dueInMs: 60_000, fixture)
        let right = try score(fixture)
        try fixture.redis.command(["ZADD", "timers:due", "5", "s1", "5", "nobody"])
        #expect(try await fixture.right.handOutOverdue().isEmpty)
        try await Patience.wait { try score(fixture) == right }
        try await Patience.wait {
            try fixture.redis.command(["ZSCORE", "timers:due", "nobody"]) == ""
        }
    }

    @Test func `a commit that finds another's place in the index looks at the state`()
        async throws
    {
        let fixture = try await fixture()
        try await step("s1", from: 0, dueInMs: 60_000, fixture)
        _ = try score(fixture)
        try fixture.redis.command(["ZADD", "timers:due", "999999999999999", "s1"])
        let at = await fixture.left.now() + 30_000
        let step = Commit.test("s1", from: 1, "two", timers: [.test(at: at)])
        #expect(try await fixture.right.commit(step).isCommitted)
        try await Patience.wait { try score(fixture) == "\(at.ms)" }
    }

    @Test func `what is put back has its timers`() async throws {
        let fixture = try await fixture()
        let at = await fixture.left.now() + -1_000
        let lost = RestoreRequest.test("s1", "ABCDEF", .test(7, "seven"), timers: [.test(at: at)])
        try await fixture.left.restore(lost)
        try await Patience.wait { try await fixture.right.handOutOverdue() == ["s1"] }
        #expect(try fixture.redis.command(["EXISTS", "session:{s1}:timer:t"]) == "1")
    }

    @Test func `a timer's key is there as long as the timer`() async throws {
        let fixture = try await fixture()
        let now = await fixture.left.now()
        let timers = [GameTimer.test("a", at: now + 5_000), .test("b", at: now + 9_000)]
        let first = Commit.test("s1", from: 0, "one", timers: timers)
        #expect(try await fixture.left.commit(first).isCommitted)
        func keys() throws -> [String] {
            try fixture.redis.command(["KEYS", "session:{s1}:timer:*"])
                .split(separator: "\n").map { $0.suffix(1) }.map(String.init).sorted()
        }
        #expect(try keys() == ["a", "b"])
        let left = try fixture.redis.command(["PTTL", "session:{s1}:timer:b"])
        let ttlMs = try #require(Int64(left))
        #expect((3_600_000...3_609_000).contains(ttlMs))
        let second = Commit.test("s1", from: 1, "two", timers: [timers[1], .test("c", at: now)])
        #expect(try await fixture.right.commit(second).isCommitted)
        #expect(try keys() == ["b", "c"])
        try await fixture.right.ask { $0.remove("s1", joinCode: "ABCDEF", claims: [.brake], $1) }
            .get()
        #expect(try keys().isEmpty)
    }
}
