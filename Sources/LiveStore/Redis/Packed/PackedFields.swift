import Protocol

/// Reads the numbers and words at the front of packed bytes; believes nothing.
struct PackedFields {
    /// Of 2^53 - 1, the largest number that a script of Redis can hold.
    private static let maxDigits = 16

    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// A whole number from 0 to `ServerTime.maxMs`, and the byte behind it.
    mutating func number(endedBy end: UInt8 = UInt8(ascii: " ")) -> Int64? {
        let digits = rest.prefix(Self.maxDigits + 1).prefix { $0 != end }
        guard !digits.isEmpty, digits.count <= Self.maxDigits, digits.endIndex < bytes.count else {
            return nil
        }
        guard let value = Int64(digits: digits) else { return nil }
        position = digits.endIndex + 1
        return value
    }

    /// Reads this many bytes of UTF-8.
    mutating func text(_ count: Int64) -> String? {
        guard count <= Int64(rest.count) else { return nil }
        let text = String(validating: rest.prefix(Int(count)), as: UTF8.self)
        position += Int(count)
        return text
    }
}

extension Int64 {
    /// Nil unless all are digits and the number is within what a script of Redis can hold.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        var value: Int64 = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int64(digit)
        }
        guard value <= ServerTime.maxMs else { return nil }
        self = value
    }
}

extension [UInt8] {
    mutating func append(number: Int64, _ end: UInt8) {
        append(contentsOf: String(number).utf8)
        append(end)
    }
}
