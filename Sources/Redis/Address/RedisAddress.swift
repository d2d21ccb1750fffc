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
