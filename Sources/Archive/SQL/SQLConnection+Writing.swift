import GameState
import Protocol

extension SQLConnection {
    /// Writes the appended entries: all in one transaction; if that fails for a reason that may lie in one
    /// entry, each entry in its own, so that a bad one can't fail its neighbours.
    func write(_ appends: [WriteQueue.Append], _ games: [GameSchema]) {
        do throws(ArchiveError) {
            try write(appends.flatMap(\.entries), games)
            for append in appends { append.done(.success(())) }
        } catch {
            guard error.mayLieInOneEntry else {
                for append in appends { append.done(.failure(error)) }
                return
            }
            var singly = SingleWriting()
            for append in appends {
                append.done(
                    singly.run(append.entries) { entry throws(ArchiveError) in
                        try write([entry], games)
                    }
                )
            }
        }
    }

    /// First all events, which say by what they change which entries are new; then the facts of those
    /// alone: facts that come again could undo newer ones.
    private func write(
        _ entries: [JournalEntry],
        _ games: [GameSchema]
    ) throws(ArchiveError) {
        var writes: [EntryWrites] = []
        for entry in entries { writes.append(try EntryWrites(entry, games)) }
        let entries = writes
        try transaction(.writing) { () throws(ArchiveError) in
            let changed = try changes(entries.map(\.event))
            try run(zip(entries, changed).flatMap { $1 > 0 ? $0.facts : [] })
        }
    }
}

extension SQLConnection {
    func note(_ note: AuditNote) throws(ArchiveError) {
        try transaction(.writing) { () throws(ArchiveError) in try run([.note(note)]) }
    }

    /// Begins a session of a random name as a real one begins, with a player and a token, and takes it out
    /// again in the same transaction: nobody ever sees it, and the pages that a new session needs are
    /// written.
    func check() throws(ArchiveError) {
        let session = SessionID(
            rawValue: "check-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        )
        let entry = try EntryWrites(
            JournalEntry(
                session: session,
                version: 1,
                at: ServerTime(ms: 0),
                facts: [
                    .sessionCreated(joinCode: "", game: "", settingsJSON: "{}"),
                    .playerJoined(PlayerID(rawValue: session.rawValue), name: ""),
                    .audit(actor: .host, type: "", payloadJSON: "{}"),
                ]
            ) { Array("{}".utf8) },
            []
        )
        let token = RefreshToken(
            hash: Array(session.rawValue.utf8),
            family: session.rawValue,
            session: session,
            viewer: .host,
            expiresAt: ServerTime(ms: 0)
        )
        let writes = [entry.event] + entry.facts + [Self.storing(token)]
        let id = SQLValue.id(session)
        try transaction(.writing) { () throws(ArchiveError) in
            try run(writes + Statement.unwriting.map { Write($0, [id]) })
        }
    }
}

extension Statement {
    fileprivate static let unwriting = [
        Statement("check_tokens", "DELETE FROM refresh_tokens WHERE session_id = $1"),
        Statement("check_audit", "DELETE FROM audit_events WHERE session_id = $1"),
        Statement("check_players", "DELETE FROM players WHERE session_id = $1"),
        Statement("check_events", "DELETE FROM session_events WHERE session_id = $1"),
        Statement("check_sessions", "DELETE FROM sessions WHERE id = $1"),
    ]
}

/// Writes entries one by one.
private struct SingleWriting {
    /// Sessions with a failed entry: a later one would leave a gap.
    private var failed: [SessionID: ArchiveError] = [:]

    /// - Returns: the first error.
    mutating func run(
        _ entries: [JournalEntry],
        _ write: (JournalEntry) throws(ArchiveError) -> Void
    ) -> Result<Void, ArchiveError> {
        var first: ArchiveError?
        for entry in entries {
            do throws(ArchiveError) {
                if let error = failed[entry.session] { throw error }
                try write(entry)
            } catch {
                failed[entry.session] = error
                first = first ?? error
            }
        }
        return first.map { .failure($0) } ?? .success(())
    }
}
