import Dispatch
import Protocol
import Seeded
import StoreContracts
import Synchronization
import Testing

@testable import LiveStore

/// The whole state is written only now and then, and can be loaded at every version all the same.
@Suite(.serialized) struct RedisSnapshotTests {
    private func field(_ name: String, _ fixture: RedisFixture) throws -> String {
        try fixture.redis.command(["HGET", "session:{s1}:state", name])
    }

    @Test func `after so many entries there is a new snapshot, and no sooner`() async throws {
        var limits = RedisStoreLimits.test
        limits.maxTailCount = 10
        let fixture = try await RedisFixture(limits)
        let encoded = Mutex<[Int64]>([])
        for version in Int64(1)...45 {
            var step = Commit.test("s1", from: version - 1, "\(version)")
            let bytes = step.state.bytes
            step.state = LazyState(value: nil) {
                encoded.withLock { $0.append(version) }
                return try bytes()
            }
            #expect(try await fixture.left.commit(step).isCommitted)
            // A step does not wait for its snapshot.
            try await Patience.wait { try field("tail", fixture) != "10" }
        }
        #expect(encoded.withLock { $0 } == [1, 11, 21, 31, 41])
        #expect(try await fixture.left.load("s1").state?.snapshot?.version == 41)
        #expect(try field("snapshotVersion", fixture) == "41")
        #expect(try field("tail", fixture) == "4")
        try await fixture.waitUntilArchived()
        // Archived entries before the snapshot are gone.
        try await Patience.wait {
            try fixture.redis.command(["ZCARD", "session:{s1}:journal"]) == "4"
        }
    }

    @Test func `after so many bytes there is a new snapshot`() async throws {
        var limits = RedisStoreLimits.test
        limits.maxTailBytes = 1000
        let fixture = try await RedisFixture(limits)
        try await fixture.left.commit("s1", 1...1)
        let text = String(repeating: "x", count: 400)
        for version in Int64(2)...3 {
            #expect(
                try await fixture.left.commit(.test("s1", from: version - 1, text)).isCommitted
            )
        }
        #expect(try await fixture.left.load("s1").state?.snapshot?.version == 1)
        #expect(try await fixture.left.commit(.test("s1", from: 3, text)).isCommitted)
        try await Patience.wait {
            try await fixture.left.load("s1").state?.snapshot?.version == 4
        }
        #expect(try await fixture.right.load("s1").text == text)
        #expect(try field("tailBytes", fixture) == "0")
    }

    @Test func `steps go on while a snapshot is encoded, and bring no second one about`()
        async throws
    {
        var limits = RedisStoreLimits.test
        limits.maxTailCount = 3
        let fixture = try await RedisFixture(limits)
        let gate = DispatchSemaphore(value: 0)
        let count = Mutex(0)
        try await fixture.left.commit("s1", 1...3)
        for version in Int64(4)...9 {
            var step = Commit.test("s1", from: version - 1, "\(version)")
            let bytes = step.state.bytes
            step.state = LazyState(value: nil) {
                count.withLock { $0 += 1 }
                // Even if the test fails, nobody waits at the gate for ever.
                _ = gate.wait(timeout: .now() + 10)
                return try bytes()
            }
            #expect(try await fixture.left.commit(step).isCommitted)
        }
        #expect(try await fixture.right.load("s1").text == "9")
        #expect(try field("snapshotVersion", fixture) == "1")
        gate.signal()
        try await Patience.wait { try field("snapshotVersion", fixture) == "4" }
        #expect(try field("tail", fixture) == "5")
        #expect(try await fixture.right.load("s1").text == "9")
        #expect(count.withLock { $0 } == 1)
        try await fixture.left.commit("s1", 10...10)
        try await Patience.wait { try field("snapshotVersion", fixture) == "10" }
    }

    @Test func `a snapshot that comes late takes no newer one's place`() async throws {
        var limits = RedisStoreLimits.test
        limits.maxTailCount = 3
        let fixture = try await RedisFixture(limits)
        let (left, right) = (fixture.left, fixture.right)
        let gate = DispatchSemaphore(value: 0)
        try await left.commit("s1", 1...3)
        var fourth = Commit.test("s1", from: 3, "4")
        let bytes = fourth.state.bytes
        fourth.state = LazyState(value: nil) {
            // Even if the test fails, nobody waits at the gate for ever.
            _ = gate.wait(timeout: .now() + 10)
            return try bytes()
        }
        #expect(try await left.commit(fourth).isCommitted)
        try await right.commit("s1", 5...5)
        try await Patience.wait { try field("snapshotVersion", fixture) == "5" }
        try await fixture.waitUntilArchived()
        try await Patience.wait {
            try fixture.redis.command(["ZCARD", "session:{s1}:journal"]) == "0"
        }
        gate.signal()
        try await Patience.wait { await left.run { !$0.snapshots.underWay.contains("s1") } }
        #expect(try field("snapshotVersion", fixture) == "5")
        #expect(try await right.load("s1").text == "5")
    }

    @Test func `a snapshot that can't be encoded is reported, and the session goes on`()
        async throws
    {
        struct Unwritable: Error {}
        var limits = RedisStoreLimits.test
        limits.maxTailCount = 2
        let fixture = try await RedisFixture(limits)
        try await fixture.left.commit("s1", 1...2)
        var step = Commit.test("s1", from: 2, "3")
        step.state = LazyState(value: nil) { throw Unwritable() }
        #expect(try await fixture.left.commit(step).isCommitted)
        try await Patience.wait { fixture.left.events.count == 1 }
        #expect(try await fixture.right.load("s1").text == "3")
        try await fixture.left.commit("s1", 4...4)
        try await Patience.wait {
            try await fixture.right.load("s1").state?.snapshot?.version == 4
        }
        var first = Commit.test("s2", from: 0, "one")
        first.state = step.state
        let refused = await fixture.left.ask { [first] in $0.commit(first, $1) }
        guard case .failure(.unreadable) = refused else {
            Issue.record("\(refused)")
            return
        }
    }

    @Test(arguments: UInt64(1)...5)
    func `snapshot and tail are the state, whoever asks and whatever they have`(seed: UInt64)
        async throws
    {
        var random = SplitMix64(seed: seed)
        var limits = RedisStoreLimits.test
        limits.maxTailCount = 4
        let fixture = try await RedisFixture(limits)
        var texts: [Int64: String] = [:]
        var version: Int64 = 0
        for number in 0..<60 {
            let next = version + Int64.random(in: 1...3, using: &random)
            let text = "\(number)"
            let side = Bool.random(using: &random) ? fixture.left : fixture.right
            let step = Commit.test("s1", from: version, to: next, text)
            #expect(try await side.commit(step).isCommitted, "seed \(seed)")
            version = next
            texts[version] = text
            #expect(try await fixture.left.load("s1").text == text, "seed \(seed)")
            let known = Int64.random(in: 0...version, using: &random)
            let stored = try await fixture.right.load("s1", since: known).state
            let told = stored?.text(since: texts[known].map { (known, $0) })
            #expect(told == text, "seed \(seed), version \(version) since \(known)")
        }
    }
}
