import Foundation
import LoadTest

extension World {
    /// Between the clients and one gateway nothing arrives, in each direction and in both.
    func cutFromClients(seconds: [Double]) throws {
        try startCluster()
        let proxies = try gateways.map { try Proxy(to: $0.port) }
        keep(proxies)
        let longestMs = Int64((seconds.max() ?? 0) * 1_000)
        try openParties(proxies: proxies, lagMs: longestMs)
        let cuts: [Set<ProxyDirection>] = [[.toServer], [.fromServer], [.toServer, .fromServer]]
        for seconds in seconds {
            for cut in cuts {
                try awaitBlow(.answer(at: 0)) { _ in proxies[0].hold(cut) }
                tell("nothing goes \(cut) between gateway 0 and its clients for \(seconds) s")
                pass(seconds: seconds)
                proxies[0].hold([])
                try noteRecovery("on again after")
            }
        }
    }

    /// Half of the clients are phones in a bad network: 150 ms there and back, one packet in ten lost.
    func playOnPhones(moves: Int) throws {
        try startCluster()
        let proxies = try gateways.map { try Proxy(to: $0.port) }
        keep(proxies)
        proxies[1].delay(ms: 75, lossPercent: 10)
        try openParties(proxies: proxies, lagMs: 1_500)
        try playOn(moves: moves)
        let losses = parties.ask { $0.map { $0.absences.losses.values.reduce(0, +) }.reduce(0, +) }
        if losses > 0 { breaches.append("\(losses) clients were dropped for a bad network") }
    }

    /// One gateway is cut from Redis for long: its clients are sent to the one that plays on.
    func cutForLong(seconds: Double) throws {
        let redis = try RedisServer(in: folder)
        let proxy = try Proxy(to: redis.port)
        keep([redis, proxy])
        try startCluster(redisURLs: ["redis://127.0.0.1:\(proxy.port)", redis.url])
        try openParties()
        try awaitBlow(.answer(at: 0)) { _ in proxy.hold([.toServer, .fromServer]) }
        let start = Date()
        tell("gateway 0 is cut from Redis for \(seconds) s")
        try wait("gateway 0 to send its clients away") { parties in
            parties.allSatisfy { $0.isSeated && $0.seatedCount(at: 0) == 0 }
        }
        let ms = Int(Date().timeIntervalSince(start) * 1_000)
        figures.append("all at the other after \(ms) ms")
        try playOn(moves: 2)
        guard try !gateways[0].isReady(), try gateways[1].isReady() else {
            throw Failure("readiness is not as it is: the one that is cut, or the other")
        }
        pass(seconds: max(0, seconds - Date().timeIntervalSince(start)))
        proxy.hold([])
        tell("gateway 0 has Redis again")
        try awaitReadiness(true, of: gateways)
        try spreadOut()
        try playOn(moves: 2)
    }
}
