import GameState
import Protocol

/// Reads what the archive has of sessions.
struct ArchiveReader {
    private let connection: any SQLConnection
    private let games: [GameSchema]

    init(_ connection: any SQLConnection, _ games: [GameSchema]) {
        self.connection = connection
        self.games = games
    }

    func journal(of session: SessionID) throws(ArchiveError) -> ArchivedSession? {
        try connection.transaction(.reading) { () throws(ArchiveError) in
            let sessions = try connection.rows(Self.session, [.id(session)]) {
                row throws(ArchiveError) in
                (game: row.text(0), status: try row.word(1, SessionStatus.init))
            }
            guard let found = sessions.first else { return nil }
            let entries = try connection.rows(Self.events, [.id(session)]) {
                row throws(ArchiveError) in
                ArchivedSession.Entry(
                    version: try row.integer(0),
                    at: try row.time(1),
                    body: row.bytes(2)
                )
            }
            return ArchivedSession(game: found.game, status: found.status, entries: entries)
        }
    }

    func latestVersion(of session: SessionID) throws(ArchiveError) -> Int64 {
        let versions = try connection.transaction(.reading) { () throws(ArchiveError) in
            try connection.rows(Self.latestVersion, [.id(session)]) { row throws(ArchiveError) in
                try row.integer(0)
            }
        }
        return versions.first ?? 0
    }

    func scores(of session: SessionID) throws(ArchiveError) -> [ArchivedScore] {
        try connection.transaction(.reading) { () throws(ArchiveError) in
            try readScores(of: session)
        }
    }

    func sessions(limit: Int) throws(ArchiveError) -> [SessionSummary] {
        try connection.transaction(.reading) { () throws(ArchiveError) in
            try connection.rows(Self.sessions, [.integer(limit)]) { row throws(ArchiveError) in
                try row.summary()
            }
        }
    }

    func latestTime() throws(ArchiveError) -> ServerTime? {
        let times = try connection.transaction(.reading) { () throws(ArchiveError) in
            try connection.rows(Self.latestTime, []) { row throws(ArchiveError) in
                try row.optionalTime(0)
            }
        }
        return times.first ?? nil
    }

    func record(of session: SessionID) throws(ArchiveError) -> SessionRecord? {
        try connection.transaction(.reading) { () throws(ArchiveError) in
            let found = try connection.rows(Self.sessionRecord, [.id(session)]) {
                row throws(ArchiveError) in
                (summary: try row.summary(), settings: try row.json(9))
            }
            guard let found = found.first else { return nil }
            return SessionRecord(
                summary: found.summary,
                settings: found.settings,
                players: try readPlayers(of: session),
                games: try readGames(of: session),
                rounds: try readRounds(
                    of: session,
                    games.first { $0.game == found.summary.game }?.rounds
                ),
                answers: try readAnswers(of: session),
                scores: try readScores(of: session),
                audit: try readAudit(of: session)
            )
        }
    }

    // MARK: Within a transaction

    private func readScores(of session: SessionID) throws(ArchiveError) -> [ArchivedScore] {
        try connection.rows(Self.scores, [.id(session)]) { row throws(ArchiveError) in
            ArchivedScore(
                game: Int(try row.integer(0)),
                player: PlayerID(rawValue: row.text(1)),
                name: row.text(2),
                points: Int(try row.integer(3))
            )
        }
    }

    private func readPlayers(of session: SessionID) throws(ArchiveError) -> [SessionRecord.Player] {
        try connection.rows(Self.players, [.id(session)]) { row throws(ArchiveError) in
            SessionRecord.Player(
                player: PlayerID(rawValue: row.text(0)),
                name: row.text(1),
                joinedAt: try row.time(2),
                lastSeenAt: try row.time(3),
                leftAt: try row.optionalTime(4),
                isManual: try row.integer(5) != 0
            )
        }
    }

    private func readRounds(
        of session: SessionID,
        _ own: GameSchema.Rounds?
    ) throws(ArchiveError) -> [SessionRecord.Round] {
        let told = try own.map { own throws(ArchiveError) in
            try connection.rows(own.statement, [.id(session)]) { row throws(ArchiveError) in
                (row.text(0), own.members.indices.map { row.text($0 + 1) })
            }
        }
        let texts = Dictionary(told ?? []) { first, _ in first }
        return try connection.rows(Self.rounds, [.id(session)]) { row throws(ArchiveError) in
            SessionRecord.Round(
                round: RoundID(rawValue: row.text(0)),
                index: Int(try row.integer(1)),
                state: RoundState(rawValue: row.text(2)),
                title: texts[row.text(0)].flatMap { texts in
                    own.map { texts.prefix($0.titleCount).joined(separator: ", ") }
                },
                members: texts[row.text(0)].map { texts in
                    Array(zip(own?.members ?? [], texts))
                } ?? [],
                startedAt: try row.time(3),
                endedAt: try row.optionalTime(4),
                game: Int(try row.integer(5))
            )
        }
    }

    private func readGames(of session: SessionID) throws(ArchiveError) -> [SessionRecord.Game] {
        var games: [SessionRecord.Game] = []
        let rows = try connection.rows(Self.games, [.id(session)]) { row throws(ArchiveError) in
            let game = SessionRecord.Game(
                number: Int(try row.integer(0)),
                startedAt: try row.time(1),
                endedAt: try row.optionalTime(2),
                isAborted: row.isNull(3) ? false : try row.integer(3) != 0
            )
            return (game: game, winner: row.isNull(4) ? nil : PlayerID(rawValue: row.text(4)))
        }
        for (game, winner) in rows {
            if games.last?.number != game.number { games.append(game) }
            if let winner { games[games.count - 1].winners.append(winner) }
        }
        return games
    }

    private func readAnswers(of session: SessionID) throws(ArchiveError) -> [SessionRecord.Answer] {
        try connection.rows(Self.answers, [.id(session)]) { row throws(ArchiveError) in
            SessionRecord.Answer(
                round: RoundID(rawValue: row.text(0)),
                player: PlayerID(rawValue: row.text(1)),
                question: Int(try row.integer(2)),
                stake: row.isNull(3) ? nil : Int(try row.integer(3)),
                text: row.text(4),
                answeredAt: try row.optionalTime(5),
                verdict: try row.verdict(isCorrect: 6, points: 7)
            )
        }
    }

    private func readAudit(
        of session: SessionID
    ) throws(ArchiveError) -> [SessionRecord.AuditEvent] {
        try connection.rows(Self.auditEvents, [.id(session)]) { row throws(ArchiveError) in
            SessionRecord.AuditEvent(
                number: Int(try row.integer(0)),
                at: try row.time(1),
                actor: try row.viewer(role: 2, player: 3),
                type: row.text(4),
                payload: try row.json(5)
            )
        }
    }

    // MARK: Statements

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

    static let latestVersion = Statement(
        "latest_version",
        "SELECT COALESCE(MAX(version), 0) FROM session_events WHERE session_id = $1"
    )

    /// The first game is there before its first round.
    static let scores = Statement(
        "scores",
        """
        SELECT played.game, players.id, players.name,
            COALESCE((SELECT SUM(points_awarded) FROM answers
                JOIN rounds ON rounds.id = round_id
                WHERE player_id = players.id AND game = played.game), 0) AS points
        FROM (SELECT game FROM rounds WHERE session_id = $1 UNION SELECT 1) AS played
        CROSS JOIN players WHERE session_id = $1
        ORDER BY played.game, points DESC, players.created_at, players.id
        """
    )

    /// By the newest version: of a session's inputs none is older than the one before.
    static let latestTime = Statement(
        "latest_time",
        """
        SELECT MAX((SELECT at_ms FROM session_events WHERE session_id = sessions.id
            ORDER BY version DESC LIMIT 1))
        FROM sessions WHERE status <> 'ended'
        """
    )

    static let sessions = Statement(
        "sessions",
        "SELECT \(summary) FROM sessions ORDER BY created_at DESC, id LIMIT $1"
    )

    static let sessionRecord = Statement(
        "session_record",
        "SELECT \(summary), settings_json FROM sessions WHERE id = $1"
    )

    private static let summary = """
        id, join_code, game, status, created_at, ended_at, erased_at,
            (SELECT COUNT(*) FROM players WHERE session_id = sessions.id),
            (SELECT COUNT(*) FROM rounds WHERE session_id = sessions.id)
        """

    static let players = Statement(
        "players",
        """
        SELECT id, name, created_at, last_seen_at, left_at, is_manual FROM players
        WHERE session_id = $1 ORDER BY created_at, id
        """
    )

    static let rounds = Statement(
        "rounds",
        """
        SELECT id, "index", state, started_at, ended_at, game FROM rounds
        WHERE session_id = $1 ORDER BY "index"
        """
    )

    /// A row for each winner, and one for a game without.
    static let games = Statement(
        "games",
        """
        SELECT games.number, started_at, ended_at, is_aborted, player_id
        FROM games LEFT JOIN game_winners ON game_winners.session_id = games.session_id
            AND game_winners.number = games.number
        WHERE games.session_id = $1 ORDER BY games.number, player_id
        """
    )

    static let answers = Statement(
        "answers",
        """
        SELECT round_id, player_id, question, stake, answer_text, answered_at, is_correct,
            points_awarded
        FROM answers JOIN rounds ON rounds.id = round_id
        WHERE session_id = $1 ORDER BY "index", question, answered_at, player_id
        """
    )

    static let auditEvents = Statement(
        "audit_events",
        """
        SELECT seq, at, actor_role, actor_id, type, payload_json FROM audit_events
        WHERE session_id = $1 ORDER BY seq
        """
    )
}

extension SQLRow {
    func time(_ column: Int) throws(ArchiveError) -> ServerTime {
        ServerTime(ms: try integer(column))
    }

    func optionalTime(_ column: Int) throws(ArchiveError) -> ServerTime? {
        isNull(column) ? nil : try time(column)
    }

    /// One of a few words.
    func word<Value>(
        _ column: Int,
        _ read: (String) -> Value?
    ) throws(ArchiveError) -> Value {
        guard let value = read(text(column)) else {
            throw ArchiveError(.damaged, "a row has a word in it that nobody wrote")
        }
        return value
    }

    func viewer(role: Int, player: Int) throws(ArchiveError) -> Viewer {
        switch try word(role, Role.init) {
        case .host: .host
        case .tv: .tv
        case .player: .player(PlayerID(rawValue: text(player)))
        }
    }

    func summary() throws(ArchiveError) -> SessionSummary {
        SessionSummary(
            session: SessionID(rawValue: text(0)),
            joinCode: text(1),
            game: text(2),
            status: try word(3, SessionStatus.init),
            createdAt: try time(4),
            endedAt: try optionalTime(5),
            erasedAt: try optionalTime(6),
            playerCount: Int(try integer(7)),
            roundCount: Int(try integer(8))
        )
    }

    fileprivate func verdict(
        isCorrect: Int,
        points: Int
    ) throws(ArchiveError) -> SessionRecord.Verdict? {
        guard !isNull(isCorrect) else { return nil }
        return SessionRecord.Verdict(
            isCorrect: try integer(isCorrect) != 0,
            points: Int(try integer(points))
        )
    }

    fileprivate func json(_ column: Int) throws(ArchiveError) -> JSONValue {
        do {
            return try JSONReader.read(bytes(column))
        } catch {
            throw ArchiveError(.damaged, "a row has a text in it that is no JSON")
        }
    }
}
