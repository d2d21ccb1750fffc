import GameState
import Protocol

extension SQLConnection {
    func record(
        of session: SessionID,
        _ games: [GameSchema]
    ) throws(ArchiveError) -> SessionRecord? {
        try transaction(.reading) { () throws(ArchiveError) in
            let found = try rows(.sessionRecord, [.id(session)]) { row throws(ArchiveError) in
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

    private func readPlayers(of session: SessionID) throws(ArchiveError) -> [SessionRecord.Player] {
        try rows(.players, [.id(session)]) { row throws(ArchiveError) in
            SessionRecord.Player(
                player: PlayerID(rawValue: row.text(0)),
                name: row.text(1),
                joinedAt: try row.time(2),
                lastSeenAt: try row.time(3),
                leftAt: try row.optionalTime(4)
            )
        }
    }

    private func readRounds(
        of session: SessionID,
        _ own: GameSchema.Rounds?
    ) throws(ArchiveError) -> [SessionRecord.Round] {
        let told = try own.map { own throws(ArchiveError) in
            try rows(own.statement, [.id(session)]) { row throws(ArchiveError) in
                (row.text(0), own.members.indices.map { row.text($0 + 1) })
            }
        }
        let texts = Dictionary(told ?? []) { first, _ in first }
        return try rows(.rounds, [.id(session)]) { row throws(ArchiveError) in
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
        let rows = try rows(.games, [.id(session)]) { row throws(ArchiveError) in
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
        try rows(.answers, [.id(session)]) { row throws(ArchiveError) in
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
        try rows(.auditEvents, [.id(session)]) { row throws(ArchiveError) in
            SessionRecord.AuditEvent(
                number: Int(try row.integer(0)),
                at: try row.time(1),
                actor: try row.viewer(role: 2, player: 3),
                type: row.text(4),
                payload: try row.json(5)
            )
        }
    }
}

extension SQLRow {
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
