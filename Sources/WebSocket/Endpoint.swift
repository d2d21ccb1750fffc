/// Which end of the connection we are. It decides who must mask (RFC 6455 §5.1): what a server reads
/// must be masked, what a client reads must not be.
public enum Endpoint: Sendable {
    case server
    case client
}
