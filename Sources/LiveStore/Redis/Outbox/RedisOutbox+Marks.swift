import Protocol
import Redis

// A session's place in `outbox:waiting` says that somebody looks after its entries. It is set before the
// first commit and renewed while anything waits; where nobody renews it, another store takes over.
extension RedisOutbox {
    /// Marks that one command takes away.
    private static let marksPerCommand = 100

    /// A commit is being sent: its session must be looked after, whatever happens to this store.
    func begin(_ session: SessionID) {
        let line = line(session)
        line.commitsUnderWay += 1
        if line.mark.map({ loop.now - $0.at >= limits.markMs }) ?? true { mark(session, line) }
    }

    /// A commit failed.
    ///
    /// - Parameter isDoubtful: the outcome is unknown: if its entry stands, it is found like one
    ///   that another store left.
    func ended(_ session: SessionID, isDoubtful: Bool) {
        let line = line(session)
        line.commitsUnderWay -= 1
        if isDoubtful { line.mark?.isOurs = false }
    }

    private func mark(_ session: SessionID, _ line: OutboxLine) {
        guard link.isReady else { return }
        // Tells it from the mark that another store makes in the same millisecond, and from a claim.
        let score = "\(loop.now.ms).\(Int.random(in: 100..<500))"
        // A doubt stays: only a store that takes the session over has looked.
        let isOurs = line.mark?.isOurs ?? true
        line.mark = OutboxLine.Mark(score: score, at: loop.now, isOurs: isOurs)
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
        for (session, line) in lines where line.isWaiting {
            if line.mark.map({ now - $0.at >= limits.markMs }) ?? true {
                mark(session, line)
            }
            enqueue(session, line)
        }
        releaseMarks(quietMs: limits.quietMs)
    }

    /// Forgets the sessions that have nothing waiting, and their marks where no other store has
    /// touched them.
    func releaseMarks(quietMs: Int64) {
        let now = loop.now
        var words: [RedisArgument] = []
        for (session, line) in lines where line.isDone {
            guard let mark = line.mark else {
                lines[session] = nil
                continue
            }
            guard now - mark.at >= quietMs else { continue }
            lines[session] = nil
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
        for (session, line) in lines {
            mark(session, line)
            putBack(session)
        }
    }

    /// Takes over sessions that nobody has looked after for a while.
    ///
    /// - Parameter adopted: is told each session.
    func adopt(_ adopted: @escaping (SessionID) -> Void) {
        guard link.isReady, isOpen else { return }
        link.run(
            .claim,
            keys: [RedisKeys.waiting],
            arguments: [
                .integer(limits.adoptionMs), .integer(limits.maxClaimed),
                .integer(limits.adoptionMs),
            ]
        ) { [weak self] result in
            guard let self else { return }
            switch result.read(ClaimReply.init) {
            case .success(let claim):
                for session in claim.sessions {
                    let mark = OutboxLine.Mark(score: claim.score, at: loop.now)
                    let line = line(session)
                    line.mark = mark
                    line.mustRead = true
                    line.isAdopted = true
                    enqueue(session, line)
                    adopted(session)
                }
            case .failure(.unreadable(let what)): report(.unreadable(nil, what))
            case .failure(.unavailable), .failure(.unanswered): break
            }
        }
    }
}
