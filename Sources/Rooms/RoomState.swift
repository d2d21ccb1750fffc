import FoundationEssentials
package import GameState
package import LiveStore
package import Protocol

/// Everything of a session that is stored and that a commit moves on by one version.
package struct RoomState<G: Game>: Codable, Equatable, Sendable {
    package var version: Int64
    /// When the latest input was taken; times of a session never go back.
    package var at: ServerTime
    package var game: G
    package var receipts = Receipts()

    package init(version: Int64, at: ServerTime, game: G) {
        self.version = version
        self.at = at
        self.game = game
    }
}

extension RoomState {
    package var session: SessionID { game.lobby.session }
}

extension EncodedState {
    package init<G: Game>(_ state: RoomState<G>) {
        self.init(value: state) { try Array(JSONEncoder.repeatable.encode(state)) }
    }
}

extension Restoration {
    /// What a room that holds the newest state puts back.
    init<G: Game>(_ state: RoomState<G>) {
        self.init(
            session: state.session,
            joinCode: state.game.lobby.joinCode,
            snapshot: Snapshot(version: state.version, state: EncodedState(state)),
            lastStep: state.version,
            claims: state.game.claims,
            timers: state.game.timers
        )
    }
}
