/// This end of the connection. It decides who must mask (RFC 6455 §5.1): frames that a server reads
/// must be masked, those that a client reads must not be.
public enum Endpoint: Sendable {
    case server
    case client
}
