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
