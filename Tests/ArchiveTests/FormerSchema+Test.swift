import Protocol

@testable import Archive
@testable import TriptoGame

/// Databases as a house with one game left them.
extension SQLConnection {
    /// - Parameter version: 1 to 4.
    func makeFormerSchema(upTo version: Int64) throws(ArchiveError) {
        try transaction(.migrating) { () throws(ArchiveError) in
            try execute(Migration.bookkeeping)
            for migration in FormerSchema.migrations where migration.version <= version {
                for statement in migration.statements { try execute(statement) }
                try run([
                    Write(.migrated, [.integer(migration.version), .text(migration.name)])
                ])
            }
        }
    }

    /// An evening of two games in such a database: one that ended, and one in its first question.
    func playFormerEvening() throws(ArchiveError) {
        try transaction(.writing) { () throws(ArchiveError) in
            for statement in formerEvening { try execute(statement) }
        }
    }
}

private let formerEvening = [
    """
    INSERT INTO sessions (id, created_at, status, game, settings_json, join_code)
    VALUES ('s1', 1000, 'active', 'tripto', '{}', 'ABCDEF')
    """,
    """
    INSERT INTO players (id, session_id, name, name_key, created_at, last_seen_at, is_connected)
    VALUES ('anna', 's1', 'Anna', 'anna', 2000, 2000, 1), ('bo', 's1', 'Bo', 'bo', 2000, 2000, 0)
    """,
    """
    INSERT INTO destinations
        (id, place_id, locale, name, country, region, lat, lon, canonical_answers_json)
    VALUES ('kyoto.en', 'kyoto', 'en', 'Kyoto', 'Japan', 'Asia', 35.0, 135.8, '[]')
    """,
    """
    INSERT INTO content_packs
        (id, package_id, destination_id, locale, hash, created_at, used_at)
    VALUES ('p1', 'kyoto.en', 'kyoto.en', 'en', 'h', 3000, 3000)
    """,
    """
    INSERT INTO clues (id, destination_id, pack_id, level_points, text, claims_json,
        sources_json, verification_json)
    VALUES ('p1/clue_10', 'kyoto.en', 'p1', 10, 'Once a capital', '[]', '[]', '{}')
    """,
    "INSERT INTO games (session_id, number, started_at) VALUES ('s1', 1, 2500), ('s1', 2, 8000)",
    "INSERT INTO game_winners (session_id, number, player_id) VALUES ('s1', 1, 'bo')",
    """
    INSERT INTO rounds (id, session_id, "index", state, destination_id, pack_id, started_at,
        ended_at, game)
    VALUES ('r1', 's1', 1, 'scored', 'kyoto.en', 'p1', 3000, 7000, 1),
        ('r2', 's1', 2, 'followups', 'kyoto.en', 'p1', 8000, NULL, 2)
    """,
    """
    INSERT INTO destination_answers (id, round_id, player_id, locked_at_level_points,
        answer_text, is_correct, points_awarded, locked_at)
    VALUES ('r1/bo', 'r1', 'bo', 8, 'Kyoto', 1, 8, 4000),
        ('r1/anna', 'r1', 'anna', 4, '', 0, 0, 5000), ('r2/anna', 'r2', 'anna', 10, 'Kyoto', 1, 10, 8500)
    """,
    """
    INSERT INTO followup_answers (id, round_id, player_id, question_index, answer_text,
        is_correct, points_awarded)
    VALUES ('r1/bo/1', 'r1', 'bo', 1, 'Tea', 1, 2), ('r2/anna/1', 'r2', 'anna', 1, 'Temple', NULL, NULL)
    """,
    """
    INSERT INTO audio_clips (id, round_id, kind, ref_key, storage_url, duration_ms, loopable,
        lufs, license_json)
    VALUES ('v1', 'r1', 'clue', 'clue_10', '/v1', 2500, 0, -19.5, '{}')
    """,
    "INSERT INTO session_events (session_id, version, at_ms, body) VALUES ('s1', 1, 1000, '{}')",
]
