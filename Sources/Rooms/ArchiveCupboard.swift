package import Archive
import GameState
package import LiveStore
package import Protocol
package import Timers

/// Puts states at rest into the archive's table.
package final class ArchiveCupboard: Cupboard {
    private let states: RestingStates

    package init(_ archive: any Archive) {
        states = RestingStates(archive)
    }

    package func keep(
        _ session: SessionID,
        _ snapshot: Snapshot,
        _ done: @escaping @Sendable (_ isKept: Bool) -> Void
    ) {
        states.keep(session, version: snapshot.version, snapshot.state.bytes, done)
    }

    package func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<Snapshot?, LiveStoreError>) -> Void
    ) {
        states.fetch(session) { result in
            // An unreadable state is no truth: the session is rebuilt from its journal.
            let readable = result.flatMapError { error in
                error.kind == .damaged ? .success(nil) : .failure(error)
            }
            let snapshot = readable.map { kept in
                kept.map { state in
                    Snapshot(
                        version: state.version,
                        state: LazyState(value: nil) { state.body }
                    )
                }
            }
            done(snapshot.mapError { .unavailable($0.description) })
        }
    }

    package func forget(_ session: SessionID) {
        states.forget(session)
    }
}

/// The remains of a room that nobody is in, until it wakes.
package struct RestingPoint: Equatable, Sendable {
    /// Of the latest commit that was known here: a store that has less has lost it.
    package var version: Int64
    /// Time since which nobody is connected, on any gateway.
    package var emptySince: ServerTime
    /// When something falls due: a timer, a player's absence, the end of a session that nobody is in.
    package var due: ServerTime
    /// True while a timer runs.
    package var isTimed: Bool

    package init(version: Int64, emptySince: ServerTime, due: ServerTime, isTimed: Bool) {
        self.version = version
        self.emptySince = emptySince
        self.due = due
        self.isTimed = isTimed
    }
}
