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

    /// Right answers to one package by what was at stake: points, answers, right ones, with a bar between.
    static let rightAnswers = Statement(
        "right_answers",
        """
        SELECT CAST(stake AS TEXT) || '|' || CAST(COUNT(*) AS TEXT) || '|'
            || CAST(SUM(is_correct) AS TEXT)
        FROM answers
        JOIN tripto_rounds ON tripto_rounds.round_id = answers.round_id
        JOIN content_packs ON content_packs.id = pack_id
        WHERE package_id = $1 AND question = 0 AND stake IS NOT NULL AND is_correct IS NOT NULL
        GROUP BY stake ORDER BY stake DESC
        """
    )
}

/// Statements about what hosts report of packages.
enum ReportStatements {
    /// Of one session; a host who finds more has other trouble.
    static let maxOfSession = 50
    /// Of one package, and of all, as they are shown.
    static let maxShown = 200

    /// Words of hosts about parts of what they played. `session_id` and `words` are empty once the session is erased.
    static let table = """
        CREATE TABLE tripto_reports (
            id TEXT PRIMARY KEY,
            session_id TEXT NOT NULL,
            round_id TEXT NOT NULL,
            pack_id TEXT NOT NULL REFERENCES content_packs (id),
            part TEXT NOT NULL,
            reason TEXT NOT NULL,
            words TEXT NOT NULL,
            reported_at BIGINT NOT NULL
        )
        """

    /// When somebody dealt with it.
    static let mark = "ALTER TABLE tripto_reports ADD COLUMN dealt_with_at BIGINT"

    /// The package that a round of a session was played with.
    static let packageOfRound = Statement(
        "package_of_round",
        """
        SELECT package_id FROM tripto_rounds
        JOIN rounds ON rounds.id = round_id
        JOIN content_packs ON content_packs.id = pack_id
        WHERE round_id = $1 AND session_id = $2
        """
    )

    static let added = Statement(
        "report",
        """
        INSERT INTO tripto_reports
            (id, session_id, round_id, pack_id, part, reason, words, reported_at)
        SELECT $1, session_id, round_id, pack_id, $4, $5, $6, $7
        FROM tripto_rounds JOIN rounds ON rounds.id = round_id
        WHERE round_id = $2 AND session_id = $3
            AND (SELECT COUNT(*) FROM tripto_reports WHERE session_id = $3) < \(maxOfSession)
        ON CONFLICT (id) DO NOTHING
        """
    )

    /// Those of one package.
    static let ofPackage = listed("reports_of_package", "WHERE package_id = $1")

    /// Those of all packages.
    static let all = listed("reports")

    /// Fields on a line each, as none has a line's end in it. The last is the clue or question as it was played, empty
    /// where the part is another, and before it how many there are, also of those that are not shown. Reports that wait come first, and of those and the others the newest.
    private static func listed(_ name: String, _ condition: String = "") -> Statement {
        let fields = [
            "tripto_reports.id", "package_id", "destinations.name", "destinations.country", "part",
            "reason", "CAST(reported_at AS TEXT)", "COALESCE(CAST(dealt_with_at AS TEXT), '')",
            "words", "CAST(COUNT(*) OVER () AS TEXT)", "COALESCE(clues.text, question_text, '')",
        ]
        return Statement(
            name,
            """
            SELECT \(fields.joined(separator: " || '\n' || "))
            FROM tripto_reports
            JOIN content_packs ON content_packs.id = tripto_reports.pack_id
            JOIN destinations ON destinations.id = content_packs.destination_id
            LEFT JOIN clues ON clues.id = tripto_reports.pack_id || '/' || part
            LEFT JOIN followup_questions
                ON followup_questions.id = tripto_reports.pack_id || '/' || part
            \(condition)
            ORDER BY dealt_with_at IS NOT NULL, reported_at DESC, tripto_reports.id
            LIMIT \(maxShown)
            """
        )
    }

    /// A row for each report that waits.
    static let packages = Statement(
        "packages_reported",
        """
        SELECT package_id FROM tripto_reports
        JOIN content_packs ON content_packs.id = tripto_reports.pack_id
        WHERE dealt_with_at IS NULL
        """
    )

    static let marked = Statement(
        "mark_report",
        "UPDATE tripto_reports SET dealt_with_at = $2 WHERE id = $1"
    )

    static let erased = Statement(
        "erase_reports",
        "UPDATE tripto_reports SET session_id = '', words = '' WHERE session_id = $1"
    )
}
