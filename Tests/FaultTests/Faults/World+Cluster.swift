import Foundation

extension World {
    static let gatewayCount = 2

    /// Two gateways on a Redis and a Postgres of their own.
    ///
    /// - Parameters:
    ///   - redisURLs: by place, where the gateways do not all go to `redis` itself.
    ///   - count: of the gateways, where they do.
    ///   - sharing: more of what all gateways find in their environment.
    func startCluster(
        on disk: SmallDisk? = nil,
        redisURLs: [String]? = nil,
        count: Int = World.gatewayCount,
        sharing: [String: String] = [:]
    ) throws {
        postgres = try PostgresServer(in: folder, on: disk)
        let urls: [String]
        if let redisURLs {
            urls = redisURLs
        } else {
            let redis = try RedisServer(in: folder)
            self.redis = redis
            urls = Array(repeating: redis.url, count: count)
        }
        let database = try theirPostgres.url
        try startGateways(
            urls.map { url in
                sharing.merging(["GATEWAY_REDIS_URL": url, "GATEWAY_DATABASE_URL": database]) { $1 }
            }
        )
    }

    var theirRedis: RedisServer {
        get throws {
            guard let redis else { throw Failure("this world has no Redis") }
            return redis
        }
    }

    var theirPostgres: PostgresServer {
        get throws {
            guard let postgres else { throw Failure("this world has no Postgres") }
            return postgres
        }
    }

    /// Waits until every game has moved on from where it stood, and notes how long that took.
    func noteRecovery(_ what: String) throws {
        let start = Date()
        try playOn(moves: 1)
        figures.append("\(what) \(Int(Date().timeIntervalSince(start) * 1_000)) ms")
        try awaitAllSeated()
        try playOn(moves: 2)
    }
}
