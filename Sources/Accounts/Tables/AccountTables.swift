public import Archive

/// Tables of accounts and leaderboards, beside those of all games in the same database.
public enum AccountTables {
    /// Takes part in every archive: a link outlives a start of the gateway without accounts, and so do results.
    public static let schema = GameSchema(
        game: "accounts",
        migrations: [
            Migration(
                version: 1,
                name: "accounts and leaderboards",
                statements: accounts + leaderboards
            ),
            Migration(
                version: 2,
                name: "seats of erased accounts, sessions hosted, and game ends one at a time",
                statements: formerSeats + hosted + turns
            ),
        ],
        erasure: [
            Statement("erase_account_seats", "DELETE FROM account_seats WHERE session_id = $1"),
            Statement("erase_account_hosted", "DELETE FROM account_hosted WHERE session_id = $1"),
            Statement(
                "erase_account_former_seats",
                "DELETE FROM account_former_seats WHERE session_id = $1"
            ),
        ],
        ending: LeaderboardStatements.ending
    ) { _, _, _ in throw NoRecords() }

    private struct NoRecords: Error {}

    private static let accounts = [
        // `password` is a string of libsodium's: the algorithm, its cost, salt and hash.
        """
        CREATE TABLE accounts (
            id TEXT PRIMARY KEY,
            email TEXT NOT NULL,
            email_key TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            locale TEXT NOT NULL,
            password TEXT NOT NULL,
            created_at BIGINT NOT NULL
        )
        """,
        // An account that is asked for: there is none until its code comes back, so that nobody can take an
        // address that is not theirs. Of an address that has an account the code is nobody's.
        """
        CREATE TABLE account_registrations (
            ticket TEXT PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            email TEXT NOT NULL,
            email_key TEXT NOT NULL,
            name TEXT NOT NULL,
            locale TEXT NOT NULL,
            password TEXT NOT NULL,
            expires_at BIGINT NOT NULL
        )
        """,
        "CREATE INDEX account_registrations_email ON account_registrations (email_key)",
        "CREATE INDEX account_registrations_expiry ON account_registrations (expires_at)",
        // Codes that set a new password. Without an account where none has the address: asking takes as long.
        """
        CREATE TABLE account_resets (
            code TEXT PRIMARY KEY,
            account_id TEXT,
            expires_at BIGINT NOT NULL
        )
        """,
        "CREATE INDEX account_resets_account ON account_resets (account_id)",
        "CREATE INDEX account_resets_expiry ON account_resets (expires_at)",
        """
        CREATE TABLE account_tokens (
            hash TEXT PRIMARY KEY,
            family TEXT NOT NULL,
            account_id TEXT NOT NULL REFERENCES accounts (id),
            expires_at BIGINT NOT NULL,
            spent_at BIGINT,
            revoked SMALLINT NOT NULL CHECK (revoked IN (0, 1))
        )
        """,
        "CREATE INDEX account_tokens_family ON account_tokens (family)",
        "CREATE INDEX account_tokens_account ON account_tokens (account_id)",
        "CREATE INDEX account_tokens_revoked ON account_tokens (family) WHERE revoked = 1",
        "CREATE INDEX account_tokens_expiry ON account_tokens (expires_at)",
        // Letters on their way. Without a recipient where nobody is to get one: it takes as long to write.
        """
        CREATE TABLE account_letters (
            id TEXT PRIMARY KEY,
            recipient TEXT,
            kind TEXT NOT NULL,
            locale TEXT NOT NULL,
            code TEXT NOT NULL,
            due_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            attempts BIGINT NOT NULL
        )
        """,
        "CREATE INDEX account_letters_due ON account_letters (due_at)",
        // A player's seat that is an account's, one in each session. No reference to players: a seat may be
        // linked before its first entry is archived.
        """
        CREATE TABLE account_seats (
            player_id TEXT PRIMARY KEY,
            session_id TEXT NOT NULL,
            account_id TEXT NOT NULL REFERENCES accounts (id),
            linked_at BIGINT NOT NULL,
            UNIQUE (session_id, account_id)
        )
        """,
        "CREATE INDEX account_seats_account ON account_seats (account_id)",
    ]

    // Seats whose account is erased; whose it was is not known any more.
    private static let formerSeats = [
        """
        CREATE TABLE account_former_seats (
            player_id TEXT PRIMARY KEY,
            session_id TEXT NOT NULL
        )
        """,
        "CREATE INDEX account_former_seats_session ON account_former_seats (session_id)",
    ]

    // Sessions that an account has been the host of; one may have had several hosts.
    private static let hosted = [
        """
        CREATE TABLE account_hosted (
            session_id TEXT NOT NULL,
            account_id TEXT NOT NULL REFERENCES accounts (id),
            linked_at BIGINT NOT NULL,
            PRIMARY KEY (account_id, session_id)
        )
        """,
        "CREATE INDEX account_hosted_session ON account_hosted (session_id)",
    ]

    // One row that whoever changes a leaderboard changes first, and so waits for whoever is at it.
    private static let turns = [
        "CREATE TABLE leaderboard_turn (taken BIGINT NOT NULL)",
        "INSERT INTO leaderboard_turn (taken) VALUES (0)",
    ]

    private static let leaderboards = [
        // One row for each game that an account took part in.
        """
        CREATE TABLE leaderboard_results (
            session_id TEXT NOT NULL,
            number BIGINT NOT NULL,
            account_id TEXT NOT NULL,
            game TEXT NOT NULL,
            week BIGINT NOT NULL,
            points BIGINT NOT NULL,
            correct BIGINT NOT NULL,
            PRIMARY KEY (session_id, number, account_id)
        )
        """,
        "CREATE INDEX leaderboard_results_account ON leaderboard_results (account_id, game, week)",
        // Sums of them: `period` is a week, or 0 for all time.
        """
        CREATE TABLE leaderboard_totals (
            game TEXT NOT NULL,
            period BIGINT NOT NULL,
            account_id TEXT NOT NULL,
            points BIGINT NOT NULL,
            games BIGINT NOT NULL,
            correct BIGINT NOT NULL,
            highest BIGINT NOT NULL,
            PRIMARY KEY (account_id, game, period)
        )
        """,
        """
        CREATE INDEX leaderboard_totals_order
            ON leaderboard_totals (game, period, points, games, account_id)
        """,
        // Numbers of accounts with just so many points: a rank is a sum over these, not over everybody.
        """
        CREATE TABLE leaderboard_steps (
            game TEXT NOT NULL,
            period BIGINT NOT NULL,
            points BIGINT NOT NULL,
            accounts BIGINT NOT NULL,
            PRIMARY KEY (game, period, points)
        )
        """,
    ]
}
