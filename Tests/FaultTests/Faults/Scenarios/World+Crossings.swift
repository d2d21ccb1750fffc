import Foundation
import Glibc
import LoadTest
import Protocol

extension World {
    /// Crossings of each kind in one stall: enough, and still over before the gateway goes on.
    private static let crossingsPerStall = 3
    private static let stallMs = 800..<7_000
    private static let shortStallMs = 800..<2_000
    private static let cutMs = 1_000..<1_500

    /// Gateway 0 stands still, and goes on.
    func standStill(times: Int) throws {
        try startCluster()
        let gateway = gateways[0]
        try crossWhile(times: times, lastingMs: isShort ? Self.shortStallMs : Self.stallMs) {
            gateway.signal(SIGSTOP)
        } after: {
            gateway.signal(SIGCONT)
        }
    }

    /// Gateway 0 is cut from Redis, and has it back.
    func cutFromRedis(times: Int) throws {
        let redis = try RedisServer(in: folder)
        let proxy = try Proxy(to: redis.port)
        keep([redis, proxy])
        try startCluster(redisURLs: ["redis://127.0.0.1:\(proxy.port)", redis.url])
        var isOneWay = false
        try crossWhile(times: times, lastingMs: Self.cutMs) {
            proxy.hold(isOneWay ? [.toServer] : [.toServer, .fromServer])
            isOneWay.toggle()
        } after: {
            proxy.hold([])
        }
    }

    /// - Parameters:
    ///   - times: crossings of each kind.
    ///   - lasting: how long gateway 0 can't go on, drawn anew each time.
    private func crossWhile(
        times: Int,
        lastingMs: Range<Int>,
        before: () -> Void,
        after: () -> Void
    ) throws {
        let targets = try gateways.map { try Target(url: $0.url) }
        try openParties(1)
        var count = 0
        for first in stride(from: 0, to: times, by: Self.crossingsPerStall) {
            var crossings: [Crossing] = []
            for _ in 0..<min(Self.crossingsPerStall, times - first) {
                for command in Crossing.Command.allCases {
                    for parting in Crossing.Parting.allCases {
                        crossings.append(
                            try Crossing(command, parting, from: targets[0], to: targets[1])
                        )
                    }
                }
            }
            let ms = lastingMs.lowerBound + Int(random.next(below: lastingMs.count))
            tell("gateway 0 can't go on for \(ms) ms")
            let start = Date()
            before()
            crossings.forEach { $0.sayStale() }
            do {
                defer { after() }
                for crossing in crossings { try crossing.cross() }
                pass(seconds: max(0, Double(ms) / 1_000 - Date().timeIntervalSince(start)))
            }
            tell("gateway 0 goes on")
            for crossing in crossings {
                let fault: String?
                do { fault = try crossing.fault() } catch { fault = "\(error)" }
                if let fault { breaches.append("crossing of \(crossing.title): \(fault)") }
            }
            count += crossings.count
            byHand += crossings.prefix(Crossing.Command.allCases.count).map(\.table.session)
            try playOn(moves: 1)
        }
        figures.append("\(count) crossings, \(breaches.count) wrong")
    }
}
