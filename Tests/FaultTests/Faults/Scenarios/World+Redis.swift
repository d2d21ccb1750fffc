import Foundation
import Glibc

extension World {
    /// Time that a killed Redis is away.
    private static let awaySeconds = 1.5
    /// Longer than a gateway waits for a reply (`RedisLimits.replyMs`).
    private static let standstillSeconds = 5.0

    /// - Parameter isWiped: without the file that it kept.
    func killRedis(isWiped: Bool) throws {
        try startCluster()
        try openParties()
        let redis = try theirRedis
        for time in [BlowTime.climax, .answer(at: nil)] {
            try awaitBlow(time) { _ in redis.signal(SIGKILL) }
            try redis.awaitEnd()
            tell("Redis is killed")
            pass(seconds: Self.awaySeconds)
            if isWiped { try redis.forget() }
            try redis.start()
            tell("Redis is back\(isWiped ? ", empty" : "")")
            try noteRecovery("on again after")
        }
    }

    func freezeRedis() throws {
        try startCluster()
        try openParties()
        let redis = try theirRedis
        try awaitBlow(.answer(at: nil)) { _ in redis.signal(SIGSTOP) }
        tell("Redis stands still")
        pass(seconds: Self.standstillSeconds)
        redis.signal(SIGCONT)
        tell("Redis goes on")
        try noteRecovery("on again after")
    }

    func emptyRedis() throws {
        try startCluster()
        try openParties()
        let redis = try theirRedis
        for time in [BlowTime.climax, .answer(at: nil)] {
            try awaitBlow(time) { _ in }
            try redis.ask("flushall")
            tell("Redis is emptied")
            try noteRecovery("on again after")
        }
    }

    /// The master is killed; the sentinels promote its replica, and it comes back as one itself.
    ///
    /// - Parameter isFrozen: stands still in place of being killed, and wakes when another is master.
    func failOver(times: Int, isFrozen: Bool = false) throws {
        var master = try RedisServer(in: folder, named: "redis-0")
        var replica = try RedisServer(
            in: folder,
            named: "redis-1",
            ["--replicaof", "127.0.0.1 \(master.port)"]
        )
        let sentinels = try (0..<3).map {
            try Sentinel(of: master, $0, quorum: 2, in: folder)
        }
        keep(sentinels + [master, replica])
        try wait("the sentinels to know each other") {
            try sentinels.allSatisfy { try $0.isReady }
        }
        let url =
            "redis+sentinel://"
            + sentinels.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
            + "/\(Sentinel.master)"
        try startCluster(redisURLs: Array(repeating: url, count: Self.gatewayCount))
        try openParties()
        for _ in 0..<times {
            let (old, new) = (master, replica)
            try awaitBlow(.answer(at: nil)) { _ in old.signal(isFrozen ? SIGSTOP : SIGKILL) }
            if !isFrozen { try old.awaitEnd() }
            tell("the master \(isFrozen ? "stands still" : "is killed")")
            let start = Date()
            try wait("another master") {
                try sentinels.allSatisfy { try $0.masterPort == "\(new.port)" }
            }
            figures.append(
                "another master after \(Int(Date().timeIntervalSince(start) * 1_000)) ms"
            )
            try noteRecovery("on again after")
            if isFrozen { old.signal(SIGCONT) } else { try old.start() }
            try wait("the old master to follow") {
                try old.ask("info", "replication").contains("master_link_status:up")
            }
            (master, replica) = (new, old)
            try playOn(moves: 2)
        }
    }

    /// One gateway is cut off from Redis in one direction, then in the other.
    func loseOneDirection() throws {
        let redis = try RedisServer(in: folder)
        let proxy = try Proxy(to: redis.port)
        keep([redis, proxy])
        try startCluster(redisURLs: ["redis://127.0.0.1:\(proxy.port)", redis.url])
        try openParties()
        for direction in [ProxyDirection.toServer, .fromServer] {
            try awaitBlow(.answer(at: 0)) { _ in proxy.hold([direction]) }
            tell("nothing goes \(direction) between gateway 0 and Redis")
            pass(seconds: Self.standstillSeconds)
            proxy.hold([])
            tell("it goes again, with what was held")
            try noteRecovery("on again after")
        }
    }
}
