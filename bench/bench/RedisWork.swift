import Dispatch
import Foundation
import Redis
import TestSupport
import Transport

/// One connection to Redis, 64 commands deep: a link on an event loop against `redis-benchmark` with
/// the same commands, in turn, on a Redis of their own.
enum RedisWork: CaseIterable {
    case lock
    case commit

    private static let depth = 64
    private static let keyCount = 1_000
    private static let state = String(repeating: "s", count: 300)
    /// Compare the version, and write the state where it is still the same.
    private static let script = RedisScript(
        """
        if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
        redis.call('HSET', KEYS[1], 'version', ARGV[2], 'state', ARGV[3])
        return 1
        """
    )

    static func rows(rounds: Int, scale: Int, where isWanted: (String) -> Bool) throws -> [Row] {
        try allCases.filter { isWanted($0.name) }.map { work in
            let redis = try PrivateRedis()
            defer { redis.kill() }
            try work.prepare(redis)
            var floors: [Double] = []
            var links: [Double] = []
            for round in 0..<rounds {
                Progress.show("\(work.name): round \(round + 1) of \(rounds)")
                floors.append(try work.benchmark(redis, count: work.count / scale))
                links.append(try work.link(redis, count: work.count / scale))
            }
            Progress.clear()
            return Row(
                name: work.name,
                unit: "k/s",
                floor: ("redis-benchmark", floors),
                gateway: links,
                isMoreBetter: true
            )
        }
    }

    private var name: String {
        switch self {
        case .lock: "redis: SET NX PX, 64 deep"
        case .commit: "redis: compare-and-set script, 64 deep"
        }
    }

    private var count: Int {
        switch self {
        case .lock: 1_000_000
        case .commit: 400_000
        }
    }

    /// A version that stays the same, so that every commit is one that succeeds.
    func prepare(_ redis: PrivateRedis) throws {
        try redis.command(["SCRIPT", "LOAD", Self.script.source])
        try redis.command(["HSET", "session:{0}:state", "version", "7"])
    }

    /// redis-benchmark(1): thousands of commands per second.
    func benchmark(_ redis: PrivateRedis, count: Int) throws -> Double {
        let words =
            switch self {
            case .lock:
                ["SET", "session:{__rand_int__}:lock:brake", "p1:12345678", "NX", "PX", "10"]
            case .commit:
                ["EVALSHA", Self.script.digest, "1", "session:{0}:state", "7", "7", Self.state]
            }
        let pipe = try Command.Pipe()
        let benchmark = try pipe.write {
            try Child(
                "/usr/bin/redis-benchmark",
                ["-s", redis.socketPath, "-c", "1", "-P", "\(Self.depth)", "-n", "\(count)"]
                    + ["-r", "\(Self.keyCount)", "--csv"] + words,
                output: $0
            )
        }
        let text = pipe.readAll()
        benchmark.waitForEnd()
        // "name","rps",… below a line of headings.
        let line = text.split(separator: "\n").last ?? ""
        let rate = line.split(separator: ",").dropFirst().first {
            Double($0.dropFirst().dropLast()) != nil
        }
        guard let rate = rate.flatMap({ Double($0.dropFirst().dropLast()) }) else {
            throw GuardedProcess.Failure()
        }
        return rate / 1_000
    }

    private func link(_ redis: PrivateRedis, count: Int) throws -> Double {
        let run = Run(self, try RedisURL("redis+unix://\(redis.socketPath)"), count: count)
        return Double(count) / 1_000 / run.seconds()
    }

    /// One round on a loop of its own; confined to it.
    private final class Run: @unchecked Sendable {
        private let loop = EventLoop(label: "redis work")
        private let work: RedisWork
        private let link: RedisLink
        private var left: Int
        private var unanswered = 0
        private let done = DispatchSemaphore(value: 0)
        private var startNs: Int64 = 0
        private var endNs: Int64 = 0
        private let locks = (0..<keyCount).map {
            "session:{" + String(format: "%012d", $0) + "}:lock:brake"
        }

        init(_ work: RedisWork, _ url: RedisURL, count: Int) {
            self.work = work
            left = count
            link = RedisLink(url, name: "bench", loop: loop, report: { _ in })
        }

        func seconds() -> Double {
            loop.execute { [self] in
                link.whenReady { [self] in begin() }
                link.connect()
            }
            done.wait()
            loop.shutdown()
            return Double(endNs - startNs) / 1e9
        }

        private func begin() {
            startNs = EventLoop.monotonicNs
            for _ in 0..<depth { next() }
        }

        private func next() {
            guard left > 0 else { return }
            left -= 1
            unanswered += 1
            switch work {
            case .lock:
                let key = locks[left % keyCount]
                link.send(["SET", .text(key), "p1:12345678", "NX", "PX", 10]) { [self] in
                    answered($0)
                }
            case .commit:
                link.run(script, keys: ["session:{0}:state"], arguments: [7, 7, .text(state)]) {
                    [self] in answered($0)
                }
            }
        }

        private func answered(_ result: Result<RedisReply, RedisError>) {
            switch (work, result) {
            case (.lock, .success(.status)), (.lock, .success(.null)): break
            case (.commit, .success(.integer(1))): break
            case (.lock, _), (.commit, _): preconditionFailure("\(work): \(result)")
            }
            unanswered -= 1
            next()
            guard left == 0, unanswered == 0 else { return }
            endNs = EventLoop.monotonicNs
            link.shutdown()
            done.signal()
        }
    }
}
