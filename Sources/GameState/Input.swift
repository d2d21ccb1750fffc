public import Protocol

/// An event for a game to handle. Every committed input is kept, so that a session can be played again.
public enum Input<G: Game>: Codable, Equatable, Sendable {
    case command(EitherCommand<G.Command>, from: Viewer)
    /// The same, with the judgement of the build that commits it, by its own data (`Game.judged`):
    /// a replay takes that, and never judges anew.
    case judged(G.Command, from: Viewer, as: G.Verdict)
    /// Somebody wants to sit down. The id is new and random; the name is clean but may be taken.
    case join(PlayerID, name: PlayerName)
    /// A viewer's first connection came, or the last one went. `.tv` stands for all screens together.
    case presence(Viewer, isConnected: Bool)
    /// A player whom the host removed, or who may not sit here because of a removal, said HELLO
    /// from this device.
    case device(PlayerID, DeviceMark)
    /// A player has been away for `Lobby.absenceMs`.
    case away(PlayerID)
    case timer(TimerID)
    /// Of journals from before a commit carried its claims: the brake lock answered the pull of this player.
    /// Nothing makes one any more; a pull is a `command`.
    case brakeLock(PlayerID, isGranted: Bool)
    /// Content has come for a wish; nil: none is available. By far the largest, and rare: in place
    /// it would make every input six times as large.
    indirect case content(G.Content?, for: G.Wish)
    /// A fresh link for the QR, and the token in it.
    case joinLink(String, token: JoinToken?)
    /// The session is over, in any state of the game: erased by its host, or idle for too long.
    case close
}
