import Glibc
import LoadTest

extension World {
    /// One gateway without servers: killed, and started again on the same files.
    func killAndRestart(kills: Int) throws {
        try startGateways([[:]])
        try openParties()
        for number in 0..<kills {
            try killGateway(0, number)
            try gateways[0].start()
            try awaitAllSeated()
            try playOn(moves: 2)
        }
        figures.append("\(kills) kills")
    }

    /// Two gateways that share their stores: each killed in an open brake and after an answer, in turn.
    func killInTurn(kills: Int) throws {
        try startCluster()
        try openParties()
        for number in 0..<kills {
            let victim = (number + number / 2) % gateways.count
            try killGateway(victim, number)
            try awaitAllSeated()
            try gateways[victim].start()
            try spreadOut()
            try playOn(moves: 2)
        }
        figures.append("\(kills) kills")
    }

    /// Leaves what a power cut leaves where the disk has kept what was written.
    func killEverything() throws {
        try startCluster()
        try openParties()
        for time in [BlowTime.answer(at: nil), .brake] {
            let (gateways, redis, postgres) = try (gateways, theirRedis, theirPostgres)
            try awaitBlow(time) { _ in
                redis.signal(SIGKILL)
                for gateway in gateways { gateway.signal(SIGKILL) }
            }
            try postgres.kill9()
            try redis.awaitEnd()
            for gateway in gateways { try gateway.awaitEnd() }
            tell("everything is killed")
            try redis.start()
            try postgres.start()
            for gateway in gateways { try gateway.start() }
            tell("everything is back")
            try noteRecovery("on again after")
            try spreadOut()
        }
    }

    /// kill -9: in an open brake, and between an answer to this gateway and its acknowledgement, in turn.
    private func killGateway(_ victim: Int, _ number: Int) throws {
        let gateway = gateways[victim]
        try awaitBlow(number.isMultiple(of: 2) ? .brake : .answer(at: victim)) { _ in
            gateway.signal(SIGKILL)
        }
        try gateway.awaitEnd()
        tell("gateway \(victim) is killed")
    }
}
