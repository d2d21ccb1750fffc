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

    static let scores = Statement(
        "scores",
        """
        SELECT players.id, players.name,
            COALESCE((SELECT SUM(points_awarded) FROM destination_answers
                WHERE player_id = players.id), 0)
            + COALESCE((SELECT SUM(points_awarded) FROM followup_answers
                WHERE player_id = players.id), 0) AS points
        FROM players WHERE session_id = $1
        ORDER BY points DESC, players.created_at, players.id
        """
    )
}

/// What a person could be known by leaves; what was scored stays (G-77).
extension Statement {
    static let erasure = [
        Statement(
            "erase_session",
            "UPDATE sessions SET status = 'ended', host_user_id = NULL, join_code = '' WHERE id = $1"
        ),
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
            UPDATE destination_answers SET answer_text = ''
            WHERE round_id IN (SELECT id FROM rounds WHERE session_id = $1)
            """
        ),
        Statement(
            "erase_followups",
            """
            UPDATE followup_answers SET answer_text = ''
            WHERE round_id IN (SELECT id FROM rounds WHERE session_id = $1)
            """
        ),
        Statement("erase_tokens", "DELETE FROM refresh_tokens WHERE session_id = $1"),
    ]
}
