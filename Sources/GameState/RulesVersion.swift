/// By which of a game's rules a session is played: those of the build that began it. Its journal is played
/// again by later builds, and has to mean there what it meant then; so a rule that changes what an old
/// input brings about holds from a version on, and the older versions keep theirs.
public enum RulesVersion: Int, Codable, Comparable, Sendable {
    /// Of the sessions that name none.
    case first = 1
    /// A hurried question shows its answer, a stage waits for its clip, and whoever was removed stays out.
    case second
    /// A removed device that tries again changes nothing of what is remembered of removals, and links for
    /// screens die with the others.
    case third

    public static let latest = third

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    public enum Unnamed: Default {
        public static let value = RulesVersion.first
    }
}
