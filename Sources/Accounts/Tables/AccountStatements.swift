import Archive

/// Statements over accounts. Each may run again without harm.
enum AccountStatements {
    static let byEmail = Statement(
        "account_by_email",
        "SELECT id, password, email, locale FROM accounts WHERE email_key = $1"
    )

    static let byID = Statement(
        "account_by_id",
        "SELECT id, email, name, created_at, password FROM accounts WHERE id = $1"
    )

    /// An update that changes nothing: SQLite knows no lock of a row, and Postgres makes the next one wait for it and
    /// then see what has become of the row.
    static let held = Statement(
        "account_held",
        "UPDATE accounts SET password = password WHERE id = $1 RETURNING \(holding)"
    )

    static let heldByEmail = Statement(
        "account_held_by_email",
        "UPDATE accounts SET password = password WHERE email_key = $1 RETURNING \(holding)"
    )

    private static let holding = "id, password, email, locale"

    static let renamed = Statement(
        "account_renamed",
        "UPDATE accounts SET name = $2 WHERE id = $1"
    )

    static let passwordSet = Statement(
        "account_password_set",
        "UPDATE accounts SET password = $2 WHERE id = $1"
    )

    // MARK: Registrations

    static let registered = Statement(
        "account_registered",
        """
        INSERT INTO account_registrations
            (ticket, code, email, email_key, name, locale, password, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (ticket) DO NOTHING
        """
    )

    static let registration = Statement(
        "account_registration",
        """
        SELECT email, email_key, locale, expires_at FROM account_registrations
        WHERE ticket = $1 AND expires_at > $2
        """
    )

    /// As `held`, of all registrations of the address that a code is of.
    static let registrationsHeld = Statement(
        "account_registrations_held",
        """
        UPDATE account_registrations SET code = code WHERE email_key =
            (SELECT email_key FROM account_registrations WHERE code = $1 AND expires_at > $2)
        """
    )

    /// The one that deletes it makes the account.
    static let registrationSpent = Statement(
        "account_registration_spent",
        """
        DELETE FROM account_registrations WHERE code = $1 AND expires_at > $2
        RETURNING email, email_key, name, locale, password
        """
    )

    static let registrationsDone = Statement(
        "account_registrations_done",
        "DELETE FROM account_registrations WHERE email_key = $1"
    )

    static let recoded = Statement(
        "account_recoded",
        "UPDATE account_registrations SET code = $2 WHERE ticket = $1"
    )

    /// The first of an address makes the account.
    static let verified = Statement(
        "account_verified",
        """
        INSERT INTO accounts (id, email, email_key, name, locale, password, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
        """
    )

    /// A few that nobody can use any more; runs with every registration, so none pile up.
    /// Of all that is too old, some each time. Runs after an account is held, never before.
    static let purges = [registrationsPurged, resetsPurged, tokensPurged]

    static let registrationsPurged = Statement(
        "account_registrations_purged",
        """
        DELETE FROM account_registrations WHERE ticket IN
            (SELECT ticket FROM account_registrations WHERE expires_at <= $1 LIMIT 16)
        """
    )

    // MARK: Resets

    static let resetAsked = Statement(
        "account_reset_asked",
        """
        INSERT INTO account_resets (code, account_id, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (code) DO NOTHING
        """
    )

    static let reset = Statement(
        "account_reset",
        """
        SELECT account_id FROM account_resets
        WHERE code = $1 AND expires_at > $2 AND account_id IS NOT NULL
        """
    )

    static let resetSpent = Statement(
        "account_reset_spent",
        "DELETE FROM account_resets WHERE code = $1 AND account_id = $2 AND expires_at > $3"
    )

    static let resetsDone = Statement(
        "account_resets_done",
        "DELETE FROM account_resets WHERE account_id = $1"
    )

    static let resetsPurged = Statement(
        "account_resets_purged",
        """
        DELETE FROM account_resets WHERE code IN
            (SELECT code FROM account_resets WHERE expires_at <= $1 LIMIT 16)
        """
    )

    // MARK: Tokens

    static let granted = Statement(
        "account_granted",
        """
        INSERT INTO account_tokens (hash, family, account_id, expires_at, revoked)
        VALUES ($1, $2, $3, $4, 0) ON CONFLICT (hash) DO NOTHING
        """
    )

    static let tokenHolder = Statement(
        "account_token_holder",
        "SELECT account_id FROM account_tokens WHERE hash = $1"
    )

    /// Changes a row only for the first who comes. One revoked token revokes its family, also what joins it
    /// later.
    static let spent = Statement(
        "account_token_spent",
        """
        UPDATE account_tokens SET spent_at = $2
        WHERE hash = $1 AND spent_at IS NULL AND expires_at > $2
            AND NOT EXISTS (SELECT 1 FROM account_tokens AS kin
                WHERE kin.family = account_tokens.family AND kin.revoked = 1)
        """
    )

    static let replaced = Statement(
        "account_token_replaced",
        """
        INSERT INTO account_tokens (hash, family, account_id, expires_at, revoked)
        SELECT $2, family, account_id, $3, 0 FROM account_tokens WHERE hash = $1
        ON CONFLICT (hash) DO NOTHING
        """
    )

    static let token = Statement(
        "account_token",
        "SELECT family, account_id, spent_at, revoked FROM account_tokens WHERE hash = $1"
    )

    static let isUnspent = Statement(
        "account_token_unspent",
        "SELECT 1 FROM account_tokens WHERE hash = $1 AND spent_at IS NULL AND revoked = 0"
    )

    static let familyRevoked = Statement(
        "account_family_revoked",
        "UPDATE account_tokens SET revoked = 1 WHERE family = $1 AND revoked = 0"
    )

    static let allRevoked = Statement(
        "account_all_revoked",
        "UPDATE account_tokens SET revoked = 1 WHERE account_id = $1 AND revoked = 0"
    )

    /// True to an account only while a token of the family could still be renewed.
    static let isLoggedIn = Statement(
        "account_logged_in",
        """
        SELECT account_id FROM account_tokens
        WHERE family = $1 AND account_id = $2 AND expires_at > $3
            AND NOT EXISTS (SELECT 1 FROM account_tokens AS kin
                WHERE kin.family = $1 AND kin.revoked = 1)
        LIMIT 1
        """
    )

    static let tokensPurged = Statement(
        "account_tokens_purged",
        """
        DELETE FROM account_tokens WHERE hash IN
            (SELECT hash FROM account_tokens WHERE expires_at <= $1 LIMIT 16)
        """
    )

    // MARK: Letters

    /// None where as many wait as may.
    static let posted = Statement(
        "account_letter_posted",
        """
        INSERT INTO account_letters
            (id, recipient, kind, locale, code, due_at, expires_at, attempts)
        SELECT $1, $2, $3, $4, $5, $6, $7, 0
        WHERE (SELECT COUNT(*) FROM account_letters) < $8
        ON CONFLICT (id) DO NOTHING
        """
    )

    /// Leases one that is due: nobody else takes it before the lease ends.
    static let collected = Statement(
        "account_letter_collected",
        """
        UPDATE account_letters SET due_at = $2, attempts = attempts + 1
        WHERE due_at <= $1 AND id =
            (SELECT id FROM account_letters WHERE due_at <= $1 ORDER BY due_at, id LIMIT 1)
        RETURNING id, recipient, kind, locale, code, expires_at, attempts
        """
    )

    static let postponed = Statement(
        "account_letter_postponed",
        "UPDATE account_letters SET due_at = $2 WHERE id = $1"
    )

    static let letterDone = Statement(
        "account_letter_done",
        "DELETE FROM account_letters WHERE id = $1"
    )

    // MARK: Seats

    /// As `held`, of a session: its erasure changes the same row first.
    static let sessionHeld = Statement(
        "account_session_held",
        "UPDATE sessions SET erased_at = erased_at WHERE id = $1 RETURNING erased_at"
    )

    /// Not where it was an account's that is erased: what was played there counts already.
    static let seatLinked = Statement(
        "account_seat_linked",
        """
        INSERT INTO account_seats (player_id, session_id, account_id, linked_at)
        SELECT $1, $2, $3, $4 WHERE NOT EXISTS
            (SELECT 1 FROM account_former_seats WHERE player_id = $1) ON CONFLICT DO NOTHING
        """
    )

    /// A player whom the host has removed; one who is let in again has the seat again.
    static let seatLost = Statement(
        "account_seat_lost",
        "SELECT 1 FROM players WHERE id = $1 AND session_id = $2 AND left_at IS NOT NULL"
    )

    static let seat = Statement(
        "account_seat",
        "SELECT account_id FROM account_seats WHERE player_id = $1 AND session_id = $2"
    )

    static let seats = Statement(
        "account_seats_of",
        """
        SELECT account_seats.session_id, account_seats.player_id, sessions.game,
            sessions.status, sessions.created_at,
            (SELECT COUNT(*) FROM leaderboard_results
                WHERE session_id = sessions.id AND account_id = account_seats.account_id),
            COALESCE((SELECT CAST(SUM(points) AS BIGINT) FROM leaderboard_results
                WHERE session_id = sessions.id AND account_id = account_seats.account_id), 0)
        FROM account_seats JOIN sessions ON sessions.id = account_seats.session_id
        WHERE account_seats.account_id = $1 ORDER BY sessions.created_at DESC LIMIT $2
        """
    )

    static let hostLinked = Statement(
        "account_host_linked",
        """
        INSERT INTO account_hosted (session_id, account_id, linked_at)
        VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
        """
    )

    static let hosted = Statement(
        "account_hosted_by",
        """
        SELECT account_hosted.session_id, sessions.game, sessions.status, sessions.created_at
        FROM account_hosted JOIN sessions ON sessions.id = account_hosted.session_id
        WHERE account_hosted.account_id = $1 ORDER BY sessions.created_at DESC LIMIT $2
        """
    )

    // MARK: Erasure

    /// All that is personal; sums of points stay, and no row tells any more of which evenings they are.
    static let erasure = [
        Statement("account_erase_tokens", "DELETE FROM account_tokens WHERE account_id = $1"),
        Statement("account_erase_resets", "DELETE FROM account_resets WHERE account_id = $1"),
        Statement(
            "account_former_seats",
            """
            INSERT INTO account_former_seats (player_id, session_id)
            SELECT player_id, session_id FROM account_seats WHERE account_id = $1
            ON CONFLICT DO NOTHING
            """
        ),
        Statement("account_erase_seats", "DELETE FROM account_seats WHERE account_id = $1"),
        Statement("account_erase_hosted", "DELETE FROM account_hosted WHERE account_id = $1"),
        Statement(
            "account_erase_results",
            "DELETE FROM leaderboard_results WHERE account_id = $1"
        ),
        Statement(
            "account_erase_letters",
            """
            DELETE FROM account_letters
            WHERE LOWER(recipient) = (SELECT email_key FROM accounts WHERE id = $1)
            """
        ),
        Statement(
            "account_erase_registrations",
            """
            DELETE FROM account_registrations
            WHERE email_key = (SELECT email_key FROM accounts WHERE id = $1)
            """
        ),
        Statement("account_erased", "DELETE FROM accounts WHERE id = $1"),
    ]
}
