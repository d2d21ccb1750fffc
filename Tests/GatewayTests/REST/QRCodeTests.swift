import Testing

@testable import Gateway

@Suite struct QRCodeTests {
    @Test func `a code has the size that its text needs`() throws {
        // 21 modules is version 1, the smallest; each version has four more (ISO/IEC 18004).
        #expect(try #require(QRCode("HELLO")).width == 21)
        let long = try #require(QRCode(String(repeating: "x", count: 500)))
        #expect((long.width - 21) % 4 == 0)
        #expect(long.width > 61)
    }

    @Test func `the picture holds the three corners`() throws {
        let code = try #require(QRCode("https://play.example/join"))
        // The upper left finder pattern begins with a run of seven dark modules.
        #expect(code.svg.contains("M4 4h7v1h-7z"))
        #expect(code.svg.contains("M\(4 + code.width - 7) 4h7v1h-7z"))
        #expect(code.svg.contains("M4 \(4 + code.width - 1)h7v1h-7z"))
    }

    @Test func `a household's links are coarse, with as much correction as fits`() throws {
        let join = "http://192.168.100.200:8080/join/0123456789abcdef?t=0123456789abc"
        let host = "http://192.168.100.200:8080/host#s=0123456789abcdef&h=0123456789abcdef"
        for link in [join, host] {
            #expect(try #require(QRCode(link)).width == 33, "\(link)")
        }
        // Version 4 takes 34 bytes with the highest correction (ISO/IEC 18004, table 7): a code of the
        // same width that differs from the one of the lowest.
        #expect(try #require(QRCode(String(repeating: "x", count: 34))).width == 33)
        #expect(try #require(QRCode(String(repeating: "x", count: 78))).width == 33)
        #expect(try #require(QRCode(String(repeating: "x", count: 79))).width == 37)
    }

    @Test func `a terminal shows codes side by side, each line as wide as all`() throws {
        let (small, large) = (try #require(QRCode("HELLO")), try #require(QRCode("a longer text")))
        let text = QRCode.terminal([("One", small), ("Another", large)])
        let plain = text.replacing("\u{1B}[30;47m", with: "").replacing("\u{1B}[0m", with: "")
        let lines = plain.split(separator: "\n")
        let widest = max(small.width, large.width) + 4
        #expect(lines.count == 1 + (widest + 1) / 2)
        #expect(lines.allSatisfy { $0.count == small.width + 4 + 2 + large.width + 4 })
        #expect(lines[0].hasPrefix("One ") && lines[0].contains("Another"))
    }

    @Test func `a text that is too long has no code`() {
        #expect(QRCode(String(repeating: "x", count: 5_000)) == nil)
    }
}
