import Glibc
import LoadTest

extension World {
    private static let otherFlags = [
        ["--shards", "1"], ["--shards", "4", "--log-format", "json"],
        ["--shards", "2", "--voice", "none"],
    ]

    /// A new version is rolled out by the steps of docs/operating.md, with other flags each time: every
    /// client goes elsewhere once for each gateway that it was at.
    func restartOneAfterTheOther(count: Int, times: Int, rooms: Int) throws {
        try startCluster(count: count)
        try openParties(rooms)
        for time in 0..<times {
            let migrated = try gateways[0].run("migrate")
            guard migrated.status == 0 else { throw Failure("migrate: \(migrated)") }
            for gateway in gateways {
                try drainInPlay(gateway, parties: rooms)
                try gateway.start(Self.otherFlags[(time + gateway.place) % Self.otherFlags.count])
            }
            try playOn(moves: 1)
        }
        let gaps = parties.ask { $0.map(\.absences.gapsUs) }
        let p50 = gaps.map(\.p50).max() ?? 0
        let longest = gaps.map(\.max).max() ?? 0
        figures.append("gaps p50 \(p50 / 1_000) ms, max \(longest / 1_000) ms")
    }

    /// Drains a gateway during a brake.
    ///
    /// - Parameter count: parties, the first of all, whose clients lose no gateway but this one, and once.
    func drainInPlay(_ gateway: GatewayServer, parties count: Int) throws {
        let before = parties.ask { $0.map { (places: $0.places, losses: $0.absences.losses) } }
        try awaitBlow(.climax) { _ in gateway.signal(SIGTERM) }
        guard try gateway.drain() == 0 else {
            throw Failure("gateway \(gateway.place) drained badly: see \(gateway.log)")
        }
        try awaitAllSeated()
        try playOn(moves: 1)
        let after = parties.ask { $0.map(\.absences.losses) }
        for (before, after) in zip(before, after).prefix(count) {
            for (client, place) in before.places {
                let more = after[client, default: 0] - before.losses[client, default: 0]
                guard more != (place == gateway.place ? 1 : 0) else { continue }
                breaches.append(
                    "client \(client) of gateway \(place) was dropped \(more) times when "
                        + "gateway \(gateway.place) was drained"
                )
            }
        }
    }

    /// Half of the clients to each gateway.
    func spreadOut() throws {
        parties.ask { $0.forEach { $0.spread() } }
        let count = gateways.count
        try wait("the clients to be at all gateways") { parties in
            parties.allSatisfy { party in
                party.isSeated && (0..<count).allSatisfy { party.seatedCount(at: $0) > 0 }
            }
        }
    }
}
