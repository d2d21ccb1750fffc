import Protocol

extension SQLConnection {
    func erase(_ session: SessionID, at now: ServerTime) throws(ArchiveError) {
        try transaction(.writing) { () throws(ArchiveError) in
            let note = AuditNote(.sessionErased, of: session, by: .host, at: now, name: "")
            try run(Self.erasure(of: session, at: now) + [.note(note)])
        }
        try purgeErased()
    }

    func eraseEnded(
        before: ServerTime,
        limit: Int,
        at now: ServerTime
    ) throws(ArchiveError) -> [SessionID] {
        let erased = try transaction(.writing) { () throws(ArchiveError) in
            let sessions = try rows(
                .endedSessions,
                [
                    .integer(before.ms), .integer(before.ms - abandonmentMs), .integer(limit),
                ]
            ) { row in SessionID(rawValue: row.text(0)) }
            for session in sessions { try run(Self.erasure(of: session, at: now)) }
            return sessions
        }
        if !erased.isEmpty { try purgeErased() }
        return erased
    }

    private static func erasure(of session: SessionID, at now: ServerTime) -> [Write] {
        [Write(.sessionErased, [.id(session), .integer(now.ms)])]
            + Statement.erasure.map { Write($0, [.id(session)]) }
    }
}

/// Milliseconds without an entry after which a session counts as ended though nobody ended it.
private let abandonmentMs: Int64 = 2 * 24 * 60 * 60 * 1000
