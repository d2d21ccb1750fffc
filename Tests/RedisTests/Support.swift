import Dispatch
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Redis

/// A loop with a link on it, and the link's events; from the test's own thread.
final class Bench: @unchecked Sendable {
    let loop = EventLoop(label: "redis")
    let link: RedisLink
    let notes = Notes()
    let events = RedisEvents()

    init(_ url: String, limits: RedisLimits = RedisLimits()) throws {
        let events = events
        link = RedisLink(
            try RedisURL(url),
            name: "test",
            loop: loop,
            limits: limits,
            report: { events.add($0) }
        )
    }

    func run<Result: Sendable>(_ work: @escaping @Sendable (RedisLink) -> Result) -> Result {
        loop.run { [self] in work(link) }
    }

    /// Connects and waits until commands are taken.
    func connect() {
        run { [notes] link in
            link.whenReady { [notes] in notes.add("ready") }
            link.whenLost { [notes] _ in notes.add("lost") }
            link.connect()
        }
        notes.wait(for: "ready")
    }

    /// A link to a Redis of its own.
    static func withRedis(
        _ configuration: [String] = [],
        limits: RedisLimits = RedisLimits(),
        connects: Bool = true
    ) throws -> (PrivateRedis, Bench) {
        let redis = try PrivateRedis(configuration)
        let bench = try Bench(redis.url, limits: limits)
        if connects { bench.connect() }
        return (redis, bench)
    }

    /// Sends one command and waits for its outcome.
    func ask(_ command: RedisArgument...) -> Result<RedisReply, RedisError> {
        ask([command])[0]
    }

    /// Sends commands in one turn and waits for their outcomes, in the order they come.
    func ask(_ commands: [[RedisArgument]]) -> [Result<RedisReply, RedisError>] {
        let answers = Answers()
        run { link in
            for command in commands { link.send(command) { answers.add($0) } }
        }
        return answers.wait(commands.count)
    }

    func stop(_ redis: PrivateRedis? = nil) {
        run { $0.shutdown() }
        loop.shutdown()
        redis?.kill()
    }
}

extension EventLoop {
    /// Runs `work` on the loop and waits for what it returns.
    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
        let answer = Mutex<Result?>(nil)
        let done = DispatchSemaphore(value: 0)
        execute {
            let result = work()
            answer.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = answer.withLock({ $0 }) else { preconditionFailure("no answer") }
        return result
    }
}

/// Things that happened, in order; can be waited for.
class Happened<Item: Sendable>: @unchecked Sendable {
    /// A test that waits longer than this has failed.
    static var patience: DispatchTimeInterval { .seconds(60) }

    private let items = Mutex<[Item]>([])
    private let changed = DispatchSemaphore(value: 0)

    func add(_ item: Item) {
        items.withLock { $0.append(item) }
        changed.signal()
    }

    var now: [Item] { items.withLock { $0 } }

    @discardableResult
    func wait(
        sourceLocation: SourceLocation = #_sourceLocation,
        until isEnough: ([Item]) -> Bool
    ) -> [Item] {
        let end = DispatchTime.now() + Self.patience
        while true {
            let present = now
            if isEnough(present) { return present }
            guard changed.wait(timeout: end) == .success else {
                Issue.record(
                    "did not come; there is \(present.suffix(20))",
                    sourceLocation: sourceLocation
                )
                return present
            }
        }
    }
}

final class RedisEvents: Happened<RedisEvent>, @unchecked Sendable {
    /// Reason why there was no connection, or not any more.
    static func failure(_ event: RedisEvent) -> RedisFailure? {
        switch event {
        case .lost(let failure, _), .notConnected(let failure, _): failure
        case .ready, .clockJumped: nil
        }
    }

    var failures: [RedisFailure] { now.compactMap(Self.failure) }

    /// Waits for a failure of this kind; `text` is in its description.
    func waitForFailure(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        wait(sourceLocation: sourceLocation) {
            $0.contains { Self.failure($0)?.description.contains(text) ?? false }
        }
    }
}

final class Notes: Happened<String>, @unchecked Sendable {
    func wait(
        for note: String,
        count: Int = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        wait(sourceLocation: sourceLocation) { $0.count { $0 == note } >= count }
    }
}

final class Answers: Happened<Result<RedisReply, RedisError>>, @unchecked Sendable {
    func wait(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) -> [Result<
        RedisReply, RedisError
    >] {
        wait(sourceLocation: sourceLocation) { $0.count >= count }
    }
}
