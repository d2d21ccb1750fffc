public import Protocol

/// One commit as followers of a session get it: the input, which gives everybody the same state.
public struct CommittedEntry: Hashable, Sendable {
    /// The version it was handled at.
    public var previousVersion: Int64
    public var version: Int64
    public var at: ServerTime
    /// As in the journal.
    public var body: [UInt8]

    public init(previousVersion: Int64, version: Int64, at: ServerTime, body: [UInt8]) {
        self.previousVersion = previousVersion
        self.version = version
        self.at = at
        self.body = body
    }
}
