import GameState
import LiveStore
import Protocol

/// A session as its inputs made it again.
struct ReplayedSession: Sendable {
    var joinCode: String
    var stored: StoredState
    /// What everybody was awarded over all games of the session, also those who left.
    var awards: [PlayerID: Int]
    var inputCount: Int
    /// Milestones whose state was compared with what it was.
    var comparedCount: Int
    var standings: [Standing]

    struct Standing: Sendable, Equatable {
        var name: String
        var points: Int
    }
}
