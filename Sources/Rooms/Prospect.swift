import GameState

/// The outlook of one commit, worked out while the store writes it: shared by what waits for the store
/// and what is done meanwhile.
final class Prospect<G: Game> {
    var outlook: Outlook<G>?
    /// The store has answered.
    var isOver = false
}
