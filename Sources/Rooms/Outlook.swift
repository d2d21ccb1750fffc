import GameState

/// What a commit makes everybody see.
struct Outlook<G: Game> {
    /// The version that it leads on from.
    let base: Int64
    let views: Views<G>
    let changes: ViewChanges
}
