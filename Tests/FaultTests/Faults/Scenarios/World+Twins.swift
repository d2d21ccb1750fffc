import Foundation
import Glibc
import LoadTest

extension World {
    private static let twinsPerTable = 20
    /// Distance of a far Redis from a gateway, in each direction.
    private static let farMs = 50
    private static let takenOver: UInt16 = 4409
    private static let pauseUs: UInt32 = 3_000
    private static let verdictSeconds = 3.0

    /// Two connections of one player are seated at the same instant: on two gateways and on one, with
    /// Redis near and far.
    func seatTwins(rounds: Int) throws {
        let redis = try RedisServer(in: folder)
        let proxies = try (0..<Self.gatewayCount).map { _ in try Proxy(to: redis.port) }
        keep([redis] + proxies)
        try startCluster(redisURLs: proxies.map { "redis://127.0.0.1:\($0.port)" })
        let targets = try gateways.map { try Target(url: $0.url) }
        try openParties(1)
        let kinds = [("on two gateways", targets), ("on one gateway", [targets[0], targets[0]])]
        let tables = max(1, rounds / (2 * kinds.count * Self.twinsPerTable))
        for ms in [0, Self.farMs] {
            proxies.forEach { $0.delay(ms: ms) }
            for (place, gateways) in kinds {
                for _ in 0..<tables {
                    let table = try Table(at: targets[0], players: Self.twinsPerTable)
                    byHand.append(table.session)
                    for fault in try seatTwins(at: table, gateways) {
                        breaches.append("twins \(place), Redis \(ms) ms away: \(fault)")
                    }
                }
            }
        }
        proxies.forEach { $0.delay(ms: 0) }
        try playOn(moves: 1)
        let count = 2 * kinds.count * tables * Self.twinsPerTable
        figures.append("\(count) pairs of twins, \(breaches.count) wrong")
    }

    /// All players of a table at once.
    ///
    /// - Returns: what is wrong.
    private func seatTwins(at table: Table, _ targets: [Target]) throws -> [String] {
        let pairs = try table.players.map { seat in
            (seat: seat, twins: try targets.map { try Device(at: $0, in: table.session) })
        }
        for pair in pairs {
            for twin in pair.twins { twin.greet(as: pair.seat) }
            // Alone in their millisecond.
            usleep(Self.pauseUs)
        }
        defer { for pair in pairs { pair.twins.forEach { $0.hangUp() } } }
        let end = Date().addingTimeInterval(Self.verdictSeconds)
        return pairs.compactMap { seat, twins in
            repeat {
                for twin in twins { twin.awaitClose(waitMs: 1) }
            } while twins.allSatisfy { $0.closeCode == nil } && Date() < end
            do {
                for twin in twins where twin.closeCode == nil { _ = try twin.freshDocument() }
            } catch { return "\(seat.playerID) of \(table.session): \(error)" }
            let codes = twins.compactMap(\.closeCode)
            return codes == [Self.takenOver]
                ? nil : "\(seat.playerID) of \(table.session): closed with \(codes)"
        }
    }
}
