import GameState
import Protocol

extension SQLConnection {
    func record(of session: SessionID) throws(ArchiveError) -> SessionRecord? {
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
                rounds: try readRounds(of: session),
                answers: try readAnswers(of: session),
                followupAnswers: try readFollowupAnswers(of: session),
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

    private func readRounds(of session: SessionID) throws(ArchiveError) -> [SessionRecord.Round] {
        try rows(.rounds, [.id(session)]) { row throws(ArchiveError) in
            SessionRecord.Round(
                round: RoundID(rawValue: row.text(0)),
                index: Int(try row.integer(1)),
                state: try row.word(2, Fact.RoundState.init),
                destination: row.text(3),
                country: row.text(4),
                pack: row.text(5),
                startedAt: try row.time(6),
                endedAt: try row.optionalTime(7),
                game: Int(try row.integer(8))
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
                levelPoints: Int(try row.integer(2)),
                text: row.text(3),
                lockedAt: try row.time(4),
                verdict: try row.verdict(isCorrect: 5, points: 6)
            )
        }
    }

    private func readFollowupAnswers(
        of session: SessionID
    ) throws(ArchiveError) -> [SessionRecord.FollowupAnswer] {
        try rows(.followupAnswers, [.id(session)]) { row throws(ArchiveError) in
            SessionRecord.FollowupAnswer(
                round: RoundID(rawValue: row.text(0)),
                player: PlayerID(rawValue: row.text(1)),
                index: Int(try row.integer(2)),
                text: row.text(3),
                verdict: try row.verdict(isCorrect: 4, points: 5)
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
