public import Protocol

/// Outcome of one input.
public enum Outcome<Event: GameEvent>: Equatable, Sendable {
    /// Nothing changed, and the sender is told why.
    case refused(Refusal<Event>)
    /// Nothing changed, and nobody needs to know: a timer that was stopped, presence that is known.
    case ignored
    /// The state changed. The effects are carried out once the change is committed, in this order.
    case changed([Effect<Event>])
}

/// Why an input was refused, in the words of the wire.
public enum Refusal<Event: GameEvent>: GameEvent {
    case error(WireError)
    /// The game says it in an event of its own.
    case own(Event)

    public var type: StaticString {
        switch self {
        case .error: "ERROR"
        case .own(let event): event.type
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .error(let error): error.write(to: &writer)
        case .own(let event): event.write(to: &writer)
        }
    }
}

/// An action that a change requires, once it is committed.
///
/// Patches, timers and claims are no effects: the room reads them off the state before and after,
/// so that they can't be forgotten and come back by themselves after a crash.
public enum Effect<Event: GameEvent>: Equatable, Sendable {
    case announce(EitherEvent<Event>, to: Audience)
    /// Answers the sender of the command.
    case reply(EitherEvent<Event>)
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

/// A message of a game besides its document: a cue, an acknowledgement.
///
/// The document is the truth; a client that ignores every event still shows the game rightly.
public protocol GameEvent: Equatable, Sendable {
    /// The message's type on the wire.
    var type: StaticString { get }

    /// Writes the payload: one JSON object.
    func write(to writer: inout JSONWriter)
}

/// A game whose document says all.
extension Never: GameEvent {
    public var type: StaticString { switch self {} }
    public func write(to writer: inout JSONWriter) { switch self {} }
}

/// An event for a game to handle. Every committed input is kept, so that a session can be played again.
public enum Input<G: Game>: Codable, Equatable, Sendable {
    case command(EitherCommand<G>, from: Viewer)
    /// The same, with the judgement of the build that commits it, by its own data (`Game.judged`):
    /// a replay takes that, and never judges anew.
    case judged(G.Command, from: Viewer, as: G.Verdict)
    /// Somebody wants to sit down. The id is new and random; the name is clean but may be taken, and so
    /// may the avatar that is wished for.
    case join(PlayerID, name: PlayerName, avatar: Avatar? = nil)
    /// A viewer's first connection came, or the last one went. `.tv` stands for all screens together.
    case presence(Viewer, isConnected: Bool)
    /// A screen came, or went. In sessions of rules before the sixth only `presence` says so.
    case screen(ConnectionID, isConnected: Bool)
    /// A player whom the host removed, or who may not sit here because of a removal, said HELLO
    /// from this device.
    case device(PlayerID, DeviceMark)
    /// The host said HELLO from this device.
    case hostDevice(DeviceMark)
    /// A player takes the host's place, which the host offered.
    case takeOver(PlayerID)
    /// A player has been away for `Lobby.absenceMs`.
    case away(PlayerID)
    case timer(TimerID)
    /// Of journals from before a commit carried its claims: a lock answered this player's attempt. Nothing
    /// makes one any more; an attempt is a `command`.
    case brakeLock(PlayerID, isGranted: Bool)
    /// Content has come for a wish; nil: none is available. By far the largest, and rare: in place
    /// it would make every input six times as large.
    indirect case content(G.Content?, for: G.Wish)
    /// A fresh link for the QR, and the token in it.
    case joinLink(String, token: JoinToken?)
    /// The session is over, in any state of the game: erased by its host, or idle for too long.
    case close
}
