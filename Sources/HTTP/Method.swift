/// Method of a request (RFC 9110 §9, RFC 5789). Case matters: `get` is not `GET`.
public enum Method: Hashable, Sendable {
    case get, head, post, put, delete, options, patch
    /// Any other token.
    case other(String)

    /// Bytes of the longest that has a case here or a meaning to HTTP itself; nothing here
    /// implements a longer one (RFC 9112 §3).
    static let maxLength = "OPTIONS".utf8.count

    public init(_ name: String) {
        self =
            switch name {
            case "GET": .get
            case "HEAD": .head
            case "POST": .post
            case "PUT": .put
            case "DELETE": .delete
            case "OPTIONS": .options
            case "PATCH": .patch
            default: .other(name)
            }
    }

    public var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .other(let name): name
        }
    }
}
