import Foundation
import Glibc

extension World {
    /// Redis answers, and takes nothing: it has no memory left, then it is a copy of another.
    func refuseWrites(seconds: Double) throws {
        try startCluster()
        try openParties()
        let redis = try theirRedis
        try awaitBlow(.answer(at: nil)) { _ in }
        try redis.ask("config", "set", "maxmemory", "500kb")
        tell("Redis has no memory left")
        try awaitReadiness(false, of: gateways)
        pass(seconds: seconds)
        try redis.ask("config", "set", "maxmemory", "0")
        try noteRecovery("on after its memory was full")
        try awaitReadiness(true, of: gateways)
        try awaitBlow(.answer(at: nil)) { _ in }
        try redis.ask("replicaof", "127.0.0.1", "1")
        tell("Redis is a copy of another")
        try awaitReadiness(false, of: gateways)
        pass(seconds: seconds)
        try redis.ask("replicaof", "no", "one")
        try noteRecovery("on after it was read-only")
        try awaitReadiness(true, of: gateways)
    }

    /// Redis comes back with what it had seconds before, as one does that wrote to disk too seldom; then
    /// so, while a gateway is killed.
    func goBackInTime(seconds: Double) throws {
        try startCluster()
        try openParties()
        let redis = try theirRedis
        let file = folder.appending(path: "older.rdb")
        for isGatewayKilled in [false, true] {
            try redis.dump(to: file)
            pass(seconds: seconds)
            let gateway = gateways[0]
            try awaitBlow(.answer(at: isGatewayKilled ? 0 : nil)) { _ in
                redis.signal(SIGKILL)
                if isGatewayKilled { gateway.signal(SIGKILL) }
            }
            try redis.awaitEnd()
            try redis.start(from: file)
            tell("Redis is back as it was \(seconds) s before")
            if isGatewayKilled {
                try gateway.awaitEnd()
                try gateway.start()
            }
            try noteRecovery("on again after")
        }
    }

    /// Waits until gateways say whether a commit would succeed, and say it rightly.
    func awaitReadiness(_ isReady: Bool, of gateways: [GatewayServer]) throws {
        for gateway in gateways {
            let start = Date()
            try wait("gateway \(gateway.place) to be \(isReady ? "" : "un")ready") {
                try gateway.isReady() == isReady
            }
            let ms = Int(Date().timeIntervalSince(start) * 1_000)
            tell("gateway \(gateway.place) is \(isReady ? "" : "un")ready after \(ms) ms")
        }
    }
}
