/// Version of a game's rules that a session is played by: that of the build that began it. Its journal is
/// played again by later builds, and has to mean there what it meant then; so a rule that changes what an
/// old input brings about holds from a version on, and the older versions keep theirs.
///
/// The same goes for everything that an older build could not read or would lose: an input, a command, a
/// member of the state that joins is used in sessions of the new version alone (docs/decisions/0032). So
/// equal versions mean equal rules and states of equal shape, and an unknown number means that a newer
/// build has to go on with the session.
public struct RulesVersion: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Of the sessions that name none.
    public static let first = RulesVersion(rawValue: 1)
    /// A hurried question shows its answer, a stage waits for its clip, and a removed player stays out.
    public static let second = RulesVersion(rawValue: 2)
    /// A removed device that tries again changes no remembered removal, and links for screens die with the
    /// others.
    public static let third = RulesVersion(rawValue: 3)

    /// The host may offer its place to a player, and a level may go on after an answer.
    public static let fourth = RulesVersion(rawValue: 4)

    /// The host may have one part of the content replaced, and the session knows the host's device.
    public static let fifth = RulesVersion(rawValue: 5)

    /// A pause keeps the time until a timer starts, screens are listed and one may be chosen to sound, and settings
    /// may be of these rules alone (`GameSettings.oldestRules`).
    public static let sixth = RulesVersion(rawValue: 6)

    /// Each player has an avatar that is kept, and the filter of names may be chosen.
    public static let seventh = RulesVersion(rawValue: 7)

    /// Content may say how a text is read aloud, and the host may add players for whom it writes.
    public static let eighth = RulesVersion(rawValue: 8)

    /// Reactions may be turned off, players vote on a disputed verdict, the level of the music is every game's,
    /// content may be the operator's own, with pictures, and the host may write for players whose device is away.
    public static let ninth = RulesVersion(rawValue: 9)

    /// The host may pick content that is to come, in games that let it.
    public static let tenth = RulesVersion(rawValue: 10)

    /// A game hears that a player's device has gone, and one that lets it has its settings changed, its picks
    /// moved, and its sound on the host's device.
    public static let eleventh = RulesVersion(rawValue: 11)

    public static let latest = eleventh

    /// True when this build can play by them.
    public var isKnown: Bool { (Self.first...Self.latest).contains(self) }

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    public enum Unnamed: Default {
        public static let value = RulesVersion.first
    }
}
