import CSQLite
import Foundation
import HTTP
import Protocol
import Redis
import TestSupport
import Testing

@testable import Gateway

/// Gateways whose stores fail them; one test at a time, as most wait for time to pass.
@Suite(.serialized) enum StoreTests {}

/// Two gateways on one Redis and one archive.
struct Pair {
    let redis: PrivateRedis
    let left: Deployment
    let right: Deployment

    /// - Parameters:
    ///   - others: games beside Tripto.
    ///   - change: what is different from the usual on the left.
    init(
        others: [HostedGame] = [],
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws {
        let redis = try PrivateRedis()
        // The left one has a name of its own in Redis, so that it alone can be shut out.
        try redis.command(["ACL", "SETUSER", "left", "on", ">secret", "~*", "&*", "+@all"])
        let own = try RedisURL("redis://left:secret@127.0.0.1:\(redis.port)")
        let url = try RedisURL(redis.url)
        let folder = Deployment.newFolder()
        left = try Deployment(folder: folder, others: others) { configuration in
            configuration.liveStores = .redis(own)
            change(&configuration)
        }
        right = try Deployment(folder: folder, others: others) {
            $0.liveStores = .redis(url)
        }
        self.redis = redis
    }

    /// From now on the left one can't reach Redis.
    func shutOutLeft() throws {
        try redis.command(["ACL", "SETUSER", "left", "off"])
        try redis.command(["CLIENT", "KILL", "USER", "left"])
    }

    func stop() async {
        await left.stop()
        await right.stop()
    }
}

extension Web {
    /// Asks for the metrics until they have a line.
    func until(_ line: String, within limit: Duration) async throws {
        let end = ContinuousClock.now + limit
        while true {
            let lines = try await call(.get, "/metrics").text.split(separator: "\n")
            if lines.contains(Substring(line)) { return }
            guard ContinuousClock.now < end else { throw OutOfPatience() }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Asks until the answer has a status; whatever it is after that time.
    func readiness(_ status: Int, within limit: Duration = .seconds(60)) async throws -> Answer {
        let end = ContinuousClock.now + limit
        while true {
            let answer = try await call(.get, "/readyz")
            guard answer.status != status, ContinuousClock.now < end else { return answer }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
