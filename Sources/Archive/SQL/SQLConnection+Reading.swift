import GameState
import Protocol

extension SQLConnection {
    func journal(of session: SessionID) throws(ArchiveError) -> ArchivedSession? {
        try transaction(.reading) { () throws(ArchiveError) in
            let sessions = try rows(.session, [.id(session)]) { row throws(ArchiveError) in
                (game: row.text(0), status: try row.word(1, SessionStatus.init))
            }
            guard let found = sessions.first else { return nil }
            let entries = try rows(.events, [.id(session)]) { row throws(ArchiveError) in
                ArchivedSession.Entry(
                    version: try row.integer(0),
                    at: try row.time(1),
                    body: row.bytes(2)
                )
            }
            return ArchivedSession(game: found.game, status: found.status, entries: entries)
        }
    }

    func latestVersion(of session: SessionID) throws(ArchiveError) -> Int64 {
        let versions = try transaction(.reading) { () throws(ArchiveError) in
            try rows(.latestVersion, [.id(session)]) { row throws(ArchiveError) in
                try row.integer(0)
            }
        }
        return versions.first ?? 0
    }

    func scores(of session: SessionID) throws(ArchiveError) -> [ArchivedScore] {
        try transaction(.reading) { () throws(ArchiveError) in try readScores(of: session) }
    }

    func sessions(limit: Int) throws(ArchiveError) -> [SessionSummary] {
        try transaction(.reading) { () throws(ArchiveError) in
            try rows(.sessions, [.integer(limit)]) { row throws(ArchiveError) in
                try row.summary()
            }
        }
    }

    func latestTime() throws(ArchiveError) -> ServerTime? {
        let times = try transaction(.reading) { () throws(ArchiveError) in
            try rows(.latestTime, []) { row throws(ArchiveError) in try row.optionalTime(0) }
        }
        return times.first ?? nil
    }

    /// Within a transaction.
    func readScores(of session: SessionID) throws(ArchiveError) -> [ArchivedScore] {
        try rows(.scores, [.id(session)]) { row throws(ArchiveError) in
            ArchivedScore(
                game: Int(try row.integer(0)),
                player: PlayerID(rawValue: row.text(1)),
                name: row.text(2),
                points: Int(try row.integer(3))
            )
        }
    }
}

extension SQLRow {
    func time(_ column: Int) throws(ArchiveError) -> ServerTime {
        ServerTime(ms: try integer(column))
    }

    func optionalTime(_ column: Int) throws(ArchiveError) -> ServerTime? {
        isNull(column) ? nil : try time(column)
    }

    /// One of a few words.
    func word<Value>(
        _ column: Int,
        _ read: (String) -> Value?
    ) throws(ArchiveError) -> Value {
        guard let value = read(text(column)) else {
            throw ArchiveError(.damaged, "a row has a word in it that nobody wrote")
        }
        return value
    }

    func viewer(role: Int, player: Int) throws(ArchiveError) -> Viewer {
        switch try word(role, Role.init) {
        case .host: .host
        case .tv: .tv
        case .player: .player(PlayerID(rawValue: text(player)))
        }
    }

    func summary() throws(ArchiveError) -> SessionSummary {
        SessionSummary(
            session: SessionID(rawValue: text(0)),
            joinCode: text(1),
            game: text(2),
            status: try word(3, SessionStatus.init),
            createdAt: try time(4),
            endedAt: try optionalTime(5),
            erasedAt: try optionalTime(6),
            playerCount: Int(try integer(7)),
            roundCount: Int(try integer(8))
        )
    }
}

extension Statement {
    static let session = Statement(
        "session",
        "SELECT game, status FROM sessions WHERE id = $1"
    )

    static let events = Statement(
        "events",
        """
        SELECT version, at_ms, body FROM session_events
        WHERE session_id = $1 AND body <> '' ORDER BY version
        """
    )

    static let latestVersion = Statement(
        "latest_version",
        "SELECT COALESCE(MAX(version), 0) FROM session_events WHERE session_id = $1"
    )

    /// The first game is there before its first round.
    static let scores = Statement(
        "scores",
        """
        SELECT played.game, players.id, players.name,
            COALESCE((SELECT SUM(points_awarded) FROM answers
                JOIN rounds ON rounds.id = round_id
                WHERE player_id = players.id AND game = played.game), 0) AS points
        FROM (SELECT game FROM rounds WHERE session_id = $1 UNION SELECT 1) AS played
        CROSS JOIN players WHERE session_id = $1
        ORDER BY played.game, points DESC, players.created_at, players.id
        """
    )

    /// By the newest version: of a session's inputs none is older than the one before.
    static let latestTime = Statement(
        "latest_time",
        """
        SELECT MAX((SELECT at_ms FROM session_events WHERE session_id = sessions.id
            ORDER BY version DESC LIMIT 1))
        FROM sessions WHERE status <> 'ended'
        """
    )

    static let sessions = Statement(
        "sessions",
        "SELECT \(summary) FROM sessions ORDER BY created_at DESC, id LIMIT $1"
    )

    static let sessionRecord = Statement(
        "session_record",
        "SELECT \(summary), settings_json FROM sessions WHERE id = $1"
    )

    private static let summary = """
        id, join_code, game, status, created_at, ended_at, erased_at,
            (SELECT COUNT(*) FROM players WHERE session_id = sessions.id),
            (SELECT COUNT(*) FROM rounds WHERE session_id = sessions.id)
        """

    static let players = Statement(
        "players",
        """
        SELECT id, name, created_at, last_seen_at, left_at FROM players
        WHERE session_id = $1 ORDER BY created_at, id
        """
    )

    static let rounds = Statement(
        "rounds",
        """
        SELECT id, "index", state, started_at, ended_at, game FROM rounds
        WHERE session_id = $1 ORDER BY "index"
        """
    )

    /// A row for each winner, and one for a game without.
    static let games = Statement(
        "games",
        """
        SELECT games.number, started_at, ended_at, is_aborted, player_id
        FROM games LEFT JOIN game_winners ON game_winners.session_id = games.session_id
            AND game_winners.number = games.number
        WHERE games.session_id = $1 ORDER BY games.number, player_id
        """
    )

    static let answers = Statement(
        "answers",
        """
        SELECT round_id, player_id, question, stake, answer_text, answered_at, is_correct,
            points_awarded
        FROM answers JOIN rounds ON rounds.id = round_id
        WHERE session_id = $1 ORDER BY "index", question, answered_at, player_id
        """
    )

    static let auditEvents = Statement(
        "audit_events",
        """
        SELECT seq, at, actor_role, actor_id, type, payload_json FROM audit_events
        WHERE session_id = $1 ORDER BY seq
        """
    )
}
