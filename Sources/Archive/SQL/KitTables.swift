/// The tables of every game: those of T-7 with the columns of G-56, G-57 and G-70; differences from them
/// are noted at the table.
///
/// Tables are public where an earlier house has them in another shape.
public enum KitTables {
    static let all = [
        """
        CREATE TABLE sessions (
            id TEXT PRIMARY KEY,
            created_at BIGINT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('lobby', 'active', 'ended')),
            ended_at BIGINT,
            game TEXT NOT NULL,
            settings_json TEXT NOT NULL,
            host_user_id TEXT,
            join_code TEXT NOT NULL,
            erased_at BIGINT
        )
        """,
        "CREATE INDEX sessions_status ON sessions (status, created_at)",
        "CREATE INDEX sessions_unerased ON sessions (created_at) WHERE erased_at IS NULL",
        // A name is free again when its player has left, whose row stays: names are unique among
        // those who are here. `name_key` is the name as the rules compare it, because lower() is
        // not the same function everywhere and a disagreement would block a session for good.
        """
        CREATE TABLE players (
            id TEXT PRIMARY KEY,
            session_id TEXT NOT NULL REFERENCES sessions (id),
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            last_seen_at BIGINT NOT NULL,
            is_connected SMALLINT NOT NULL CHECK (is_connected IN (0, 1)),
            left_at BIGINT
        )
        """,
        "CREATE INDEX players_session ON players (session_id)",
        """
        CREATE UNIQUE INDEX players_name ON players (session_id, name_key)
            WHERE left_at IS NULL AND name_key <> ''
        """,
        // A session may play several games; `number` counts them from 1.
        """
        CREATE TABLE games (
            session_id TEXT NOT NULL REFERENCES sessions (id),
            number BIGINT NOT NULL CHECK (number >= 1),
            started_at BIGINT NOT NULL,
            ended_at BIGINT,
            is_aborted SMALLINT CHECK (is_aborted IN (0, 1)),
            PRIMARY KEY (session_id, number)
        )
        """,
        // More than one where they share the win; none where nobody has points.
        """
        CREATE TABLE game_winners (
            session_id TEXT NOT NULL,
            number BIGINT NOT NULL,
            player_id TEXT NOT NULL REFERENCES players (id),
            PRIMARY KEY (session_id, number, player_id),
            FOREIGN KEY (session_id, number) REFERENCES games (session_id, number)
        )
        """,
        rounds, answers, answersOfPlayer, clips,
        // One row a commit: playing the bodies again gives the same state. An erased session keeps
        // its rows without bodies, so that an entry which comes once more is still known.
        """
        CREATE TABLE session_events (
            session_id TEXT NOT NULL,
            version BIGINT NOT NULL CHECK (version >= 1),
            at_ms BIGINT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (session_id, version)
        )
        """,
        """
        CREATE TABLE audit_events (
            id TEXT PRIMARY KEY,
            session_id TEXT NOT NULL REFERENCES sessions (id),
            seq BIGINT NOT NULL,
            at BIGINT NOT NULL,
            actor_role TEXT NOT NULL CHECK (actor_role IN ('HOST', 'TV', 'PLAYER')),
            actor_id TEXT,
            type TEXT NOT NULL,
            payload_json TEXT NOT NULL,
            UNIQUE (session_id, seq)
        )
        """,
        // No reference to sessions: a token may be stored before the session's first entry is.
        """
        CREATE TABLE refresh_tokens (
            hash TEXT PRIMARY KEY,
            family TEXT NOT NULL,
            session_id TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('HOST', 'TV', 'PLAYER')),
            player_id TEXT,
            expires_at BIGINT NOT NULL,
            spent_at BIGINT,
            revoked SMALLINT NOT NULL CHECK (revoked IN (0, 1)),
            CHECK ((role = 'PLAYER') = (player_id IS NOT NULL))
        )
        """,
        "CREATE INDEX refresh_tokens_family ON refresh_tokens (family)",
        "CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id)",
        "CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at)",
        // States of sessions at rest, as a store within the process puts them away. No reference to
        // sessions: nothing here outlives a restart.
        """
        CREATE TABLE resting_states (
            session_id TEXT PRIMARY KEY,
            version BIGINT NOT NULL,
            body TEXT NOT NULL
        )
        """,
        bookkeeping,
    ]

    /// Players for whom the host wrote.
    static let manualPlayers = """
        ALTER TABLE players ADD COLUMN is_manual SMALLINT NOT NULL DEFAULT 0
            CHECK (is_manual IN (0, 1))
        """

    /// `state` is a word of the game's. The game's own tables hold its content.
    public static let rounds = """
        CREATE TABLE rounds (
            id TEXT PRIMARY KEY,
            session_id TEXT NOT NULL REFERENCES sessions (id),
            "index" BIGINT NOT NULL CHECK ("index" >= 1),
            game BIGINT NOT NULL,
            state TEXT NOT NULL,
            started_at BIGINT NOT NULL,
            ended_at BIGINT,
            UNIQUE (session_id, "index")
        )
        """

    /// `question` is a number of the game's within the round, `stake` its worth where that was chosen with
    /// it. `answered_at` is NULL where an earlier build did not keep it.
    public static let answers = """
        CREATE TABLE answers (
            round_id TEXT NOT NULL REFERENCES rounds (id),
            player_id TEXT NOT NULL REFERENCES players (id),
            question BIGINT NOT NULL CHECK (question >= 0),
            stake BIGINT,
            answer_text TEXT NOT NULL,
            is_correct SMALLINT CHECK (is_correct IN (0, 1)),
            points_awarded BIGINT,
            answered_at BIGINT,
            PRIMARY KEY (round_id, player_id, question)
        )
        """

    public static let answersOfPlayer = "CREATE INDEX answers_player ON answers (player_id)"

    /// Music and effects belong to no round (G-70).
    public static let clips = """
        CREATE TABLE audio_clips (
            id TEXT PRIMARY KEY,
            round_id TEXT REFERENCES rounds (id),
            kind TEXT NOT NULL,
            ref_key TEXT NOT NULL,
            storage_url TEXT NOT NULL,
            duration_ms BIGINT NOT NULL CHECK (duration_ms >= 0),
            loopable SMALLINT NOT NULL CHECK (loopable IN (0, 1)),
            lufs DOUBLE PRECISION,
            license_json TEXT
        )
        """

    /// Records which migrations of which game's tables there have been.
    public static let bookkeeping = """
        CREATE TABLE game_migrations (
            game TEXT NOT NULL,
            version BIGINT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (game, version)
        )
        """
}
