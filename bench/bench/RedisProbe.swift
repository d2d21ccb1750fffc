import Protocol
import Redis
import Transport

/// Asks a Redis for the same thing again and again on a loop of its own, and notes how long each answer
/// took, while others keep that Redis and the machine busy.
///
/// Confined to its loop, but for `start` and `stop`.
final class RedisProbe: @unchecked Sendable {
    struct Sample {
        /// The moment of its answer (CLOCK_MONOTONIC).
        let atNs: Int64
        let tookNs: Int64
        let reply: RedisReply
    }

    private let loop = EventLoop(label: "redis probe")
    private let link: RedisLink
    private let command: [RedisArgument]
    private let pauseMs: Int64
    private let eachTime: () -> Void
    private var samples: [Sample] = []
    private var isOver = false

    /// - Parameter eachTime: done on the loop at each answer.
    init(
        _ redis: RedisURL,
        _ command: [RedisArgument],
        pauseMs: Int64,
        eachTime: @escaping () -> Void = {}
    ) {
        link = RedisLink(redis, name: "bench-probe", loop: loop, report: { _ in })
        self.command = command
        self.pauseMs = pauseMs
        self.eachTime = eachTime
    }

    func start() {
        loop.execute { [self] in
            link.whenReady { [self] in ask() }
            link.connect()
        }
    }

    func stop() -> [Sample] {
        let samples = loop.queue.sync {
            isOver = true
            link.shutdown()
            return self.samples
        }
        loop.shutdown()
        return samples
    }

    private func ask() {
        guard !isOver else { return }
        let askedNs = EventLoop.monotonicNs
        link.send(command) { [self] result in
            guard !isOver else { return }
            guard case .success(let reply) = result else {
                preconditionFailure("the probe: \(result)")
            }
            let nowNs = EventLoop.monotonicNs
            samples.append(Sample(atNs: nowNs, tookNs: nowNs - askedNs, reply: reply))
            eachTime()
            _ = loop.schedule(at: loop.now + pauseMs) { [self] in ask() }
        }
    }
}
