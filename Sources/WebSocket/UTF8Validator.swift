/// Checks UTF-8 as it arrives, in pieces cut anywhere, and fails at the first byte that cannot belong
/// to any valid text (RFC 3629 §4; RFC 6455 §8.1).
public struct UTF8Validator: Sendable {
    /// Continuation bytes still to come for the current character.
    private var expected: UInt8 = 0
    /// Bounds of the next continuation byte: narrower than 80…BF after E0, ED, F0 and F4, which
    /// keeps out overlong forms, surrogates and everything above U+10FFFF.
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xBF

    static let highBits: UInt64 = 0x8080_8080_8080_8080

    public init() {}

    /// True when the appended bytes end at the end of a character.
    public var isComplete: Bool { expected == 0 }

    public static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var validator = UTF8Validator()
        return validator.append(bytes) && validator.isComplete
    }

    /// - Returns: false when the text can't become UTF-8 any more; then the validator is spent.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let count = bytes.count
        var index = 0
        while index < count {
            if expected == 0 {
                index = Self.skipCommon(base, from: index, to: count)
                if index == count { return true }
            }
            let byte = base.load(fromByteOffset: index, as: UInt8.self)
            index &+= 1
            guard take(byte) else { return false }
        }
        return true
    }

    /// Skips bytes that need no state: ASCII in words, and whole characters of two bytes.
    @inline(__always)
    private static func skipCommon(_ base: UnsafeRawPointer, from start: Int, to count: Int) -> Int
    {
        var index = start
        while index &+ 8 <= count {
            let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let high = UInt64(littleEndian: word) & highBits
            if high == 0 {
                index &+= 8
                continue
            }
            index &+= high.trailingZeroBitCount >> 3
            guard index &+ 2 <= count else { break }
            let lead = base.load(fromByteOffset: index, as: UInt8.self)
            let next = base.load(fromByteOffset: index &+ 1, as: UInt8.self)
            guard lead >= 0xC2, lead <= 0xDF, next & 0xC0 == 0x80 else { break }
            index &+= 2
        }
        return index
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8) -> Bool {
        if expected > 0 {
            guard byte >= low, byte <= high else { return false }
            expected &-= 1
            (low, high) = (0x80, 0xBF)
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: expected = 1
        case 0xE0: (expected, low) = (2, 0xA0)
        case 0xED: (expected, high) = (2, 0x9F)
        case 0xE1...0xEF: expected = 2
        case 0xF0: (expected, low) = (3, 0x90)
        case 0xF1...0xF3: expected = 3
        case 0xF4: (expected, high) = (3, 0x8F)
        default: return false
        }
        return true
    }
}
