import Dispatch
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

    @Test(arguments: [
        "1.1.1.1", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1",
        "198.17.0.1", "223.255.255.255", "[2606:4700::1111]", "[2a00:1450::1]",
    ])
    func `an address of the internet is public`(_ text: String) throws {
        #expect(try #require(SocketAddress(text + ":443")).isPublic)
    }

    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.0.1", "127.0.0.1", "169.254.169.254",
        "172.16.0.1", "172.31.0.1", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1",
        "198.18.0.1", "198.19.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "255.255.255.255",
        "[::]", "[::1]", "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "[fc00::1]", "[fd00::1]",
        "[fe80::1]", "[ff02::1]", "[2001::1]", "[2001:db8::1]", "[2002:a00:1::]",
    ])
    func `an address of somebody's own network is not public`(_ text: String) throws {
        #expect(try !#require(SocketAddress(text + ":443")).isPublic)
    }

    @Test func `names that nobody answers for hold so many threads and no more`() async {
        let loop = EventLoop(label: "names")
        defer { loop.shutdown() }
        let gate = DispatchSemaphore(value: 0)
        let lookup = HostLookup(atATime: 2) { name in
            if name == "silent" { gate.wait() }
            return [name]
        }
        @Sendable func numbers(of name: String) async -> [String] {
            await withCheckedContinuation { found in
                loop.execute { lookup.find(name, on: loop) { found.resume(returning: $0) } }
            }
        }
        async let one = numbers(of: "silent")
        async let other = numbers(of: "silent")
        // They are under way once another is refused.
        while await numbers(of: "quick") != [] {}
        #expect(await numbers(of: "quick") == [])
        for _ in 0..<2 { gate.signal() }
        #expect(await [one, other] == [["silent"], ["silent"]])
        #expect(await numbers(of: "quick") == ["quick"])
    }

    @Test(arguments: [
        ("10.1.2.3", true), ("127.0.0.1", true), ("127.255.0.1", true), ("169.254.1.1", true),
        ("172.16.0.1", true), ("172.31.255.1", true), ("192.168.0.1", true), ("[::1]", true),
        ("[fc00::1]", true), ("[fd12::1]", true), ("[fe80::1]", true), ("[febf::1]", true),
        ("[::ffff:10.0.0.1]", true), ("[::ffff:1.1.1.1]", false), ("[::]", false),
        ("[::2]", false), ("[fec0::1]", false), ("[fe00::1]", false), ("1.1.1.1", false),
        ("9.255.255.255", false), ("11.0.0.1", false), ("126.0.0.1", false), ("128.0.0.1", false),
        ("100.64.0.1", false), ("172.15.0.1", false), ("172.32.0.1", false),
        ("192.167.0.1", false), ("192.169.0.1", false), ("169.253.0.1", false),
        ("[2606:4700::1111]", false), ("[64:ff9b::a00:1]", false), ("[2002:a00:1::]", false),
        ("[2001::1]", false), ("[100::1]", false),
    ])
    func `an address is private where nothing leads from it to the internet`(
        _ text: String,
        _ isPrivate: Bool
    ) throws {
        #expect(try #require(SocketAddress(text + ":80")).isPrivate == isPrivate)
    }
}
