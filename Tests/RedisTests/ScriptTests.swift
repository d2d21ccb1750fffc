import TestSupport
import Testing

@testable import Redis

@Blocking struct ScriptTests {
    @Test func `the digest is the one that Redis makes`() throws {
        let redis = try PrivateRedis()
        defer { redis.kill() }
        #expect(
            try redis.command(["SCRIPT", "LOAD", Scripts.append.source]) == Scripts.append.digest
        )
    }

    @Test func `the source is sent once, then the digest`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        #expect(bench.append(1...4).elementsEqual((1...4).map { .success(.integer($0)) }))
        let calls = try redis.command(["INFO", "commandstats"])
        #expect(calls.contains("cmdstat_eval:calls=1,"))
        #expect(calls.contains("cmdstat_evalsha:calls=3,"))
    }

    @Test func `a restart of Redis is not noticed but by what it forgot`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        _ = bench.append(1...2)
        redis.kill()
        try redis.start()
        bench.notes.wait(for: "ready", count: 2)
        #expect(bench.append(1...2) == [.success(.integer(1)), .success(.integer(2))])
    }

    @Test func `a script that is forgotten meanwhile is sent again`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        _ = bench.append(1...1)
        let answers = Answers()
        bench.run { link in
            link.run(Scripts.append, keys: ["list"], arguments: [2]) { answers.add($0) }
            link.send(["SCRIPT", "FLUSH"]) { answers.add($0) }
            link.run(Scripts.append, keys: ["list"], arguments: [3]) { answers.add($0) }
            link.run(Scripts.append, keys: ["list"], arguments: [4]) { answers.add($0) }
            link.send(["LLEN", "list"]) { answers.add($0) }
        }
        // Both refused ones come after those that were sent behind them, in their own order.
        #expect(
            answers.wait(5)
                == [
                    .success(.integer(2)), .success(.status("OK")), .success(.integer(2)),
                    .success(.integer(3)), .success(.integer(4)),
                ]
        )
        #expect(try redis.command(["LRANGE", "list", "0", "-1"]) == "1\n2\n3\n4")
    }

    @Test func `an error in a script is a reply`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let answers = Answers()
        let broken = RedisScript("return (")
        bench.run { link in
            for _ in 0..<2 { link.run(broken, keys: [], arguments: []) { answers.add($0) } }
        }
        for answer in answers.wait(2) {
            guard case .success(.error(let text)) = answer else {
                Issue.record("\(answer)")
                continue
            }
            #expect(text.hasPrefix("ERR"))
        }
    }
}

extension Bench {
    /// Runs a script for each number and waits for the answers.
    fileprivate func append(_ numbers: ClosedRange<Int64>) -> [Result<RedisReply, RedisError>] {
        let answers = Answers()
        run { link in
            for number in numbers {
                link.run(Scripts.append, keys: ["list"], arguments: [.integer(number)]) {
                    answers.add($0)
                }
            }
        }
        return answers.wait(numbers.count)
    }
}

private enum Scripts {
    /// Appends its argument, and returns the new length of the list.
    static let append = RedisScript("return redis.call('RPUSH', KEYS[1], ARGV[1])")
}
