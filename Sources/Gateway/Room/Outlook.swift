import GameState

/// What a commit makes everybody see.
struct Outlook<G: Game> {
    /// The version that it leads on from.
    let base: Int64
    let views: Views<G>
    let changes: ViewChanges
}

/// The outlook of one commit, worked out while the store writes it: shared by what waits for the store
/// and what is done meanwhile.
final class Prospect<G: Game> {
    var outlook: Outlook<G>?
    /// The store has answered.
    var isOver = false
}
