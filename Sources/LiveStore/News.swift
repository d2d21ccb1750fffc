/// What somebody else did with a session that is followed.
public enum News: Hashable, Sendable {
    case committed(CommittedEntry)
    /// A player or host sat down on another connection.
    case seated(Seating)
    case removed
    /// A gateway of an older build can't follow the session, and asks whoever can for its whole state.
    case snapshotWanted
    /// Some news may have been lost: what is stored is to be looked at.
    case missed
}
