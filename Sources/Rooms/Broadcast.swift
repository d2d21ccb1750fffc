import GameState
import Protocol
import Transport

/// The views of everybody in the room, the changes that led to them, and each audience's frames,
/// encoded once per audience and version, not once per connection.
struct Broadcast<G: Game>: ~Copyable {
    /// Players beyond whom it takes long to tell all of them.
    static var crowd: Int { 50 }

    private let session: SessionID
    /// Of the state that is shown.
    private(set) var version: Int64
    private var views: Views<G>
    private var timers: [GameTimer]
    private(set) var history: History

    init(_ state: RoomState<G>) {
        session = state.session
        version = state.version
        views = state.game.views
        timers = state.game.timers
        history = History(after: state.version)
    }

    /// Views and messages that a commit will bring, worked out while the store writes it.
    struct Prepared {
        /// The version that it leads on from.
        fileprivate let base: Int64
        fileprivate let views: Views<G>
        fileprivate let changes: ViewChanges
    }

    func prepare(_ game: G) -> Prepared {
        let next = game.views
        return Prepared(base: version, views: next, changes: G.changes(from: views, to: next))
    }

    /// Shows a commit to everybody, ours or somebody else's: its changes and its messages.
    ///
    /// - Parameters:
    ///   - prepared: views prepared for this commit; made anew where they were for another base.
    ///   - link: opens a clip.
    mutating func show(
        _ advance: AppliedEntry<G>,
        _ prepared: Prepared?,
        to seats: Seats,
        at now: ServerTime,
        link: (RoundID, ClipID) -> String
    ) {
        var cues = EventFrames<G.Event>(session: session, now: now, version: advance.state.version)
        for effect in advance.effects { cues.add(effect, link: link) }
        let changes = TimerChange.between(
            timers,
            advance.state.game.timers,
            expired: advance.input.timer
        )
        for change in changes { cues.synchronise(change, at: now) }
        show(advance.state, prepared, cues, to: seats, at: now)
    }

    /// Shows a state that commits unknown here have led to.
    mutating func jump(to state: RoomState<G>, seats: Seats, at now: ServerTime) {
        let cues = EventFrames<G.Event>(session: session, now: now, version: state.version)
        show(state, nil, cues, to: seats, at: now)
    }

    private mutating func show(
        _ state: RoomState<G>,
        _ prepared: Prepared?,
        _ cues: EventFrames<G.Event>,
        to seats: Seats,
        at now: ServerTime
    ) {
        let fitting = prepared.flatMap { $0.base == version ? $0 : nil }
        let shown = fitting ?? prepare(state.game)
        views = shown.views
        timers = state.game.timers
        version = state.version
        history.append(Step(version: version, changes: shown.changes))
        let patcher = Patcher(session: session, version: version, now: now)
        if let host = seats.host {
            patcher.send(shown.changes.operations(for: .host), cues.host, to: [host])
        }
        patcher.send(shown.changes.operations(for: .tv), cues.tv, to: seats.tvs)
        if !cues.speaker.isEmpty, let speaker = seats.speaker(state.game.lobby.speaker) {
            speaker.outlet?.send(cues.speaker.outbound(.droppable))
        }
        show(shown.changes, cues, to: seats.players, patcher)
    }

    private func show(
        _ step: ViewChanges,
        _ cues: EventFrames<G.Event>,
        to players: [PlayerID: Seat],
        _ patcher: Patcher
    ) {
        guard !players.isEmpty else { return }
        let shared = step.players.isEmpty ? [] : [step.players]
        let (groups, others) = players.values.grouped(by: step.own)
        // A player who took a claim does not wait for hundreds of others.
        let isOneApart = groups.filter { $0.seats.count == 1 }.count == 1
        for group in groups {
            patcher.send(shared + [step.own.kinds[group.kind]], cues.players, to: group.seats)
            if isOneApart, group.seats.count == 1, players.count > Self.crowd {
                group.seats.first?.outlet?.flush()
            }
        }
        patcher.send(shared, cues.players, to: others)
        for (player, frames) in cues.single {
            players[player]?.outlet?.send(frames.outbound(.droppable))
        }
    }

    /// Sends patches to groups of seats that see the same.
    private struct Patcher {
        let session: SessionID
        let version: Int64
        let now: ServerTime

        /// Sends one patch and its cues; seats that hold the same version get the same bytes.
        func send(_ operations: [[UInt8]], _ cues: Frames, to group: [Seat]) {
            guard !operations.isEmpty else {
                guard !cues.isEmpty, !group.isEmpty else { return }
                let bytes = cues.outbound(.droppable)
                for seat in group { seat.outlet?.send(bytes) }
                return
            }
            // Nearly always they all hold one version.
            var latest: (base: Int64, bytes: OutboundBytes)?
            var earlier: [Int64: OutboundBytes] = [:]
            for seat in group {
                let base = seat.version
                if latest?.base != base {
                    if let latest { earlier[latest.base] = latest.bytes }
                    latest = (base, earlier[base] ?? patch(operations, cues, from: base))
                }
                seat.hold(version)
                if let latest { seat.outlet?.send(latest.bytes) }
            }
        }

        private func patch(
            _ operations: [[UInt8]],
            _ cues: Frames,
            from base: Int64
        ) -> OutboundBytes {
            var frames = Frames(session: session, now: now)
            frames.patch(operations, from: base, to: version)
            frames.append(cues)
            return frames.outbound(.droppable)
        }
    }

    // MARK: One client

    /// WELCOME, then the missed patches, or the whole document.
    ///
    /// - Returns: how many bytes that is.
    @discardableResult
    func welcome(
        _ seat: Seat,
        _ greeting: SeatGreeting,
        inReplyTo messageID: String?,
        at now: ServerTime
    ) -> Int {
        let missed = greeting.lastVersion.flatMap { history.missed(since: $0, by: seat.viewer) }
        var frames = Frames(session: session, now: now)
        frames.message("WELCOME", inReplyTo: messageID) { writer in
            writer.beginObject()
            writer.member("connectionId", seat.connection.rawValue)
            writer.member("serverTimeMs", now.ms)
            writer.member("timeOffsetHintMs", greeting.clientTime.map { now - $0 } ?? 0)
            writer.member("role", seat.viewer.role.rawValue)
            writer.member("projection", seat.viewer.role.rawValue.lowercased())
            writer.member("resumed", missed != nil)
            writer.endObject()
        }
        if let missed, let lastVersion = greeting.lastVersion {
            seat.hold(lastVersion)
            for (version, operations) in missed {
                frames.patch(operations, from: seat.version, to: version)
                seat.hold(version)
            }
        } else {
            snapshot(for: seat, in: &frames)
        }
        seat.outlet?.send(frames.outbound(.required))
        return frames.bytes.count
    }

    /// The whole document in place of patches that a slow client's queue had no room for.
    func refresh(_ seat: Seat, at now: ServerTime) {
        var frames = Frames(session: session, now: now)
        snapshot(for: seat, in: &frames)
        seat.outlet?.send(frames.outbound(.droppable))
    }

    private func snapshot(for seat: Seat, in frames: inout Frames) {
        frames.message("STATE_SNAPSHOT", version: version) { writer in
            writer.beginObject()
            writer.member("version", version)
            views.writeDocument(for: seat.viewer, to: &writer)
            writer.endObject()
        }
        seat.hold(version)
    }

    /// Tells everybody where the timers stand.
    func synchroniseTimers(to seats: Seats, at now: ServerTime) {
        guard !seats.isEmpty else { return }
        var frames = Frames(session: session, now: now)
        for timer in timers where timer.isShown && timer.pausedWithMs == nil {
            frames.synchronise(TimerChange(timer: timer, phase: .sync), at: now, version: nil)
        }
        guard !frames.isEmpty else { return }
        let bytes = frames.outbound(.droppable)
        for seat in seats.all { seat.outlet?.send(bytes) }
    }
}

extension Input {
    /// The timer that ran out, if that is what happened.
    fileprivate var timer: TimerID? {
        if case .timer(let id) = self { id } else { nil }
    }
}
