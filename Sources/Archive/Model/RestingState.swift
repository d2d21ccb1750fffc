public import Protocol

/// A session's state that was put away while nobody needs it.
public struct RestingState: Equatable, Sendable {
    public var session: SessionID
    public var version: Int64
    /// JSON.
    public var body: [UInt8]

    public init(session: SessionID, version: Int64, body: [UInt8]) {
        self.session = session
        self.version = version
        self.body = body
    }
}

public enum RestingChange: Sendable {
    /// Takes the place of an older one.
    case keep(RestingState)
    case forget(SessionID)
}
