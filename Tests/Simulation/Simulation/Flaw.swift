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
    /// An answer that nobody commits is acknowledged.
    case acknowledgesTooSoon
    /// Answers to pulls are lost.
    case losesReply
    /// The journal loses an entry.
    case losesEntry
    /// Deadlines more than some seconds ahead are forgotten, and so is the legacy of dead gateways.
    case oversleeps
    /// The store takes commits by any connection.
    case ignoresSeats
    /// The store keeps released claims.
    case keepsClaims
    /// A command that was to be tried again gets the same refusal once more.
    case remembersRefusals
    /// The store never answers some commits.
    case neverAnswers
    /// The store tells no other gateway of a commit, and each that it knows the newest.
    case tellsNothing
    /// The store tells no other gateway that the host removed a player.
    case hidesRemovals
    /// The store gives back receipts of players who are not there.
    case keepsReceipts
}
