import Protocol
import Testing

/// RFC 8259 §7 and §8.
struct JSONReaderStringTests {
    @Test(arguments: [
        (#""""#, ""), (#""plain""#, "plain"), (#""\"""#, "\""), (#""\\""#, "\\"), (#""\/""#, "/"),
        (#""/""#, "/"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""a\nb""#, "a\nb"),
        (#""\u0041""#, "A"), (#""\u0000""#, "\u{0}"), (#""\u001F""#, "\u{1F}"),
        (#""\u00e5\u00E5""#, "åå"), (#""\u20AC""#, "€"), (#""\uFFFF""#, "\u{FFFF}"),
        (#""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"), (#""\ud83d\ude00""#, "😀"),
        (#""\uD83D\uDE00""#, "😀"), (#""\uD800\uDC00""#, "\u{10000}"),
        (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""x\ud83d\ude00y\u0041z""#, "x😀yAz"),
        (#""\\u0041""#, "\\u0041"), (#""\\\"""#, "\\\""), (#""å€😀""#, "å€😀"),
        (#""å\n€\u0041😀""#, "å\n€A😀"), ("\"\u{7F}\"", "\u{7F}"),
        ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), (#""e\u0301""#, "e\u{301}"),
    ])
    func `a string means its characters`(text: String, string: String) throws {
        let read = try JSONValue(text: text).string
        #expect(read.map { Array($0.utf8) } == Array(string.utf8))
        #expect(try JSONValue(text: "{\(text):0}").object?.members.first?.key == string)
    }

    @Test(arguments: [
        #"\a"#, #"\0"#, #"\'"#, #"\x41"#, #"\U0041"#, #"\ "#, #"\N"#, "\\\n", "\\\u{0}", "\\å",
    ])
    func `no other letter may be escaped`(string: String) {
        #expect(problem("\"\(string)\"") == .badEscape)
    }

    @Test(arguments: [
        #"\u"#, #"\u0"#, #"\u00"#, #"\u004"#, #"\uXYZW"#, #"\u00g0"#, #"\u 041"#, #"\u+041"#,
        #"\u-041"#, #"\u{41}"#, #"\u004G"#, #"\u００41"#,
    ])
    func `four hexadecimal digits follow a u`(string: String) {
        #expect(problem("\"\(string)\"") == .badEscape)
        #expect(problem("\"\(string)\", \"more\"") == .badEscape)
    }

    @Test(arguments: [
        #"\ud800"#, #"\uDBFF"#, #"\udc00"#, #"\uDFFF"#, #"\ude00\ud83d"#, #"\ud83d\ud83d"#,
        #"\ud83dx"#, #"\ud83d\n"#, #"\ud83d\u0041"#, #"\ud83d\\ude00"#, #"\ud83d \ude00"#,
        #"\ud83d\ude00\ud83d"#, #"\ud83d\ude00\ude00"#, #"\ud83d\u"#, #"\ud83d\ude0"#,
        #"\ud83d\uE000"#,
    ])
    func `a surrogate alone is no character`(string: String) {
        #expect(problem("\"\(string)\"") == .badEscape)
    }

    @Test(arguments: 0..<0x20 as Range<UInt8>)
    func `a control character must be escaped`(byte: UInt8) {
        let quote = UInt8(ascii: "\"")
        #expect(error(in: [quote, byte, quote])?.problem == .unexpectedByte)
        #expect(error(in: [quote, byte, quote])?.offset == 1)
        let afterEscape = Array(#""\n"#.utf8) + [byte, quote]
        #expect(error(in: afterEscape)?.problem == .unexpectedByte)
        let digits = String(byte, radix: 16)
        let escaped = "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
        #expect(problem(escaped) == nil)
    }

    static let notUTF8: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE2, 0x82],
        [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
        [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xF0, 0x9F, 0x98], [0xF0, 0x80, 0x80, 0x80],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        [0xF8, 0x88, 0x80, 0x80, 0x80],
    ]

    @Test(arguments: notUTF8)
    func `a string that is no UTF-8 is refused`(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(error(in: [quote] + bytes + [quote])?.problem == .badUTF8)
        #expect(error(in: Array(#""\n"#.utf8) + bytes + [quote])?.problem == .badUTF8)
        #expect(error(in: [quote] + bytes + Array(#"\n""#.utf8))?.problem == .badUTF8)
        let asKey = [UInt8(ascii: "{"), quote] + bytes + Array("\":0}".utf8)
        #expect(error(in: asKey)?.problem == .badUTF8)
    }

    @Test(arguments: notUTF8)
    func `bytes outside strings are refused, UTF-8 or not`(bytes: [UInt8]) {
        #expect(error(in: bytes)?.problem == .unexpectedByte)
        #expect(error(in: Array("[1".utf8) + bytes)?.problem == .unexpectedByte)
        #expect(error(in: Array("1 ".utf8) + bytes)?.problem == .trailingBytes)
    }

    @Test func `two halves of a character do not meet across an escape`() {
        let bytes = [UInt8(ascii: "\""), 0xC3] + Array(#"\u00A5""#.utf8)
        #expect(error(in: bytes)?.problem == .badUTF8)
    }
}
