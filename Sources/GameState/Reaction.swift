public import Protocol

/// A picture that a player lets float up on the screens. There are a few and no words, so that nobody says
/// with one what a guest should not read, or another player not know.
///
/// Never kept: it makes no commit, and whoever comes later has missed it (docs/decisions/0061).
public enum Reaction: String, CaseIterable, Codable, Sendable {
    case heart, star, laugh, wow, cry, flame

    /// Of one player, over all connections.
    public static let limit = CommandLimit("reactions", .bucket(burst: 4, perMs: 4_000))

    init(_ fields: FieldReader) throws(WireError) {
        self = try fields.required("reaction", try fields.choice("reaction"))
    }

    /// True where players' reactions float up on the screens now.
    public static func areShown(in game: some Game) -> Bool {
        game.rules >= .ninth && game.settings.reactions && game.welcomesReactions
            && game.lobby.status != .ended
    }

    /// Why this viewer's reaction is not shown; nil: it is.
    public static func refusal(from viewer: Viewer, in game: some Game) -> WireError? {
        switch viewer {
        case .host, .tv: WireError(.forbidden, "only the PLAYER role may send this")
        case .player(let player) where game.lobby.player(player) == nil:
            WireError(.notFound, "this player has left")
        case .player:
            areShown(in: game) ? nil : WireError(.wrongState, "reactions are not shown now")
        }
    }
}
