import Testing

@testable import Gateway

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("192.168.1.128/25", "192.168.1.129", true), ("192.168.1.128/25", "192.168.1.127", false),
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
        ("fd00::/8", "fd12:3456::1", true), ("fd00::/8", "fe80::1", false),
        ("::1", "0:0:0:0:0:0:0:1", true), ("2001:db8::/32", "2001:db8:ffff::", true),
    ])
    func `an address is in a range or not`(range: String, address: String, isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == isIn)
    }

    @Test(arguments: [
        "", "10", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "256.0.0.1", "a.b.c.d",
        "1:2:3", "1:2:3:4:5:6:7:8:9", ":::", "::1::", "12345::", "fd00::/129", "10.0.0.0/",
    ])
    func `what is no range is refused`(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
