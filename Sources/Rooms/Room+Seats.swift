package import GameState
package import Protocol
import Transport
import WebSocket

extension Room: AnyRoom {
    package var session: SessionID { state.session }
    package var lobby: Lobby { state.game.lobby }
    package var gameName: String { G.name }
    package var isJoinable: Bool { state.game.isJoinable && !isOver }

    package var isBusy: Bool { isCommitting || waiting.count > 0 }

    package func join(
        _ player: PlayerID,
        name: PlayerName,
        _ done: @escaping (Result<Void, WireError>) -> Void
    ) {
        submit(.join(player, name: name), from: .call(done))
    }

    package func close(_ done: @escaping (Result<Void, WireError>) -> Void) {
        guard lobby.status != .ended else {
            // The host has ended it already; now it is forgotten too.
            end()
            done(.success(()))
            return
        }
        submit(.close, from: .call(done))
    }

    package func whenInviting(_ action: @escaping (JoinToken?) -> Void) {
        renewJoinLink()
        guard isRenewingJoinLink else { return action(lobby.joinToken) }
        afterPending { [weak self] in
            action(self.flatMap { $0.isRenewingJoinLink ? nil : $0.lobby.joinToken })
        }
    }

    package func afterPending(_ action: @escaping () -> Void) {
        guard isBusy, farewells.count < Self.maxWaiting else { return action() }
        farewells.append(action)
    }

    package func seat(
        _ viewer: Viewer,
        connection: ConnectionID,
        device: DeviceMark?,
        outlet: any Outlet,
        lastVersion: Int64?,
        clientTime: ServerTime?
    ) throws(WireError) -> Seat {
        guard !isOver else { throw .sessionOver }
        guard greetingBuckets[viewer, default: .greetings].take(at: now) else {
            throw WireError(.rateLimited, "too many connections")
        }
        guard mayTake(viewer, device) else { throw .removed }
        let seat = Seat(viewer: viewer, connection: connection, device: device, outlet: outlet)
        let greeting = SeatGreeting(lastVersion: lastVersion, clientTime: clientTime)
        let isKnown = isMember(viewer) && lastVersion ?? 0 <= state.version
        if isKnown {
            admit(seat, greeting)
            return seat
        }
        // Another gateway may be ahead of this one: nobody is sent back in time, or away, for that.
        catchUp { [weak self] agreement in
            guard let self, !seat.isVacated else { return }
            switch agreement {
            case .reached: admit(seat, greeting)
            case .away: part(with: seat, .storeUnreachable)
            case .unreadable: part(with: seat, .unreadableSession)
            }
        }
        return seat
    }

    /// Whoever sat down on a device that was removed loses the seat again.
    func mayTake(_ viewer: Viewer, _ device: DeviceMark?) -> Bool {
        guard let player = viewer.player, let device, !lobby.removals.isEmpty,
            lobby.isRemoved(device, sinceJoinOf: player)
        else { return true }
        submit(.device(player, device))
        return false
    }

    func isMember(_ viewer: Viewer) -> Bool {
        guard case .player(let id) = viewer else { return true }
        return lobby.player(id) != nil
    }

    @discardableResult
    package func resume(
        _ seat: Seat,
        lastVersion: Int64?,
        inReplyTo messageID: String?
    ) -> Int {
        guard seat.isTaken else { return 0 }
        let greeting = SeatGreeting(lastVersion: lastVersion, clientTime: nil)
        return welcome(seat, greeting, inReplyTo: messageID)
    }

    package func refresh(_ seat: Seat) {
        var frames = Frames(session: session, now: now)
        snapshot(for: seat, in: &frames)
        seat.outlet?.send(frames.outbound(.droppable))
    }

    package func vacate(_ seat: Seat) {
        seat.vacate()
        guard seats.remove(seat) else { return }
        if seats.isEmpty { emptySince = ports.scheduler.now }
        forget(seat)
    }

    /// A connection that the store was told of is gone; its viewer may have others.
    func forget(_ seat: Seat) {
        ports.live.removePresence(seat.connection, in: session)
        guard seats.seats(of: seat.viewer).isEmpty, !isOver else { return }
        let viewer = seat.viewer
        _ = ports.scheduler.schedule(at: ports.scheduler.now + RoomTimes.dropGraceMs) {
            [weak self] in
            self?.lookFor(viewer)
        }
    }

    package func receive(_ message: ClientMessage, from seat: Seat) {
        guard seat.isTaken else { return }
        if let id = message.messageID, answerRepeat(id, from: seat) { return }
        let sender = Sender.seat(seat, messageID: message.messageID)
        if let refusal = limit(message.type, from: seat.viewer) {
            refuse(sender, refusal)
            return
        }
        if G.limit(of: message.type) == .brake, let player = seat.viewer.player {
            seat.pulledAtNs = ports.monotonicNs()
            ports.report(.pulled(player, atClientMs: message.payload["atClientMs"]?.int))
        }
        do throws(WireError) {
            guard
                let command = try G.command(
                    type: message.type,
                    payload: message.payload,
                    from: seat.viewer
                )
            else {
                throw WireError(.unknownType, "no such type: \(message.type)", field: "type")
            }
            if let id = message.messageID {
                unanswered[MessageKey(viewer: seat.viewer, messageID: id)] = seat
            }
            submit(.command(command, from: seat.viewer), from: sender)
        } catch {
            fail(sender, error)
        }
    }

    /// Every pull of the brake and every answer counts, also one that is refused afterwards.
    private func limit(_ type: String, from viewer: Viewer) -> Refusal? {
        guard case .player(let player) = viewer else { return nil }
        switch G.limit(of: type) {
        case .none:
            return nil
        case .brake:
            return cooldown.mayPull(player, at: now)
                ? nil : .brake(.rateLimited, detail: nil)
        case .answer:
            let isAllowed = answerBuckets[player, default: .answers].take(at: now)
            return isAllowed ? nil : .error(WireError(.rateLimited, "too many answers"))
        }
    }

    /// - Returns: how many bytes it says.
    @discardableResult
    func welcome(
        _ seat: Seat,
        _ greeting: SeatGreeting,
        inReplyTo messageID: String?
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
            seat.version = lastVersion
            for (version, operations) in missed {
                frames.patch(operations, from: seat.version, to: version)
                seat.version = version
            }
        } else {
            snapshot(for: seat, in: &frames)
        }
        seat.outlet?.send(frames.outbound(.required))
        return frames.bytes.count
    }

    private func snapshot(for seat: Seat, in frames: inout Frames) {
        frames.message("STATE_SNAPSHOT", version: state.version) { writer in
            writer.beginObject()
            writer.member("version", state.version)
            views.writeDocument(for: seat.viewer, to: &writer)
            writer.endObject()
        }
        seat.version = state.version
    }
}
