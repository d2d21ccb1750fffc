import GameState
import Protocol
import Redis

// Entries that Redis has and the archive has not.
extension RedisOutbox {
    func read(_ session: SessionID, _ outbox: SessionOutbox) {
        outbox.stage = .reading
        readingCount += 1
        let keys = RedisKeys(session: session)
        link.run(
            .unarchived,
            keys: [keys.state, keys.journal],
            arguments: [.integer(Int64(limits.maxReadCount))]
        ) { [weak self] result in
            self?.took(session, outbox, result.read(Self.entries))
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
        _ outbox: SessionOutbox,
        _ result: Result<(archivedVersion: Int64?, packed: [RedisReply]), LiveStoreError>
    ) {
        outbox.stage = .idle
        switch result {
        case .success(let (archivedVersion, packed)):
            outbox.archivedVersion = max(outbox.archivedVersion, archivedVersion ?? 0)
            outbox.took(
                packed.compactMap { kept($0, of: session) },
                mayBeMore: packed.count == limits.maxReadCount
            )
        case .failure(.unreadable(let what)):
            report(.unreadable(session, what))
            // Own entries are not held up by others that nobody can read.
            outbox.took([], mayBeMore: false)
        case .failure(.unavailable), .failure(.unanswered):
            outbox.mustRead = true
        }
        if outbox.read.isEmpty { readingCount -= 1 }
        // Else the next sweep tries again, if there is anything to try.
        if !outbox.read.isEmpty { enqueue(session, outbox) }
    }

    /// Nil for an entry that is not ours: it goes when those after it are archived.
    private func kept(_ reply: RedisReply, of session: SessionID) -> UnarchivedEntry? {
        do throws(Unreadable) {
            guard let bytes = reply.bytes else { throw Unreadable("a journal") }
            let packed = try PackedEntry(bytes)
            return UnarchivedEntry(packed: packed, facts: try packed.facts())
        } catch {
            report(.unreadable(session, error.what))
            return nil
        }
    }

    /// Gives Redis own entries that it may have lost and the archive has not got.
    func putBack(_ session: SessionID) {
        guard let outbox = sessions[session], !outbox.own.isEmpty else { return }
        let keys = RedisKeys(session: session)
        let size = limits.maxReadCount
        for start in stride(from: 0, to: outbox.own.count, by: size) {
            var arguments: [RedisArgument] = [
                .integer(Int64(limits.stateTTLMs)), .integer(outbox.archivedVersion),
            ]
            for entry in outbox.own[start..<min(start + size, outbox.own.count)] {
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

// A session's place in `outbox:waiting` says that somebody looks after its entries. It is set before the
// first commit and renewed while anything waits; where nobody renews it, another store takes over.
extension RedisOutbox {
    /// Marks that one command takes away.
    private static let marksPerCommand = 100

    /// A commit is being sent: its session must be looked after, whatever happens to this store.
    func begin(_ session: SessionID) {
        let outbox = outbox(session)
        outbox.commitsUnderWay += 1
        if outbox.mark.map({ loop.now - $0.at >= limits.markMs }) ?? true { mark(session, outbox) }
    }

    /// A commit failed.
    ///
    /// - Parameter isDoubtful: the outcome is unknown: if its entry stands, it is found like one
    ///   that another store left.
    func ended(_ session: SessionID, isDoubtful: Bool) {
        let outbox = outbox(session)
        outbox.commitsUnderWay -= 1
        if isDoubtful { outbox.mark?.isOurs = false }
    }

    private func mark(_ session: SessionID, _ outbox: SessionOutbox) {
        guard link.isReady else { return }
        // Tells it from the mark that another store makes in the same millisecond, and from one that handed it out.
        let score = "\(loop.now.ms).\(Int.random(in: 100..<500))"
        // A doubt stays: only a store that takes the session over has looked.
        let isOurs = outbox.mark?.isOurs ?? true
        outbox.mark = SessionOutbox.Mark(score: score, at: loop.now, isOurs: isOurs)
        link.send(["ZADD", RedisKeys.waiting, .text(score), .text(session.rawValue)]) {
            [weak self] result in
            if case .failure(.unreadable(let what)) = result.read({ $0.number }) {
                self?.report(.unreadable(nil, what))
            }
        }
    }

    /// Renews the marks of sessions with something to do, and lets go of the others.
    func sweep() {
        let now = loop.now
        guard link.isReady else { return }
        for (session, outbox) in sessions where outbox.isWaiting {
            if outbox.mark.map({ now - $0.at >= limits.markMs }) ?? true {
                mark(session, outbox)
            }
            enqueue(session, outbox)
        }
        releaseMarks(quietMs: limits.quietMs)
    }

    /// Forgets the sessions that have nothing waiting, and their marks where no other store has
    /// touched them.
    func releaseMarks(quietMs: Int64) {
        let now = loop.now
        var words: [RedisArgument] = []
        for (session, outbox) in sessions where outbox.isDone {
            guard let mark = outbox.mark else {
                sessions[session] = nil
                continue
            }
            guard now - mark.at >= quietMs else { continue }
            sessions[session] = nil
            if mark.isOurs { words += [.text(session.rawValue), .text(mark.score), ""] }
        }
        let size = 3 * Self.marksPerCommand
        for start in stride(from: 0, to: words.count, by: size) {
            let arguments = Array(words[start..<min(start + size, words.count)])
            link.run(.swap, keys: [RedisKeys.waiting], arguments: arguments) { [weak self] result in
                if case .failure(.unreadable(let what)) = result.read({ $0 }) {
                    self?.report(.unreadable(nil, what))
                }
            }
        }
    }

    /// Redis is there again, and may have lost anything.
    func becameReady() {
        for (session, outbox) in sessions {
            mark(session, outbox)
            putBack(session)
        }
    }

    /// Takes over sessions that nobody has looked after for a while.
    ///
    /// - Parameter adopted: is told each session.
    func adopt(_ adopted: @escaping (SessionID) -> Void) {
        guard link.isReady, isOpen else { return }
        link.run(
            .handOut,
            keys: [RedisKeys.waiting],
            arguments: [
                .integer(limits.adoptionMs), .integer(limits.maxHandedOut),
                .integer(limits.adoptionMs),
            ]
        ) { [weak self] result in
            guard let self else { return }
            switch result.read(HandedOutReply.init) {
            case .success(let handed):
                for session in handed.sessions {
                    let mark = SessionOutbox.Mark(score: handed.score, at: loop.now)
                    let outbox = outbox(session)
                    outbox.mark = mark
                    outbox.mustRead = true
                    outbox.isAdopted = true
                    enqueue(session, outbox)
                    adopted(session)
                }
            case .failure(.unreadable(let what)): report(.unreadable(nil, what))
            case .failure(.unavailable), .failure(.unanswered): break
            }
        }
    }
}
