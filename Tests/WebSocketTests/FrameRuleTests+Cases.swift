import WebSocket

extension FrameRuleTests {
    static let long = [UInt8](repeating: 0x61, count: 126)

    static let cases: [Case] = [
        Case("a text", [Frame(first: 0x81, payload: [0x48, 0x69])], [.text("Hi")]),
        Case("an empty text", [Frame(first: 0x81)], [.text([])]),
        Case("a binary", [Frame(first: 0x82, payload: [0, 255])], [.binary([0, 255])]),
        Case(
            "125 bytes",
            [Frame(first: 0x82, payload: Array(long.dropLast()))],
            [.binary(long.dropLast())]
        ),
        Case("126 bytes", [Frame(first: 0x82, payload: long)], [.binary(long)]),
        Case(
            "two fragments",
            [Frame(first: 0x01, payload: [0x48]), Frame(first: 0x80, payload: [0x69])],
            [.text("Hi")]
        ),
        Case(
            "empty fragments",
            [Frame(first: 0x02), Frame(first: 0x00), Frame(first: 0x80)],
            [.binary([])]
        ),
        Case(
            "a ping between fragments",
            [
                Frame(first: 0x01, payload: [0x48]), Frame(first: 0x89, payload: [1]),
                Frame(first: 0x80, payload: [0x69]),
            ],
            [.ping([1]), .text("Hi")]
        ),
        Case(
            "a character cut by fragments",
            [Frame(first: 0x01, payload: [0xC3]), Frame(first: 0x80, payload: [0xA5])],
            [.text("å")]
        ),
        Case("a pong that nobody asked for", [Frame(first: 0x8A, payload: [7])], [.pong([7])]),
        Case("an empty close", [Frame(first: 0x88)], [.close(nil, [])]),
        Case("a close with code", [Frame(first: 0x88, payload: [0x03, 0xE8])], [.close(1000, [])]),
        Case(
            "a close with reason",
            [Frame(first: 0x88, payload: [0x0F, 0xA0, 0xC3, 0xA5])],
            [.close(4000, [0xC3, 0xA5])]
        ),
        Case(
            "nothing after a close",
            [Frame(first: 0x88), Frame(first: 0x81, payload: [0x48]), Frame(first: 0xFF)],
            [.close(nil, [])]
        ),
        Case(
            "a close between fragments",
            [Frame(first: 0x01, payload: [0x48]), Frame(first: 0x88)],
            [.close(nil, [])]
        ),
        Case("RSV1", Frame(first: 0xC1), .reservedBits),
        Case("RSV2", Frame(first: 0xA1), .reservedBits),
        Case("RSV3", Frame(first: 0x91), .reservedBits),
        Case("RSV1 on a ping", Frame(first: 0xC9), .reservedBits),
        Case(
            "16 bits for 125",
            Frame(first: 0x82, lengthBits: 16, claimed: 125),
            .lengthNotMinimal
        ),
        Case("16 bits for 0", Frame(first: 0x82, lengthBits: 16), .lengthNotMinimal),
        Case(
            "64 bits for 65535",
            Frame(first: 0x82, lengthBits: 64, claimed: 65_535),
            .lengthNotMinimal
        ),
        Case("64 bits for 0", Frame(first: 0x82, lengthBits: 64), .lengthNotMinimal),
        Case("a top bit", Frame(first: 0x82, claimed: 1 << 63), .lengthNegative),
        Case("all bits", Frame(first: 0x82, claimed: .max), .lengthNegative),
        Case("2^62 bytes", Frame(first: 0x82, claimed: 1 << 62), .messageTooBig),
        Case("a ping fragment", Frame(first: 0x09), .controlFragmented),
        Case("a pong fragment", Frame(first: 0x0A), .controlFragmented),
        Case("a close fragment", Frame(first: 0x08), .controlFragmented),
        Case("a ping of 126", Frame(first: 0x89, payload: long), .controlTooLong),
        Case("a close of 126", Frame(first: 0x88, payload: long), .controlTooLong),
        Case("a ping of 2^40", Frame(first: 0x89, claimed: 1 << 40), .controlTooLong),
        Case("a continuation of nothing", Frame(first: 0x00), .continuationWithoutMessage),
        Case("a last continuation of nothing", Frame(first: 0x80), .continuationWithoutMessage),
        Case(
            "a continuation after a whole message",
            [Frame(first: 0x01), Frame(first: 0x80), Frame(first: 0x80)],
            [.text([]), .violation(.continuationWithoutMessage)]
        ),
        Case(
            "a text inside a binary",
            [Frame(first: 0x02), Frame(first: 0x81)],
            [.violation(.messageInterrupted)]
        ),
        Case("a byte that is not UTF-8", Frame(first: 0x81, payload: [0x41, 0xFF]), .invalidUTF8),
        Case("a surrogate", Frame(first: 0x81, payload: [0xED, 0xA0, 0x80]), .invalidUTF8),
        Case("an overlong slash", Frame(first: 0x81, payload: [0xC0, 0xAF]), .invalidUTF8),
        Case(
            "above U+10FFFF",
            Frame(first: 0x81, payload: [0xF4, 0x90, 0x80, 0x80]),
            .invalidUTF8
        ),
        Case("half a character", Frame(first: 0x81, payload: [0xE2, 0x82]), .invalidUTF8),
        Case(
            "half a character, then the end",
            [Frame(first: 0x01, payload: [0xE2, 0x82]), Frame(first: 0x80)],
            [.violation(.invalidUTF8)]
        ),
        Case(
            "a bad text fails at its first fragment",
            Frame(first: 0x01, payload: [0xFF]),
            .invalidUTF8
        ),
        Case("a close of one byte", Frame(first: 0x88, payload: [3]), .closePayloadTooShort),
        Case(
            "a close reason that is not UTF-8",
            Frame(first: 0x88, payload: [3, 0xE8, 0xFF]),
            .invalidUTF8
        ),
    ]
}
