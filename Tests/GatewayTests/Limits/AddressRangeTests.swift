import HTTP
import Testing

@testable import Gateway

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("192.168.1.128/25", "192.168.1.129", true), ("192.168.1.128/25", "192.168.1.127", false),
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
        ("fd00::/8", "fd12:3456::1", true), ("fd00::/8", "fe80::1", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("10.0.0.0/8", "::FFFF:a01:203", true),
        ("::ffff:10.0.0.0/104", "10.1.2.3", true), ("::ffff:10.0.0.0/104", "11.1.2.3", false),
        ("::/0", "::ffff:10.1.2.3", false), ("64:ff9b::/96", "64:ff9b::10.1.2.3", true),
        ("::1", "0:0:0:0:0:0:0:1", true), ("2001:db8::/32", "2001:db8:ffff::", true),
    ])
    func `an address is in a range or not`(range: String, address: String, isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == isIn)
    }

    @Test(arguments: [
        "", "10", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "256.0.0.1", "a.b.c.d",
        "1:2:3", "1:2:3:4:5:6:7:8:9", ":::", "::1::", "12345::", "fd00::/129", "10.0.0.0/",
        "+1.2.3.4", "::+1", "::1.2.3", "::1.2.3.4.5", "1.2.3.4::",
        "::ffff:10.0.0.0/95", "::ffff:10.0.0.0/129", "1:2:3:4::5:6:7:8",
    ])
    func `what is no range is refused`(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::ffff:c000:201", "192.0.2.1"),
        ("[::ffff:192.0.2.1]", "192.0.2.1"), ("[::ffff:c000:201]:443", "192.0.2.1"),
        ("192.0.2.1:1234", "192.0.2.1"), ("\"192.0.2.1:1234\"", "192.0.2.1"),
        ("2001:db8::1", "2001:db8:0:0:0:0:0:1"), ("[2001:DB8::1]", "2001:db8:0:0:0:0:0:1"),
        ("[2001:db8::1]:443", "2001:db8:0:0:0:0:0:1"),
        ("\"[2001:db8::1]:443\"", "2001:db8:0:0:0:0:0:1"),
    ])
    func `a hop is read however it is written`(text: String, address: String) {
        #expect(IPAddress(hop: text)?.description == address)
    }

    @Test(arguments: [
        "", "unknown", "_hidden", "\"", "\"\"", "[", "[]", "[192.0.2.1]", "[::1", "[::1]x", "::1]",
        "a:80",
        "192.0.2.1:80:80", "192.0.2", ":80",
    ])
    func `what names nobody is no hop`(text: String) {
        #expect(IPAddress(hop: text) == nil)
    }

    @Test(
        arguments: [
            (["X-Forwarded-For": "::ffff:198.51.100.7"], "198.51.100.7"),
            (["X-Forwarded-For": "198.51.100.7:1234, 10.0.0.2:80"], "198.51.100.7"),
            (["X-Forwarded-For": "6.6.6.6, nobody, 10.0.0.2"], "10.0.0.2"),
            (["X-Forwarded-For": "6.6.6.6, 198.51.100.7, 10.0.0.2"], "198.51.100.7"),
            (["Forwarded": "for=198.51.100.7;proto=https"], "198.51.100.7"),
            (
                ["Forwarded": "by=a; For=\"[2001:db8::1]:4711\", for=10.0.0.2"],
                "2001:db8:0:0:0:0:0:1"
            ),
            (["Forwarded": "for=unknown"], "10.0.0.1"), (["Forwarded": "proto=https"], "10.0.0.1"),
            (["Forwarded": "for=6.6.6.6", "X-Forwarded-For": "198.51.100.7"], "198.51.100.7"),
        ] as [(Headers, String)]
    )
    func `who is forwarded is whom the last trusted proxy names`(
        _ headers: Headers,
        address: String
    )
        throws
    {
        let trusted = [try #require(AddressRange("10.0.0.0/8"))]
        let peer = "10.0.0.1"
        #expect(Forwarding.origin(of: headers, from: peer, trusting: trusted) == address)
        #expect(Forwarding.origin(of: headers, from: peer, trusting: []) == peer)
    }
}
