/// Failure of a connection to Redis.
public enum RedisFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// `connect` was not called, or has not come to an end yet.
    case notConnected
    /// getaddrinfo(3) knows no such host.
    case unknownHost(String)
    /// A system call's error, in the system's words.
    case system(String)
    case connectTimedOut
    /// Nothing came for `RedisLimits.replyMs` though an answer was due.
    case silent
    case closedByServer
    /// The reply is not RESP, or nobody asked for it.
    case brokenProtocol(String)
    case replyTooLarge
    /// AUTH failed, or was asked for; in Redis' words.
    case authentication(String)
    /// Redis turned the connection away, in its words.
    case refused(String)
    /// The server is loading, or no master; in its words.
    case notServing(String)
    /// No sentinel that answered knows the master.
    case noMaster
    case tooManyInFlight
    case backlogFull
    case tooManyChannels
    /// Probes did not come back through the subscription.
    case unproven
    case shutDown

    public var description: String {
        switch self {
        case .notConnected: "not connected"
        case .unknownHost(let host): "no address for \(host)"
        case .system(let text): text
        case .connectTimedOut: "connecting took too long"
        case .silent: "no answer in time"
        case .closedByServer: "closed by the server"
        case .brokenProtocol(let text): "broken protocol: \(text)"
        case .replyTooLarge: "a reply is too large"
        case .authentication(let text): "authentication: \(text)"
        case .refused(let text): "refused: \(text)"
        case .notServing(let text): "not serving: \(text)"
        case .noMaster: "no sentinel knows the master"
        case .tooManyInFlight: "too many commands in flight"
        case .backlogFull: "too many bytes wait to be sent"
        case .tooManyChannels: "too many channels"
        case .unproven: "probes do not come back through the subscription"
        case .shutDown: "shut down"
        }
    }
}

/// Reason why there is no reply to a command.
public enum RedisError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It was never carried out: it was not sent, or a server that serves nobody turned it away.
    case unavailable(RedisFailure)
    /// It was sent, and then the connection was lost: it may have been carried out or not.
    case lost(RedisFailure)

    public var description: String {
        switch self {
        case .unavailable(let failure): "Redis is unavailable: \(failure)"
        case .lost(let failure): "Redis was lost before it answered: \(failure)"
        }
    }
}
