import Glibc

/// Whom a certificate names: a domain or an address.
public enum CertificateName: Hashable, Sendable, CustomStringConvertible {
    /// In lower case.
    case domain(String)
    /// IPv4 or IPv6, as inet_ntop(3) writes it.
    case address(String)

    /// - Parameter host: as URLs have it; an IPv6 address with or without brackets.
    /// - Returns: nil where it is no host name (RFC 1123 §2.1).
    public init?(host: some StringProtocol) {
        var text = host.lowercased()
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        if let address = Self.address(text, AF_INET) ?? Self.address(text, AF_INET6) {
            self = .address(address)
            return
        }
        if text.hasSuffix(".") { text.removeLast() }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(Self.isLabel),
            labels.last?.utf8.contains(where: { !Self.isDigit($0) }) == true
        else { return nil }
        self = .domain(text)
    }

    public var description: String {
        switch self {
        case .domain(let name): name
        case .address(let address): address
        }
    }

    /// True when it could be a whole top-level domain, such as tv or dev: those are letters alone
    /// (RFC 1123 §2.1) or begin with xn--.
    public var mayBeTopLevel: Bool {
        guard case .domain(let name) = self, !name.contains(".") else { return false }
        return name.hasPrefix("xn--") || name.utf8.allSatisfy { (0x61...0x7a).contains($0) }
    }

    /// As x509v3_config(5) has alternative names.
    var alternative: String {
        switch self {
        case .domain(let name): "DNS:\(name)"
        case .address(let address): "IP:\(address)"
        }
    }

    /// As x509v3_config(5) has constraints: a domain with all below it, or one address.
    var constraint: String {
        switch self {
        case .domain(let name): "DNS:\(name)"
        case .address(let address) where address.contains(":"):
            "IP:\(address)/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
        case .address(let address): "IP:\(address)/255.255.255.255"
        }
    }

    private static func address(_ text: String, _ family: Int32) -> String? {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { bytes in
            guard inet_pton(family, text, bytes.baseAddress) == 1 else { return nil }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 46) { written in
                inet_ntop(family, bytes.baseAddress, written.baseAddress, 46).map {
                    String(cString: $0)
                }
            }
        }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy {
                isDigit($0) || (0x61...0x7a).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
