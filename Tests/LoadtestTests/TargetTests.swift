import Testing

@testable import LoadTest

struct TargetTests {
    @Test(arguments: [
        "http://127.0.0.1:8080", "https://localhost:8443/", "ws://[::1]:9000/v1/ws?session=x",
        "wss://127.9.8.7", "HTTP://LOCALHOST:1", "http://[::ffff:127.0.0.1]:80",
    ])
    func `this machine is taken`(url: String) throws {
        _ = try Target(url: url)
    }

    @Test(arguments: [
        "http://192.168.0.10:8080", "https://example.org", "http://0.0.0.0:8080", "http://[::]:80",
        "http://128.0.0.1", "http://localhost.example.org", "http://127.0.0.1.example.org:80",
        "http://[2001:db8::1]:80", "http://[::ffff:10.0.0.1]:80", "http://10.0.0.1:80/127.0.0.1",
    ])
    func `another machine is refused`(url: String) {
        #expect {
            try Target(url: url)
        } throws: { error in
            if case Target.Problem.notLoopback = error { true } else { false }
        }
    }

    @Test(arguments: [
        "", "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://127.0.0.1:", "http://[::1",
        "http://127.0.0.1:0", "http://127.0.0.1:99999", "http://user@127.0.0.1:80",
    ])
    func `what is no address is refused`(url: String) {
        #expect(throws: Target.Problem.self) { try Target(url: url) }
    }

    @Test func `TLS goes by the scheme, and ports have their defaults`() throws {
        let plain = try Target(url: "ws://localhost")
        #expect(!plain.isTLS)
        #expect(plain.address.port == 80)
        let secure = try Target(url: "https://localhost")
        #expect(secure.isTLS)
        #expect(secure.address.port == 443)
        #expect(secure.gateway.serverName == "localhost")
    }
}
