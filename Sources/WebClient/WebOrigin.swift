public import HTTP
public import Transport

/// The server that calls go to (RFC 9110 §4.3.1).
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    public let isTLS: Bool
    /// A name or a number, of either family and without brackets; what a certificate is checked against.
    public let host: String
    public let port: UInt16

    public init(isTLS: Bool, host: String, port: UInt16? = nil) {
        self.isTLS = isTLS
        self.host = host
        self.port = port ?? Self.usualPort(isTLS)
    }

    /// Reads the authority of a URL, such as "[::1]:8443"; nil when it is none. A user's name is
    /// not allowed in it.
    public init?(isTLS: Bool, authority: some StringProtocol) {
        var host = authority[...]
        var digits: Substring?
        if authority.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            let rest = host[host.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty { digits = Substring(rest.dropFirst()) }
            host = host.dropFirst().prefix { $0 != "]" }
            guard host.contains(":"), host.utf8.allSatisfy(Self.isNumberByte) else { return nil }
        } else {
            if let colon = host.firstIndex(of: ":") {
                digits = Substring(host[host.index(after: colon)...])
                host = host[..<colon]
            }
            guard host.utf8.allSatisfy(Self.isNameByte) else { return nil }
        }
        guard !host.isEmpty, host.utf8.count <= Self.maxHostBytes else { return nil }
        if let digits {
            guard digits.utf8.allSatisfy(Self.isDigit), let port = UInt16(digits), port > 0 else {
                return nil
            }
            self.init(isTLS: isTLS, host: String(host), port: port)
        } else {
            self.init(isTLS: isTLS, host: String(host))
        }
    }

    /// Of a name in the DNS, as text (RFC 1035 §2.3.4).
    private static let maxHostBytes = 253

    private static func usualPort(_ isTLS: Bool) -> UInt16 { isTLS ? 443 : 80 }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter)
            || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    private static let homeDomains = [".local", ".home", ".lan", ".home.arpa", ".internal"]

    /// True for a server that is here or in a network like a home's, as far as its name or number says: what goes there without
    /// TLS does not cross the internet.
    public var isAtHome: Bool {
        let number = host.contains(":") ? "[\(host)]:0" : "\(host):0"
        if let address = SocketAddress(number) { return address.isPrivate }
        let name = host.lowercased()
        // Numbers in other forms, such as 134744072, are no names.
        let isBare = !name.contains(".") && name.first?.isLetter == true
        return isBare || Self.homeDomains.contains(where: name.hasSuffix)
    }

    /// As the Host field has it (RFC 9110 §7.2).
    public var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == Self.usualPort(isTLS) ? name : "\(name):\(port)"
    }

    public var description: String { "\(isTLS ? "https" : "http")://\(authority)" }
}

/// A call to a server.
public struct WebCall: Sendable {
    public var method: Method
    /// With its query; begins with a slash.
    public var path: String
    /// Without Host and Content-Length, which the client knows best.
    public var headers: Headers
    public var body: [UInt8]

    public init(_ method: Method, _ path: String, headers: Headers = [:], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// The call as it goes over a connection.
    public func bytes(to origin: WebOrigin) -> [UInt8] {
        var head = "\(method.name) \(path) HTTP/1.1\r\nHost: \(origin.authority)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if !body.isEmpty || method == .post { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}

/// Reason why a call has no answer.
public enum WebError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownHost(String)
    /// A host that only a client without `isPublicOnly` calls.
    case privateAddress(String)
    /// No connection, or one that ended without a whole answer.
    case unreachable(CloseReason)
    /// No whole answer in time.
    case late
    /// An answer that is not HTTP.
    case notHTTP(ResponseError)
    /// Nothing more is taken until earlier calls are answered.
    case tooManyWaiting

    public var description: String {
        switch self {
        case .unknownHost(let host): "no address for \(host)"
        case .privateAddress(let host): "\(host) is on a private network"
        case .unreachable(.failed(let error)): "\(error)"
        case .unreachable(let reason): "the connection ended: \(reason)"
        case .late: "no answer in time"
        case .notHTTP(let error): "the answer is not HTTP: \(error)"
        case .tooManyWaiting: "too many calls wait"
        }
    }
}
