/// The party at fault for an error of Postgres, which says what to do about it.
enum PostgresFault: CaseIterable {
    /// This link's: it ends, lands on a server that takes no writes, or is in a state of which the archive knows
    /// nothing. Another link may do better.
    case link
    /// Nobody's: two transactions were in each other's way.
    case conflict
    /// The server's, which has too much to do, …
    case load
    /// … no space left, …
    case space
    /// … or damaged files.
    case damage
    /// The data's: no attempt will ever be taken.
    case data
    /// The operator's: the user lacks a right, or has no schema to make tables in.
    case rights
    /// The statement's, or one that is not known here: it says nothing about any other.
    case statement

    /// The request at which a server failed.
    enum Step {
        /// To begin a transaction.
        case beginning
        /// To run a statement that it had prepared before.
        case runningPrepared
        case other
    }

    /// Source: https://www.postgresql.org/docs/17/errcodes-appendix.html.
    init(sqlState: String, constraint: String = "", during step: Step = .other) {
        self =
            switch (sqlState.prefix(2), sqlState) {
            case ("23", "23505") where constraint == Self.auditNumbers: .conflict
            case ("22", _), ("23", _), ("54", _): .data
            case ("40", _): .conflict
            // A standby begins no transaction that writes, and a plan can be older than its tables.
            case ("0A", _): step == .other ? .statement : .link
            case ("08", _), ("24", _), ("25", _), ("26", _), ("34", _), ("42", "42P05"): .link
            // A copy that fell behind cancels what reads; the rest of class 57 is about the server's end.
            case ("57", "57014"): .load
            case ("57", _): .link
            case ("53", "53100"): .space
            case ("53", _), ("55", "55P03"): .load
            case ("XX", "XX001"), ("XX", "XX002"): .damage
            case ("28", _), ("0L", _), ("0P", _), ("3F", _), ("42", "42501"): .rights
            case _: .statement
            }
    }

    /// The archive's name for what it does about it.
    var kind: ArchiveError.Kind {
        switch self {
        case .link: .lost
        case .conflict: .conflict
        case .load: .busy
        case .space: .full
        case .damage: .damaged
        case .data: .refused
        case .rights: .forbidden
        case .statement: .unusable
        }
    }

    /// Two gateways that write to one session at the same time may reckon the same next number.
    private static let auditNumbers = "audit_events_session_id_seq_key"
}
