import FoundationEssentials
package import GameState
package import LiveStore
import OpenSSL
import Protocol

extension Room {
    /// Moves the stored session on by one version; whoever must know is told once it is durable.
    func commit(
        _ pending: Pending,
        _ game: G,
        _ effects: [Effect<G.Event>],
        at now: ServerTime
    ) {
        var next = state
        next.version += 1
        next.at = now
        next.game = game
        keepReceipt(of: pending, effects, in: &next.receipts)
        isCommitting = true
        let startedAt = ports.scheduler.now
        ports.live.commit(step(to: next, by: pending, effects)) { [weak self] result in
            guard let self else { return }
            if case .success(.committed) = result {
                ports.didCommit(ports.scheduler.now - startedAt)
            }
            conclude(pending, next, effects, result)
        }
    }

    private func step(
        to next: RoomState<G>,
        by pending: Pending,
        _ effects: [Effect<G.Event>]
    ) -> Commit {
        let facts = effects.compactMap { effect -> Fact? in
            if case .record(let fact) = effect { fact } else { nil }
        }
        let isMilestone = facts.contains(where: \.isMilestone)
        let (input, key, game) = (pending.input, pending.key, next.game)
        var deadlines: [TimerID: ServerTime] = [:]
        for timer in game.timers { deadlines[timer.id] = timer.deadline }
        return Commit(
            session: next.session,
            expectedVersion: state.version,
            version: next.version,
            state: EncodedState(next),
            entry: JournalEntry(
                session: next.session,
                version: next.version,
                at: next.at,
                facts: facts
            ) {
                let digest = isMilestone ? Replay.digest(of: game) : nil
                return JournalBody<G>.input(input, messageID: key, digest: digest).bytes
            },
            deadlines: deadlines
        )
    }

    private func conclude(
        _ pending: Pending,
        _ next: RoomState<G>,
        _ effects: [Effect<G.Event>],
        _ result: Result<CommitOutcome, LiveStoreError>
    ) {
        isCommitting = false
        switch result {
        case .success(.committed):
            retryDelayMs = RoomTimes.firstRetryMs
            release(pending.lock)
            adopt(next, by: pending, effects)
        case .success(.conflict(let stored?)):
            guard let newer = RoomState<G>(stored), newer.version > state.version else {
                release(pending.lock)
                fail(pending.sender, .unreadableSession)
                break
            }
            // First in line again, before anything that following may submit.
            waiting.prepend(pending)
            follow(newer)
        case .success(.conflict(nil)):
            release(pending.lock)
            fail(pending.sender, .sessionOver)
            end()
        case .failure:
            release(pending.lock)
            postpone(pending)
            lookAgain()
        }
        goOn()
    }

    private func goOn() {
        catchUpWithNews()
        loadForLatecomers()
        advance()
    }

    /// Follows what is stored now, between two commits.
    ///
    /// - Parameter done: is told whether the store could be asked.
    func catchUp(_ done: @escaping (_ isCurrent: Bool) -> Void) {
        guard latecomers.count < Self.maxWaiting else { return done(false) }
        latecomers.append(done)
        loadForLatecomers()
    }

    private func loadForLatecomers() {
        guard !isCommitting, !latecomers.isEmpty else { return }
        // Nothing is committed meanwhile, so that the answer is the newest when it comes.
        isCommitting = true
        let all = latecomers
        latecomers = []
        ports.live.load(session) { [weak self] result in
            guard let self else { return }
            isCommitting = false
            var isCurrent = true
            switch result {
            case .success(let stored):
                if let newer = stored.flatMap(RoomState<G>.init) { follow(newer) }
            case .failure: isCurrent = false
            }
            for done in all { done(isCurrent) }
            goOn()
        }
    }

    /// A store is away: whoever waits is told to try again; what nobody would repeat, the room does.
    private func postpone(_ pending: Pending) {
        switch pending.input {
        case .command, .join, .brakeLock, .close:
            fail(pending.sender, .nothingSaved)
        case .presence(let viewer, _):
            retryLater { room in
                // They may have come or gone meanwhile.
                let isConnected = !room.seats.seats(of: viewer).isEmpty
                room.submit(.presence(viewer, isConnected: isConnected))
            }
        case .away, .timer, .content, .joinLink:
            retryLater { $0.submit(pending.input, from: pending.sender) }
        }
    }

    /// A commit that nobody acknowledged may stand all the same: then this room is behind, and no timer
    /// of the newer state is armed anywhere.
    private func lookAgain() {
        guard !isLookingAgain else { return }
        isLookingAgain = true
        retryLater { room in
            room.catchUp { [weak room] isCurrent in
                room?.isLookingAgain = false
                if !isCurrent { room?.lookAgain() }
            }
        }
    }

    private func retryLater(_ action: @escaping (Room) -> Void) {
        let delayMs = retryDelayMs
        retryDelayMs = min(retryDelayMs * 2, RoomTimes.maxRetryMs)
        _ = ports.scheduler.schedule(at: ports.scheduler.now + delayMs) { [weak self] in
            if let self { action(self) }
        }
    }

    func keepReceipt(
        of pending: Pending,
        _ effects: [Effect<G.Event>],
        in receipts: inout Receipts
    ) {
        receipts.record(pending.input, pending.key, effects)
    }
}

extension Receipts {
    /// Remembers what a committed command got: the reply to it, or for a pull of the brake what was
    /// announced to all.
    mutating func record<G: Game>(
        _ input: Input<G>,
        _ key: MessageKey?,
        _ effects: [Effect<G.Event>]
    ) {
        var gone: [Viewer] = []
        for case .dismiss(let player, _) in effects { gone.append(.player(player)) }
        for viewer in gone { forget(viewer) }
        guard let key, !gone.contains(key.viewer) else { return }
        var answer: G.Event?
        for effect in effects {
            if case .reply(let event) = effect { answer = event }
        }
        if answer == nil, case .brakeLock = input {
            for case .announce(let event, to: .all) in effects {
                answer = event
                break
            }
        }
        let reply = answer.map { event in
            var writer = JSONWriter()
            event.write(to: &writer)
            return Reply(type: "\(event.type)", payload: writer.bytes)
        }
        keep(reply, messageID: key.messageID, of: key.viewer)
    }
}

extension EncodedState {
    package init<G: Game>(_ state: RoomState<G>) {
        self.init(value: state) { try Array(JSONEncoder.repeatable.encode(state)) }
    }
}

extension RoomState {
    /// Nil when what is stored is not this game's.
    package init?(_ stored: StoredState) {
        if let value = stored.state.value as? RoomState<G> {
            self = value
        } else if let bytes = try? stored.state.bytes(),
            let decoded = try? JSONDecoder().decode(RoomState<G>.self, from: Data(bytes))
        {
            self = decoded
        } else {
            return nil
        }
    }
}

extension JournalBody {
    package var bytes: [UInt8] {
        do {
            return Array(try JSONEncoder.repeatable.encode(self))
        } catch {
            preconditionFailure("an input that can't be encoded: \(error)")
        }
    }
}

extension Fact {
    /// Where a replay compares states.
    fileprivate var isMilestone: Bool {
        switch self {
        case .roundState, .sessionStatus: true
        case .sessionCreated, .playerJoined, .playerSeen, .playerLeft, .content, .roundStarted,
            .answerLocked, .answerJudged, .followupAnswered, .followupJudged, .audit:
            false
        }
    }
}
