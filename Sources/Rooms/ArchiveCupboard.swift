public import Archive
import GameState
public import LiveStore
public import Protocol
public import Timers

/// Puts states at rest into the archive's table.
public final class ArchiveCupboard: Cupboard {
    /// Reads a state that was put away; nil for one that is not its game's, or is damaged.
    public typealias Reader = @Sendable (SessionID, Snapshot) -> LazyState?

    private let states: RestingStates
    private let readers: [Reader]

    /// - Parameter readers: of the games whose states these may be.
    public init(_ archive: any Archive, readers: [Reader]) {
        states = RestingStates(archive)
        self.readers = readers
    }

    public func keep(
        _ session: SessionID,
        _ snapshot: Snapshot,
        _ done: @escaping @Sendable (_ isKept: Bool) -> Void
    ) {
        states.keep(session, version: snapshot.version, snapshot.state.bytes, done)
    }

    public func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<Snapshot?, LiveStoreError>) -> Void
    ) {
        states.fetch(session) { [readers] result in
            // An unreadable state is no truth: the session is rebuilt from its journal.
            let readable = result.flatMapError { error in
                error.kind == .damaged ? .success(nil) : .failure(error)
            }
            let snapshot = readable.map { kept in
                kept.flatMap { Self.read($0, of: session, by: readers) }
            }
            done(snapshot.mapError { .unavailable($0.description) })
        }
    }

    private static func read(
        _ kept: RestingState,
        of session: SessionID,
        by readers: [Reader]
    ) -> Snapshot? {
        let version = kept.version
        let packed = Snapshot(version: version, state: LazyState(value: nil) { kept.body })
        for read in readers {
            if let state = read(session, packed) { return Snapshot(version: version, state: state) }
        }
        return nil
    }

    public func forget(_ session: SessionID) {
        states.forget(session)
    }
}

/// The remains of a room that nobody is in, until it wakes.
public struct RestingPoint: Equatable, Sendable {
    /// Of the latest commit that was known here: a store that has less has lost it.
    public var version: Int64
    /// Time since which nobody is connected, on any gateway.
    public var emptySince: ServerTime
    /// When something falls due: a timer, a player's absence, the end of a session that nobody is in.
    public var due: ServerTime
    /// True while a timer runs.
    public var isTimed: Bool

    public init(version: Int64, emptySince: ServerTime, due: ServerTime, isTimed: Bool) {
        self.version = version
        self.emptySince = emptySince
        self.due = due
        self.isTimed = isTimed
    }
}
