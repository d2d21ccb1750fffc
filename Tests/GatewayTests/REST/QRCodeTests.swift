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

    @Test func `the terminal shows as many columns as there are modules`() throws {
        let code = try #require(QRCode("HELLO"))
        let lines = code.terminal.split(separator: "\n")
        #expect(lines.count == (21 + 4 + 1) / 2)
        let modules = lines[0].filter { !$0.isASCII || $0 == " " }
        #expect(modules.count == 25)
    }

    @Test func `a text that is too long has no code`() {
        #expect(QRCode(String(repeating: "x", count: 5_000)) == nil)
    }
}
