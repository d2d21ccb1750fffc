import GameState

/// What a commit will make everybody see, worked out while the store writes it.
struct Outlook<G: Game> {
    /// The version that it leads on from.
    let base: Int64
    let views: Views<G>
    let changes: ViewChanges
}
