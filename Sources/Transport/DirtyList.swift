import CLinux

/// The connections with something to write, first come first served.
///
/// Threaded through the connections themselves: a fan-out to thousands touches no memory but theirs.
/// Unretained, as the loop's `connections` holds them until after they are flushed.
struct DirtyList {
    private var first: Unmanaged<Connection>?
    private var last: Unmanaged<Connection>?

    var isEmpty: Bool { first == nil }

    /// - Parameter connection: one that is not in the list.
    @inline(__always)
    mutating func append(_ connection: Connection) {
        let new = Unmanaged.passUnretained(connection)
        if let last {
            last._withUnsafeGuaranteedRef { $0.nextDirty = new }
        } else {
            first = new
        }
        last = new
    }

    /// The next one's memory is on its way while this one is written: the kernel's work for each has
    /// driven the others out of the cache.
    @inline(__always)
    mutating func popFirst() -> Unmanaged<Connection>? {
        guard let popped = first else { return nil }
        first = popped._withUnsafeGuaranteedRef { $0.nextDirty.take() }
        if let first { clinux_prefetch(first.toOpaque()) } else { last = nil }
        return popped
    }
}
