import GameState
import Protocol
import Transport

/// The views of everybody in the room, the changes that led to them, and each audience's frames,
/// encoded once per audience and version, not once per connection.
struct Broadcast<G: Game>: ~Copyable {
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

    func prepare(_ state: RoomState<G>) -> Prepared {
        let next = state.game.views
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
        let shown = fitting ?? prepare(state)
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
        patcher.send(shown.changes, cues.players, cues.single, to: seats.players)
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
            write(for: seat.viewer, to: &writer)
        }
        seat.hold(version)
    }

    /// A viewer's document as it is now, for whoever asks instead of listening.
    func document(for viewer: Viewer) -> RoomDocument {
        var writer = JSONWriter()
        write(for: viewer, to: &writer)
        return RoomDocument(version: version, json: writer.bytes)
    }

    private func write(for viewer: Viewer, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("version", version)
        views.writeDocument(for: viewer, to: &writer)
        writer.endObject()
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

/// Sends patches to groups of seats that see the same.
private struct Patcher {
    /// Players beyond whom it takes long to tell all of them.
    static let crowd = 50

    let session: SessionID
    let version: Int64
    let now: ServerTime

    /// Sends all players theirs: what they share, what is their own, and messages for single ones.
    func send(
        _ changes: ViewChanges,
        _ cues: Frames,
        _ single: [PlayerID: Frames],
        to players: [PlayerID: Seat]
    ) {
        guard !players.isEmpty else { return }
        let shared = changes.players.isEmpty ? [] : [changes.players]
        // A player who took a claim does not wait for hundreds of others.
        let lone = players.count > Self.crowd ? changes.own.lone : nil
        if let lone, let seat = players[lone.player] {
            send(shared + [changes.own.kinds[lone.kind]], cues, to: [seat])
            seat.outlet?.flush()
        }
        let (groups, others) = players.values.grouped(by: changes.own)
        for group in groups where group.kind != lone?.kind {
            send(shared + [changes.own.kinds[group.kind]], cues, to: group.seats)
        }
        send(shared, cues, to: others)
        for (player, frames) in single {
            players[player]?.outlet?.send(frames.outbound(.droppable))
        }
    }

    /// Sends one patch and its cues; seats that hold the same version get the same bytes.
    func send(_ operations: [[UInt8]], _ cues: Frames, to group: [Seat]) {
        guard !operations.isEmpty else {
            guard !cues.isEmpty, !group.isEmpty else { return }
            let bytes = cues.outbound(.droppable)
            for seat in group { seat.outlet?.send(bytes) }
            return
        }
        // Lent by a span: hundreds would be counted up and down. Nearly always they all hold one version.
        let seats = group.span
        var earlier: [Int64: OutboundBytes] = [:]
        var next = 0
        while next < seats.count {
            let base = seats[next].version
            let bytes = earlier[base] ?? patch(operations, cues, from: base)
            repeat {
                seats[next].hold(version)
                seats[next].outlet?.send(bytes)
                next += 1
            } while next < seats.count && seats[next].version == base
            if next < seats.count { earlier[base] = bytes }
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

/// A document with its version, as a STATE_SNAPSHOT holds it.
public struct RoomDocument: Sendable {
    public let version: Int64
    public let json: [UInt8]
}

extension Input {
    /// The timer that ran out, if that is what happened.
    fileprivate var timer: TimerID? {
        if case .timer(let id) = self { id } else { nil }
    }
}
