extension Statement {
    /// A family that was revoked gets no good token any more, however late it comes.
    static let tokenStored = Statement(
        "token_stored",
        """
        INSERT INTO refresh_tokens
            (hash, family, session_id, role, player_id, expires_at, revoked)
        VALUES ($1, $2, $3, $4, $5, $6,
            (SELECT COALESCE(MAX(revoked), 0) FROM refresh_tokens WHERE family = $2))
        ON CONFLICT (hash) DO NOTHING
        """
    )

    /// Changes a row only for the first who comes: two gateways can't spend one token.
    static let tokenSpent = Statement(
        "token_spent",
        """
        UPDATE refresh_tokens SET spent_at = $2
        WHERE hash = $1 AND spent_at IS NULL AND revoked = 0 AND expires_at > $2
        RETURNING family, session_id, role, player_id, expires_at
        """
    )

    /// Why a token could not be spent.
    static let token = Statement(
        "token",
        "SELECT family, spent_at, revoked FROM refresh_tokens WHERE hash = $1"
    )

    static let familyRevoked = Statement(
        "family_revoked",
        "UPDATE refresh_tokens SET revoked = 1 WHERE family = $1"
    )

    /// Forgets a few that nobody can use any more; runs with every spending, so none pile up.
    static let tokensPurged = Statement(
        "tokens_purged",
        """
        DELETE FROM refresh_tokens WHERE hash IN
            (SELECT hash FROM refresh_tokens WHERE expires_at < $1 LIMIT 16)
        """
    )
}
