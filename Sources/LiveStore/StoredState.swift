/// A session as it is stored: a snapshot, and the commits after it.
public struct StoredState: Sendable {
    /// After the latest entry.
    public var version: Int64
    /// Nil where the entries go on from a version the asker has.
    public var snapshot: Snapshot?
    /// In order; each goes on from the one before it.
    public var entries: [CommittedEntry]

    public init(version: Int64, snapshot: Snapshot?, entries: [CommittedEntry]) {
        self.version = version
        self.snapshot = snapshot
        self.entries = entries
    }

    public init(_ snapshot: Snapshot) {
        self.init(version: snapshot.version, snapshot: snapshot, entries: [])
    }
}
