import TestSupport
import Testing

@testable import Redis

@Blocking struct LossTests {
    @Test func `what is in flight when Redis is killed is lost, what comes later unavailable`()
        throws
    {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        redis.pause()
        let answers = Answers()
        bench.run { link in
            link.whenLost { failure in
                answers.add(.failure(.unavailable(failure)))
                link.send(["SET", "late", 1]) { answers.add($0) }
            }
            for _ in 0..<3 { link.send(["SET", "early", 1]) { answers.add($0) } }
        }
        redis.kill()
        let all = answers.wait(5)
        for answer in all[..<3] {
            guard case .failure(.lost) = answer else {
                Issue.record("\(answer)")
                continue
            }
        }
        // Called after all that were in flight.
        guard case .failure(.unavailable) = all[3], all[4] == all[3] else {
            Issue.record("\(all[3]), \(all[4])")
            return
        }
        try redis.start()
        bench.notes.wait(for: "ready", count: 2)
        #expect(bench.ask("GET", "late") == .success(.null))
    }

    @Test func `a Redis that stops answering is dropped, and found again when it goes on`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        redis.pause()
        #expect(bench.ask("GET", "a") == .failure(.lost(.silent)))
        redis.resume()
        bench.notes.wait(for: "ready", count: 2)
        #expect(bench.ask("GET", "a") == .success(.null))
    }

    @Test func `answers that come slowly, but come, are waited for`() throws {
        var limits = RedisLimits()
        limits.replyMs = 3_000
        let (redis, bench) = try Bench.withRedis(limits: limits)
        defer { bench.stop(redis) }
        let answers = Answers()
        // Each takes a sixth of the time, all together more than one of them may.
        for _ in 0..<8 {
            bench.run { link in
                link.send(["BLPOP", "none", "0.5"]) { answers.add($0) }
            }
            _ = answers.wait(answers.now.count + 1)
        }
        #expect(answers.now.allSatisfy { $0 == .success(.null) })
        #expect(!bench.notes.now.contains("lost"))
    }

    @Test func `connections that are killed again and again lose nothing that was answered`() throws
    {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let answers = Answers()
        bench.run { link in
            let pulse = Pulse(link, answers)
            link.whenReady { pulse.more() }
            pulse.more()
        }
        for round in 1...6 {
            try redis.command(["CLIENT", "KILL", "TYPE", "normal"])
            bench.notes.wait(for: "ready", count: round + 1)
        }
        bench.run { $0.shutdown() }
        // Past the end of the turn, in which commands in flight fail.
        _ = bench.run { $0.inFlight }
        let values = answers.now.compactMap { answer -> Int64? in
            guard case .success(.integer(let value)) = answer else { return nil }
            return value
        }
        let lost = answers.now.count { if case .failure(.lost) = $0 { true } else { false } }
        let total = try #require(Int64(try redis.command(["GET", "count"])))
        #expect(values.count > 0)
        // Each answer stands for one that was carried out, each loss for one that may have been.
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
        #expect(Int64(values.count) <= total)
        #expect(total <= Int64(values.count + lost))
    }

    @Test(arguments: ["LOADING Redis is loading", "READONLY You can't", "MASTERDOWN Link with"])
    func `a server that serves nobody is left, and the command was not carried out`(
        words: String
    ) throws {
        let fake = try FakeRedis(answers: "-\(words)\r\n")
        defer { fake.stop() }
        let bench = try Bench(fake.url)
        defer { bench.stop() }
        bench.connect()
        let answers = bench.ask([["SET", "a", 1], ["SET", "b", 2]])
        #expect(
            answers == [
                .failure(.unavailable(.notServing(words))), .failure(.lost(.notServing(words))),
            ]
        )
        bench.notes.wait(for: "ready", count: 2)
    }

    @Test func `a master that becomes a replica is left until it is a master again`() throws {
        let (redis, bench) = try Bench.withRedis(["replica-serve-stale-data no"])
        defer { bench.stop(redis) }
        try redis.command(["REPLICAOF", "127.0.0.1", "1"])
        guard case .failure(.unavailable(.notServing)) = bench.ask("SET", "a", 1) else {
            Issue.record("taken")
            return
        }
        bench.events.waitForFailure("not serving: MASTERDOWN")
        try redis.command(["REPLICAOF", "NO", "ONE"])
        bench.notes.wait(for: "ready", count: 2)
        #expect(bench.ask("SET", "a", 1) == .success(.status("OK")))
    }
}

/// Keeps some commands in flight.
private final class Pulse {
    static let depth = 20

    private let link: RedisLink
    private let answers: Answers
    private var inFlight = 0

    init(_ link: RedisLink, _ answers: Answers) {
        self.link = link
        self.answers = answers
    }

    func more() {
        while inFlight < Self.depth, link.isReady {
            inFlight += 1
            link.send(["INCR", "count"]) { [self] answer in
                inFlight -= 1
                answers.add(answer)
                more()
            }
        }
    }
}
