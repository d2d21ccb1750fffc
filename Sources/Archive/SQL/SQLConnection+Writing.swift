import GameState
import Protocol

extension SQLConnection {
    /// Writes what was appended: all in one transaction; if that fails for a reason that may lie in
    /// one entry, each entry in its own, so that a bad one can't fail its neighbours.
    func write(_ appends: [ArchiveLine.Append]) {
        let writes = appends.map { $0.entries.map(EntryWrites.init) }
        do throws(ArchiveError) {
            try write(writes.flatMap(\.self))
            for append in appends { append.done(.success(())) }
        } catch {
            guard error.mayLieInOneEntry else {
                for append in appends { append.done(.failure(error)) }
                return
            }
            var singly = SingleWriting()
            for (append, writes) in zip(appends, writes) {
                append.done(singly.run(writes) { entry throws(ArchiveError) in try write([entry]) })
            }
        }
    }

    /// First all events, which say by what they change which entries are new; then the facts of those
    /// alone: facts that come again could undo newer ones.
    private func write(_ entries: [EntryWrites]) throws(ArchiveError) {
        try transaction(.writing) { () throws(ArchiveError) in
            let changed = try changes(entries.map(\.event))
            try run(zip(entries, changed).flatMap { $1 > 0 ? $0.facts : [] })
        }
    }
}

/// Writes entries one by one.
private struct SingleWriting {
    /// What comes after an entry that failed would leave a gap in its session.
    private var failed: [SessionID: ArchiveError] = [:]

    /// - Returns: the first error.
    mutating func run(
        _ entries: [EntryWrites],
        _ write: (EntryWrites) throws(ArchiveError) -> Void
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
