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
        case .database:
            "the Redis URL has a database that is not between 0 and \(RedisURL.maxDatabase)"
        case .master: "the Redis URL names no master that its sentinels know"
        case .tooManySentinels: "the Redis URL has more than \(RedisURL.maxSentinels) sentinels"
        case .query: "the Redis URL has a query that is not db=… or password=…"
        }
    }
}
