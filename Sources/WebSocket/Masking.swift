/// Masks and unmasks payloads, which is the same thing (RFC 6455 §5.3).
enum Masking {
    /// XORs `bytes` in place, in words: byte by byte costs twenty times as much.
    ///
    /// - Parameters:
    ///   - mask: the masking key as it stands in memory.
    ///   - offset: how many bytes of the frame's payload came before these.
    /// - Returns: whether the result is all ASCII, which the pass over the words gives away for free.
    @inline(__always)
    @discardableResult
    static func apply(
        _ mask: UInt32,
        to bytes: UnsafeMutableRawBufferPointer,
        offset: Int = 0
    ) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let key = turned(mask, by: offset)
        let wideKey = UInt64(key) << 32 | UInt64(key)
        let count = bytes.count
        var seen: UInt64 = 0
        var index = 0
        while index &+ 8 <= count {
            let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ wideKey
            base.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
            seen |= word
            index &+= 8
        }
        if index &+ 4 <= count {
            let word = base.loadUnaligned(fromByteOffset: index, as: UInt32.self) ^ key
            base.storeBytes(of: word, toByteOffset: index, as: UInt32.self)
            seen |= UInt64(word)
            index &+= 4
        }
        var rest = UInt32(littleEndian: key)
        while index < count {
            let byte =
                base.load(fromByteOffset: index, as: UInt8.self)
                ^ UInt8(truncatingIfNeeded: rest)
            base.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            seen |= UInt64(byte)
            rest >>= 8
            index &+= 1
        }
        return seen & UTF8Validator.highBits == 0
    }

    /// The key for a payload whose first `offset` bytes are gone.
    @inline(__always)
    private static func turned(_ mask: UInt32, by offset: Int) -> UInt32 {
        let bits = UInt32(truncatingIfNeeded: offset & 3) &* 8
        if bits == 0 { return mask }
        let first = UInt32(littleEndian: mask)
        return (first >> bits | first << (32 &- bits)).littleEndian
    }
}
