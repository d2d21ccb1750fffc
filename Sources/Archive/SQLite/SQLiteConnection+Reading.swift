import CSQLite
import GameState
import Protocol

extension SQLiteConnection {
    func journal(of session: SessionID) throws(ArchiveError) -> ArchivedSession? {
        let sessions = try rows(.session, [.id(session)]) { row throws(ArchiveError) in
            (game: row.text(0), status: try row.status(1))
        }
        guard let found = sessions.first else { return nil }
        let entries = try rows(.events, [.id(session)]) { row in
            ArchivedSession.Entry(
                version: row.integer(0),
                at: ServerTime(ms: row.integer(1)),
                body: row.bytes(2)
            )
        }
        return ArchivedSession(game: found.game, status: found.status, entries: entries)
    }

    func scores(of session: SessionID) throws(ArchiveError) -> [ArchivedScore] {
        try rows(.scores, [.id(session)]) { row in
            ArchivedScore(
                player: PlayerID(rawValue: row.text(0)),
                name: row.text(1),
                points: Int(row.integer(2))
            )
        }
    }

    func erase(_ session: SessionID) throws(ArchiveError) {
        try transaction { () throws(ArchiveError) in
            for statement in Statement.erasure { try run(statement, [.id(session)]) }
        }
        // The log still holds what was overwritten.
        try checkpoint()
    }
}

extension SQLiteRow {
    fileprivate func status(_ column: Int32) throws(ArchiveError) -> SessionStatus {
        guard let status = SessionStatus(rawValue: text(column)) else {
            throw ArchiveError(code: SQLITE_MISMATCH, "a session has a status nobody gave it")
        }
        return status
    }
}
