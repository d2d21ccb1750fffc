import StoreContracts
import TestSupport
import Testing

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

    @Test(arguments: LiveStoreLaw.all)
    func `the store in a Redis Cluster keeps the law`(_ law: LiveStoreLaw) async throws {
        let redis = try await Self.cluster.value
        try redis.command(["FLUSHALL"])
        try await law.check(RedisFixture(redis: redis).underTest)
    }
}
