import Protocol

extension SQLConnection {
    func changeResting(_ changes: [RestingChange]) throws(ArchiveError) {
        let writes = changes.map { change in
            switch change {
            case .keep(let state):
                Write(
                    .restingKept,
                    [.id(state.session), .integer(state.version), .utf8(state.body)]
                )
            case .forget(let session): Write(.restingForgotten, [.id(session)])
            }
        }
        try transaction(.writing) { () throws(ArchiveError) in try run(writes) }
    }

    func resting(_ session: SessionID) throws(ArchiveError) -> RestingState? {
        let states = try transaction(.reading) { () throws(ArchiveError) in
            try rows(.resting, [.id(session)]) { row throws(ArchiveError) in
                RestingState(session: session, version: try row.integer(0), body: row.bytes(1))
            }
        }
        return states.first
    }

    func clearResting() throws(ArchiveError) {
        try transaction(.writing) { () throws(ArchiveError) in
            try run([Write(.restingCleared, [])])
        }
    }
}

extension Statement {
    fileprivate static let restingKept = Statement(
        "resting_kept",
        """
        INSERT INTO resting_states (session_id, version, body) VALUES ($1, $2, $3)
        ON CONFLICT (session_id) DO UPDATE SET version = excluded.version, body = excluded.body
        """
    )

    static let restingForgotten = Statement(
        "resting_forgotten",
        "DELETE FROM resting_states WHERE session_id = $1"
    )

    fileprivate static let resting = Statement(
        "resting",
        "SELECT version, body FROM resting_states WHERE session_id = $1"
    )

    fileprivate static let restingCleared = Statement(
        "resting_cleared",
        "DELETE FROM resting_states"
    )
}
