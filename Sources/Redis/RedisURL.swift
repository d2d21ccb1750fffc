/// A Redis server and the credentials for it.
///
/// - `redis://[[user]:password@]host[:port][/db]`
/// - `redis+unix:///path[?db=n][&password=…]`, or `unix://` for short
/// - `redis+sentinel://[[user]:password@]host[:port][,host[:port]…]/master[/db]`
///
/// User, password, path and master may be percent-encoded. Sentinels get the same password, if any.
public struct RedisURL: Hashable, Sendable, CustomStringConvertible {
    public static let maxBytes = 4_096
    public static let maxSentinels = 16
    public static let maxDatabase = 65_535
    /// RFC 1123 §2.1.
    public static let maxHostBytes = 255
    /// hiredis 0.14 copies this many bytes with an end of their own into sockaddr_un (unix(7)).
    public static let maxPathBytes = 106
    static let serverPort: UInt16 = 6_379
    static let sentinelPort: UInt16 = 26_379

    public enum Place: Hashable, Sendable {
        case server(RedisAddress)
        /// Any of the sentinels says where the master is.
        case master(String, sentinels: [RedisAddress])
    }

    public var place: Place
    public var credentials: RedisCredentials?
    public var database: Int

    public init(place: Place, credentials: RedisCredentials? = nil, database: Int = 0) {
        self.place = place
        self.credentials = credentials
        self.database = database
    }

    public var description: String {
        let user = credentials.map { "\($0)@" } ?? ""
        let database = database == 0 ? "" : "/\(database)"
        switch place {
        case .server(.unix(let path)):
            return "redis+unix://\(user)\(path)"
                + (self.database == 0 ? "" : "?db=\(self.database)")
        case .server(let address):
            return "redis://\(user)\(address)\(database)"
        case .master(let name, let sentinels):
            let list = sentinels.map(\.description).joined(separator: ",")
            return "redis+sentinel://\(user)\(list)/\(name)\(database)"
        }
    }
}

/// Address of a Redis server or a sentinel.
public enum RedisAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name or a number, of either family and without brackets.
    case tcp(host: String, port: UInt16)
    case unix(path: String)

    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): path
        }
    }
}

/// Arguments of AUTH. The password is in no description.
public struct RedisCredentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// A user of Redis' access lists; nil for the default one.
    public var user: String?
    public var password: String

    public init(user: String? = nil, password: String) {
        self.user = user
        self.password = password
    }

    public var description: String { "\(user ?? ""):***" }

    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Reason why a URL was not taken. Quotes nothing of it, as it may hold a password.
public enum RedisURLError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLong
    case scheme
    /// The hiredis that is used here has no TLS.
    case noTLS
    case host
    case port
    case path
    case credentials
    /// A password goes on behind what ends it.
    case slash
    case database
    case master
    case tooManySentinels
    case query

    public var description: String {
        switch self {
        case .tooLong: "the Redis URL is longer than \(RedisURL.maxBytes) bytes"
        case .scheme: "the Redis URL must begin with redis://, redis+unix:// or redis+sentinel://"
        case .noTLS: "rediss:// (Redis over TLS) is not supported"
        case .host: "the Redis URL has no host, or one that can't be one"
        case .port: "the Redis URL has a port that is not between 1 and 65535"
        case .path: "the Redis URL has no absolute path of at most \(RedisURL.maxPathBytes) bytes"
        case .credentials: "the Redis URL has a user without password, or they are not encoded well"
        case .slash:
            "the Redis URL has a / in its user or password that is not encoded: there / is %2F (and @ is %40)"
        case .database:
            "the Redis URL has a database that is not between 0 and \(RedisURL.maxDatabase)"
        case .master: "the Redis URL names no master that its sentinels know"
        case .tooManySentinels: "the Redis URL has more than \(RedisURL.maxSentinels) sentinels"
        case .query: "the Redis URL has a query that is not db=… or password=…"
        }
    }
}

extension RedisURL {
    public init(_ text: String) throws(RedisURLError) {
        guard text.utf8.count <= Self.maxBytes else { throw .tooLong }
        guard let mark = text.firstRange(of: "://") else { throw .scheme }
        let rest = text[mark.upperBound...]
        switch text[..<mark.lowerBound] {
        case "redis": try self.init(server: rest)
        case "redis+unix", "unix": try self.init(unix: rest)
        case "redis+sentinel": try self.init(sentinels: rest)
        case "rediss", "rediss+sentinel": throw .noTLS
        default: throw .scheme
        }
    }

    private init(server text: Substring) throws(RedisURLError) {
        let (credentials, rest) = try Self.credentials(text)
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            place: .server(try Self.address(parts[0], port: Self.serverPort)),
            credentials: credentials,
            database: try Self.database(parts.count > 1 ? parts[1] : "")
        )
    }

    private init(sentinels text: Substring) throws(RedisURLError) {
        let (credentials, rest) = try Self.credentials(text)
        let parts = rest.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, let master = Self.decoded(parts[1]), !master.isEmpty else {
            throw .master
        }
        let hosts = parts[0].split(separator: ",", omittingEmptySubsequences: false)
        guard hosts.count <= Self.maxSentinels else { throw .tooManySentinels }
        var sentinels: [RedisAddress] = []
        for host in hosts { sentinels.append(try Self.address(host, port: Self.sentinelPort)) }
        self.init(
            place: .master(master, sentinels: sentinels),
            credentials: credentials,
            database: try Self.database(parts.count > 2 ? parts[2] : "")
        )
    }

    private init(unix text: Substring) throws(RedisURLError) {
        let (userPart, rest) = try Self.credentials(text, endingAt: "/?")
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = Self.decoded(parts[0]), path.hasPrefix("/"),
            path.utf8.count <= Self.maxPathBytes, !path.utf8.contains(0)
        else { throw .path }
        self.init(place: .server(.unix(path: path)), credentials: userPart)
        guard parts.count > 1 else { return }
        for item in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { throw .query }
            switch pair[0] {
            case "db": database = try Self.database(pair[1])
            case "password":
                guard let password = Self.decoded(pair[1]), !password.isEmpty else {
                    throw .credentials
                }
                credentials = RedisCredentials(password: password)
            default: throw .query
            }
        }
    }

    /// Splits off `[user]:password@`.
    private static func credentials(
        _ text: Substring,
        endingAt ends: String = "/"
    ) throws(RedisURLError) -> (RedisCredentials?, Substring) {
        let authority = text.prefix { !ends.contains($0) }
        guard let at = authority.lastIndex(of: "@") else {
            // Behind hosts nothing has one; the path of a socket, which no host precedes, may.
            if !authority.isEmpty, text[authority.endIndex...].contains("@") { throw .slash }
            return (nil, text)
        }
        let parts = text[..<at].split(
            separator: ":",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let user = decoded(parts[0]), let password = decoded(parts[1]),
            !password.isEmpty
        else { throw .credentials }
        let credentials = RedisCredentials(user: user.isEmpty ? nil : user, password: password)
        return (credentials, text[text.index(after: at)...])
    }

    /// Reads "host", "host:port", "[::1]" or "[::1]:port".
    private static func address(
        _ text: Substring,
        port defaultPort: UInt16
    ) throws(RedisURLError) -> RedisAddress {
        var host = text
        var port = Substring()
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw .host }
            host = text[text.index(after: text.startIndex)..<end]
            port = text[text.index(after: end)...]
            guard port.isEmpty || port.hasPrefix(":") else { throw .port }
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[colon...]
        }
        // The resolver finds out which of these is a host (RFC 1123 §2.1).
        guard !host.isEmpty, host.utf8.count <= maxHostBytes,
            host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._:".contains($0)) })
        else { throw .host }
        if port.isEmpty { return .tcp(host: String(host), port: defaultPort) }
        guard let number = number(port.dropFirst()), let port = UInt16(exactly: number), port > 0
        else { throw .port }
        return .tcp(host: String(host), port: port)
    }

    private static func database(_ text: Substring) throws(RedisURLError) -> Int {
        if text.isEmpty { return 0 }
        guard let number = number(text), number <= maxDatabase else { throw .database }
        return number
    }

    private static func number(_ digits: Substring) -> Int? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits)
    }

    /// RFC 3986 §2.1; nil when it is not well-formed or no UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit),
                let low = rest.popFirst().flatMap(hexDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
