import Glibc
import TestSupport
import Testing

@testable import Redis

@Blocking struct SentinelTests {
    @Test func `the master is asked for, and the one that takes over is found`() throws {
        let first = try PrivateRedis(["repl-diskless-sync-delay 0"])
        defer { first.kill() }
        let second = try PrivateRedis(["replicaof 127.0.0.1 \(first.port)"])
        defer { second.kill() }
        try Self.waitForReplica(of: first)
        let sentinel = try Self.sentinel(of: first)
        defer { sentinel.kill() }
        // Of two sentinels one is not there; the other is found by its name.
        let gone = try FreePort.find()
        let url = "redis+sentinel://127.0.0.1:\(gone),localhost:\(sentinel.port)/tripto/1"
        let bench = try Bench(url)
        defer { bench.stop() }
        bench.connect()
        #expect(bench.ask("SET", "a", 1) == .success(.status("OK")))
        #expect(try first.command(["-n", "1", "GET", "a"]) == "1")
        #expect(bench.ask("WAIT", 1, 1_000) == .success(.integer(1)))

        first.kill()
        bench.notes.wait(for: "ready", count: 2)
        #expect(bench.ask("GET", "a") == .success(.bytes(Array("1".utf8))))
        #expect(bench.ask("SET", "a", 2) == .success(.status("OK")))
        #expect(try second.command(["-n", "1", "GET", "a"]) == "2")
        #expect(bench.events.now.last == .ready(.tcp(host: "127.0.0.1", port: second.port)))
    }

    @Test func `a master that no sentinel knows`() throws {
        let redis = try PrivateRedis()
        defer { redis.kill() }
        let sentinel = try Self.sentinel(of: redis)
        defer { sentinel.kill() }
        let bench = try Bench("redis+sentinel://127.0.0.1:\(sentinel.port)/unknown")
        defer { bench.stop() }
        bench.run { $0.connect() }
        bench.events.wait { $0.contains { RedisEvents.failure($0) == .noMaster } }
    }

    @Test func `no sentinel is there`() throws {
        let bench = try Bench("redis+sentinel://127.0.0.1:\(try FreePort.find())/tripto")
        defer { bench.stop() }
        bench.run { $0.connect() }
        bench.events.wait {
            $0.contains { RedisEvents.failure($0) == .system("Connection refused") }
        }
    }

    @Test func `a sentinel that is behind is not believed`() throws {
        let master = try PrivateRedis(["repl-diskless-sync-delay 0"])
        defer { master.kill() }
        let replica = try PrivateRedis(["replicaof 127.0.0.1 \(master.port)"])
        defer { replica.kill() }
        try Self.waitForReplica(of: master)
        let liar = try FakeRedis { _ in
            Array(
                "*2\r\n$9\r\n127.0.0.1\r\n$\("\(replica.port)".count)\r\n\(replica.port)\r\n".utf8
            )
        }
        defer { liar.stop() }
        let bench = try Bench("redis+sentinel://\(liar.url.dropFirst(8))/tripto")
        defer { bench.stop() }
        bench.run { link in
            link.whenReady { [notes = bench.notes] in notes.add("ready") }
            link.connect()
        }
        bench.events.waitForFailure("not serving: not the master")
        // Once it is one, it is.
        try replica.command(["REPLICAOF", "NO", "ONE"])
        bench.notes.wait(for: "ready")
    }

    @Test(
        arguments: [
            "*-1\r\n", "$-1\r\n", "*0\r\n", "*2\r\n$0\r\n\r\n$4\r\n6379\r\n",
            "*2\r\n$1\r\na\r\n$1\r\n0\r\n",
            "*2\r\n$1\r\na\r\n$5\r\n65536\r\n", "*2\r\n:1\r\n:2\r\n", "+OK\r\n",
        ]
    ) func `a sentinel that says anything`(text: String) throws {
        let liar = try FakeRedis(answers: text)
        defer { liar.stop() }
        let bench = try Bench("redis+sentinel://\(liar.url.dropFirst(8))/tripto")
        defer { bench.stop() }
        bench.run { $0.connect() }
        bench.events.wait { $0.contains { RedisEvents.failure($0) == .noMaster } }
    }

    @Test func `a sentinel's own password, and one that it does not have`() throws {
        let redis = try PrivateRedis(password: "hidden")
        defer { redis.kill() }
        for password in [nil, "hidden"] {
            let sentinel = try Self.sentinel(of: redis, auth: "hidden", password: password)
            defer { sentinel.kill() }
            let bench = try Bench("redis+sentinel://:hidden@127.0.0.1:\(sentinel.port)/tripto")
            defer { bench.stop() }
            bench.connect()
            #expect(bench.ask("PING") == .success(.status("PONG")))
        }
    }

    /// One that watches a master and decides alone.
    @Test(arguments: [true, false])
    func `a password that is missing is told by whose it is`(isOfSentinel: Bool) throws {
        let master = try PrivateRedis(password: isOfSentinel ? nil : "hidden")
        defer { master.kill() }
        let sentinel = try Self.sentinel(
            of: master,
            auth: isOfSentinel ? nil : "hidden",
            password: isOfSentinel ? "hidden" : nil
        )
        defer { sentinel.kill() }
        let bench = try Bench("redis+sentinel://127.0.0.1:\(sentinel.port)/tripto")
        defer { bench.stop() }
        bench.run { $0.connect() }
        let whose = isOfSentinel ? "the sentinel" : "the master"
        bench.events.wait { events in
            events.contains { event in
                guard case .authentication(let words) = RedisEvents.failure(event) else {
                    return false
                }
                return words.hasPrefix("\(whose) wants a password, and the URL has none: NOAUTH")
            }
        }
    }

    private static func sentinel(
        of master: PrivateRedis,
        auth: String? = nil,
        password: String? = nil
    ) throws -> PrivateRedis {
        try PrivateRedis(
            [
                "sentinel monitor tripto 127.0.0.1 \(master.port) 1",
                "sentinel down-after-milliseconds tripto 500",
                "sentinel failover-timeout tripto 5000",
            ] + (auth.map { ["sentinel auth-pass tripto \($0)"] } ?? []),
            kind: .sentinel,
            password: password
        )
    }

    private static func waitForReplica(of master: PrivateRedis) throws {
        for _ in 0..<200 {
            if try master.command(["INFO", "replication"]).contains("state=online") { return }
            usleep(50_000)
        }
        throw GuardedProcess.Failure()
    }
}
