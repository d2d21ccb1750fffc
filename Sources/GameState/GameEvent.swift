public import Protocol

/// A message of a game besides its document: a cue, an acknowledgement.
///
/// The document is the truth; a client that ignores every event still shows the game rightly.
public protocol GameEvent: Equatable, Sendable {
    /// The message's type on the wire.
    var type: StaticString { get }

    /// Writes the payload: one JSON object.
    func write(to writer: inout JSONWriter)
}
