import GameState
package import Protocol
import Transport

// What a commit makes everybody see. Encoded once per view, not once per connection.
extension Room {
    /// A commit, ours or somebody else's, is the truth now: its changes and its messages go out.
    ///
    /// - Parameter outlook: of this commit, if it was looked ahead to.
    func adopt(
        _ advance: Advance<G>,
        from sender: Sender = .nobody,
        _ outlook: Outlook<G>? = nil
    ) {
        let outlook = outlook?.base == state.version ? outlook : nil
        let timersBefore = state.game.timers
        state = advance.state
        if advance.comparison == .different { ports.report(.differs(version: state.version)) }
        var cues = Cues<G.Event>(session: session, now: now, version: state.version)
        for effect in advance.effects { cues.take(effect, link: ports.makeClipLink) }
        let changes = TimerChange.between(
            timersBefore,
            state.game.timers,
            expired: advance.input.timer
        )
        for change in changes { cues.synchronise(change, at: now) }
        if case .brakeLock(_, isGranted: true) = advance.input { timeGrant(to: sender) }
        show(outlook ?? look(ahead: state.game), cues)
        answer(sender, advance.effects)
        for case .dismiss(let player, let why) in advance.effects { dismiss(player, why) }
        carryOn(after: advance.input)
    }

    /// The acceptance is among what is sent next.
    private func timeGrant(to sender: Sender) {
        guard case .seat(let seat, _) = sender else { return }
        seat.outlet?.whenWritten { [ports, pulledAtNs = seat.pulledAtNs] in
            ports.didGrantBrake(ports.monotonicNs() - pulledAtNs)
        }
    }

    private func carryOn(after input: Input<G>) {
        arm()
        fetchContent()
        renewJoinLink()
        if case .close = input { end() }
    }

    func look(ahead game: G) -> Outlook<G> {
        let next = game.views
        return Outlook(
            base: state.version,
            views: next,
            changes: G.changes(from: views, to: next)
        )
    }

    func show(_ outlook: Outlook<G>, _ cues: Cues<G.Event>) {
        let step = outlook.changes
        views = outlook.views
        history.append(Step(version: state.version, changes: step))
        if let host = seats.host { send(step.operations(for: .host), cues.host, to: [host]) }
        send(step.operations(for: .tv), cues.tv, to: seats.tvs)
        if let speaker = seats.speaker, !cues.speaker.isEmpty {
            speaker.outlet?.send(cues.speaker.outbound(.droppable))
        }
        showPlayers(step, cues)
    }

    private func showPlayers(_ step: ViewChanges, _ cues: Cues<G.Event>) {
        guard !seats.players.isEmpty else { return }
        let shared = step.players.isEmpty ? [] : [step.players]
        let changes = step.own.sorted { $0.players.count < $1.players.count }
        // Whoever has the brake does not wait for hundreds who have not.
        let isOneApart = changes.filter { $0.players.count == 1 }.count == 1
        for change in changes {
            let group = change.players.compactMap { seats.players[$0] }
            send(shared + [change.operations], cues.players, to: group)
            if isOneApart, change.players.count == 1, seats.players.count > Self.crowd {
                group.first?.outlet?.flush()
            }
        }
        // Whose own part changed is at this version by now.
        send(shared, cues.players, to: seats.players.values.filter { $0.version != state.version })
        for (player, frames) in cues.single {
            seats.players[player]?.outlet?.send(frames.outbound(.droppable))
        }
    }

    /// Sends one patch and its cues to seats that see the same; those that hold the same version get
    /// the same bytes.
    private func send(_ operations: [[UInt8]], _ cues: Frames, to group: [Seat]) {
        guard !operations.isEmpty else {
            guard !cues.isEmpty, !group.isEmpty else { return }
            let bytes = cues.outbound(.droppable)
            for seat in group { seat.outlet?.send(bytes) }
            return
        }
        var encoded: (base: Int64, bytes: OutboundBytes)?
        for seat in group.sorted(by: { $0.version < $1.version }) {
            if encoded?.base != seat.version {
                var frames = Frames(session: session, now: now)
                frames.patch(operations, from: seat.version, to: state.version)
                frames.append(cues)
                encoded = (seat.version, frames.outbound(.droppable))
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
    /// The player, if it is one.
    package var player: PlayerID? {
        if case .player(let id) = self { id } else { nil }
    }
}

extension Input {
    /// The timer that ran out, if that is what happened.
    fileprivate var timer: TimerID? {
        if case .timer(let id) = self { id } else { nil }
    }
}
