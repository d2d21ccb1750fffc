public import HTTP
public import Transport

/// Reason why a call has no answer.
public enum WebError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownHost(String)
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
        case .unreachable(.failed(let error)): "\(error)"
        case .unreachable(let reason): "the connection ended: \(reason)"
        case .late: "no answer in time"
        case .notHTTP(let error): "the answer is not HTTP: \(error)"
        case .tooManyWaiting: "too many calls wait"
        }
    }
}
