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
        /// There is no room left for what was to be written.
        case full
        /// The store will never take this: what was to be written breaks one of its rules.
        case refused
        /// Not what was written: somebody must mend it.
        case damaged
        /// Not ours to use, or not as it should be.
        case unusable
        /// The tables are a newer build's, an older one's, or somebody else's.
        case schema
        /// The archive has been closed.
        case closed
    }

    public var kind: Kind
    /// What the store said, with its code and the statement that failed; never a value, never a
    /// password.
    public var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// Whether the same call may succeed later, with nobody mending anything but the store's
    /// circumstances.
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

    /// Else it is the store's: to try its entries singly would only fail as often. A damaged page may
    /// be one session's alone.
    var mayLieInOneEntry: Bool {
        switch kind {
        case .full, .refused, .damaged: true
        case .lost, .unreachable, .conflict, .busy, .unusable, .schema, .closed: false
        }
    }
}
