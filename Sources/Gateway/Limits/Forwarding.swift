import HTTP

/// Reads from proxies' headers whom they forward a request for.
enum Forwarding {
    /// Finds the caller's address.
    ///
    /// - Parameters:
    ///   - peer: who is connected.
    ///   - trusted: proxies that are believed; the last address that is none of them counts.
    static func origin(of headers: Headers, from peer: String, trusting trusted: [AddressRange])
        -> String
    {
        guard !trusted.isEmpty, var address = IPAddress(peer) else { return peer }
        for hop in hops(headers).reversed() {
            guard trusted.contains(where: { $0.contains(address) }),
                let before = IPAddress(hop: hop)
            else { break }
            address = before
        }
        return address.description
    }

    /// The farthest first. Where both fields are there, only X-Forwarded-For counts: most proxies write that
    /// and pass on what a client wrote into the other.
    private static func hops(_ headers: Headers) -> [Substring] {
        guard !headers.contains("X-Forwarded-For") else {
            return headers.items("X-Forwarded-For").map { $0[...] }
        }
        return headers.items("Forwarded").map { element in
            // `for=192.0.2.43;proto=https` (RFC 7239 §4).
            for pair in element.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].lowercased().filter({ $0 != " " }) == "for" else {
                    continue
                }
                return parts[1]
            }
            return ""
        }
    }
}

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

/// An IPv4 or IPv6 address. An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2) counts as IPv4.
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16.
    let bytes: [UInt8]

    /// - Parameter text: the address alone; an IPv6 address may end in dots (RFC 4291 §2.2).
    init?(_ text: some StringProtocol) {
        guard let bytes = text.contains(":") ? Self.v6(text) : Self.v4(text) else { return nil }
        let isMapped = bytes.count == 16 && bytes.starts(with: Self.mappedPrefix)
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// - Parameter hop: as proxies write whom they forward: perhaps with a port, in brackets, in quotes
    ///   (RFC 7239 §6).
    init?(hop: some StringProtocol) {
        var text = String(hop)[...]
        if text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
            text = text.dropFirst().dropLast()
        }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let port = text[end...].dropFirst()
            guard port.isEmpty || port.hasPrefix(":") else { return nil }
            text = text[..<end].dropFirst()
            guard text.contains(":") else { return nil }
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            text = text[..<colon]
        }
        self.init(text)
    }

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// Key of its limits: one household has a whole IPv6 network of 64 bits to draw addresses from.
    var household: [UInt8] { bytes.count == 16 ? Array(bytes.prefix(8)) : bytes }

    var description: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { index in
            String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
        }.joined(separator: ":")
    }

    private static func v4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in
            part.utf8.count <= 3 && part.allSatisfy(\.isNumber) ? UInt8(part) : nil
        }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static func v6(_ text: some StringProtocol) -> [UInt8]? {
        var text = String(text)
        if text.contains("."), let colon = text.lastIndex(of: ":") {
            guard let tail = v4(text[colon...].dropFirst()) else { return nil }
            let groups = [0, 2].map { index in
                String(UInt16(tail[index]) << 8 | UInt16(tail[index + 1]), radix: 16)
            }
            text = text[...colon] + groups.joined(separator: ":")
        }
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
            guard (1...4).contains(group.utf8.count), group.allSatisfy(\.isHexDigit),
                let value = UInt16(group, radix: 16)
            else { return nil }
            bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
        }
        return count == nil || bytes.count == 16 ? bytes : nil
    }
}
