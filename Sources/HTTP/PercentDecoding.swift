/// Percent-encoded text (RFC 3986 §2.1), decoded once and strictly.
enum PercentDecoding {
    /// - Returns: nil for a broken escape, a control character or text that is not UTF-8.
    static func decode(_ bytes: Slice<UnsafeRawBufferPointer>, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            var byte = bytes[index]
            index &+= 1
            if byte == UInt8(ascii: "%") {
                guard index &+ 1 < bytes.endIndex, let high = Grammar.hexValue(bytes[index]),
                    let low = Grammar.hexValue(bytes[index &+ 1])
                else { return nil }
                byte = high << 4 | low
                index &+= 2
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                byte = Grammar.space
            }
            guard byte >= 0x20, byte != 0x7F else { return nil }
            decoded.append(byte)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
