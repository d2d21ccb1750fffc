import Foundation
import Glibc
import TestSupport
import Testing
import Transport

@testable import Redis

@Blocking struct LeakTests {
    @Test func `shutdown lets go of everything, whatever was going on`() throws {
        let redis = try PrivateRedis()
        defer { redis.kill() }
        let nobody = "redis://127.0.0.1:\(try FreePort.find())"
        for url in [
            redis.url, nobody, "redis://localhost:\(redis.port)",
            "redis+sentinel://\(redis.url.dropFirst(8))/m",
        ] {
            // At once, while it connects, and when it is ready or has failed.
            for delayMs in [0, 1, 5, 300] as [UInt32] {
                let left = try Self.use(url, forMs: delayMs)
                for _ in 0..<2_000 where !left.areGone { usleep(5_000) }
                #expect(left.areGone, "\(url) after \(delayMs) ms")
            }
        }
    }

    @Test func `a loop that ends first harms nothing, and its link goes with the last reference`()
        throws
    {
        let redis = try PrivateRedis()
        defer { redis.kill() }
        do {
            let bench = try Bench(redis.url)
            bench.connect()
            #expect(try Self.connections(to: redis) == 2)
            bench.run { $0.send(["BLPOP", "none", 0]) { _ in } }
            bench.loop.shutdown()
        }
        for _ in 0..<100 where try Self.connections(to: redis) > 1 { usleep(20_000) }
        #expect(try Self.connections(to: redis) == 1)
    }

    /// Objects that must be gone soon.
    private final class Left {
        weak var link: RedisLink?
        weak var subscription: RedisSubscription?
        weak var clock: RedisClock?
        weak var loop: EventLoop?

        var areGone: Bool { link == nil && subscription == nil && clock == nil && loop == nil }
    }

    private static func use(_ text: String, forMs delayMs: UInt32) throws -> Left {
        let left = Left()
        let url = try RedisURL(text)
        let loop = EventLoop(label: "leak")
        let all = loop.run {
            let link = RedisLink(url, name: "leak", loop: loop) { _ in }
            let clock = RedisClock(link) { _ in }
            let subscription = RedisSubscription(url, name: "leak", link: link) { _ in }
            link.connect()
            clock.start()
            subscription.connect()
            try? subscription.subscribe("a") { _ in }
            link.send(["BLPOP", "none", 0]) { _ in }
            return Handed((link, clock, subscription))
        }
        (left.link, left.clock, left.subscription) = all.value
        left.loop = loop
        usleep(delayMs * 1_000)
        loop.run {
            all.value.2.shutdown()
            all.value.1.shutdown()
            all.value.0.shutdown()
            all.value.0.send(["PING"]) { _ in }
        }
        loop.shutdown()
        return left
    }

    /// One of them is the query's own.
    private static func connections(to redis: PrivateRedis) throws -> Int {
        try redis.command(["CLIENT", "LIST"]).split(whereSeparator: \.isNewline).count
    }

    @Test func `a thousand lost connections leave no descriptor behind`() throws {
        let fake = try FakeRedis(answers: "x")
        defer { fake.stop() }
        let url = try RedisURL(fake.url)
        let loop = EventLoop(label: "leak")
        defer { loop.shutdown() }
        let ended = Happened<RedisFailure>()
        for _ in 0..<20 {
            let before = ended.now.count
            loop.run {
                for _ in 0..<50 { Self.loseOne(url, loop) { ended.add($0) } }
            }
            ended.wait { $0.count == before + 50 }
        }
        #expect(ended.now.allSatisfy { if case .brokenProtocol = $0 { true } else { false } })
        for _ in 0..<2_000 where Self.sockets(of: fake) > 0 { usleep(5_000) }
        #expect(Self.sockets(of: fake) == 0)
    }

    nonisolated private static func loseOne(
        _ url: RedisURL,
        _ loop: EventLoop,
        _ ended: @escaping (RedisFailure) -> Void
    ) {
        guard case .server(.tcp(let host, let port)) = url.place,
            let pipeline = try? RedisPipeline(
                .tcp(ip: host, port: port),
                loop: loop,
                limits: RedisLimits()
            )
        else { return ended(.notConnected) }
        pipeline.ended = { [pipeline] failure in
            ended(failure)
            pipeline.ended = { _ in }
        }
        pipeline.send(["GET", "a"]) { _ in }
    }

    /// Sockets of this process that are connected to the fake's port (proc(5), /proc/net/tcp).
    private static func sockets(of fake: FakeRedis) -> Int {
        guard let port = UInt16(fake.url.split(separator: ":").last ?? "") else { return -1 }
        let wanted = "0100007F:" + String(format: "%04X", port)
        let table = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
        // Those that are closed wait in TIME_WAIT (06), without a descriptor.
        return table.split(separator: "\n").count { line in
            let columns = line.split(separator: " ")
            return columns.count > 3 && columns[2] == wanted && columns[3] != "06"
        }
    }

    @Test func `private servers are gone when their process dies, whoever it has started since`()
        async throws
    {
        let result = await #expect(
            processExitsWith: .signal(SIGKILL),
            observing: [\.standardOutputContent]
        ) {
            let servers = [try PrivateRedis(), try PrivateRedis()]
            // A child that lives on gets descriptors that are not meant for it.
            var child = pid_t()
            let words: [String] = ["sh", "-c", "exec sleep 30 >/dev/null 2>&1"]
            var pointers = words.map { strdup($0) }
            pointers.append(nil)
            #expect(posix_spawn(&child, "/bin/sh", nil, nil, pointers, environ) == 0)
            print("\nchild \(child)")
            for server in servers {
                print("\nserver \(server.processID ?? 0) \(server.folder.path)")
            }
            fflush(nil)
            kill(getpid(), SIGKILL)
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        let lines = output.split(separator: "\n").map { $0.split(separator: " ") }
        let child = try #require(lines.first { $0.first == "child" }.flatMap { pid_t($0[1]) })
        defer { kill(child, SIGKILL) }
        let servers = lines.filter { $0.first == "server" }
        #expect(servers.count == 2)
        for words in servers {
            let id = try #require(pid_t(words[1]))
            for _ in 0..<1_000 where kill(id, 0) == 0 { usleep(5_000) }
            #expect(kill(id, 0) != 0)
            for _ in 0..<1_000 where access(String(words[2]), F_OK) == 0 { usleep(5_000) }
            #expect(access(String(words[2]), F_OK) != 0)
        }
    }
}
