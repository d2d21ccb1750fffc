/// A fault that is planted on purpose, to prove that its law's checker catches it.
public enum Flaw: CaseIterable, Sendable {
    /// A screen is sent a secret in the middle of a frame.
    case leaksSecret
    /// A player is sent the name of the clip that sounds.
    case leaksClip
    /// The idempotency key of a repeated command is lost on its way to the room.
    case repeatsTwice
    /// A client is sent its first snapshot again.
    case sendsOldVersion
    /// Patches are cut by their last operation.
    case losesOperation
    /// Deadlines come some milliseconds early.
    case firesEarly
    /// An answer is acknowledged that nobody commits.
    case acknowledgesTooSoon
    /// Answers to pulls are lost.
    case losesReply
    /// The journal loses an entry.
    case losesEntry
    /// Of what falls due in more than some seconds nobody thinks any more, nor of what others left.
    case oversleeps
    /// The store commits by whatever connection.
    case ignoresSeats
    /// The store keeps what is given up.
    case keepsClaims
    /// A command that was to be tried again is told the same once more.
    case remembersRefusals
    /// The store never answers some commits.
    case neverAnswers
}
