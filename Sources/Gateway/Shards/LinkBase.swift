import HTTP
import Protocol

/// The address that links begin with, such as `https://play.example`; no slash at its end.
struct LinkBase: Hashable, Sendable {
    let url: String

    init(_ url: String) {
        self.url = url
    }

    /// The link that players scan.
    func joinURL(of session: SessionID, token: String) -> String {
        "\(url)/join/\(session)?t=\(token)"
    }

    /// The link that makes a device the host. What stands behind the `#` no browser sends to a server.
    func hostURL(of session: SessionID, token: String) -> String {
        "\(url)/host#s=\(session)&h=\(token)"
    }

    /// The link that makes a device a screen.
    func tvURL(of session: SessionID, token: String) -> String {
        "\(url)/tv/\(session)?t=\(token)"
    }

    /// The WebSocket's address for a session's clients.
    func socketURL(of session: SessionID) -> String {
        "\(socketBase)/v1/ws?session=\(session)"
    }

    /// Scheme, host and port of it.
    var socketOrigin: String {
        let parts = socketBase.split(separator: "/", maxSplits: 2)
        return parts.prefix(2).joined(separator: "//")
    }

    private var socketBase: String {
        url.hasPrefix("https:") ? "wss:" + url.dropFirst(6) : "ws:" + url.dropFirst(5)
    }

    /// The same by another name; its scheme and port stay.
    func named(_ name: String) -> LinkBase {
        let parts = url.split(separator: "/", maxSplits: 2)
        guard parts.count >= 2 else { return self }
        let host = parts[1]
        let port = host.lastIndex(of: ":").flatMap { host.hasSuffix("]") ? nil : host[$0...] } ?? ""
        return LinkBase("\(parts[0])//\(name)\(port)")
    }
}

/// The address by which a client came, as its request says. A stranger can say what it likes: it goes into the
/// answer to that very request, and nowhere else.
struct AskedAddress: Hashable, Sendable {
    /// A name or an IP address, IPv6 in brackets.
    let name: String
    /// Behind its colon; empty where it is the scheme's own.
    private let port: String
    private let isSecure: Bool

    /// - Parameters:
    ///   - peer: who is connected: what a proxy was called counts if it is trusted.
    ///   - isTLS: whether the connection is.
    /// - Returns: nil where no address stands there that a browser could have.
    init?(
        of headers: Headers,
        from peer: String,
        trusting trusted: [AddressRange],
        isTLS: Bool
    ) {
        let isForwarded = trusted.contains { $0.contains(peer) }
        // The last is what the trusted proxy itself was called, or wrote.
        let forwardedHost = isForwarded ? headers.items("X-Forwarded-Host").last : nil
        guard let host = forwardedHost ?? headers.first("Host"), let parts = Self.parts(of: host)
        else { return nil }
        (name, port) = parts
        switch isForwarded ? headers.items("X-Forwarded-Proto").last?.lowercased() : nil {
        case "https"?: isSecure = true
        case "http"?: isSecure = false
        case _: isSecure = isTLS
        }
    }

    var links: LinkBase { LinkBase("\(isSecure ? "https" : "http")://\(host)") }

    /// The WebSocket's of a page that came so, as a policy names it; nil for an IPv6 address, which no policy
    /// can name (CSP 3 §2.3.1): there `'self'` has to do.
    var socketSource: String? {
        name.hasPrefix("[") ? nil : "\(isSecure ? "wss" : "ws")://\(host)"
    }

    /// True for a name that leads each device to itself.
    var isLoopback: Bool {
        name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
            || name.hasPrefix("127.") && IPAddress(name) != nil
    }

    private var host: String { port.isEmpty ? name : "\(name):\(port)" }

    private static let maxNameLength = 253

    private static func parts(of host: String) -> (name: String, port: String)? {
        let isV6 = host.hasPrefix("[")
        let end = isV6 ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
        let name = host[..<(end ?? host.endIndex)].lowercased()
        let rest = host[(end ?? host.endIndex)...]
        guard isV6 ? isAddress(name) : isName(name) else { return nil }
        guard !rest.isEmpty else { return (name, "") }
        guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
        return (name, "\(port)")
    }

    private static func isAddress(_ name: String) -> Bool {
        let text = name.dropFirst().dropLast()
        return name.hasSuffix("]") && text.contains(":") && IPAddress(text) != nil
    }

    private static func isName(_ name: String) -> Bool {
        (1...maxNameLength).contains(name.utf8.count) && !name.hasPrefix(".")
            && !name.contains("..")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
                case _: false
                }
            }
    }
}
