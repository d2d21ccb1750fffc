import Foundation
import Glibc
import Redis
import TestSupport
import Transport

/// A brake storm over two gateways on one Redis, and in turn with it over one gateway with a store of
/// its own: from a player's pull to that player's acceptance.
///
/// The gateways' part, from read to written, is what they say themselves, and what is judged where the
/// players have a core of their own: on Redis against two round trips (one, by design, and what is done
/// about it) at the same time. What the player sees has 499 others in it, and their client.
struct ClusterWork {
    var name: String
    /// Of all players together.
    var pullsPerSecond: Int
    /// Time that an owner takes to answer: the shorter, the more brakes there are.
    var holdMs: Int
    /// The gateways, Redis and the probe on one core, the players on another.
    var isApart: Bool
    /// Per cent of the brakes, and how long they may take on one gateway.
    var aloneBudgetsUs: [Double: Double] = [:]

    private static let players = 500
    private static let probePauseMs: Int64 = 5
    /// A storm ends with its last answers, so long after the last pull.
    private static let windDownNs: Int64 = 1_500_000_000

    static let all = [
        ClusterWork(name: "full load", pullsPerSecond: 2_000, holdMs: 200, isApart: false),
        ClusterWork(
            name: "half load",
            pullsPerSecond: 500,
            holdMs: 50,
            isApart: Cores.areTwo,
            aloneBudgetsUs: Cores.areTwo ? [50: 1_000, 99: 4_000] : [:]
        ),
    ]

    /// Microseconds, and shares of the machine.
    private struct Figures {
        struct Times {
            var p50: Double
            var p95: Double
            var p99: Double
            var count: Double
        }

        var acceptance: Times
        /// The gateways' part of it.
        var gateways: BrakeTimes
        var redis: Times
        var socket: Times
        /// Of all cores, in percent.
        var ownCPU: Double
        var allCPU: Double
        var breachCount: Double
    }

    private struct Round {
        var cluster: Figures
        /// One gateway without Redis.
        var alone: Figures
    }

    static func rows(_ executables: Executables, rounds: Int, scale: Int) throws -> [Row] {
        let redis = try PrivateRedis(["appendonly yes", "appendfsync everysec"])
        defer { redis.kill() }
        let gateways = try (0..<2).map { _ in
            try ServerProcess(.member(executables, redis: redis.url))
        }
        let alone = try ServerProcess(.contender(.gateway, executables, nil))
        var runs = all.map { _ in [Round]() }
        for round in 0..<rounds {
            for (index, work) in all.enumerated() {
                Progress.show("cluster, \(work.name): round \(round + 1) of \(rounds)")
                let seconds = max(4, 10 / scale)
                let servers =
                    (gateways + [alone]).map(\.id) + [redis.processID ?? getpid(), getpid()]
                if work.isApart { try Cores.move(servers, to: Cores.servers) }
                defer { try? Cores.move(servers, to: Cores.all) }
                runs[index].append(
                    Round(
                        cluster: try work.storm(
                            executables.loadtest,
                            gateways,
                            redis,
                            seconds: seconds
                        ),
                        alone: try work.storm(
                            executables.loadtest,
                            [alone],
                            redis,
                            seconds: seconds
                        )
                    )
                )
            }
        }
        Progress.clear()
        return zip(all, runs).flatMap { work, runs in work.rows(runs) }
    }

    private func rows(_ rounds: [Round]) -> [Row] {
        let runs = rounds.map(\.cluster)
        let times: [(String, KeyPath<Figures.Times, Double>)] = [
            ("p50", \.p50), ("p95", \.p95), ("p99", \.p99),
        ]
        func row(_ what: String, _ unit: String, _ value: (Figures) -> Double) -> Row {
            Row(
                name: "cluster, \(name): \(what)",
                unit: unit,
                gateway: runs.map(value)
            )
        }
        return [
            row("of the machine, ours", "%") { $0.ownCPU },
            row("of the machine, in use", "%") { $0.allCPU },
            row("pulls that were accepted", "a round") { $0.acceptance.count },
            row("broken laws", "a round") { $0.breachCount },
        ]
            + times.flatMap { name, time in
                [
                    row("bare Redis \(name)", "µs") { $0.redis[keyPath: time] },
                    row("socket \(name)", "µs") { $0.socket[keyPath: time] },
                    Row(
                        name: "cluster, \(self.name): pull → accepted \(name), at the player",
                        unit: "µs",
                        floor: ("alone", rounds.map { $0.alone.acceptance[keyPath: time] }),
                        gateway: runs.map { $0.acceptance[keyPath: time] }
                    ),
                ]
            } + [50, 99].flatMap { gatewayRows(rounds, percent: $0) }
    }

    private func gatewayRows(_ rounds: [Round], percent: Double) -> [Row] {
        let isJudged = percent == 99 && isApart
        let times = rounds.map(\.cluster).map { (of: $0.gateways[percent], redis: $0.redis.p99) }
        let name = "pull read → acceptance written p\(Int(percent))"
        return [
            Row(
                name: "cluster, \(self.name): \(name)",
                unit: "µs",
                floor: ("2 × Redis p99", times.map { 2 * $0.redis }),
                gateway: times.map(\.of),
                budget: isJudged ? .share(1, of: "2 × Redis p99") : nil
            ),
            Row(
                name: "one gateway, \(self.name): \(name)",
                unit: "µs",
                gateway: rounds.map { $0.alone.gateways[percent] },
                budget: aloneBudgetsUs[percent].map(Budget.atMost)
            ),
        ]
    }

    private func storm(
        _ loadtest: String,
        _ gateways: [ServerProcess],
        _ redis: PrivateRedis,
        seconds: Int
    ) throws -> Figures {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "storm.json")
        let command =
            [loadtest, "storm"] + gateways.flatMap { ["--url", "http://127.0.0.1:\($0.port)"] } + [
                "--players", "\(Self.players)", "--seconds", "\(seconds)", "--pulls-per-second",
                "\(pullsPerSecond)", "--hold-ms", "\(holdMs)", "--json", file.path,
            ]
        let place = isApart ? Cores.clients : Cores.all
        let words = Cores.command(command, on: place)
        let before = try Self.brakeTimes(of: gateways)
        let pipe = try Command.Pipe()
        let tester = try pipe.write { try Child(words[0], Array(words.dropFirst()), output: $0) }
        let meter = LoadMeter(
            gateways.map(\.id) + [redis.processID, tester.processID].compactMap { $0 }
        )
        let probe = RedisProbe(
            try RedisURL(redis.url),
            ["SET", "session:{bench}:lock:brake", "p1:12345678", "NX", "PX", 1],
            pauseMs: Self.probePauseMs,
            eachTime: { meter.look() }
        )
        probe.start()
        let text = pipe.readAll()
        let status = tester.waitForEnd()
        let endNs = EventLoop.monotonicNs - Self.windDownNs
        let samples = probe.stop()
        // 1: a law was broken, and the figures say so.
        guard [0, 1].contains(status) else {
            throw ServerProcess.Problem.didNotEndWell(text)
        }
        let storm = try JSONDecoder().decode(Storm.self, from: Data(contentsOf: file))
        let span = endNs - Int64(seconds) * 1_000_000_000...endNs
        let load = meter.load(in: span)
        return Figures(
            acceptance: storm.accepted.times,
            gateways: try Self.brakeTimes(of: gateways) - before,
            redis: Self.times(samples.filter { span.contains($0.atNs) }.map(\.tookNs)),
            socket: storm.roundTrips.times,
            ownCPU: load.own * 100,
            allCPU: load.all * 100,
            breachCount: Double(storm.breaches.count)
        )
    }

    private static func brakeTimes(of gateways: [ServerProcess]) throws -> BrakeTimes {
        try gateways.reduce(BrakeTimes("")) { sum, gateway in
            let crowd = GuestCrowd(port: gateway.port)
            defer { crowd.leave() }
            return sum + BrakeTimes(try crowd.metrics())
        }
    }

    private static func times(_ nanoseconds: [Int64]) -> Figures.Times {
        let percentiles = Percentiles(nanoseconds.map { Double($0) / 1_000 })
        return Figures.Times(
            p50: percentiles[50],
            p95: percentiles[95],
            p99: percentiles[99],
            count: Double(nanoseconds.count)
        )
    }

    /// The file of a storm.
    private struct Storm: Decodable {
        struct Histogram: Decodable {
            var count: Double
            var p50: Double
            var p95: Double
            var p99: Double

            var times: Figures.Times {
                Figures.Times(p50: p50, p95: p95, p99: p99, count: count)
            }
        }

        struct Breach: Decodable {}

        var accepted: Histogram
        var roundTrips: Histogram
        var breaches: [Breach]

        enum CodingKeys: String, CodingKey {
            case accepted, breaches
            case roundTrips = "round trips"
        }
    }
}
