import Archive

/// The schema of a house with one game, in which its tables and those of all games were one history. A new
/// database never has it.
enum FormerSchema {
    static let migrations = [
        Migration(version: 1, name: "first tables", statements: firstTables),
        Migration(version: 2, name: "retention", statements: retention),
        Migration(version: 3, name: "games and languages", statements: games + languages + themes),
        Migration(version: 4, name: "resting states", statements: resting),
    ]

    /// To the tables of any game: renamed, copied and dropped, as SQLite takes no constraint off a column.
    static let conversion =
        [
            "ALTER TABLE rounds RENAME TO former_rounds",
            "ALTER TABLE audio_clips RENAME TO former_clips",
            "ALTER TABLE destination_answers RENAME TO former_destination_answers",
            "ALTER TABLE followup_answers RENAME TO former_followup_answers",
            "DROP INDEX destination_answers_player",
            "DROP INDEX followup_answers_player",
            KitTables.rounds,
            """
            INSERT INTO rounds (id, session_id, "index", game, state, started_at, ended_at)
            SELECT id, session_id, "index", game, state, started_at, ended_at FROM former_rounds
            """,
            KitTables.answers,
            KitTables.answersOfPlayer,
            """
            INSERT INTO answers (round_id, player_id, question, stake, answer_text, is_correct,
                points_awarded, answered_at)
            SELECT round_id, player_id, 0, locked_at_level_points, answer_text, is_correct,
                points_awarded, locked_at
            FROM former_destination_answers
            """,
            """
            INSERT INTO answers (round_id, player_id, question, answer_text, is_correct,
                points_awarded)
            SELECT round_id, player_id, question_index, answer_text, is_correct, points_awarded
            FROM former_followup_answers
            """,
            KitTables.clips,
            """
            INSERT INTO audio_clips (id, round_id, kind, ref_key, storage_url, duration_ms, loopable,
                lufs, license_json)
            SELECT id, round_id, kind, ref_key, storage_url, duration_ms, loopable, lufs,
                license_json
            FROM former_clips
            """,
        ] + Tripto.rounds + [
            """
            INSERT INTO tripto_rounds (round_id, destination_id, pack_id)
            SELECT id, destination_id, pack_id FROM former_rounds
            """,
            "DROP TABLE former_destination_answers",
            "DROP TABLE former_followup_answers",
            "DROP TABLE former_clips",
            "DROP TABLE former_rounds",
            KitTables.bookkeeping,
        ]
}

extension FormerSchema {
    /// A session may play several games; `number` counts them from 1.
    ///
    /// Earlier rounds are divided by the times at which the host began a game, as in the audit.
    static let games = [
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
        "ALTER TABLE rounds ADD COLUMN game BIGINT NOT NULL DEFAULT 1",
        """
        UPDATE rounds SET game = (
            SELECT COUNT(*) FROM audit_events AS beginning
            WHERE beginning.session_id = rounds.session_id
                AND beginning.type = 'HOST_START_GAME' AND beginning.at <= rounds.started_at
                AND EXISTS (SELECT 1 FROM rounds AS begun
                    WHERE begun.session_id = beginning.session_id
                        AND begun.started_at >= beginning.at
                        AND NOT EXISTS (SELECT 1 FROM audit_events AS later
                            WHERE later.session_id = beginning.session_id
                                AND later.type = 'HOST_START_GAME'
                                AND later.at > beginning.at AND later.at <= begun.started_at))
        )
        """,
        "UPDATE rounds SET game = 1 WHERE game < 1",
        """
        INSERT INTO games (session_id, number, started_at)
        SELECT session_id, game, MIN(started_at) FROM rounds GROUP BY session_id, game
        """,
    ]

    /// A destination is a row for each language and wording, so that past games keep theirs. `place_id` is
    /// its id in the package.
    ///
    /// Older rows keep only the wording of the last game: each language it was played in gets a row with
    /// that.
    static let languages = [
        "ALTER TABLE destinations ADD COLUMN place_id TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE destinations ADD COLUMN locale TEXT NOT NULL DEFAULT ''",
        """
        INSERT INTO destinations
            (id, place_id, locale, name, country, region, lat, lon, canonical_answers_json)
        SELECT DISTINCT destinations.id || '.' || content_packs.locale, destinations.id,
            content_packs.locale, name, country, region, lat, lon, canonical_answers_json
        FROM destinations JOIN content_packs ON content_packs.destination_id = destinations.id
        """,
        "UPDATE content_packs SET destination_id = destination_id || '.' || locale",
        """
        UPDATE clues SET destination_id =
            (SELECT destination_id FROM content_packs WHERE content_packs.id = clues.pack_id)
        """,
        """
        UPDATE followup_questions SET destination_id = (SELECT destination_id FROM content_packs
            WHERE content_packs.id = followup_questions.pack_id)
        """,
        """
        UPDATE rounds SET destination_id =
            (SELECT destination_id FROM content_packs WHERE content_packs.id = rounds.pack_id)
        """,
        """
        DELETE FROM destinations WHERE place_id = '' AND EXISTS
            (SELECT 1 FROM destinations AS worded WHERE worded.place_id = destinations.id)
        """,
    ]

    /// A theme is the host's own words, and outlived erasures.
    static let themes = [
        "UPDATE sessions SET settings_json = '{}' WHERE erased_at IS NOT NULL"
    ]

    /// States of sessions at rest, as a store within the process puts them away. No reference to
    /// sessions: nothing here outlives a restart.
    static let resting = [
        """
        CREATE TABLE resting_states (
            session_id TEXT PRIMARY KEY,
            version BIGINT NOT NULL,
            body TEXT NOT NULL
        )
        """
    ]

    static let retention = [
        "ALTER TABLE sessions ADD COLUMN erased_at BIGINT",
        "CREATE INDEX sessions_unerased ON sessions (created_at) WHERE erased_at IS NULL",
    ]
}
