import Redis
import StoreContracts
import TestSupport
import Testing

@testable import LiveStore

/// One after another: each has a server of its own.
@Suite(.serialized) struct RedisContractTests {
    @Test(arguments: LiveStoreLaw.all)
    func `the store in Redis keeps the law`(_ law: LiveStoreLaw) async throws {
        try await law.check(RedisFixture().underTest)
    }
}

/// A node of a cluster refuses scripts and commands whose keys lie on several slots.
@Suite(.serialized) struct RedisClusterContractTests {
    /// One node with all slots; it takes a while to be sure of itself.
    private static let cluster = Task {
        let redis = try PrivateRedis(["cluster-enabled yes", "cluster-port \(FreePort.find())"])
        try redis.command(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"])
        try await Patience.wait {
            try redis.command(["CLUSTER", "INFO"]).contains("cluster_state:ok")
        }
        return redis
    }

    @Test func `a cluster refuses what crosses slots`() async throws {
        let redis = try await Self.cluster.value
        let crossing = ["EVAL", "return 1", "2", "session:{s1}:state", "timers:due"]
        #expect(try redis.command(crossing).contains("CROSSSLOT"))
        #expect(try redis.command(["EVAL", "return 1", "2", "{s1}a", "{s1}b"]) == "1")
    }

    /// The cluster looks at those alone: it would let a script reach for any other key of its node.
    @Test func `scripts touch no key but those they name`() {
        let scripts: [RedisScript] = [
            .load, .commit, .snapshot, .restore, .remove, .archived, .unarchived, .putBack,
            .presence, .addPresence, .bidForSeat, .pulse, .compareAndDelete, .reserveJoinCode,
            .handOut,
            .swap,
        ]
        var callCount = 0
        for call in scripts.flatMap({ $0.source.matches(of: /redis\.call\('(\w+)',? ?([^,)]*)/) }) {
            callCount += 1
            let (command, key) = (call.output.1, call.output.2)
            let isKeyless = ["TIME", "PUBLISH"].contains(command)
            #expect(isKeyless || key.hasPrefix("KEYS["), "\(call.output.0)")
        }
        #expect(callCount > 60)
    }

    @Test(arguments: LiveStoreLaw.all)
    func `the store in a Redis Cluster keeps the law`(_ law: LiveStoreLaw) async throws {
        let redis = try await Self.cluster.value
        try redis.command(["FLUSHALL"])
        try await law.check(RedisFixture(redis: redis).underTest)
    }
}
