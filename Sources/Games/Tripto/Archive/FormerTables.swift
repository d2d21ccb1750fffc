extension FormerSchema {
    /// The tables of T-7 with the columns of G-56, G-57 and G-70; what differs from them stands at the table.
    static let firstTables = placeTables + packs + roundTables

    private static let placeTables = [
        """
        CREATE TABLE sessions (
            id TEXT PRIMARY KEY,
            created_at BIGINT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('lobby', 'active', 'ended')),
            ended_at BIGINT,
            game TEXT NOT NULL,
            settings_json TEXT NOT NULL,
            host_user_id TEXT,
            join_code TEXT NOT NULL
        )
        """,
        "CREATE INDEX sessions_status ON sessions (status, created_at)",
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
        """
        CREATE TABLE destinations (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            country TEXT NOT NULL,
            region TEXT NOT NULL,
            lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
            lon DOUBLE PRECISION NOT NULL CHECK (lon BETWEEN -180 AND 180),
            canonical_answers_json TEXT NOT NULL
        )
        """,
    ]

    /// As they still are.
    static let packs = [
        // A package whose text changed is another pack, so that old games keep what they showed.
        """
        CREATE TABLE content_packs (
            id TEXT PRIMARY KEY,
            package_id TEXT NOT NULL,
            destination_id TEXT NOT NULL REFERENCES destinations (id),
            locale TEXT NOT NULL,
            hash TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            used_at BIGINT NOT NULL,
            approved_at BIGINT,
            UNIQUE (package_id, hash)
        )
        """,
        """
        CREATE TABLE clues (
            id TEXT PRIMARY KEY,
            destination_id TEXT NOT NULL REFERENCES destinations (id),
            pack_id TEXT NOT NULL REFERENCES content_packs (id),
            level_points BIGINT NOT NULL CHECK (level_points IN (10, 8, 6, 4, 2)),
            text TEXT NOT NULL,
            claims_json TEXT NOT NULL,
            sources_json TEXT NOT NULL,
            verification_json TEXT NOT NULL,
            UNIQUE (pack_id, level_points)
        )
        """,
        """
        CREATE TABLE followup_questions (
            id TEXT PRIMARY KEY,
            destination_id TEXT NOT NULL REFERENCES destinations (id),
            pack_id TEXT NOT NULL REFERENCES content_packs (id),
            "index" BIGINT NOT NULL CHECK ("index" >= 1),
            question_text TEXT NOT NULL,
            canonical_answer_json TEXT NOT NULL,
            sources_json TEXT NOT NULL,
            anti_leak_json TEXT NOT NULL,
            UNIQUE (pack_id, "index")
        )
        """,
    ]

    private static let roundTables = [
        """
        CREATE TABLE rounds (
            id TEXT PRIMARY KEY,
            session_id TEXT NOT NULL REFERENCES sessions (id),
            "index" BIGINT NOT NULL CHECK ("index" >= 1),
            state TEXT NOT NULL CHECK (state IN (
                'preparing', 'intro', 'clues', 'reveal', 'followups', 'scored', 'aborted'
            )),
            destination_id TEXT NOT NULL REFERENCES destinations (id),
            pack_id TEXT NOT NULL REFERENCES content_packs (id),
            started_at BIGINT NOT NULL,
            ended_at BIGINT,
            UNIQUE (session_id, "index")
        )
        """,
        """
        CREATE TABLE destination_answers (
            id TEXT PRIMARY KEY,
            round_id TEXT NOT NULL REFERENCES rounds (id),
            player_id TEXT NOT NULL REFERENCES players (id),
            locked_at_level_points BIGINT NOT NULL
                CHECK (locked_at_level_points IN (10, 8, 6, 4, 2)),
            answer_text TEXT NOT NULL,
            is_correct SMALLINT CHECK (is_correct IN (0, 1)),
            points_awarded BIGINT,
            locked_at BIGINT NOT NULL,
            UNIQUE (round_id, player_id)
        )
        """,
        "CREATE INDEX destination_answers_player ON destination_answers (player_id)",
        """
        CREATE TABLE followup_answers (
            id TEXT PRIMARY KEY,
            round_id TEXT NOT NULL REFERENCES rounds (id),
            player_id TEXT NOT NULL REFERENCES players (id),
            question_index BIGINT NOT NULL CHECK (question_index >= 1),
            answer_text TEXT NOT NULL,
            is_correct SMALLINT CHECK (is_correct IN (0, 1)),
            points_awarded BIGINT,
            UNIQUE (round_id, player_id, question_index)
        )
        """,
        "CREATE INDEX followup_answers_player ON followup_answers (player_id)",
        // Music and effects belong to no round (G-70).
        """
        CREATE TABLE audio_clips (
            id TEXT PRIMARY KEY,
            round_id TEXT REFERENCES rounds (id),
            kind TEXT NOT NULL CHECK (kind IN (
                'intro', 'clue', 'reveal', 'followup', 'banter', 'music', 'sfx'
            )),
            ref_key TEXT NOT NULL,
            storage_url TEXT NOT NULL,
            duration_ms BIGINT NOT NULL CHECK (duration_ms >= 0),
            loopable SMALLINT NOT NULL CHECK (loopable IN (0, 1)),
            lufs DOUBLE PRECISION,
            license_json TEXT
        )
        """,
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
    ]
}
