/// FNV-1a over 64 bits: tells one text from another, and withstands nobody.
///
/// Source: RFC 9923, or http://www.isthe.com/chongo/tech/comp/fnv/.
public struct FNV1a {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    public mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            value ^= UInt64(byte)
            value &*= 0x0000_0100_0000_01b3
        }
    }

    public init() {}

    /// A value with an end of its own, so that `ab`, `c` differs from `a`, `bc`.
    public mutating func combine(_ value: SQLValue) {
        switch value {
        case .text(let text): combine(text.utf8)
        case .utf8(let bytes): combine(bytes)
        case .integer(let number): combine("\(number)".utf8)
        case .real(let number): combine("\(number)".utf8)
        case .null: break
        }
        combine(CollectionOfOne(0))
    }

    /// 16 digits.
    public var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
