import Protocol

/// A call that is refused, and when it may be tried again.
struct Refused: Error {
    var error: WireError
    var retryAfterMs: Int64?

    init(_ error: WireError, retryAfterMs: Int64? = nil) {
        self.error = error
        self.retryAfterMs = retryAfterMs
    }
}
