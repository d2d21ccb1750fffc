import Glibc
import HTTP
import OpenSSL
import Synchronization
import TestSupport
import Testing
import Transport

@testable import WebClient

@Suite struct WebClientTests {
    /// Sends what it is told to, and ignores its input.
    private final class Server {
        private final class Script: ConnectionHandler {
            let answer: (Connection, Int) -> Void
            let number: Int
            init(_ number: Int, _ answer: @escaping (Connection, Int) -> Void) {
                (self.number, self.answer) = (number, answer)
            }
            func opened(_ connection: Connection) {}
            func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int
            {
                answer(connection, number)
                return bytes.count
            }
            func overflowed(_ connection: Connection) {}
            func drained(_ connection: Connection) {}
            func closed(_ connection: Connection, _ reason: CloseReason) {}
        }

        let loop = EventLoop(label: "server")
        private let listener: Listener
        let connections: Counter

        final class Counter: Sendable { let count = Atomic<Int>(0) }

        /// - Parameter answer: given the connection and its number, from 1.
        init(
            tls: TLSContext? = nil,
            _ answer: @escaping @Sendable (Connection, Int) -> Void
        ) throws {
            let counter = Counter()
            connections = counter
            let loopback = try #require(SocketAddress("127.0.0.1:0"))
            listener = try Listener(loopback, tls: tls, loops: [loop]) { _ in
                let number = counter.count.add(1, ordering: .relaxed).newValue
                return Script(number, answer)
            }
        }

        deinit { loop.shutdown() }

        var port: UInt16 { listener.address.port }
        var connectionCount: Int { connections.count.load(ordering: .relaxed) }
    }

    /// A client on a loop of its own.
    private final class Caller: @unchecked Sendable {
        let loop = EventLoop(label: "client")
        private let client: WebClient

        init(_ origin: WebOrigin, tls: TLSContext? = nil) {
            client = WebClient(origin, on: loop, tls: tls)
        }

        convenience init(_ server: Server) {
            self.init(WebOrigin(isTLS: false, host: "127.0.0.1", port: server.port))
        }

        deinit { loop.shutdown() }

        func get(
            _ path: String = "/",
            withinMs: Int64 = 20_000
        ) async -> Result<Response, WebError> {
            await withCheckedContinuation { done in
                loop.execute {
                    self.client.make(WebCall(.get, path), withinMs: withinMs) {
                        done.resume(returning: $0)
                    }
                }
            }
        }
    }

    private static func say(_ text: String, then close: Bool = false)
        -> @Sendable (Connection, Int) -> Void
    {
        { connection, _ in
            connection.send(OutboundBytes(Array(text.utf8)))
            if close { connection.close() }
        }
    }

    @Test func `calls go one after the other over one connection`() async throws {
        let server = try Server(Self.say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        let caller = Caller(server)
        for _ in 1...3 { #expect(try await caller.get().get().body == Array("ok".utf8)) }
        #expect(server.connectionCount == 1)
    }

    @Test func `an answer comes in chunks, and ends the connection where it says so`()
        async throws
    {
        let text =
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
            + "Connection: close\r\n\r\n2\r\nok\r\n0\r\n\r\n"
        let server = try Server(Self.say(text))
        let caller = Caller(server)
        for _ in 1...2 { #expect(try await caller.get().get().body == Array("ok".utf8)) }
        #expect(server.connectionCount == 2)
    }

    @Test func `what stands behind an answer is never taken for the next one`() async throws {
        let good = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let evil = "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"
        let server = try Server(Self.say(good + evil))
        let caller = Caller(server)
        for number in 1...2 {
            #expect(try await caller.get().get().status == .ok)
            #expect(server.connectionCount == number)
        }
    }

    @Test func `what is no answer fails by its flaw`() async throws {
        for (text, flaw) in [
            ("nonsense\r\n\r\n", ResponseError.statusLineMalformed),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                .framingMalformed
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n", .bodyTooLarge),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .chunkMalformed),
        ] {
            let server = try Server(Self.say(text))
            #expect(await Caller(server).get().failure == .notHTTP(flaw), "\(text)")
        }
    }

    @Test func `an answer that is cut is none, and is not asked for again`() async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"
        let server = try Server(Self.say(text, then: true))
        #expect(await Caller(server).get().failure == .unreachable(.peer))
        #expect(server.connectionCount == 1)
    }

    /// A fresh one may have taken the call, and a call may be one that must not be made twice.
    @Test func `a kept connection that ends without a word is replaced once, a fresh one never`()
        async throws
    {
        let dumb = try Server { connection, _ in connection.abort() }
        #expect(await Caller(dumb).get().failure == .unreachable(.peer))
        #expect(dumb.connectionCount == 1)
        let calls = Server.Counter()
        let late = try Server { connection, number in
            if calls.count.add(1, ordering: .relaxed).newValue == 2 { return connection.abort() }
            Self.say("HTTP/1.1 204 No\r\n\r\n")(connection, number)
        }
        let caller = Caller(late)
        for _ in 1...2 { #expect(try await caller.get().get().status == .noContent) }
        #expect(late.connectionCount == 2 && calls.count.load(ordering: .relaxed) == 3)
    }

    @Test func `a server that says nothing is waited for so long, and the next call goes on`()
        async throws
    {
        let late = Server.Counter()
        let server = try Server { connection, number in
            guard late.count.load(ordering: .relaxed) > 0 else { return }
            Self.say("HTTP/1.1 204 No\r\n\r\n")(connection, number)
        }
        let caller = Caller(server)
        #expect(await caller.get(withinMs: 50).failure == .late)
        // Not by its number: a call may be late before its connection is accepted.
        late.count.add(1, ordering: .relaxed)
        #expect(try await caller.get().get().status == .noContent)
    }

    @Test func `who is nowhere can't be reached`() async throws {
        let port = try FreePort.find()
        let closed = Caller(WebOrigin(isTLS: false, host: "127.0.0.1", port: port))
        #expect(
            await closed.get().failure
                == .unreachable(.failed(.system(errno: ECONNREFUSED)))
        )
        // A label of 64 bytes stands in no name (RFC 1035 §2.3.4): no server is asked for it, which might be silent.
        let host = String(repeating: "a", count: 64) + ".invalid"
        let unknown = Caller(WebOrigin(isTLS: false, host: host, port: port))
        #expect(await unknown.get().failure == .unknownHost(host))
    }

    @Test func `over TLS a server needs a certificate that is vouched for`() async throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let server = try Server(
            tls: try .server(
                certificateFile: certificate.certificateFile,
                keyFile: certificate.keyFile
            ),
            Self.say("HTTP/1.1 204 No\r\n\r\n")
        )
        let trust = try TLSContext.client(.authorities(file: certificate.certificateFile))
        let origin = WebOrigin(isTLS: true, host: "localhost", port: server.port)
        #expect(try await Caller(origin, tls: trust).get().get().status == .noContent)
        // The system's authorities do not know it.
        let strange = try await Caller(origin, tls: .client(.system)).get().failure
        guard case .unreachable(.failed(.tls)) = strange else {
            Issue.record("\(String(describing: strange))")
            return
        }
    }

    @Test func `an origin is read from its authority`() {
        for (text, authority) in [
            ("Host.example", "Host.example"), ("host:80", "host"), ("host:81", "host:81"),
            ("[::1]", "[::1]"), ("[::1]:8080", "[::1]:8080"), ("10.0.0.1:443", "10.0.0.1:443"),
        ] {
            #expect(WebOrigin(isTLS: false, authority: text)?.authority == authority)
        }
        for text in [
            "", ":80", "host:", "host:0", "host:65536", "host:+1", "a b", "[::1", "[::1]x", "[]",
            "[host]", "user@host", "host\r\n", "å", String(repeating: "a", count: 254),
        ] {
            #expect(WebOrigin(isTLS: false, authority: text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        ("localhost", true), ("nas", true), ("NAS.local", true), ("nas.home", true),
        ("nas.lan", true), ("nas.home.arpa", true), ("host.docker.internal", true),
        ("192.168.1.2:81", true), ("[fd00::1]:81", true), ("[::ffff:127.0.0.1]", true),
        ("catalogue.example", false), ("local.example", false), ("nas.lan.", false),
        ("1.1.1.1", false), ("134744072", false), ("0x8080808", false), ("8.8.8", false),
        ("notlan", true), ("not-lan.com", false), ("[2606:4700::1111]", false),
        ("[64:ff9b::a00:1]", false),
    ])
    func `a server is at home by its name or number alone`(_ text: String, _ isAtHome: Bool) throws
    {
        #expect(try #require(WebOrigin(isTLS: false, authority: text)).isAtHome == isAtHome)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
