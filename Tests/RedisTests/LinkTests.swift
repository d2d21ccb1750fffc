import TestSupport
import Testing

@testable import Redis

struct LinkTests {
    @Test func `commands are answered in their order`() throws {
        let redis = try PrivateRedis()
        defer { redis.kill() }
        let bench = try Bench("redis://127.0.0.1:\(redis.port)")
        defer { bench.stop() }
        bench.connect()
        let answers = Answers()
        bench.run { link in
            link.send(["SET", "a", 7]) { answers.add($0) }
            link.send(["GET", "a"]) { answers.add($0) }
            link.send(["INCRBY", "a", .integer(-9)]) { answers.add($0) }
            link.send(["LRANGE", "none", 0, .integer(-1)]) { answers.add($0) }
            link.send(["GET", "none"]) { answers.add($0) }
            link.send(["LPUSH", "a", "x"]) { answers.add($0) }
        }
        let all = answers.wait(6)
        #expect(
            all.dropLast() == [
                .success(.status("OK")), .success(.bytes([0x37])), .success(.integer(-2)),
                .success(.array([])), .success(.null),
            ]
        )
        guard case .success(.error(let text)) = all[5] else {
            Issue.record("\(all[5])")
            return
        }
        #expect(text.hasPrefix("WRONGTYPE"))
    }

    @Test func `a script runs by its digest once Redis knows it`() throws {
        let redis = try PrivateRedis()
        defer { redis.kill() }
        let bench = try Bench("redis+unix://\(redis.socketPath)")
        defer { bench.stop() }
        bench.connect()
        let script = RedisScript("return {KEYS[1], ARGV[1]}")
        let answers = Answers()
        bench.run { link in
            for _ in 0..<3 { link.run(script, keys: ["k"], arguments: [5]) { answers.add($0) } }
        }
        for answer in answers.wait(3) {
            #expect(answer == .success(.array([.bytes([0x6B]), .bytes([0x35])])))
        }
        let calls = try redis.command(["INFO", "commandstats"])
        #expect(calls.contains("cmdstat_eval:calls=1,"))
        #expect(calls.contains("cmdstat_evalsha:calls=2,"))
    }
}
