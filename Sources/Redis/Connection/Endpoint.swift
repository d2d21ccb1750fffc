/// A place to connect to without a look-up: a number, or a path.
enum Endpoint: Hashable, Sendable {
    case tcp(ip: String, port: UInt16)
    case unix(path: String)

    var address: RedisAddress {
        switch self {
        case .tcp(let ip, let port): .tcp(host: ip, port: port)
        case .unix(let path): .unix(path: path)
        }
    }
}
