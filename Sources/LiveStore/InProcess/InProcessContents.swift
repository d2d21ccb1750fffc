import Protocol

/// The tables of an in-process store, and the rules of changing them; does nothing by itself.
struct InProcessContents: Sendable {
    struct Session: Sendable {
        var stored: StoredState?
        /// Renewed with the session, so that both are forgotten at the same time.
        var joinCode: String?
    }

    /// What is to be done once the mutex is free again.
    struct Next: Sendable {
        var settled: [@Sendable () -> Void] = []
        /// Goes to the outbox.
        var begun: InProcessLane.UnderWay?
    }

    let limits: InProcessLimits
    private var sessions: ExpiringTable<SessionID, Session>
    private var joinCodes: ExpiringTable<String, SessionID>
    /// Sessions with a commit under way.
    private var lanes: [SessionID: InProcessLane] = [:]
    var locks: ExpiringTable<SessionID, LockOwner>
    var values: ExpiringTable<String, String>
    var presences: ExpiringTable<SessionID, ExpiringTable<ConnectionID, Viewer>>

    init(_ limits: InProcessLimits) {
        self.limits = limits
        sessions = ExpiringTable(maxCount: limits.maxSessions)
        joinCodes = ExpiringTable(maxCount: limits.maxSessions)
        locks = ExpiringTable(maxCount: limits.maxSessions)
        values = ExpiringTable(maxCount: limits.maxValues)
        presences = ExpiringTable(maxCount: limits.maxSessions)
    }

    func stored(_ session: SessionID, at now: ServerTime) -> StoredState? {
        sessions.value(session, at: now)?.stored
    }

    func session(joinCode: String, at now: ServerTime) -> SessionID? {
        joinCodes.value(joinCode, at: now)
    }

    mutating func claim(
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

    mutating func removePresence(_ connection: ConnectionID, in session: SessionID) {
        presences.update(session) { $0.remove(connection) }
    }

    // MARK: Changes

    mutating func enter(_ change: InProcessChange, of session: SessionID, at now: ServerTime)
        -> Next
    {
        var next = Next()
        if let lane = lanes[session] {
            if lane.waiting.count < limits.maxWaitingPerSession {
                lanes[session]?.append(change)
            } else {
                let error = limits.tooManyWaiting
                next.settled.append { change.fail(error) }
            }
        } else if let begun = begin(change, of: session, at: now, &next) {
            lanes[session] = InProcessLane(begun)
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
            let stored = StoredState(version: commit.version, state: commit.state)
            _ = set(stored, session, at: now)
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
    ) -> InProcessLane.UnderWay? {
        switch change {
        case .commit(let commit, let outbox, let settle):
            let stored = stored(session, at: now)
            guard stored?.version ?? 0 == commit.expectedVersion else {
                next.settled.append { settle(.success(.conflict(stored))) }
                return nil
            }
            // A new session takes its place before anything is written.
            guard stored != nil || set(nil, session, at: now) else {
                let error = limits.tooManySessions
                next.settled.append { settle(.failure(error)) }
                return nil
            }
            return InProcessLane.UnderWay(commit: commit, outbox: outbox, settle: settle)
        case .restore(let lost, let joinCode, let settle):
            let isKept = set(stored(session, at: now) ?? lost, session, at: now)
            let claimed = claim(joinCode, for: session, at: now)
            let error = limits.tooManySessions
            next.settled.append {
                settle(isKept ? claimed.map { _ in () } : .failure(error))
            }
            return nil
        case .remove(let joinCode, let settle):
            remove(session, joinCode, at: now)
            next.settled.append { settle(.success(())) }
            return nil
        }
    }

    /// - Returns: false when there are too many sessions.
    private mutating func set(
        _ stored: StoredState?,
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
        sessions.remove(session)
        locks.remove(session)
        presences.remove(session)
    }
}

extension InProcessLimits {
    fileprivate var tooManySessions: LiveStoreError {
        .unavailable("\(maxSessions) sessions are kept already")
    }

    fileprivate var tooManyWaiting: LiveStoreError {
        .unavailable("\(maxWaitingPerSession) changes of the session wait already")
    }
}
