import Dispatch
public import Protocol
import Redis
import Transport

// Steps, and the stored state of a session.
extension RedisLiveStore {
    public func load(
        _ session: SessionID,
        since version: Int64?,
        _ done: @escaping Completion<LoadResult>
    ) {
        if version == nil, let refusal = settling.refusal {
            return complete(.failure(refusal), done)
        }
        let keys = RedisKeys(session: session)
        let since = version.map { RedisArgument.integer($0) } ?? ""
        link.run(.load, keys: [keys.state, keys.journal], arguments: [since]) {
            [weak self] result in
            self?.conclude(session, since: version, result) { [weak self] stored in
                let isHandedOver = self?.isHandedOver(session) ?? true
                if case .success(.nothing) = stored, version == nil, !isHandedOver {
                    // A caller that has nothing begins from the archive, which is about to know more.
                    done(.failure(.unavailable("the archive does not have all of it yet")))
                } else {
                    done(stored)
                }
            }
        }
    }

    /// Reads the whole state where the entries since a version do not lead on from it.
    func conclude(
        _ session: SessionID,
        since version: Int64?,
        _ result: Result<RedisReply, RedisError>,
        _ done: @escaping Completion<LoadResult>
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
        // A new session is known to nobody else.
        let isNew = commit.expectedVersion == 0
        if let refusal = outbox.refusal(of: commit.session) ?? (isNew ? nil : settling.refusal) {
            return complete(.failure(refusal), done)
        }
        let packed: PackedEntry
        let snapshot: [UInt8]
        do {
            packed = try PackedEntry(commit)
            snapshot = isNew ? try commit.state.bytes() : []
        } catch {
            return complete(.failure(.unreadable("it can't be encoded: \(error)")), done)
        }
        outbox.begin(commit.session)
        let keys = RedisKeys(session: commit.session)
        var arguments = commit.arguments(packed, keys, snapshot, committedNews, limits)
        PackedTimers.append(commit.timers, at: link.loop.now, limits, to: &arguments)
        link.run(
            .commit,
            keys: [keys.state, keys.journal, keys.timers] + commit.claims.ids.map(keys.claim),
            arguments: arguments
        ) { [weak self] result in
            self?.noteWriting(result)
            self?.conclude(commit, packed, result, done)
        }
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
            // The script failed: the stored state may be read all the same, and the step would fail again.
            if case .success(.error(let text)) = result {
                return done(.failure(LiveStoreError(redisError: text)))
            }
            do throws(Unreadable) {
                if case .success(let reply) = result, let refusal = try commit.refusal(reply) {
                    return done(.success(refusal))
                }
            } catch {
                return done(.failure(.unreadable(error.what)))
            }
            return conclude(session, since: commit.expectedVersion, result) { stored in
                done(stored.map { .conflict($0) })
            }
        }
        let kept = UnarchivedEntry(packed: packed, facts: commit.entry.facts)
        outbox.committed(kept, of: session, committed)
        due.moved(session, from: committed.previousDue, to: commit.due)
        done(.success(.committed))
        if committed.tailCount >= limits.maxTailCount || committed.tailBytes >= limits.maxTailBytes
        {
            let snapshot = Snapshot(version: commit.version, state: commit.state)
            snapshots.write(snapshot, of: session)
        }
    }

    public func keepSnapshot(_ snapshot: Snapshot, of session: SessionID) {
        snapshots.write(snapshot, of: session, isTold: true)
    }
}

extension Commit {
    /// In the order in which the commit script reads them; the timers come after.
    fileprivate func arguments(
        _ packed: PackedEntry,
        _ keys: RedisKeys,
        _ snapshot: [UInt8],
        _ news: RedisArgument,
        _ limits: RedisStoreLimits
    ) -> [RedisArgument] {
        var arguments: [RedisArgument] = [
            .integer(expectedVersion),
            .integer(version),
            .bytes(packed.bytes),
            .integer(Int64(packed.heardCount)),
            .text(keys.news),
            news,
            .integer(Int64(limits.stateTTLMs)),
            due.map { .integer($0.ms) } ?? "",
            .bytes(snapshot),
            seating.map { .text($0.field) } ?? "",
            seating.map { .text($0.packed) } ?? "",
        ]
        claims.append(version: version, to: &arguments)
        return arguments
    }
}

/// Writes whole states to Redis while commits go on: one of a session at a time. Confined to the link's loop.
final class SnapshotWriter: @unchecked Sendable {
    private let link: RedisLink
    private let origin: Origin
    private let report: (RedisStoreEvent) -> Void
    /// The whole state of a room of hundreds takes milliseconds to encode: the loop does not wait for it.
    private let encoding = DispatchQueue(label: "snapshots", qos: .utility)
    /// Sessions whose state is being encoded, or on its way to Redis.
    private(set) var underWay: Set<SessionID> = []

    init(_ link: RedisLink, from origin: Origin, report: @escaping (RedisStoreEvent) -> Void) {
        self.link = link
        self.origin = origin
        self.report = report
    }

    /// - Parameter isTold: followers hear `.missed`.
    func write(_ snapshot: Snapshot, of session: SessionID, isTold: Bool = false) {
        guard underWay.insert(session).inserted else { return }
        let loop = link.loop
        encoding.async { [weak self] in
            let bytes = Result { try snapshot.state.bytes() }
            loop.execute { [weak self] in
                self?.write(bytes, at: snapshot.version, of: session, isTold: isTold)
            }
        }
    }

    private func write(
        _ bytes: Result<[UInt8], any Error>,
        at version: Int64,
        of session: SessionID,
        isTold: Bool
    ) {
        switch bytes {
        case .success(let bytes):
            let keys = RedisKeys(session: session)
            link.run(
                .snapshot,
                keys: [keys.state, keys.journal],
                arguments: [
                    .integer(version), .bytes(bytes), isTold ? .text(keys.news) : "",
                    .bytes(PackedNews.missed(by: origin)),
                ]
            ) { [weak self] result in
                self?.underWay.remove(session)
                if case .failure(.unreadable(let what)) = result.read({ _ in }) {
                    self?.report(.unreadable(session, what))
                }
            }
        case .failure(let error):
            underWay.remove(session)
            report(.unreadable(session, "the state can't be encoded: \(error)"))
        }
    }
}
