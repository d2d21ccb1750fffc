public import GameState
public import Protocol
import Redis
import Transport

// Sessions that were lost, and sessions that are over.
extension RedisLiveStore {
    public func restore(_ restoration: RestoreRequest, _ done: @escaping Completion<LoadResult>) {
        let session = restoration.session
        let version = restoration.snapshot.version
        let bytes: [UInt8]
        do {
            bytes = try restoration.snapshot.state.bytes()
        } catch {
            return complete(.failure(.unreadable("it can't be encoded: \(error)")), done)
        }
        let keys = RedisKeys(session: session)
        var arguments: [RedisArgument] = [
            .integer(version),
            .bytes(bytes),
            .integer(Int64(limits.stateTTLMs)),
            restoration.due.map { .integer($0.ms) } ?? "",
            .integer(outbox.archivedVersion(session) ?? version),
            .text(keys.news),
            .bytes(PackedNews.missed(by: origin)),
            .integer(restoration.lastCommit),
        ]
        for id in restoration.claimIDs {
            let held = restoration.claims.first { $0.id == id }
            arguments += [
                .text(held?.packed(version: version) ?? ""),
                held.map { .integer($0.forMs) } ?? "",
            ]
        }
        PackedTimers.append(restoration.timers, at: link.loop.now, limits, to: &arguments)
        link.run(
            .restore,
            keys: [keys.state, keys.journal, keys.timers] + restoration.claimIDs.map(keys.claim),
            arguments: arguments
        ) { [weak self] result in
            guard let self else { return }
            guard case .success(let reply) = result,
                reply.items?.first?.number == RedisScript.Reply.done
            else { return conclude(session, since: nil, result, done) }
            due.correct(session)
            reserve(joinCode: restoration.joinCode, for: session) { _ in
                done(.success(.state(StoredSession(restoration.snapshot))))
            }
        }
        outbox.putBack(session)
    }

    public func remove(
        _ session: SessionID,
        joinCode: String,
        claims: [ClaimID],
        _ done: @escaping Completion<Void>
    ) {
        let keys = RedisKeys(session: session)
        link.run(
            .compareAndDelete,
            keys: [RedisKeys.joinCode(joinCode)],
            arguments: [.text(session.rawValue)],
            reportingFailure(of: session)
        )
        link.run(
            .remove,
            keys: [keys.state, keys.journal, keys.timers, keys.presence] + claims.map(keys.claim),
            arguments: [
                .integer(Int64(limits.stateTTLMs)), .text(keys.news),
                .bytes(PackedNews.removed(by: origin)),
            ]
        ) { [weak self] result in
            let removed = result.read { _ in }
            if case .success = removed { self?.due.correct(session) }
            done(removed)
        }
    }
}

// Sessions that nobody has open.
extension RedisLiveStore {
    public func handOutOverdue(graceMs: Int64, _ done: @escaping Completion<[SessionID]>) {
        due.overdue(graceMs: graceMs, atMost: limits.maxHandedOut, forMs: limits.handedOutMs, done)
    }

    /// Leaves sessions to the first gateways that take them. Reports no failure: their timers will
    /// be overdue, and found then.
    public func leave(_ sessions: [SessionID]) { left.leave(sessions) }

    /// Calls `open` with sessions that others left, each by one gateway alone, from now on and with
    /// those that nobody has taken yet.
    public func takeLeft(_ open: @escaping ([SessionID]) -> Void) { left.takeAll(open) }
    public func stopTakingLeft() { left.stopTaking() }
}
