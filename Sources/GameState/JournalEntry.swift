public import Protocol

/// Permanent record of one commit: the input, and its facts.
public struct JournalEntry: Sendable {
    public var session: SessionID
    /// The session's version after the commit; an entry that is appended twice counts once.
    public var version: Int64
    public var at: ServerTime
    /// The input (for version 1: the setup) as JSON; made when it is needed, off the hot path.
    public var body: @Sendable () -> [UInt8]
    public var facts: [Fact]

    public init(
        session: SessionID,
        version: Int64,
        at: ServerTime,
        facts: [Fact],
        body: @escaping @Sendable () -> [UInt8]
    ) {
        self.session = session
        self.version = version
        self.at = at
        self.facts = facts
        self.body = body
    }
}
