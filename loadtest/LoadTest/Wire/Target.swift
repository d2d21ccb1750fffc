import GatewayClient
import GatewayClientTransport
import OpenSSL
import Transport

/// The gateway that is put to the test, always on this machine: a load generator that can be pointed
/// at somebody else's is a weapon.
public struct Target: Sendable, CustomStringConvertible {
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case malformed(String)
        case notLoopback(String)

        public var description: String {
            switch self {
            case .malformed(let text):
                "\"\(text)\" is no address: http://127.0.0.1:8080, https://localhost:8443, …"
            case .notLoopback(let host):
                "\(host) is not this machine; only 127.0.0.0/8, ::1 and localhost are put under load"
            }
        }
    }

    public let isTLS: Bool
    /// As the Host field has it.
    let authority: String
    /// The name that a certificate is checked against.
    let serverName: String
    let address: SocketAddress

    public var description: String { "\(isTLS ? "https" : "http")://\(authority)" }

    /// - Parameter url: http, https, ws or wss, a loopback host and perhaps a port.
    public init(url: String) throws(Problem) {
        guard let (isTLS, rest) = Self.scheme(of: url) else { throw .malformed(url) }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let (host, port) = Self.split(authority, defaultPort: isTLS ? 443 : 80) else {
            throw .malformed(url)
        }
        let numeric = host.lowercased() == "localhost" ? "127.0.0.1" : host
        let text = numeric.contains(":") ? "[\(numeric)]:\(port)" : "\(numeric):\(port)"
        guard let address = SocketAddress(text) else { throw .notLoopback(host) }
        guard Self.isLoopback(address.ip) else { throw .notLoopback(host) }
        self.isTLS = isTLS
        self.authority = String(authority)
        serverName = host
        self.address = address
    }

    private static func scheme(of url: String) -> (isTLS: Bool, rest: Substring)? {
        for (scheme, isTLS) in [
            ("http://", false), ("ws://", false), ("https://", true), ("wss://", true),
        ] where url.lowercased().hasPrefix(scheme) {
            return (isTLS, url.dropFirst(scheme.count))
        }
        return nil
    }

    private static func split(_ authority: Substring, defaultPort: UInt16) -> (String, UInt16)? {
        var host = authority
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let after = authority[authority.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else { return nil }
            if after.hasPrefix(":") { port = after.dropFirst() }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        guard !host.isEmpty else { return nil }
        guard let port else { return (String(host), defaultPort) }
        guard let number = UInt16(port), number > 0 else { return nil }
        return (String(host), number)
    }

    /// RFC 1122 §3.2.1.3 and RFC 4291 §2.5.3. An IPv4 address mapped into IPv6 is seen as IPv4.
    private static func isLoopback(_ ip: String) -> Bool {
        ip == "::1" || ip.hasPrefix("127.")
    }
}

extension Network {
    /// The clients of a run, on one loop.
    convenience init(
        _ loop: EventLoop,
        _ targets: [Target],
        tls: TLSContext?,
        maxAttempts: Int = 6
    ) {
        let gateways = targets.map { target in
            LoopTransport.Gateway(
                address: target.address,
                authority: target.authority,
                serverName: target.serverName
            )
        }
        self.init(
            LoopTransport(loop, gateways, tls: tls),
            clientVersion: "loadtest/1",
            devicePrefix: "loadtest",
            maxAttempts: maxAttempts
        )
    }

    func reception(at gateway: Int = 0) -> Reception {
        Reception(transport.caller(at: gateway), game: "tripto")
    }
}
