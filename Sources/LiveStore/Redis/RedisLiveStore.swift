public import GameState
public import Protocol
public import Redis
import Transport

/// A live store in one Redis that many gateways share: the facade that one event loop has of it.
///
/// A commit writes its journal entry, and the whole state only now and then (docs/decisions/0010). It
/// is acknowledged when it stands in Redis' journal; the archive gets it after that.
///
/// Confined to the link's loop. The link and the subscription are started, and shut down after
/// `close`, by whoever made them; the loop's clock must be Redis' (`RedisClock`).
public final class RedisLiveStore: LiveStore, @unchecked Sendable {
    /// Makes entries durable, in order per session; completes from anywhere.
    public typealias Outbox =
        @Sendable (
            [JournalEntry], @escaping @Sendable (Result<Void, LiveStoreError>) -> Void
        ) -> Void

    let link: RedisLink
    let subscription: RedisSubscription
    let limits: RedisStoreLimits
    let report: (RedisStoreEvent) -> Void
    let outbox: RedisOutbox
    let due: DueIndex
    let origin = Origin(random: .random(in: 0 ... .max))
    var followers: [SessionID: (News) -> Void] = [:]

    public init(
        link: RedisLink,
        subscription: RedisSubscription,
        limits: RedisStoreLimits = RedisStoreLimits(),
        outbox append: @escaping Outbox,
        report: @escaping (RedisStoreEvent) -> Void
    ) {
        self.link = link
        self.subscription = subscription
        self.limits = limits
        self.report = report
        due = DueIndex(link, report: report)
        outbox = RedisOutbox(link: link, limits: limits, append: append, report: report)
        link.whenReady { [weak outbox] in outbox?.becameReady() }
        subscription.whenResubscribed = { [weak self] in self?.missed() }
        keepUp(everyMs: limits.sweepMs) { $0.outbox.sweep() }
        keepUp(everyMs: limits.adoptingMs) { store in
            store.outbox.adopt { [weak store] in store?.due.settle($0) }
        }
    }

    /// Bytes of own entries that the archive has not got.
    public var keptBytes: Int { outbox.keptBytes }

    private func keepUp(everyMs periodMs: Int64, _ action: @escaping (RedisLiveStore) -> Void) {
        _ = link.loop.schedule(at: link.loop.now + periodMs) { [weak self] in
            guard let self, outbox.isOpen else { return }
            action(self)
            keepUp(everyMs: periodMs, action)
        }
    }

    // MARK: State

    public func load(
        _ session: SessionID,
        since version: Int64?,
        _ done: @escaping Completion<Stored>
    ) {
        let keys = RedisKeys(session: session)
        let since = version.map { RedisArgument.integer($0) } ?? ""
        link.run(.load, keys: [keys.state, keys.journal], arguments: [since]) {
            [weak self] result in
            self?.conclude(session, since: version, result) { [weak self] stored in
                if case .success(.nothing) = stored, version == nil,
                    self?.outbox.hasOwn(session) == true
                {
                    // Who has nothing begins from the archive, which is about to know more.
                    done(.failure(.unavailable("the archive has not got all of it yet")))
                } else {
                    done(stored)
                }
            }
        }
    }

    /// Where entries since a version do not lead on from it, the whole state is read.
    private func conclude(
        _ session: SessionID,
        since version: Int64?,
        _ result: Result<RedisReply, RedisError>,
        _ done: @escaping Completion<Stored>
    ) {
        let stored = result.read { reply throws(Unreadable) in
            try StoredReply.read(reply, since: version)
        }
        switch stored {
        case .failure(.unreadable) where version != nil: load(session, since: nil, done)
        case .success, .failure: done(stored)
        }
    }

    public func commit(_ commit: Commit, _ done: @escaping Completion<CommitOutcome>) {
        if let refusal = outbox.refusal(of: commit.session) {
            return complete(.failure(refusal), done)
        }
        let packed: PackedEntry
        let snapshot: [UInt8]
        do {
            packed = try PackedEntry(commit)
            snapshot = commit.expectedVersion == 0 ? try commit.state.bytes() : []
        } catch {
            return complete(.failure(.unreadable("it can't be encoded: \(error)")), done)
        }
        outbox.begin(commit.session)
        let keys = RedisKeys(session: commit.session)
        link.run(
            .commit,
            keys: [keys.state, keys.journal, keys.timers],
            arguments: arguments(commit, packed, snapshot: snapshot)
        ) { [weak self] result in
            self?.conclude(commit, packed, result, done)
        }
    }

    private func arguments(
        _ commit: Commit,
        _ packed: PackedEntry,
        snapshot: [UInt8]
    ) -> [RedisArgument] {
        var arguments: [RedisArgument] = [
            .integer(commit.expectedVersion),
            .integer(commit.version),
            .bytes(packed.bytes),
            .integer(Int64(packed.heardCount)),
            .text(RedisKeys(session: commit.session).news),
            .bytes(PackedNews.committed(by: origin)),
            .integer(Int64(limits.stateTTLMs)),
            commit.due.map { .integer($0.ms) } ?? "",
            .bytes(snapshot),
        ]
        append(commit.timers, to: &arguments)
        return arguments
    }

    private func conclude(
        _ commit: Commit,
        _ packed: PackedEntry,
        _ result: Result<RedisReply, RedisError>,
        _ done: @escaping Completion<CommitOutcome>
    ) {
        let session = commit.session
        guard case .success(let reply) = result, let committed = CommitReply(reply) else {
            let isDoubtful = if case .failure(.lost) = result { true } else { false }
            outbox.ended(session, isDoubtful: isDoubtful)
            return conclude(session, since: commit.expectedVersion, result) { stored in
                done(stored.map { .conflict($0) })
            }
        }
        let kept = KeptEntry(packed: packed, facts: commit.entry.facts)
        outbox.committed(kept, of: session, committed)
        due.moved(session, from: committed.previousDue, to: commit.due)
        done(.success(.committed))
        if committed.tailCount >= limits.maxTailCount || committed.tailBytes >= limits.maxTailBytes
        {
            keep(Snapshot(version: commit.version, state: commit.state), of: session)
        }
    }

    /// After the step is told: nobody waits for the whole state to be encoded.
    private func keep(_ snapshot: Snapshot, of session: SessionID) {
        let bytes: [UInt8]
        do {
            bytes = try snapshot.state.bytes()
        } catch {
            return report(.unreadable(session, "the state can't be encoded: \(error)"))
        }
        let keys = RedisKeys(session: session)
        link.run(
            .snapshot,
            keys: [keys.state, keys.journal],
            arguments: [.integer(snapshot.version), .bytes(bytes)],
            reportingFailure(of: session)
        )
    }

    public func restore(_ restoration: Restoration, _ done: @escaping Completion<Stored>) {
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
        ]
        append(restoration.timers, to: &arguments)
        link.run(.restore, keys: [keys.state, keys.journal, keys.timers], arguments: arguments) {
            [weak self] result in
            guard let self else { return }
            guard case .success(let reply) = result,
                reply.items?.first?.number == RedisScript.Reply.done
            else { return conclude(session, since: nil, result, done) }
            let news = RedisKeys(session: session).news
            link.send(["PUBLISH", .text(news), .bytes(PackedNews.missed(by: origin))]) { _ in }
            due.settle(session)
            claim(joinCode: restoration.joinCode, for: session) { _ in
                done(.success(.state(StoredState(restoration.snapshot))))
            }
        }
        outbox.putBack(session)
    }

    public func remove(_ session: SessionID, joinCode: String, _ done: @escaping Completion<Void>) {
        let keys = RedisKeys(session: session)
        link.run(
            .compareAndDelete,
            keys: [RedisKeys.joinCode(joinCode)],
            arguments: [.text(session.rawValue)],
            reportingFailure(of: session)
        )
        link.run(
            .remove,
            keys: [keys.state, keys.journal, keys.timers, keys.brakeLock, keys.presence],
            arguments: [
                .integer(Int64(limits.stateTTLMs)), .text(keys.news),
                .bytes(PackedNews.removed(by: origin)),
            ]
        ) { [weak self] result in
            let removed = result.read { _ in }
            if case .success = removed { self?.due.settle(session) }
            done(removed)
        }
    }

    private func append(_ timers: [GameTimer], to arguments: inout [RedisArgument]) {
        PackedTimers.append(
            timers,
            at: link.loop.now,
            graceMs: limits.timerGraceMs,
            to: &arguments
        )
    }

    // MARK: Health and end

    public func check(_ done: @escaping Completion<Void>) {
        let result: Result<Void, LiveStoreError> =
            if !link.isReady {
                .failure(.unavailable("Redis is not reached"))
            } else if !subscription.isProven(at: link.loop.now) {
                .failure(.unavailable("news from Redis do not arrive"))
            } else {
                .success(())
            }
        complete(result, done)
    }

    public func close(_ done: @escaping () -> Void) {
        for session in followers.keys { unfollow(session) }
        outbox.close(done)
    }

    // MARK: Completions

    func complete<Value>(
        _ result: Result<Value, LiveStoreError>,
        _ done: @escaping Completion<Value>
    ) {
        link.loop.afterTurn { done(result) }
    }

    /// For what nobody waits for.
    func reportingFailure(of session: SessionID) -> RedisCompletion {
        { [weak self] result in
            if case .failure(.unreadable(let what)) = result.read({ _ in }) {
                self?.report(.unreadable(session, what))
            }
        }
    }
}
