/// Findings of a `RequestParser`.
public enum RequestEvent: Sendable {
    /// The client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1): send
    /// `Response.continueLine`, or a final answer and close.
    case continueExpected
    case request(Request)
}
