public import Protocol

/// An action that a change requires, once it is committed.
///
/// Patches, timers and claims are no effects: the room reads them off the state before and after,
/// so that they can't be forgotten and come back by themselves after a crash.
public enum Effect<Event: GameEvent>: Equatable, Sendable {
    case announce(EitherEvent<Event>, to: Audience)
    /// Answers the sender of the command.
    case reply(Event)
    /// For the one screen that plays the sound.
    case cue(Event)
    /// For the same screen: a clip is to be heard. The room adds the link, which no game can sign.
    case play(VoiceCue)
    case record(Fact)
    /// The viewer's connections are told why and closed.
    case dismiss(PlayerID, Dismissal)

    public enum Dismissal: Equatable, Sendable {
        /// Said goodbye, or was away too long.
        case left
        /// Was removed by the host.
        case kicked
    }
}
