import GameState

/// What one commit changed in everybody's document.
struct Step: Sendable {
    var version: Int64
    var changes: ViewChanges
}
