import GameState
package import LiveStore
package import Protocol

/// A session as its inputs made it again.
package struct ReplayedSession: Sendable {
    /// What puts it back.
    package var restoration: Restoration
    /// What everybody was awarded over all games of the session, also those who left.
    package var awards: [PlayerID: Int]
    package var inputCount: Int
    /// Milestones whose state was compared with what it was.
    package var comparedCount: Int
    /// Versions at which it was another one.
    package var differing: [Int64]
    package var standings: [Standing]

    package struct Standing: Sendable, Equatable {
        package var name: String
        package var points: Int
    }
}
