import CPostgres

extension ArchiveError {
    /// An error that the server reported.
    ///
    /// - Parameter action: the statement that failed.
    init(_ result: PostgresResult, of url: PostgresURL, in action: String) {
        func field(_ code: Character) -> String {
            guard let ascii = code.asciiValue,
                let text = PQresultErrorField(result.handle, Int32(ascii))
            else { return "" }
            return String(cString: text)
        }
        // Of https://www.postgresql.org/docs/15/libpq-exec.html#LIBPQ-PQRESULTERRORFIELD, these hold no
        // value; a message of class 22 repeats the wrong value, and so do the details of others.
        let state = field("C")
        let message = state.hasPrefix("22") ? "wrong data" : url.redacted(field("M"))
        self.init(
            Self.kind(sqlState: state, constraint: field("n")),
            "\(message) (\(state), \(action))"
        )
    }

    /// Source: https://www.postgresql.org/docs/15/errcodes-appendix.html.
    static func kind(sqlState: String, constraint: String = "") -> Kind {
        switch (sqlState.prefix(2), sqlState) {
        case ("23", "23505") where constraint == auditNumbers: .conflict
        case ("22", _), ("23", _), ("54", _): .refused
        case ("40", _): .conflict
        // The server goes away, or has become a copy that takes no writes.
        case ("08", _), ("57", "57P01"), ("57", "57P02"), ("57", "57P03"), ("25", "25006"): .lost
        case ("53", "53100"): .full
        case ("XX", "XX001"), ("XX", "XX002"): .damaged
        case ("53", _), ("55", "55P03"), ("57", "57014"): .busy
        case _: .unusable
        }
    }

    /// Two gateways that write to one session at the same time may reckon the same next number.
    private static let auditNumbers = "audit_events_session_id_seq_key"
}
