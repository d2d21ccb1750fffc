import TriptoGame
import Dispatch
import Foundation
import Protocol
import Redis
import TestSupport
import Transport

/// Many rooms on one Redis in a process of two loops: what they cost while nobody does anything, and
/// how late their timers are.
///
/// No sockets and no archive; each room has five people in it and pulses like any other.
enum LivingRooms {
    private static let loopCount = 2
    private static let timersForMs: Int64 = 30_000
    private static let idleSeconds = 30.0
    /// Their first timers run out after ten minutes, and must not before the end.
    private static let maxOpeningSeconds = 400.0
    private static let restSeconds = 2.0
    /// For timers that are late.
    private static let slackSeconds = 5.0
    private static let samplePauseMs: Int64 = 100

    enum Problem: Error {
        case openingTookTooLong
    }

    static func rows(count: Int) throws -> [Row] {
        let redis = try PrivateRedis(["appendonly yes", "appendfsync everysec"])
        defer { redis.kill() }
        let url = try RedisURL(redis.url)
        let bank = try PackageBank.bundled()
        let loops = (0..<loopCount).map {
            LivingRoomLoop(url, label: "rooms \($0)", bank: bank)
        }
        defer { for loop in loops { loop.shutdown() } }
        for loop in loops { loop.waitUntilReady() }

        let redisBefore = try usedMemory(redis)
        let gatewayBefore = ProcessCost.memoryBytes(of: getpid())
        let startNs = EventLoop.monotonicNs
        Progress.show("opening \(count) rooms")
        for (index, loop) in loops.enumerated() {
            loop.open(Array(stride(from: index, to: count, by: loopCount)))
        }
        let deadline = DispatchTime.now() + maxOpeningSeconds
        guard loops.allSatisfy({ $0.waitUntilFull(until: deadline) }) else {
            throw Problem.openingTookTooLong
        }
        let openedSeconds = seconds(since: startNs)
        Thread.sleep(forTimeInterval: restSeconds)
        let redisBytes = try usedMemory(redis) - redisBefore
        let gatewayBytes = Double(ProcessCost.memoryBytes(of: getpid()) - gatewayBefore)

        let idle = idle(redis, url)
        Progress.show("\(count) timers")
        for loop in loops { loop.skip(within: timersForMs) }
        let lastMs = timersForMs + LivingRoom.clueMs
        Thread.sleep(forTimeInterval: Double(lastMs) / 1_000 + slackSeconds)
        Progress.clear()
        let told = loops.flatMap { $0.told() }
        let late = Percentiles(told.compactMap { $0?.lateMs })

        func row(_ what: String, _ unit: String, _ value: Double, budget: Double? = nil) -> Row {
            Row(
                name: "\(count) living rooms: \(what)",
                unit: unit,
                gateway: [value],
                budget: budget.map(Budget.atMost)
            )
        }
        let roomSeconds = Double(count) * idle.seconds
        return [
            row("opened", "rooms/s", Double(count) / openedSeconds),
            row("Redis' memory", "KiB/room", redisBytes / 1_024 / Double(count)),
            row("own memory", "KiB/room", gatewayBytes / 1_024 / Double(count)),
            row("idle, own CPU", "µs/room·s", idle.ownNs / 1_000 / roomSeconds),
            row("idle, Redis' CPU", "µs/room·s", idle.redisNs / 1_000 / roomSeconds),
            row("idle, own cores", "%", idle.ownNs / 1e7 / idle.seconds),
            row("idle, Redis' core", "%", idle.redisNs / 1e7 / idle.seconds),
            row("idle, busiest 0.1 s of Redis", "× mean", idle.busiest),
            row("timer p50 late", "ms", late[50]),
            row("timer p99 late", "ms", late[99], budget: 50),
            row("timer max late", "ms", late.max),
            row("timers early", "", Double(told.count { $0?.isEarly == true })),
            row("timers not told", "", Double(told.count { $0 == nil })),
        ]
    }

    private struct Idle {
        var seconds: Double
        var ownNs: Double
        var redisNs: Double
        /// Commands in the busiest 0.1 s against the mean.
        var busiest: Double
    }

    private static func idle(_ redis: PrivateRedis, _ url: RedisURL) -> Idle {
        Progress.show("rooms that idle")
        let probe = RedisProbe(url, ["INFO", "stats"], pauseMs: samplePauseMs)
        let redisID = redis.processID ?? 0
        let beginNs = EventLoop.monotonicNs
        let ownBefore = ProcessCost.cpuNs(of: getpid())
        let redisBefore = ProcessCost.cpuNs(of: redisID)
        probe.start()
        Thread.sleep(forTimeInterval: idleSeconds)
        let ownNs = ProcessCost.cpuNs(of: getpid()) - ownBefore
        let redisNs = ProcessCost.cpuNs(of: redisID) - redisBefore
        let idleSeconds = seconds(since: beginNs)
        let looks = probe.stop().compactMap { sample in
            commands(sample.reply).map { (atNs: sample.atNs, count: $0) }
        }
        let rates = zip(looks, looks.dropFirst()).map { before, after in
            (after.count - before.count) / Double(after.atNs - before.atNs)
        }
        let mean = rates.reduce(0, +) / Double(max(1, rates.count))
        return Idle(
            seconds: idleSeconds,
            ownNs: Double(ownNs),
            redisNs: Double(redisNs),
            busiest: (rates.max() ?? 0) / mean
        )
    }

    private static func seconds(since startNs: Int64) -> Double {
        Double(EventLoop.monotonicNs - startNs) / 1e9
    }

    private static func usedMemory(_ redis: PrivateRedis) throws -> Double {
        guard let bytes = field("used_memory", of: try redis.command(["INFO", "memory"])) else {
            throw GuardedProcess.Failure()
        }
        return bytes
    }

    private static func commands(_ reply: RedisReply) -> Double? {
        guard case .bytes(let bytes) = reply else { return nil }
        return field("total_commands_processed", of: String(decoding: bytes, as: UTF8.self))
    }

    /// A line `name:value` of INFO.
    private static func field(_ name: String, of text: String) -> Double? {
        text.split(whereSeparator: \.isNewline)
            .first { $0.hasPrefix(name + ":") }
            .flatMap { Double($0.dropFirst(name.count + 1)) }
    }
}
