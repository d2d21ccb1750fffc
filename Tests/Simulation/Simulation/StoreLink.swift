import GameState
import Gateway
import LiveStore
import Protocol
import Seeded

/// One gateway's connection to the shared store: slow, and at times not there.
final class StoreLink: LiveStore {
    private unowned let evening: Evening
    let gateway: Int
    /// Its gateway died: nobody hears an answer any more.
    var isCut = false
    var awayUntil = ServerTime(ms: 0)

    init(_ evening: Evening, gateway: Int) {
        self.evening = evening
        self.gateway = gateway
    }

    private var truth: Truth { evening.truth }
    private var isAway: Bool { evening.scheduler.now < awayUntil }

    func commit(_ commit: Commit, _ done: @escaping Completion<CommitOutcome>) {
        let chances = evening.plan
        let fails = isAway || evening.faulty(chances.failurePercent)
        let isApplied = !fails || evening.dice.chance(40)
        let outMs = evening.latency()
        let backMs = evening.latency()
        evening.scheduler.after(outMs) { [self] in
            var outcome: Result<CommitOutcome, LiveStoreError> = .failure(.unavailable("away"))
            if isApplied {
                let applied = apply(commit)
                if !fails { outcome = .success(applied) }
            }
            if fails {
                evening.count(isApplied ? .acknowledgementLost : .commitFailed)
                evening.tell(
                    "  gateway \(gateway): commit \(commit.version) unavailable\(isApplied ? ", applied" : "")"
                )
            }
            evening.scheduler.after(backMs) { [self] in if !isCut { done(outcome) } }
        }
    }

    private func apply(_ commit: Commit) -> CommitOutcome {
        guard let state = commit.state.value as? RoomState<Tripto> else {
            preconditionFailure("a commit of another game")
        }
        guard let stored = truth.stored, stored.version == commit.expectedVersion else {
            evening.count(.commitConflict)
            evening.tell("  gateway \(gateway): commit \(commit.version) conflicts")
            return .conflict(truth.stored)
        }
        let before = truth.latest
        truth.keep(state, commit.entry)
        evening.laws.committed(commit, from: before, to: state)
        evening.publish(stored: state, from: gateway)
        return .committed
    }

    func load(_ session: SessionID, _ done: @escaping Completion<StoredState?>) {
        let fails = isAway || evening.faulty(evening.plan.failurePercent)
        evening.scheduler.after(evening.latency()) { [self] in
            let stored = truth.stored
            evening.scheduler.after(evening.latency()) { [self] in
                if !isCut { done(fails ? .failure(.unavailable("away")) : .success(stored)) }
            }
        }
    }

    func restore(
        _ session: SessionID,
        joinCode: String,
        _ state: StoredState,
        _ done: @escaping Completion<Void>
    ) {
        evening.scheduler.after(evening.latency()) { [self] in
            if truth.stored == nil, let state = RoomState<Tripto>(state) {
                truth.hold(state)
                evening.laws.restored(state)
                evening.tell("  gateway \(gateway): restored as \(state.version)")
            }
            if !isCut { done(.success(())) }
        }
    }

    func remove(_ session: SessionID, joinCode: String, _ done: @escaping Completion<Void>) {
        evening.scheduler.after(evening.latency()) { [self] in
            truth.remove()
            evening.tell("  gateway \(gateway): session removed")
            if !isCut { done(.success(())) }
        }
    }

    func acquireBrakeLock(
        _ session: SessionID,
        owner: LockOwner,
        ttlMs: Int,
        _ done: @escaping Completion<Bool>
    ) {
        let fails = isAway || evening.faulty(evening.plan.failurePercent)
        // Replies are not in order, and now and then one outlives its lock.
        let backMs = evening.faulty(4) ? Int64(ttlMs) + 500 : evening.latency()
        evening.scheduler.after(evening.latency()) { [self] in
            let now = evening.scheduler.now
            var isGranted = false
            if !fails || evening.dice.chance(50) {
                if let lock = truth.lock, lock.until > now {
                    evening.count(.lockHeld)
                } else {
                    if truth.lock != nil { evening.count(.lockExpired) }
                    truth.lock = (owner, now + Int64(ttlMs))
                    isGranted = true
                    evening.laws.granted(owner)
                }
            }
            if fails { evening.count(.lockFailed) }
            evening.scheduler.after(backMs) { [self] in
                guard !isCut else { return }
                done(fails ? .failure(.unavailable("away")) : .success(isGranted))
            }
        }
    }

    func releaseBrakeLock(_ session: SessionID, owner: LockOwner) {
        guard !isAway else { return }
        evening.scheduler.after(evening.latency()) { [self] in
            if truth.lock?.owner == owner { truth.lock = nil }
        }
    }

    func claim(joinCode: String, for session: SessionID, _ done: @escaping Completion<Bool>) {
        evening.scheduler.after(0) { done(.success(true)) }
    }

    func session(joinCode: String, _ done: @escaping Completion<SessionID?>) {
        evening.scheduler.after(0) { done(.success(nil)) }
    }

    func put(_ value: String, key: String, ttlMs: Int, _ done: @escaping Completion<Void>) {
        evening.scheduler.after(0) { done(.success(())) }
    }

    func get(key: String, _ done: @escaping Completion<String?>) {
        evening.scheduler.after(0) { done(.success(nil)) }
    }

    func renewPresence(_ connection: ConnectionID, of viewer: Viewer, in session: SessionID) {}
    func removePresence(_ connection: ConnectionID, in session: SessionID) {}

    func presence(
        in session: SessionID,
        _ done: @escaping Completion<[ConnectionID: Viewer]>
    ) {
        evening.scheduler.after(0) { done(.success([:])) }
    }
}
