import Protocol

/// The tables of an in-process store, and the rules of changing them; does nothing by itself.
struct InProcessContents: Sendable {
    struct Session: Sendable {
        var stored = LoadResult.nothing
        /// Version of a state that was put away; `stored` is nothing meanwhile.
        var awayVersion: Int64?
        /// Renewed with the session, so that both are forgotten at the same time.
        var joinCode: String?
        /// The newest seating of each player and of the host.
        var seatings: [Viewer: Seating] = [:]
        var claims = InProcessClaims()
    }

    /// Work to do once the mutex is free again.
    struct Next: Sendable {
        var settled: [@Sendable () -> Void] = []
        /// Goes to the outbox.
        var begun: SessionQueue.UnderWay?
        /// For everybody else who follows the session.
        var news: [InProcessNews] = []
    }

    let limits: InProcessLimits
    private var sessions: ExpiringTable<SessionID, Session>
    private var joinCodes: ExpiringTable<String, SessionID>
    /// Sessions with a commit under way.
    private var lanes: [SessionID: SessionQueue] = [:]
    var values: ExpiringTable<String, String>
    private var presences: ExpiringTable<SessionID, ExpiringTable<ConnectionID, Viewer>>

    init(_ limits: InProcessLimits) {
        self.limits = limits
        sessions = ExpiringTable(maxCount: limits.maxSessions)
        joinCodes = ExpiringTable(maxCount: limits.maxSessions)
        values = ExpiringTable(maxCount: limits.maxValues)
        presences = ExpiringTable(maxCount: limits.maxSessions)
    }

    func stored(_ session: SessionID, at now: ServerTime) -> LoadResult {
        sessions.value(session, at: now)?.stored ?? .nothing
    }

    /// Place of a session's state.
    enum Place {
        case here(LoadResult)
        /// Put away: it must be back before anything is done with its session.
        case away(version: Int64)
    }

    func place(_ session: SessionID, at now: ServerTime) -> Place {
        awayVersion(session, at: now).map { .away(version: $0) } ?? .here(stored(session, at: now))
    }

    private func awayVersion(_ session: SessionID, at now: ServerTime) -> Int64? {
        sessions.value(session, at: now)?.awayVersion
    }

    func pulse(_ session: SessionID, at now: ServerTime) -> Pulse.Session {
        if let version = awayVersion(session, at: now) { return .version(version) }
        switch stored(session, at: now) {
        case .nothing: return .nothing
        case .removed: return .removed
        case .state(let state): return .version(state.version)
        }
    }

    // MARK: Rest

    /// State to put away of a session that nobody needs; nil while something is under way.
    func restingState(_ session: SessionID, at now: ServerTime) -> Snapshot? {
        guard lanes[session] == nil, case .state(let stored) = stored(session, at: now),
            stored.entries.isEmpty
        else { return nil }
        return stored.snapshot
    }

    /// The state is kept elsewhere now. Nobody has a seat, so that no old seating has to be refused.
    ///
    /// - Returns: false where it has changed meanwhile, or is about to.
    mutating func putAway(_ session: SessionID, version: Int64, at now: ServerTime) -> Bool {
        guard restingState(session, at: now)?.version == version else { return false }
        sessions.update(session) {
            $0.stored = .nothing
            $0.seatings = [:]
            $0.awayVersion = version
        }
        presences.remove(session)
        return true
    }

    /// The state is back.
    ///
    /// - Parameter state: nil when it got lost: then the archive has its inputs.
    mutating func bringBack(
        _ session: SessionID,
        version: Int64,
        _ state: LazyState?,
        at now: ServerTime
    ) {
        guard awayVersion(session, at: now) == version else { return }
        sessions.update(session) {
            $0.awayVersion = nil
            guard let state else { return }
            $0.stored = .state(StoredSession(Snapshot(version: version, state: state)))
        }
    }

    func session(joinCode: String, at now: ServerTime) -> SessionID? {
        joinCodes.value(joinCode, at: now)
    }

    mutating func reserve(
        _ joinCode: String,
        for session: SessionID,
        at now: ServerTime
    ) -> Result<Bool, LiveStoreError> {
        let holder = joinCodes.value(joinCode, at: now)
        guard holder == nil || holder == session else { return .success(false) }
        let isKept = sessions.change(
            session,
            ttlMs: limits.stateTTLMs,
            at: now,
            initial: Session(),
            { $0.joinCode = joinCode }
        )
        guard isKept, joinCodes.put(session, joinCode, ttlMs: limits.stateTTLMs, at: now) else {
            return .failure(limits.tooManySessions)
        }
        return .success(true)
    }

    /// Renews a session and its join code.
    mutating func renew(_ session: SessionID, at now: ServerTime) {
        guard pulse(session, at: now) != .nothing, pulse(session, at: now) != .removed else {
            return
        }
        _ = set(stored(session, at: now), session, at: now)
    }

    // MARK: Who is here

    func viewers(in session: SessionID, at now: ServerTime) -> [ConnectionID: Viewer] {
        presences.value(session, at: now)?.values(at: now) ?? [:]
    }

    mutating func renew(
        _ connections: [ConnectionID: Viewer],
        in session: SessionID,
        at now: ServerTime
    ) {
        guard !connections.isEmpty else { return }
        _ = presences.change(
            session,
            ttlMs: Presence.ttlMs,
            at: now,
            initial: ExpiringTable(maxCount: limits.maxConnectionsPerSession)
        ) { table in
            for (connection, viewer) in connections {
                _ = table.put(viewer, connection, ttlMs: Presence.ttlMs, at: now)
            }
        }
    }

    mutating func removePresence(_ connection: ConnectionID, in session: SessionID) {
        presences.update(session) { $0.remove(connection) }
    }

    /// Makes sure that a seating holds, where none that is newer does.
    ///
    /// - Returns: the newer one.
    mutating func affirm(
        _ seating: Seating,
        in session: SessionID,
        at now: ServerTime
    ) -> Seating? {
        let holder = sessions.value(session, at: now)?.seatings[seating.viewer]
        if let holder, holder.order > seating.order { return holder }
        if holder != seating { sessions.update(session) { $0.seatings[seating.viewer] = seating } }
        return nil
    }

    private mutating func bid(
        _ known: Seating,
        in session: SessionID,
        at now: ServerTime
    ) -> Result<SeatBid, LiveStoreError> {
        if case .removed = stored(session, at: now) { return .success(.removed) }
        let holder = sessions.value(session, at: now)?.seatings[known.viewer]
        if let holder, holder.order > known.order { return .success(.held(holder)) }
        var seating = known
        seating.order = max(now.ms, known.order + 1)
        let isKept = sessions.change(
            session,
            ttlMs: limits.stateTTLMs,
            at: now,
            initial: Session()
        ) { $0.seatings[seating.viewer] = seating }
        guard isKept else { return .failure(limits.tooManySessions) }
        renew([seating.connection: seating.viewer], in: session, at: now)
        return .success(.granted(seating))
    }

    // MARK: Changes

    mutating func enter(_ change: InProcessChange, of session: SessionID, at now: ServerTime)
        -> Next
    {
        var next = Next()
        if let lane = lanes[session] {
            if lane.waiting.count < limits.maxWaiting(change) {
                lanes[session]?.append(change)
            } else {
                let error = limits.tooManyWaiting
                next.settled.append { change.fail(error) }
            }
        } else if let begun = begin(change, of: session, at: now, &next) {
            lanes[session] = SessionQueue(begun)
            next.begun = begun
        }
        return next
    }

    /// The outbox has answered for the commit that was under way.
    mutating func finish(
        _ session: SessionID,
        _ result: Result<Void, LiveStoreError>,
        at now: ServerTime
    ) -> Next {
        guard var lane = lanes.removeValue(forKey: session) else {
            preconditionFailure("the outbox answered twice for one entry")
        }
        var next = Next()
        let settle = lane.underWay.settle
        switch result {
        case .success:
            let commit = lane.underWay.commit
            let snapshot = Snapshot(version: commit.version, state: commit.state)
            _ = set(.state(StoredSession(snapshot)), session, at: now)
            sessions.update(session) { $0.claims.apply(commit.claims, at: now) }
            next.news.append(InProcessNews(of: commit, by: lane.underWay.committer))
            next.settled.append { settle(.success(.committed)) }
        case .failure(let error):
            next.settled.append { settle(.failure(error)) }
        }
        while let change = lane.popFirst() {
            if let begun = begin(change, of: session, at: now, &next) {
                lane.underWay = begun
                lanes[session] = lane
                next.begun = begun
                break
            }
        }
        return next
    }

    /// Settles a change, or answers with the commit that is now to be made durable.
    private mutating func begin(
        _ change: InProcessChange,
        of session: SessionID,
        at now: ServerTime,
        _ next: inout Next
    ) -> SessionQueue.UnderWay? {
        switch change {
        case .commit(let commit, let committer, let outbox, let settle):
            let stored = stored(session, at: now)
            if stored.version != nil, let seating = commit.seating,
                let newer = affirm(seating, in: session, at: now)
            {
                next.settled.append { settle(.success(.replaced(by: newer))) }
                return nil
            }
            guard stored.version == commit.expectedVersion else {
                next.settled.append { settle(.success(.conflict(stored))) }
                return nil
            }
            // Nothing else changes them until this step is durable; till then some may run out.
            let claims = sessions.value(session, at: now)?.claims
            if let (id, holder) = claims?.inTheWay(of: commit.claims, at: now) {
                next.settled.append { settle(.success(.claimed(id, by: holder))) }
                return nil
            }
            // A new session takes its place before anything is written.
            guard stored.version != 0 || set(.nothing, session, at: now) else {
                let error = limits.tooManySessions
                next.settled.append { settle(.failure(error)) }
                return nil
            }
            return SessionQueue.UnderWay(
                commit: commit,
                committer: committer,
                outbox: outbox,
                settle: settle
            )
        case .restore(let lost, let restorer, let settle):
            let old = stored(session, at: now).version
            let result = restore(lost, at: now)
            if stored(session, at: now).version != old {
                next.news.append(InProcessNews(.missed, by: restorer))
            }
            next.settled.append { settle(result) }
            return nil
        case .remove(let joinCode, let committer, let settle):
            remove(session, joinCode, at: now)
            next.news.append(InProcessNews(.removed, by: committer))
            next.settled.append { settle(.success(())) }
            return nil
        case .bid(let known, let bidder, let settle):
            let result = bid(known, in: session, at: now)
            if case .success(.granted(let seating)) = result {
                next.news.append(InProcessNews(.seated(seating), by: bidder))
            }
            next.settled.append { settle(result) }
            return nil
        }
    }

    private mutating func restore(
        _ lost: RestoreRequest,
        at now: ServerTime
    ) -> Result<LoadResult, LiveStoreError> {
        let session = lost.session
        let present = stored(session, at: now)
        guard let version = present.version, version < lost.lastCommit else {
            return .success(present)
        }
        let restored = LoadResult.state(StoredSession(lost.snapshot))
        guard set(restored, session, at: now) else { return .failure(limits.tooManySessions) }
        sessions.update(session) { $0.claims = InProcessClaims(of: lost, at: now) }
        return reserve(lost.joinCode, for: session, at: now).map { _ in restored }
    }

    /// - Returns: false when there are too many sessions.
    private mutating func set(
        _ stored: LoadResult,
        _ session: SessionID,
        at now: ServerTime
    ) -> Bool {
        var joinCode: String?
        let isKept = sessions.change(
            session,
            ttlMs: limits.stateTTLMs,
            at: now,
            initial: Session()
        ) {
            $0.stored = stored
            joinCode = $0.joinCode
        }
        if let joinCode {
            _ = joinCodes.put(session, joinCode, ttlMs: limits.stateTTLMs, at: now)
        }
        return isKept
    }

    private mutating func remove(_ session: SessionID, _ joinCode: String, at now: ServerTime) {
        let codes = [joinCode, sessions.value(session, at: now)?.joinCode ?? joinCode]
        for code in codes where joinCodes.value(code, at: now) == session {
            joinCodes.remove(code)
        }
        _ = sessions.put(Session(stored: .removed), session, ttlMs: limits.stateTTLMs, at: now)
        presences.remove(session)
    }
}

extension InProcessLimits {
    fileprivate var tooManySessions: LiveStoreError {
        .unavailable("\(maxSessions) sessions are kept already")
    }

    /// Number of changes that may wait before this one.
    fileprivate func maxWaiting(_ change: InProcessChange) -> Int {
        switch change {
        case .commit, .restore, .remove: maxWaitingPerSession
        // A whole party may come back while one step is written.
        case .bid: maxConnectionsPerSession
        }
    }

    fileprivate var tooManyWaiting: LiveStoreError {
        .unavailable("\(maxWaitingPerSession) changes of the session wait already")
    }
}

extension LoadResult {
    /// Version that a commit must start from; nil where none may.
    fileprivate var version: Int64? {
        switch self {
        case .nothing: 0
        case .removed: nil
        case .state(let state): state.version
        }
    }
}
