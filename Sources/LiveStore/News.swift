/// A change that somebody else made to a session that is followed.
public enum News: Hashable, Sendable {
    case committed(CommittedEntry)
    /// A player or host sat down on another connection.
    case seated(Seating)
    case removed
    /// A gateway of an older build can't follow the session, and asks the others for its whole state.
    case snapshotWanted
    /// News may have been lost: the stored state is to be read.
    case missed
}
