import GameState
import Rooms
import LiveStore
import Protocol
import Seeded

/// One gateway's connection to the shared store: slow, and sometimes down.
final class StoreLink<G: SimulatedGame>: LiveStore {
    unowned let evening: Evening<G>
    let gateway: Int
    /// Its gateway died: nobody hears an answer any more.
    var isCut = false
    var awayUntil = ServerTime(ms: 0)
    /// Passes others' news to the room.
    private(set) var hear: ((SessionEvent) -> Void)?

    init(_ evening: Evening<G>, gateway: Int) {
        self.evening = evening
        self.gateway = gateway
    }

    var truth: Truth<G> { evening.truth }
    var isAway: Bool { evening.scheduler.now < awayUntil }

    func commit(_ commit: Commit, _ done: @escaping Completion<CommitOutcome>) {
        let chances = evening.plan
        let wasAway = isAway || evening.scheduler.now < truth.settledAt
        let fails = wasAway || evening.faulty(chances.failurePercent)
        let isSettled = evening.scheduler.now >= truth.settledAt
        let isApplied = !fails || isSettled && evening.dice.chance(40)
        let outMs = evening.latency()
        let backMs = evening.latency()
        let losses = truth.losses
        evening.scheduler.after(outMs) { [self] in
            let isSent = isApplied || !wasAway
            var outcome: Result<CommitOutcome, LiveStoreError> = .failure(
                isSent ? .unanswered("no answer") : .unavailable("away")
            )
            // A commit on its way to a store that is lost goes with it, as its connection does.
            if isApplied, truth.losses == losses {
                let applied = apply(commit)
                if !fails { outcome = .success(applied) }
            }
            if fails {
                evening.count(isApplied ? .acknowledgementLost : .commitFailed)
                evening.tell(
                    "  gateway \(gateway): commit \(commit.version) unavailable\(isApplied ? ", applied" : "")"
                )
            }
            // Of a command with a name, so that somebody waits for the answer; and of no game that is on, whose
            // timers would be late as well, and noticed first.
            if evening.flaw == .neverAnswers, commit.seating != nil, commit.timers.isEmpty,
                CommittedInput(commit.entry.body()).message != nil, evening.dice.chance(10)
            {
                return
            }
            answer(afterMs: backMs) { done(outcome) }
        }
    }

    /// Answers the gateway, once it hears.
    func answer(afterMs ms: Int64, _ done: @escaping () -> Void) {
        evening.scheduler.after(ms) { [self] in
            evening.gateways[gateway].whenAwake { [self] in if !isCut { done() } }
        }
    }

    private func apply(_ commit: Commit) -> CommitOutcome {
        guard let state = commit.state.value as? RoomState<G> else {
            preconditionFailure("a commit of another game")
        }
        if !truth.isRemoved, let seating = commit.seating, let newer = affirm(seating),
            evening.flaw != .ignoresSeats
        {
            evening.count(.seatReplaced)
            evening.tell("  gateway \(gateway): commit \(commit.version) by \(seating) is refused")
            return .replaced(by: newer)
        }
        guard !truth.isRemoved, truth.storedVersion == commit.expectedVersion else {
            evening.count(.commitConflict)
            evening.tell("  gateway \(gateway): commit \(commit.version) conflicts")
            return .conflict(truth.stored(since: commit.expectedVersion))
        }
        if let (id, holder) = inTheWay(of: commit.claims) {
            evening.count(.claimHeld)
            evening.tell("  gateway \(gateway): commit \(commit.version): \(holder) has \(id)")
            return .claimed(id, by: holder)
        }
        let before = truth.latest
        truth.keep(state, commit.entry)
        take(commit.claims)
        evening.laws.committed(commit, from: before, to: state)
        if let entry = truth.latestEntry { evening.publish(.committed(entry), from: gateway) }
        return .committed
    }

    func load(_ session: SessionID, since version: Int64?, _ done: @escaping Completion<LoadResult>)
    {
        ask(done) { $0.evening.sabotaged($0.truth.stored(since: version)) }
    }

    /// A question that changes nothing, so that one which fails did not arrive.
    func ask<Value>(
        _ done: @escaping Completion<Value>,
        _ look: @escaping (StoreLink<G>) -> Value
    ) {
        let fails = isAway || evening.faulty(evening.plan.failurePercent)
        evening.scheduler.after(evening.latency()) { [self] in
            let seen = look(self)
            answer(afterMs: evening.latency()) {
                done(fails ? .failure(.unavailable("away")) : .success(seen))
            }
        }
    }

    func restore(_ restoration: RestoreRequest, _ done: @escaping Completion<LoadResult>) {
        let losses = truth.losses
        evening.scheduler.after(evening.latency()) { [self] in
            guard truth.losses == losses else {
                // It went with the store.
                return answer(afterMs: 0) { done(.failure(.unanswered("lost on the way"))) }
            }
            if !truth.isRemoved, truth.storedVersion < restoration.lastCommit,
                let state = try? RoomState<G>(StoredSession(restoration.snapshot))
            {
                evening.laws.restored(state)
                truth.hold(state)
                truth.claims.restore(restoration.claims, at: evening.scheduler.now)
                evening.laws.checkClaims(state.game)
                evening.tell("  gateway \(gateway): restored as \(state.version)")
                evening.publish(.missed, from: gateway)
            }
            let stored = truth.stored(since: nil)
            answer(afterMs: 0) { done(.success(stored)) }
        }
    }

    func remove(
        _ session: SessionID,
        joinCode: String,
        claims: [ClaimID],
        _ done: @escaping Completion<Void>
    ) {
        evening.scheduler.after(evening.latency()) { [self] in
            truth.remove()
            evening.tell("  gateway \(gateway): session removed")
            evening.publish(.removed, from: gateway)
            answer(afterMs: 0) { done(.success(())) }
        }
    }

    /// News come by the evening.
    func follow(_ session: SessionID, _ hear: @escaping (SessionEvent) -> Void) {
        self.hear = hear
    }

    func unfollow(_ session: SessionID) {
        hear = nil
    }

    func requestSnapshot(_ session: SessionID) {
        evening.publish(.snapshotWanted, from: gateway)
    }

    func show(_ reaction: Reaction, of player: PlayerID, in session: SessionID) {
        evening.publish(.reaction(reaction, of: player), from: gateway)
    }

    /// Every gateway of an evening follows every other.
    func keepSnapshot(_ snapshot: Snapshot, of session: SessionID) {
        evening.publish(.missed, from: gateway)
    }

    func handOutOverdue(graceMs: Int64, _ done: @escaping Completion<[SessionID]>) {
        ask(done) { link in
            link.truth.handOutOverdue(graceMs: graceMs, at: link.evening.scheduler.now)
                ? [link.evening.session] : []
        }
    }

    func reserve(joinCode: String, for session: SessionID, _ done: @escaping Completion<Bool>) {
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

    func take(key: String, _ done: @escaping Completion<String?>) {
        evening.scheduler.after(0) { done(.success(nil)) }
    }

    func removePresence(_ connection: ConnectionID, in session: SessionID) {
        guard !isAway else { return }
        evening.scheduler.after(evening.latency()) { [self] in truth.presence[connection] = nil }
    }

    func presence(
        in session: SessionID,
        _ done: @escaping Completion<[ConnectionID: Viewer]>
    ) {
        ask(done) { $0.truth.viewers(at: $0.evening.scheduler.now) }
    }

    func check(_ done: @escaping Completion<Void>) {
        evening.scheduler.after(0) { done(.success(())) }
    }

    func close(_ done: @escaping () -> Void) {
        evening.scheduler.after(0, done)
    }
}
