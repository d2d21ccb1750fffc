import Glibc
import TestSupport
import Testing

@testable import Redis

@Blocking struct ConnectTests {
    @Test func `the right password is let in, and no log shows it`() throws {
        let redis = try PrivateRedis(password: "hidden")
        let bench = try Bench("redis://:hidden@127.0.0.1:\(redis.port)")
        defer { bench.stop(redis) }
        bench.connect()
        #expect(bench.ask("SET", "a", 1) == .success(.status("OK")))
        #expect(!"\(bench.events.now)".contains("hidden"))
    }

    @Test func `a user of Redis' access lists`() throws {
        let (redis, other) = try Bench.withRedis(["user anna on >hidden ~* +@all"])
        defer { other.stop(redis) }
        let bench = try Bench("redis://anna:hidden@127.0.0.1:\(redis.port)")
        defer { bench.stop() }
        bench.connect()
        #expect(bench.ask("ACL", "WHOAMI") == .success(.bytes(Array("anna".utf8))))
    }

    @Test(arguments: ["", ":wrong@", "nobody:hidden@"])
    func `a wrong password or none is told in Redis' words, and tried again`(user: String) throws {
        let redis = try PrivateRedis(password: "hidden")
        let bench = try Bench("redis://\(user)127.0.0.1:\(redis.port)")
        defer { bench.stop(redis) }
        bench.run { link in
            link.whenReady { [notes = bench.notes] in notes.add("ready") }
            link.connect()
        }
        bench.events.wait { $0.count >= 3 }
        for failure in bench.events.failures {
            guard case .authentication(let words) = failure else {
                Issue.record("\(failure)")
                continue
            }
            let said = user.isEmpty ? "wants a password, and the URL has none: NOAUTH" : "WRONGPASS"
            #expect(words.hasPrefix("the server ") && words.contains(said), "\(words)")
        }
        guard case .failure(.unavailable(.authentication)) = bench.ask("GET", "a") else {
            Issue.record("let in")
            return
        }
        try redis.command(["CONFIG", "SET", "requirepass", user.isEmpty ? "" : "wrong"])
        guard !user.hasPrefix("nobody") else { return }
        bench.notes.wait(for: "ready")
    }

    @Test func `the database is selected, again after each loss`() throws {
        let redis = try PrivateRedis()
        let bench = try Bench("redis://127.0.0.1:\(redis.port)/5")
        defer { bench.stop(redis) }
        bench.connect()
        _ = bench.ask("SET", "where", "five")
        #expect(try redis.command(["-n", "5", "GET", "where"]) == "five")
        #expect(try redis.command(["GET", "where"]) == "")
        try redis.command(["CLIENT", "KILL", "TYPE", "normal"])
        bench.notes.wait(for: "ready", count: 2)
        #expect(bench.ask("GET", "where") == .success(.bytes(Array("five".utf8))))
    }

    @Test func `a database that there is not is told`() throws {
        let redis = try PrivateRedis()
        let bench = try Bench("redis://127.0.0.1:\(redis.port)/9999")
        defer { bench.stop(redis) }
        bench.run { $0.connect() }
        bench.events.waitForFailure("refused: ERR DB index is out of range")
    }

    @Test func `by a Unix socket`() throws {
        let redis = try PrivateRedis(password: "hidden")
        let bench = try Bench("redis+unix://\(redis.socketPath)?db=2&password=hidden")
        defer { bench.stop(redis) }
        bench.connect()
        let answer = bench.ask("CLIENT", "INFO")
        guard case .success(.bytes(let bytes)) = answer else {
            Issue.record("\(answer)")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("addr=\(redis.socketPath):0"))
        #expect(text.contains(" db=2 "))
        #expect(text.contains(" name=test "))
    }

    @Test func `by a host's name, whichever of its addresses listens`() throws {
        let redis = try PrivateRedis()
        let bench = try Bench("redis://localhost:\(redis.port)")
        defer { bench.stop(redis) }
        bench.connect()
        #expect(bench.ask("PING") == .success(.status("PONG")))
    }

    @Test func `by IPv6`() throws {
        let (redis, other) = try Bench.withRedis(["bind ::1 127.0.0.1"])
        defer { other.stop(redis) }
        let bench = try Bench("redis://[::1]:\(redis.port)")
        defer { bench.stop() }
        bench.connect()
        #expect(bench.ask("PING") == .success(.status("PONG")))
    }

    @Test func `a host that there is not`() throws {
        // A label of 64 bytes stands in no name (RFC 1035 §2.3.4): no server is asked for it, which might be silent.
        let host = String(repeating: "a", count: 64) + ".invalid"
        let bench = try Bench("redis://\(host)")
        defer { bench.stop() }
        bench.run { $0.connect() }
        bench.events.waitForFailure("no address for \(host)")
        #expect(bench.ask("PING") == .failure(.unavailable(.unknownHost(host))))
    }

    @Test func `nobody listens: tried for ever, ever more slowly, and then found`() throws {
        let redis = try PrivateRedis()
        redis.kill()
        let bench = try Bench(redis.url)
        defer { bench.stop(redis) }
        bench.run { link in
            link.whenReady { [notes = bench.notes] in notes.add("ready") }
            link.connect()
        }
        let events = bench.events.wait { $0.count >= 4 }
        for (index, event) in events.enumerated() {
            guard case .notConnected(.system("Connection refused"), let delayMs) = event else {
                Issue.record("\(event)")
                continue
            }
            let longest = min(BackOff.maxMs, BackOff.minMs << Int64(index))
            #expect((longest / 2...longest).contains(delayMs))
        }
        try redis.start()
        bench.notes.wait(for: "ready")
    }

    @Test func `a path where nothing is`() throws {
        let bench = try Bench("unix:///tmp/no-such-redis")
        defer { bench.stop() }
        bench.run { $0.connect() }
        bench.events.waitForFailure("No such file or directory")
    }

    @Test func `a server that takes nobody in is given up in time`() throws {
        // A queue of one that is full: the kernel answers no more (listen(2)).
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listening) }
        let port = try FreePort.find()
        try #require(Self.bind(listening, port) && listen(listening, 0) == 0)
        let fillers = (0..<4).map { _ in Self.connecting(to: port) }
        defer { for filler in fillers { close(filler) } }
        var limits = RedisLimits()
        limits.replyMs = 300
        let bench = try Bench("redis://127.0.0.1:\(port)", limits: limits)
        defer { bench.stop() }
        bench.run { $0.connect() }
        bench.events.wait { $0.contains { RedisEvents.failure($0) == .connectTimedOut } }
    }

    @Test func `a server that takes in and says nothing is given up in time`() throws {
        var limits = RedisLimits()
        limits.replyMs = 300
        let (redis, bench) = try Bench.withRedis(limits: limits, connects: false)
        defer { bench.stop(redis) }
        redis.pause()
        bench.run { link in
            link.whenReady { [notes = bench.notes] in notes.add("ready") }
            link.connect()
        }
        bench.events.wait { $0.contains { RedisEvents.failure($0) == .silent } }
        redis.resume()
        bench.notes.wait(for: "ready")
    }

    @Test func `a server with too many clients is asked until it has room`() throws {
        let (redis, other) = try Bench.withRedis()
        defer { other.stop(redis) }
        _ = other.ask("CONFIG", "SET", "maxclients", 1)
        let bench = try Bench(redis.url)
        defer { bench.stop() }
        bench.run { link in
            link.whenReady { [notes = bench.notes] in notes.add("ready") }
            link.connect()
        }
        // Its words, or a reset that overtakes them.
        bench.events.wait { $0.count { RedisEvents.failure($0) != nil } >= 3 }
        #expect(bench.notes.now.isEmpty)
        other.run { $0.shutdown() }
        bench.notes.wait(for: "ready")
    }

    private static func bind(_ handle: Int32, _ port: UInt16) -> Bool {
        withAddress(port) { Glibc.bind(handle, $0, $1) == 0 }
    }

    private static func connecting(to port: UInt16) -> Int32 {
        let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
        let handle = socket(AF_INET, type, 0)
        _ = withAddress(port) { connect(handle, $0, $1) }
        return handle
    }

    private static func withAddress<Result>(
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
