/// Base64 with padding (RFC 4648 §4), as far as a handshake needs it.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for sextet in 0..<4 {
                let value = bits >> UInt32(6 * (3 - sextet)) & 0x3F
                text.append(sextet <= group.count ? alphabet[Int(value)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether `text` stands for exactly 16 bytes: 22 digits and two signs of padding.
    static func isSixteenBytes(_ text: String) -> Bool {
        text.utf8.count == 24 && text.utf8.suffix(2).elementsEqual("==".utf8)
            && text.utf8.prefix(22).allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"): true
        default: false
        }
    }
}
