import GameState
import Protocol
import Redis

// Entries that Redis has and the archive has not.
extension RedisOutbox {
    func read(_ session: SessionID, _ line: OutboxLine) {
        line.stage = .reading
        readingCount += 1
        let keys = RedisKeys(session: session)
        link.run(
            .unarchived,
            keys: [keys.state, keys.journal],
            arguments: [.integer(Int64(limits.maxReadCount))]
        ) { [weak self] result in
            self?.took(session, line, result.read(Self.entries))
        }
    }

    /// The version up to which all is archived, where that is known, and the entries after it.
    private static func entries(
        _ reply: RedisReply
    ) throws(Unreadable) -> (archivedVersion: Int64?, packed: [RedisReply]) {
        guard let items = reply.items, items.count == 2, let packed = items[1].items else {
            throw Unreadable("a journal")
        }
        return (items[0].number, packed)
    }

    private func took(
        _ session: SessionID,
        _ line: OutboxLine,
        _ result: Result<(archivedVersion: Int64?, packed: [RedisReply]), LiveStoreError>
    ) {
        line.stage = .idle
        switch result {
        case .success(let (archivedVersion, packed)):
            line.archivedVersion = max(line.archivedVersion, archivedVersion ?? 0)
            line.took(
                packed.compactMap { kept($0, of: session) },
                mayBeMore: packed.count == limits.maxReadCount
            )
        case .failure(.unreadable(let what)):
            report(.unreadable(session, what))
            // Own entries are not held up by others that nobody can read.
            line.took([], mayBeMore: false)
        case .failure(.unavailable), .failure(.unanswered):
            line.mustRead = true
        }
        if line.read.isEmpty { readingCount -= 1 }
        // Else the next sweep tries again, if there is anything to try.
        if !line.read.isEmpty { enqueue(session, line) }
    }

    /// Nil for an entry that is not ours: it goes when those after it are archived.
    private func kept(_ reply: RedisReply, of session: SessionID) -> KeptEntry? {
        do throws(Unreadable) {
            guard let bytes = reply.bytes else { throw Unreadable("a journal") }
            let packed = try PackedEntry(bytes)
            return KeptEntry(packed: packed, facts: try packed.facts())
        } catch {
            report(.unreadable(session, error.what))
            return nil
        }
    }

    /// Gives Redis own entries that it may have lost and the archive has not got.
    func putBack(_ session: SessionID) {
        guard let line = lines[session], !line.own.isEmpty else { return }
        let keys = RedisKeys(session: session)
        let size = limits.maxReadCount
        for start in stride(from: 0, to: line.own.count, by: size) {
            var arguments: [RedisArgument] = [
                .integer(Int64(limits.stateTTLMs)), .integer(line.archivedVersion),
            ]
            for entry in line.own[start..<min(start + size, line.own.count)] {
                arguments.append(.integer(entry.packed.previousVersion))
                arguments.append(.integer(entry.packed.version))
                arguments.append(.bytes(entry.packed.bytes))
            }
            link.run(.putBack, keys: [keys.state, keys.journal], arguments: arguments) {
                [weak self] result in
                if case .failure(.unreadable(let what)) = result.read({ $0.number }) {
                    self?.report(.unreadable(session, what))
                }
            }
        }
    }
}
