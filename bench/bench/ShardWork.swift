import Foundation
import GatewayClient
import Protocol

/// The price of a second shard: the same rooms at the same pace on a gateway of one loop and, in turn with
/// it, on one of two.
struct ShardWork {
    var name: String
    /// The metric that is counted.
    var metric: String
    var rooms: Int
    var playersPerRoom: Int
    var pauseEveryMs: Int64

    private static let playSeconds = 6.0
    private static let restSeconds = 1.0
    /// Later than anything is measured: players keep quiet.
    private static let neverMs: Int64 = 3_600_000

    static let all = [
        ShardWork(
            name: "two shards: CPU per commit",
            metric: "gateway_commits_total",
            rooms: 500,
            playersPerRoom: 2,
            pauseEveryMs: 500
        ),
        ShardWork(
            name: "two shards: CPU per delivery",
            metric: "gateway_messages_sent_total",
            rooms: 16,
            playersPerRoom: 100,
            pauseEveryMs: 500
        ),
    ]

    func row(_ executables: Executables, rounds: Int, scale: Int) throws -> Row {
        var costs: [Int: [Double]] = [:]
        for round in 0..<rounds {
            Progress.show("\(name): round \(round + 1) of \(rounds)")
            for shards in round.isMultiple(of: 2) ? [1, 2] : [2, 1] {
                costs[shards, default: []].append(
                    try costUs(executables, shards: shards, rooms: max(2, rooms / scale))
                )
            }
        }
        Progress.clear()
        return Row(
            name: name,
            unit: "µs",
            floor: ("one shard", costs[1] ?? []),
            gateway: costs[2] ?? [],
            budget: .share(1.1, of: "one shard")
        )
    }

    private func costUs(_ executables: Executables, shards: Int, rooms: Int) throws -> Double {
        let server = try ServerProcess(.sharded(executables, shards: shards))
        let crowd = GuestCrowd(port: server.port)
        defer { crowd.leave() }
        let sessions = try crowd.open(rooms, settings: .object(settings))
        crowd.sit(try crowd.seats(of: .host, in: sessions))
        crowd.sit(try crowd.seats(of: .player, perRoom: playersPerRoom, in: sessions))
        crowd.hostsSay("HOST_START_GAME")
        Thread.sleep(forTimeInterval: Self.restSeconds)
        let before = (units: try units(crowd), cpuNs: server.cpuNs)
        _ = crowd.play(
            forMs: Int64(Self.playSeconds * 1_000),
            pullEveryMs: Self.neverMs,
            pauseEveryMs: pauseEveryMs
        )
        let cpuNs = server.cpuNs - before.cpuNs
        let count = try units(crowd) - before.units
        guard count > 0 else { throw ClientFailure.unexpected("nothing was done") }
        return Double(cpuNs) / 1_000 / count
    }

    /// Nothing goes on by itself meanwhile.
    private var settings: JSONObject {
        [
            "maxPlayers": .int(Int64(playersPerRoom)),
            "timings": .object(["intro": .int(600_000), "clue": .int(600_000)]),
        ]
    }

    private func units(_ crowd: GuestCrowd) throws -> Double {
        let lines = try crowd.metrics().split(separator: "\n")
        let line = lines.first { $0.hasPrefix("\(metric) ") }
        return line.flatMap { Double($0.dropFirst(metric.count + 1)) } ?? 0
    }
}
