import Protocol

/// Removes what could identify a person; scores stay (G-77).
struct SessionEraser {
    private let connection: any SQLConnection
    private let games: [GameSchema]
    private let now: ServerTime

    init(_ connection: any SQLConnection, _ games: [GameSchema], at now: ServerTime) {
        self.connection = connection
        self.games = games
        self.now = now
    }

    func erase(_ session: SessionID) throws(ArchiveError) {
        try connection.transaction(.writing) { () throws(ArchiveError) in
            let note = AuditNote(.sessionErased, of: session, by: .host, at: now, name: "")
            try connection.run(erasure(of: session) + [.note(note)])
        }
        try connection.purgeErased()
    }

    func eraseEnded(before: ServerTime, limit: Int) throws(ArchiveError) -> [SessionID] {
        let erased = try connection.transaction(.writing) { () throws(ArchiveError) in
            let sessions = try connection.rows(
                Self.endedSessions,
                [
                    .integer(before.ms), .integer(before.ms - Self.abandonmentMs),
                    .integer(limit),
                ]
            ) { row in SessionID(rawValue: row.text(0)) }
            for session in sessions { try connection.run(erasure(of: session)) }
            return sessions
        }
        if !erased.isEmpty { try connection.purgeErased() }
        return erased
    }

    /// By every game's statements: those of another game than the session's find no rows.
    private func erasure(of session: SessionID) -> [Write] {
        let statements = games.flatMap(\.erasure) + Self.statements
        return [Write(Self.sessionErased, [.id(session), .integer(now.ms)])]
            + statements.map { Write($0, [.id(session)]) }
    }

    /// Milliseconds without an entry after which a session counts as ended though nobody ended it.
    private static let abandonmentMs: Int64 = 2 * 24 * 60 * 60 * 1000

    static let sessionErased = Statement(
        "session_erased",
        """
        UPDATE sessions SET status = 'ended', host_user_id = NULL, join_code = '',
            settings_json = '{}',
            ended_at = COALESCE(ended_at, $2), erased_at = COALESCE(erased_at, $2)
        WHERE id = $1
        """
    )

    /// Each takes the session's id.
    static let statements = [
        Statement(
            "erase_players",
            "UPDATE players SET name = '', name_key = '', is_connected = 0 WHERE session_id = $1"
        ),
        Statement("erase_events", "UPDATE session_events SET body = '' WHERE session_id = $1"),
        Statement(
            "erase_audit",
            "UPDATE audit_events SET payload_json = '{}' WHERE session_id = $1"
        ),
        Statement(
            "erase_answers",
            """
            UPDATE answers SET answer_text = ''
            WHERE round_id IN (SELECT id FROM rounds WHERE session_id = $1)
            """
        ),
        .restingForgotten,
        Statement("erase_tokens", "DELETE FROM refresh_tokens WHERE session_id = $1"),
    ]

    /// Sessions that ended before `$1`, and those that nobody ended and nothing came to since `$2`.
    static let endedSessions = Statement(
        "ended_sessions",
        """
        SELECT id FROM sessions
        WHERE erased_at IS NULL AND created_at < $1 AND (ended_at < $1 OR (
            ended_at IS NULL AND created_at < $2 AND NOT EXISTS (SELECT 1 FROM session_events
                WHERE session_id = sessions.id AND at_ms >= $2)
        ))
        ORDER BY created_at, id LIMIT $3
        """
    )
}
