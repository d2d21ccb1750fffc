import GameState
import Protocol

extension SQLConnection {
    func journal(of session: SessionID) throws(ArchiveError) -> ArchivedSession? {
        try transaction(.reading) { () throws(ArchiveError) in
            let sessions = try rows(.session, [.id(session)]) { row throws(ArchiveError) in
                (game: row.text(0), status: try row.word(1, SessionStatus.init))
            }
            guard let found = sessions.first else { return nil }
            let entries = try rows(.events, [.id(session)]) { row throws(ArchiveError) in
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
        let versions = try transaction(.reading) { () throws(ArchiveError) in
            try rows(.latestVersion, [.id(session)]) { row throws(ArchiveError) in
                try row.integer(0)
            }
        }
        return versions.first ?? 0
    }

    func scores(of session: SessionID) throws(ArchiveError) -> [ArchivedScore] {
        try transaction(.reading) { () throws(ArchiveError) in try readScores(of: session) }
    }

    func sessions(limit: Int) throws(ArchiveError) -> [SessionSummary] {
        try transaction(.reading) { () throws(ArchiveError) in
            try rows(.sessions, [.integer(limit)]) { row throws(ArchiveError) in
                try row.summary()
            }
        }
    }

    func latestTime() throws(ArchiveError) -> ServerTime? {
        let times = try transaction(.reading) { () throws(ArchiveError) in
            try rows(.latestTime, []) { row throws(ArchiveError) in try row.optionalTime(0) }
        }
        return times.first ?? nil
    }

    /// Within a transaction.
    func readScores(of session: SessionID) throws(ArchiveError) -> [ArchivedScore] {
        try rows(.scores, [.id(session)]) { row throws(ArchiveError) in
            ArchivedScore(
                game: Int(try row.integer(0)),
                player: PlayerID(rawValue: row.text(1)),
                name: row.text(2),
                points: Int(try row.integer(3))
            )
        }
    }
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
}
