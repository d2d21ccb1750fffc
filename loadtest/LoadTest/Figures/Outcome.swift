/// The end of a run; its exit code after sysexits.
public enum Outcome: Int32, Sendable {
    case kept = 0
    /// A law was broken, or the game went wrong.
    case broken = 1
    /// The gateway can't be reached.
    case unreachable = 69
}
