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
