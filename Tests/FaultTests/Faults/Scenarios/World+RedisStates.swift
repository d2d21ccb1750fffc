import Foundation
import Glibc

extension World {
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
}
