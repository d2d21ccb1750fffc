/// The first 2 to 14 bytes of a frame (RFC 6455 §5.2), checked as far as they can be by themselves.
struct FrameHeader {
    let opcode: Opcode
    let isFinal: Bool
    /// RSV1: the message that begins here is compressed (RFC 7692 §6).
    let isCompressed: Bool
    let payloadBytes: Int
    /// As it stands in memory; 0, which changes nothing, in a frame without a mask.
    let mask: UInt32
    /// The length of the header itself.
    let headerBytes: Int

    /// - Parameter bytes: the frame from its first byte on; the bytes after the header are not read.
    /// - Returns: nil when the header is not complete yet.
    @inline(__always)
    static func read(
        _ bytes: UnsafeRawBufferPointer,
        as endpoint: Endpoint
    ) throws(Violation) -> FrameHeader? {
        guard bytes.count >= 2, let base = bytes.baseAddress else { return nil }
        let first = base.load(as: UInt8.self)
        let second = base.load(fromByteOffset: 1, as: UInt8.self)
        guard first & 0x30 == 0 else { throw Violation(.reservedBits) }
        guard let opcode = Opcode(rawValue: first & 0x0F) else { throw Violation(.reservedOpcode) }
        let isFinal = first & 0x80 != 0
        let isMasked = second & 0x80 != 0
        let shortLength = Int(second & 0x7F)
        switch endpoint {
        case .server: guard isMasked else { throw Violation(.maskMissing) }
        case .client: guard !isMasked else { throw Violation(.maskUnexpected) }
        }
        if opcode.isControl {
            guard isFinal else { throw Violation(.controlFragmented) }
            guard shortLength < 126 else { throw Violation(.controlTooLong) }
        }

        let lengthBytes = shortLength < 126 ? 0 : shortLength == 126 ? 2 : 8
        let headerBytes = 2 &+ lengthBytes &+ (isMasked ? 4 : 0)
        guard bytes.count >= headerBytes else { return nil }
        return FrameHeader(
            opcode: opcode,
            isFinal: isFinal,
            isCompressed: first & 0x40 != 0,
            payloadBytes: try length(shortLength, base + 2),
            mask: isMasked ? (base + 2 + lengthBytes).loadUnaligned(as: UInt32.self) : 0,
            headerBytes: headerBytes
        )
    }

    /// The length must stand in the shortest form that holds it (§5.2).
    @inline(__always)
    private static func length(
        _ short: Int,
        _ extended: UnsafeRawPointer
    ) throws(Violation) -> Int {
        if short < 126 { return short }
        if short == 126 {
            let length = Int(UInt16(bigEndian: extended.loadUnaligned(as: UInt16.self)))
            guard length > 125 else { throw Violation(.lengthNotMinimal) }
            return length
        }
        let length = UInt64(bigEndian: extended.loadUnaligned(as: UInt64.self))
        guard length >> 63 == 0 else { throw Violation(.lengthNegative) }
        guard length > UInt64(UInt16.max) else { throw Violation(.lengthNotMinimal) }
        return Int(length)
    }
}

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
