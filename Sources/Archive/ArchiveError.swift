public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// The connection broke; whether the call took effect is unknown.
        case lost
        /// The store can't be reached, or did not answer in time.
        case unreachable
        /// Two transactions were in each other's way, and this one gave in.
        case conflict
        /// Others hold what the call needs, or too many wait.
        case busy
        /// No space is left for the write.
        case full
        /// The store will never accept this write: it breaks one of its constraints.
        case refused
        /// The stored data is corrupt; somebody must repair it.
        case damaged
        /// Not ours to use, or not set up as it should be.
        case unusable
        /// The tables are a newer build's, an older one's, or somebody else's.
        case schema
        /// The archive has been closed.
        case closed
    }

    public var kind: Kind
    /// The store's message, with its code and the statement that failed; never a value, never a password.
    public var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// True when the same call may succeed later, once the store's circumstances improve.
    public var isTransient: Bool {
        switch kind {
        case .lost, .unreachable, .conflict, .busy, .full: true
        case .refused, .damaged, .unusable, .schema, .closed: false
        }
    }

    /// Says where, if it does not yet.
    func at(_ place: String) -> ArchiveError {
        description.hasPrefix(place) ? self : ArchiveError(kind, "\(place): \(description)")
    }

    /// False where the store itself is at fault: to try its entries singly would only fail as
    /// often. A damaged page may concern one session alone.
    var mayLieInOneEntry: Bool {
        switch kind {
        case .full, .refused, .damaged: true
        case .lost, .unreachable, .conflict, .busy, .unusable, .schema, .closed: false
        }
    }
}
