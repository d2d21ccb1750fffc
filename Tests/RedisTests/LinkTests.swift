import Seeded
import TestSupport
import Testing

@testable import Redis

@Blocking struct LinkTests {
    @Test func `commands are answered in their order`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let all = bench.ask([
            ["SET", "a", 7], ["GET", "a"], ["INCRBY", "a", -9], ["LRANGE", "none", 0, -1],
            ["GET", "none"], ["LPUSH", "a", "x"], ["EVAL", "return {1, {'x', {{}}}, false}", 0],
        ])
        #expect(
            all[..<5] == [
                .success(.status("OK")), .success(.bytes([0x37])), .success(.integer(-2)),
                .success(.array([])), .success(.null),
            ]
        )
        guard case .success(.error(let text)) = all[5] else {
            Issue.record("\(all[5])")
            return
        }
        #expect(text.hasPrefix("WRONGTYPE"))
        #expect(
            all[6]
                == .success(
                    .array([
                        .integer(1), .array([.bytes([0x78]), .array([.array([])])]), .null,
                    ])
                )
        )
    }

    @Test func `a hundred thousand commands keep their order`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let total: Int64 = 100_000
        let notes = Notes()
        bench.run { link in
            let counting = Counting(link, upTo: total) { notes.add($0) }
            for _ in 0..<500 { counting.next() }
        }
        #expect(notes.wait { !$0.isEmpty } == ["in order"])
        #expect(try redis.command(["GET", "count"]) == "\(total)")
    }

    @Test func `any bytes of any length come back as they went`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let values = [0, 1, 2, 1_023, 16_384, 65_537, 1 << 20, (1 << 20) + 1, 1 << 24].map {
            count in
            (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        }
        let answers = bench.ask(
            values.indices.map { ["SET", .integer(Int64($0)), .bytes(values[$0])] }
                + values.indices.map { ["GET", .integer(Int64($0))] }
        )
        for (index, value) in values.enumerated() {
            #expect(answers[index] == .success(.status("OK")))
            #expect(answers[values.count + index] == .success(.bytes(value)))
        }
    }

    @Test func `commands of one turn leave in one write`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        func reads() throws -> Int {
            let lines = try redis.command(["INFO", "stats"]).split(whereSeparator: \.isNewline)
            let line = lines.first { $0.hasPrefix("total_reads_processed:") }
            return try #require(line.flatMap { Int($0.drop { $0 != ":" }.dropFirst()) })
        }
        let before = try reads()
        _ = bench.ask((0..<200).map { ["SET", "key", .integer($0)] })
        // One more is the question's, which redis-cli sends twice: it asks for COMMAND DOCS first.
        #expect(try reads() - before <= 4)
    }

    @Test func `no completion runs before its call has returned`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let notes = Notes()
        bench.run { link in
            link.send(["PING"]) { _ in notes.add("answered") }
            notes.add("sent")
        }
        notes.wait(for: "answered")
        bench.run { link in
            link.shutdown()
            link.send(["PING"]) { notes.add("\($0)") }
            notes.add("refused")
        }
        let all = notes.wait { $0.count == 4 }
        #expect(all[..<3] == ["sent", "answered", "refused"])
        #expect(all[3] == "\(Result<RedisReply, RedisError>.failure(.unavailable(.shutDown)))")
    }

    @Test func `a command while there is no connection fails at once, unsent`() throws {
        let (redis, bench) = try Bench.withRedis(connects: false)
        defer { bench.stop(redis) }
        #expect(bench.ask("SET", "early", 1) == .failure(.unavailable(.notConnected)))
        let answers = Answers()
        bench.run { link in
            link.whenReady { link.send(["GET", "early"]) { answers.add($0) } }
            link.connect()
            link.send(["SET", "early", 2]) { answers.add($0) }
        }
        #expect(
            answers.wait(2) == [.failure(.unavailable(.notConnected)), .success(.null)]
        )
    }

    @Test func `there may be only so many in flight`() throws {
        var limits = RedisLimits()
        limits.maxInFlight = 10
        let (redis, bench) = try Bench.withRedis(limits: limits)
        defer { bench.stop(redis) }
        let answers = bench.ask((0..<15).map { _ in ["INCR", "count"] })
        // The refused ones fail at the end of the turn, before any reply.
        #expect(answers[..<5].allSatisfy { $0 == .failure(.unavailable(.tooManyInFlight)) })
        #expect(answers[5...].elementsEqual((1...10).map { .success(.integer($0)) }))
        #expect(try redis.command(["GET", "count"]) == "10")
        #expect(bench.run { $0.inFlight } == 0)
    }

    @Test func `there may wait only so many bytes`() throws {
        var limits = RedisLimits()
        limits.maxBacklogBytes = 4 << 20
        let (redis, bench) = try Bench.withRedis(limits: limits)
        defer { bench.stop(redis) }
        let value = [UInt8](repeating: 1, count: 1 << 20)
        let answers = bench.ask((0..<10).map { _ in ["APPEND", "value", .bytes(value)] })
        #expect(answers[..<6].allSatisfy { $0 == .failure(.unavailable(.backlogFull)) })
        #expect(answers[6...].allSatisfy { if case .success = $0 { true } else { false } })
        #expect(bench.ask("STRLEN", "value") == .success(.integer(4 << 20)))
    }

    @Test func `a reply that is too large costs the connection, not the memory`() throws {
        var limits = RedisLimits()
        limits.maxReplyBytes = 1 << 20
        limits.maxReplyValues = 1_000
        let (redis, bench) = try Bench.withRedis(limits: limits)
        defer { bench.stop(redis) }
        let value = [UInt8](repeating: 1, count: 2 << 20)
        _ = bench.ask([
            ["SET", "large", .bytes(value)],
            ["LPUSH", "long"] + [RedisArgument](repeating: 1, count: 1_000),
        ])
        #expect(bench.ask("GET", "large") == .failure(.lost(.replyTooLarge)))
        bench.notes.wait(for: "ready", count: 2)
        #expect(bench.ask("LRANGE", "long", 0, -1) == .failure(.lost(.replyTooLarge)))
        bench.notes.wait(for: "ready", count: 3)
        #expect(bench.ask("GETRANGE", "large", 0, 1) == .success(.bytes([1, 1])))
    }
}

/// Counts up in Redis, and checks that every reply is the next number.
private final class Counting {
    private let link: RedisLink
    private let total: Int64
    private let done: (String) -> Void
    private var sent: Int64 = 0
    private var answered: Int64 = 0

    init(_ link: RedisLink, upTo total: Int64, done: @escaping (String) -> Void) {
        self.link = link
        self.total = total
        self.done = done
    }

    func next() {
        guard sent < total else { return }
        sent += 1
        link.send(["INCR", "count"]) { [self] result in
            answered += 1
            guard result == .success(.integer(answered)) else {
                return done("\(result) instead of \(answered)")
            }
            if answered == total { done("in order") }
            next()
        }
    }
}
