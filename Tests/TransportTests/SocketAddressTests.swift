import Testing

@testable import Transport

struct SocketAddressTests {
    @Test(arguments: ["127.0.0.1:8080", "0.0.0.0:0", "[::1]:65535", "[2001:db8::7]:443"])
    func `is written as it is read`(text: String) {
        #expect(SocketAddress(text)?.description == text)
    }

    @Test(arguments: [
        "", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
        "localhost:80", "::1:80", "[::1]", "[::1:80", "[127.0.0.1]:80", "1.2.3:4", "[]:1",
    ])
    func `what is no address is none`(text: String) {
        #expect(SocketAddress(text) == nil)
    }

    @Test func `an IPv4 peer of an IPv6 socket counts as what it is`() {
        #expect(SocketAddress("[::ffff:10.1.2.3]:9") == SocketAddress("10.1.2.3:9"))
        #expect(SocketAddress("[::ffff:10.1.2.3]:9")?.ip == "10.1.2.3")
    }

    @Test func `another port leaves the address`() {
        #expect(SocketAddress("[::1]:0")?.with(port: 80).description == "[::1]:80")
    }
}
