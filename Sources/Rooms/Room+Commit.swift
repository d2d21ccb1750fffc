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
        next.receipts.record(pending.input, pending.key, effects)
        isCommitting = true
        let startedAtNs = ports.monotonicNs()
        let prospect = Prospect<G>()
        // Holds the room: whoever waits gets an answer though it may have ended meanwhile.
        ports.live.commit(step(to: next, by: pending, effects)) { [self] result in
            prospect.isOver = true
            if case .success(.committed) = result {
                ports.didCommit(ports.monotonicNs() - startedAtNs)
            }
            conclude(pending, next, effects, prospect.outlook, result)
        }
        // A store may send what it is asked for at the end of the turn: that goes first.
        ports.scheduler.afterTurn { [weak self] in
            guard let self, !prospect.isOver else { return }
            prospect.outlook = look(ahead: game)
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
            seating: pending.seat.flatMap { $0.viewer == .tv ? nil : $0.seating },
            timers: game.timers
        )
    }

    private func conclude(
        _ pending: Pending,
        _ next: RoomState<G>,
        _ effects: [Effect<G.Event>],
        _ outlook: Outlook<G>?,
        _ result: Result<CommitOutcome, LiveStoreError>
    ) {
        isCommitting = false
        guard !isOver else {
            release(pending.lock)
            fail(pending.sender, .sessionOver)
            return goOn()
        }
        switch result {
        case .success(.committed):
            retryDelayMs = RoomTimes.firstRetryMs
            for case .record(let fact) in effects { ports.didRecord(fact) }
            release(pending.lock)
            // Answers that were given while this commit was under way are remembered too.
            var receipts = state.receipts
            receipts.record(pending.input, pending.key, effects)
            var next = next
            next.receipts = receipts
            let advance = Advance(
                state: next,
                input: pending.input,
                key: pending.key,
                effects: effects,
                comparison: .none
            )
            adopt(advance, from: pending.sender, outlook)
        case .success(.conflict(let stored)):
            settle(Reconciliation(stored, known: state)) { [weak self] agreement in
                self?.tryAgain(pending, agreement)
                self?.goOn()
            }
            return
        case .success(.replaced(let newer)):
            pending.seat?.yield()
            yield(to: newer)
            drop(pending)
        case .failure(.unreadable(let reason)):
            release(pending.lock)
            fail(pending.sender, .unreadableSession)
            ports.report(.unreadable(reason))
        case .failure(.unavailable):
            release(pending.lock)
            postpone(pending)
            lookAgain()
        case .failure(.unanswered):
            release(pending.lock)
            if unsure.count < Self.maxWaiting { unsure.append(pending) } else { postpone(pending) }
            lookAgain()
        }
        goOn()
    }

    /// An input that lost against somebody else's commit is handled again, on the newer state.
    private func tryAgain(_ pending: Pending, _ agreement: Agreement) {
        switch agreement {
        case .reached where !isOver:
            putFirst(pending)
        case .reached:
            release(pending.lock)
            fail(pending.sender, .sessionOver)
        case .away:
            release(pending.lock)
            postpone(pending)
        case .unreadable:
            release(pending.lock)
            fail(pending.sender, .unreadableSession)
        }
    }

    /// What became of commits that were not answered is known now, or will not be in time.
    func resolveUnsure(_ agreement: Agreement) {
        guard !unsure.isEmpty else { return }
        let all = unsure
        unsure = []
        for pending in all {
            switch agreement {
            case .reached where isKnown(pending): break
            case .reached where isOver: fail(pending.sender, .sessionOver)
            case .reached, .unreadable: postpone(pending)
            case .away:
                if now - pending.at < RoomTimes.doubtMs {
                    unsure.append(pending)
                } else {
                    postpone(pending, because: .inDoubt)
                }
            }
        }
    }

    func goOn() {
        catchUpWithNews()
        loadForLatecomers()
        advance()
    }

    /// A store is away: whoever waits is told to try again; what nobody would repeat, the room does.
    private func postpone(_ pending: Pending, because error: WireError = .nothingSaved) {
        switch pending.input {
        case .command, .join, .brakeLock, .close:
            fail(pending.sender, error)
        case .presence(let viewer, _):
            retryLater { room in
                // They may have come or gone meanwhile.
                let isConnected = !room.seats.seats(of: viewer).isEmpty
                room.submit(.presence(viewer, isConnected: isConnected))
            }
        case .away, .device, .timer, .content, .joinLink:
            retryLater { $0.submit(pending.input, from: pending.sender) }
        }
    }

    func retryLater(_ action: @escaping (Room) -> Void) {
        let delayMs = retryDelayMs
        retryDelayMs = min(retryDelayMs * 2, RoomTimes.maxRetryMs)
        _ = ports.scheduler.schedule(at: ports.scheduler.now + delayMs) { [weak self] in
            if let self { action(self) }
        }
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
    /// Where a replay compares states: once a round, and where the session's status changes. A digest
    /// costs as much as the whole state is long.
    fileprivate var isMilestone: Bool {
        switch self {
        case .sessionStatus: true
        case .roundState(_, let state):
            switch state {
            case .scored, .aborted: true
            case .preparing, .intro, .clues, .reveal, .followups: false
            }
        case .sessionCreated, .playerJoined, .playerRenamed, .playerSeen, .playerLeft, .content,
            .gameStarted, .gameEnded, .roundStarted, .clipMade, .answerLocked, .answerJudged,
            .followupAnswered,
            .followupJudged, .audit:
            false
        }
    }
}
