/// A range of IPv4 or IPv6 addresses in CIDR notation (RFC 4632, RFC 4291 §2.3).
public struct AddressRange: Hashable, Sendable {
    private let bytes: [UInt8]
    private let prefixLength: Int

    /// - Parameter text: such as `10.0.0.0/8` or `fd00::/8`; without a length, one address.
    /// - Returns: nil when the text is no range.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let bytes = Self.bytes(of: String(parts[0])) else { return nil }
        let bitCount = bytes.count * 8
        guard parts.count == 2 else {
            self.bytes = bytes
            prefixLength = bitCount
            return
        }
        guard let length = Int(parts[1]), (0...bitCount).contains(length) else { return nil }
        self.bytes = bytes
        prefixLength = length
    }

    public func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        let whole = prefixLength / 8
        guard bytes[..<whole] == other[..<whole] else { return false }
        let rest = prefixLength % 8
        return rest == 0 || (bytes[whole] ^ other[whole]) >> UInt8(8 - rest) == 0
    }

    /// - Returns: 4 or 16 bytes; nil for what is no address.
    static func bytes(of address: String) -> [UInt8]? {
        address.contains(":") ? v6(address) : v4(address)
    }

    private static func v4(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { $0.utf8.count <= 3 ? UInt8($0) : nil }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static func v6(_ text: String) -> [UInt8]? {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count >= 3, halves.count <= 9 else { return nil }
        guard let gap = text.firstRange(of: "::") else { return groups(text[...], exactly: 8) }
        guard let head = groups(text[..<gap.lowerBound], exactly: nil),
            let tail = groups(text[gap.upperBound...], exactly: nil),
            head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func groups(_ text: Substring, exactly count: Int?) -> [UInt8]? {
        guard !text.isEmpty else { return count == nil ? [] : nil }
        var bytes: [UInt8] = []
        for group in text.split(separator: ":", omittingEmptySubsequences: false) {
            guard (1...4).contains(group.utf8.count), let value = UInt16(group, radix: 16) else {
                return nil
            }
            bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
        }
        return count == nil || bytes.count == 16 ? bytes : nil
    }
}
