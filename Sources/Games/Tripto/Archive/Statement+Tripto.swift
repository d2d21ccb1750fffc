import Archive

/// Statements that store a package. Each may run again without harm.
extension Statement {
    static let destination = Statement(
        "destination",
        """
        INSERT INTO destinations
            (id, place_id, locale, name, country, region, lat, lon, canonical_answers_json)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (id) DO NOTHING
        """
    )

    static let pack = Statement(
        "pack",
        """
        INSERT INTO content_packs
            (id, package_id, destination_id, locale, hash, created_at, used_at)
        VALUES ($1, $2, $3, $4, $5, $6, $6)
        ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at
        """
    )

    static let clue = Statement(
        "clue",
        """
        INSERT INTO clues
            (id, destination_id, pack_id, level_points, text, claims_json, sources_json,
            verification_json)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (id) DO NOTHING
        """
    )

    static let followupQuestion = Statement(
        "followup_question",
        """
        INSERT INTO followup_questions
            (id, destination_id, pack_id, "index", question_text, canonical_answer_json,
            sources_json, anti_leak_json)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (id) DO NOTHING
        """
    )

    static let triptoRound = Statement(
        "tripto_round",
        """
        INSERT INTO tripto_rounds (round_id, destination_id, pack_id) VALUES ($1, $2, $3)
        ON CONFLICT (round_id) DO NOTHING
        """
    )

    /// Of a build that named its package alone: the pack is the one that was played last under that name.
    static let triptoRoundOfPackage = Statement(
        "tripto_round_of_package",
        """
        INSERT INTO tripto_rounds (round_id, destination_id, pack_id)
        VALUES ($1,
            (SELECT destination_id FROM content_packs WHERE package_id = $2
                ORDER BY used_at DESC, id LIMIT 1),
            (SELECT id FROM content_packs WHERE package_id = $2
                ORDER BY used_at DESC, id LIMIT 1))
        ON CONFLICT (round_id) DO NOTHING
        """
    )

    static let triptoRounds = Statement(
        "tripto_rounds",
        """
        SELECT round_id, name, country, pack_id FROM tripto_rounds
        JOIN rounds ON rounds.id = round_id
        JOIN destinations ON destinations.id = destination_id
        WHERE session_id = $1
        """
    )
}

/// Statements about the packages that were played: on which device, and how often.
enum PlayedStatements {
    /// An entry that is written again, later than the next one, takes nothing back.
    static let byDevice = Statement(
        "device_place",
        """
        INSERT INTO device_places (device, place_id, session_id, played_at)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (device, place_id) DO UPDATE
            SET session_id = excluded.session_id, played_at = excluded.played_at
            WHERE excluded.played_at > device_places.played_at
        """
    )

    /// The newest first; as many as a bank can hold.
    static let ofDevice = Statement(
        "device_places",
        """
        SELECT place_id FROM device_places WHERE device = $1
        ORDER BY played_at DESC, place_id LIMIT \(PackageLimits.bankPackages)
        """
    )

    static let deviceErased = Statement(
        "erase_device_places",
        "DELETE FROM device_places WHERE session_id = $1"
    )

    /// A row for each round.
    static let packages = Statement(
        "packages_played",
        "SELECT package_id FROM tripto_rounds JOIN content_packs ON content_packs.id = pack_id"
    )
}
