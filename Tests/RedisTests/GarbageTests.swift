import TestSupport
import Testing

@testable import Redis

/// Garbage from a server: the process lives, waiting commands fail, and the link tries again.
@Blocking struct GarbageTests {
    @Test(
        arguments: [
            "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", "\r\n\r\n", "x", "$5\r",
            "*-5\r\n",
            "*2147483648\r\n", "$9223372036854775808\r\n", "$-2\r\n", ":12a\r\n", ":\r\n", "*x\r\n",
            "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
            "+OK\r\n+one too many\r\n", "+OK\r\n*0\r\n", "+OK\r\n$-1\r\n",
            "+OK\r\n-ERR nobody asked\r\n",
            "%1\r\n+a\r\n+b\r\n", ",1.5\r\n", "_\r\n", ">2\r\n+a\r\n+b\r\n",
        ]
    ) func `broken replies`(text: String) throws {
        var limits = RedisLimits()
        limits.replyMs = 300
        let fake = try FakeRedis(answers: text)
        defer { fake.stop() }
        let bench = try Bench(fake.url, limits: limits)
        defer { bench.stop() }
        bench.connect()
        let answer = bench.ask("GET", "a")
        bench.notes.wait(for: "ready", count: 2)
        switch answer {
        case .success(let reply): #expect(reply == .status("OK"))
        case .failure(.lost(.brokenProtocol)), .failure(.lost(.silent)), .failure(.lost(.refused)):
            break
        case .failure: Issue.record("\(answer)")
        }
    }

    @Test func `a length that is not believed`() throws {
        let fake = try FakeRedis(answers: "*2147483647\r\n")
        defer { fake.stop() }
        let bench = try Bench(fake.url)
        defer { bench.stop() }
        bench.connect()
        #expect(bench.ask("GET", "a") == .failure(.lost(.replyTooLarge)))
    }

    @Test(arguments: ["+", ":1", "-ERR ", "*1"])
    func `a line that does not end`(start: String) throws {
        let fake = try FakeRedis { _ in
            Array(start.utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 200_000)
        }
        defer { fake.stop() }
        let bench = try Bench(fake.url)
        defer { bench.stop() }
        bench.connect()
        #expect(bench.ask("GET", "a") == .failure(.lost(.brokenProtocol("a line without end"))))
    }

    @Test func `a reply that begins well and does not end is given up in time`() throws {
        var limits = RedisLimits()
        limits.replyMs = 300
        let fake = try FakeRedis(answers: "*2\r\n$100\r\nhalf of it")
        defer { fake.stop() }
        let bench = try Bench(fake.url, limits: limits)
        defer { bench.stop() }
        bench.connect()
        #expect(bench.ask("GET", "a") == .failure(.lost(.silent)))
    }

    @Test func `garbage instead of a greeting`() throws {
        let fake = try FakeRedis(greeting: "SSH-2.0-OpenSSH_9.2\r\n")
        defer { fake.stop() }
        let bench = try Bench(fake.url)
        defer { bench.stop() }
        bench.run { $0.connect() }
        bench.events.waitForFailure("got \"S\" as reply type byte")
    }

    @Test(
        arguments: [
            "*0\r\n", "+OK\r\n", "*3\r\n:1\r\n:2\r\n:3\r\n", "*1\r\n$1\r\na\r\n", "*-1\r\n",
            "-ERR no\r\n", "*3\r\n$7\r\nmessage\r\n$-1\r\n$-1\r\n", "$999999999999999999999\r\n",
        ]
    ) func `garbage instead of messages`(text: String) throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let fake = try FakeRedis(answers: text)
        defer { fake.stop() }
        let hearing = try Hearing(fake.url, bench)
        defer { hearing.stop() }
        hearing.connect()
        hearing.events.wait { $0.count >= 2 }
        for failure in hearing.events.failures {
            switch failure {
            case .brokenProtocol, .refused: break
            default: Issue.record("\(failure)")
            }
        }
        #expect(hearing.events.now.count == hearing.events.failures.count)
    }
}
