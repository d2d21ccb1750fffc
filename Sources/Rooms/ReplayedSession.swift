import GameState
package import LiveStore
package import Protocol

/// A session as its inputs made it again.
package struct ReplayedSession: Sendable {
    /// Snapshot and claims that put it back.
    package var restoration: Restoration
    /// Points of every player over all games of the session, also of those who left.
    package var awards: [PlayerID: Int]
    package var inputCount: Int
    /// Milestones whose state was compared with the original.
    package var comparedCount: Int
    /// Versions at which it differed.
    package var differing: [Int64]
    package var standings: [Standing]

    package struct Standing: Sendable, Equatable {
        package var name: String
        package var points: Int
    }
}
