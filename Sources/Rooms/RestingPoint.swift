import GameState
package import Timers

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
