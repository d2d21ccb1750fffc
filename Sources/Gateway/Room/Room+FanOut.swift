import GameState
import Protocol
import Transport

// What a commit makes everybody see. Encoded once per view, not once per connection.
extension Room {
    /// Our own commit went through: its changes and its effects go out.
    func adopt(_ next: RoomState<G>, by pending: Pending, _ effects: [Effect<G.Event>]) {
        let timersBefore = state.game.timers
        // Answers that were given while this commit was under way are remembered too.
        var receipts = state.receipts
        keepReceipt(of: pending, effects, in: &receipts)
        state = next
        state.receipts = receipts
        var cues = Cues<G.Event>(session: session, now: now, version: next.version)
        for effect in effects { cues.take(effect) }
        let changes = TimerChange.between(
            timersBefore,
            next.game.timers,
            expired: pending.input.timer
        )
        for change in changes { cues.synchronise(change, at: now) }
        show(cues)
        answer(pending.sender, effects)
        for case .dismiss(let player, let why) in effects { dismiss(player, why) }
        carryOn(after: pending.input)
    }

    /// Somebody else's commit is the truth now: what changed goes out, its cues went by.
    ///
    /// News that is older than what is known is none. While a commit of ours is under way it may be the
    /// very same, so news waits for its outcome.
    package func follow(_ newer: RoomState<G>) {
        guard newer.version > state.version, !isOver else { return }
        guard !isCommitting else {
            if newer.version > ahead?.version ?? 0 { ahead = newer }
            return
        }
        state = newer
        dismissTheGone()
        show(Cues(session: session, now: now, version: newer.version))
        arm()
        fetchContent()
        affirmPresence()
    }

    /// What came while a commit was under way.
    func catchUpWithNews() {
        guard let newest = ahead else { return }
        ahead = nil
        follow(newest)
    }

    private func carryOn(after input: Input<G>) {
        arm()
        fetchContent()
        if case .close = input { end() }
    }

    private func show(_ cues: Cues<G.Event>) {
        let newViews = state.game.views
        let step = G.changes(from: views, to: newViews)
        views = newViews
        history.append(Step(version: state.version, changes: step))
        if let host = seats.host { send(step.operations(for: .host), cues.host, to: [host]) }
        send(step.operations(for: .tv), cues.tv, to: seats.tvs)
        if let speaker = seats.speaker, !cues.speaker.isEmpty {
            speaker.outlet?.send(OutboundBytes(cues.speaker.bytes, kind: .droppable))
        }
        showPlayers(step, cues)
    }

    private func showPlayers(_ step: ViewChanges, _ cues: Cues<G.Event>) {
        guard !seats.players.isEmpty else { return }
        var changed: Set<PlayerID> = []
        let shared = step.players.isEmpty ? [] : [step.players]
        for change in step.own {
            let group = change.players.compactMap { seats.players[$0] }
            changed.formUnion(change.players)
            send(shared + [change.operations], cues.players, to: group)
        }
        let others =
            changed.isEmpty
            ? Array(seats.players.values)
            : seats.players.compactMap { changed.contains($0.key) ? nil : $0.value }
        send(shared, cues.players, to: others)
        for (player, frames) in cues.single {
            seats.players[player]?.outlet?.send(OutboundBytes(frames.bytes, kind: .droppable))
        }
    }

    /// Sends one patch and its cues to seats that see the same; those that hold the same version get
    /// the same bytes.
    private func send(_ operations: [[UInt8]], _ cues: Frames, to group: [Seat]) {
        guard !operations.isEmpty else {
            guard !cues.isEmpty, !group.isEmpty else { return }
            let bytes = OutboundBytes(cues.bytes, kind: .droppable)
            for seat in group { seat.outlet?.send(bytes) }
            return
        }
        var encoded: (base: Int64, bytes: OutboundBytes)?
        for seat in group.sorted(by: { $0.version < $1.version }) {
            if encoded?.base != seat.version {
                var frames = Frames(session: session, now: now)
                frames.patch(operations, from: seat.version, to: state.version)
                frames.append(frames: cues.bytes)
                encoded = (seat.version, OutboundBytes(frames.bytes, kind: .droppable))
            }
            seat.version = state.version
            if let encoded { seat.outlet?.send(encoded.bytes) }
        }
    }

    private func answer(_ sender: Sender, _ effects: [Effect<G.Event>]) {
        switch sender {
        case .nobody: break
        case .call(let done): done(.success(()))
        case .seat(let seat, let messageID):
            settle(seat, messageID)
            var frames = Frames(session: session, now: now)
            for case .reply(let event) in effects {
                frames.append(event, version: nil, inReplyTo: messageID)
            }
            guard !frames.isEmpty else { return }
            answer(seat, frames)
        }
    }
}

extension Viewer {
    var player: PlayerID? {
        if case .player(let id) = self { id } else { nil }
    }
}

extension Input {
    /// The timer that ran out, if that is what happened.
    fileprivate var timer: TimerID? {
        if case .timer(let id) = self { id } else { nil }
    }
}
