/// Base64 with padding (RFC 4648 §4), as far as a handshake needs it.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    static func encode(_ bytes: [UInt8]) -> String {
        let length = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { text in
            for (group, start) in stride(from: 0, to: bytes.count, by: 3).enumerated() {
                let count = min(3, bytes.count - start)
                var bits: UInt32 = 0
                for index in start..<start + 3 {
                    bits = bits << 8 | (index < bytes.count ? UInt32(bytes[index]) : 0)
                }
                for sextet in 0..<4 {
                    let value = bits >> UInt32(6 * (3 - sextet)) & 0x3F
                    text[4 * group + sextet] =
                        sextet <= count ? alphabet[Int(value)] : UInt8(ascii: "=")
                }
            }
            return length
        }
    }

    /// True when `text` stands for exactly 16 bytes: 22 digits and two signs of padding.
    static func isSixteenBytes(_ text: String) -> Bool {
        guard text.utf8.count == 24 else { return false }
        var digits = 0
        for byte in text.utf8 {
            guard digits < 22 ? isDigit(byte) : byte == UInt8(ascii: "=") else { return false }
            digits += 1
        }
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"): true
        default: false
        }
    }
}
