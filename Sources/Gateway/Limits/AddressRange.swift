/// A range of IPv4 or IPv6 addresses in CIDR notation (RFC 4632, RFC 4291 §2.3).
public struct AddressRange: Hashable, Sendable {
    private let bytes: [UInt8]
    private let prefixLength: Int

    /// - Parameter text: such as `10.0.0.0/8` or `fd00::/8`; without a length, one address.
    /// - Returns: nil when the text is no range.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
        bytes = address.bytes
        let bitCount = bytes.count * 8
        guard parts.count == 2 else {
            prefixLength = bitCount
            return
        }
        guard let length = Int(parts[1]) else { return nil }
        // Of a mapped IPv4 address the first 96 bits are the same for all.
        let isMapped = bytes.count == 4 && parts[0].contains(":")
        prefixLength = isMapped ? length - 96 : length
        guard (0...bitCount).contains(prefixLength) else { return nil }
    }

    public func contains(_ address: String) -> Bool {
        IPAddress(address).map(contains) ?? false
    }

    func contains(_ address: IPAddress) -> Bool {
        let other = address.bytes
        guard other.count == bytes.count else { return false }
        let whole = prefixLength / 8
        guard bytes[..<whole] == other[..<whole] else { return false }
        let rest = prefixLength % 8
        return rest == 0 || (bytes[whole] ^ other[whole]) >> UInt8(8 - rest) == 0
    }
}
