package import GameState
import LiveStore
package import Protocol
import Transport
import WebSocket

// Clients: they come, ask, and go.
extension Room: AnyRoom {
    package var lobby: Lobby { line.state.game.lobby }
    package var gameName: String { G.name }
    package var isJoinable: Bool { line.state.game.isJoinable && !isOver }
    package var isBusy: Bool { line.isBusy }
    package var version: Int64 { line.state.version }

    package func join(
        _ player: PlayerID,
        name: PlayerName,
        _ done: @escaping (Result<Void, WireError>) -> Void
    ) {
        submit(.join(player, name: name), from: .call(Completion(done)))
    }

    package func findOffer(
        to player: PlayerID,
        _ done: @escaping (Result<Bool, WireError>) -> Void
    ) {
        guard gate.mayGreet(.player(player), at: now) else {
            return done(.failure(WireError(.rateLimited, "too many attempts")))
        }
        if lobby.offeredTo == player { return done(.success(true)) }
        sync { [self] result in
            switch result {
            case .upToDate: done(.success(lobby.offeredTo == player))
            case .storeAway: done(.failure(.storeUnreachable))
            case .behind: done(.failure(.olderGateway))
            case .unreadable: done(.failure(.unreadableSession))
            }
        }
    }

    package func takeOver(
        _ player: PlayerID,
        _ done: @escaping (Result<Void, WireError>) -> Void
    ) {
        submit(.takeOver(player), from: .call(Completion(done)))
    }

    package func findLine(
        of clip: ClipID,
        in round: RoundID,
        for viewer: Viewer,
        _ done: @escaping (VoiceLine?) -> Void
    ) {
        if let line = spoken?.line(of: clip, in: round, for: viewer) { return done(line) }
        sync { [weak self] _ in done(self?.spoken?.line(of: clip, in: round, for: viewer)) }
    }

    /// Nil where nothing is read aloud.
    private var spoken: (any SpokenGame)? { line.state.game as? any SpokenGame }

    package func lookUp() {
        perform(line.sync())
    }

    // MARK: Seats

    package func seat(
        _ viewer: Viewer,
        connection: ConnectionID,
        device: DeviceMark?,
        outlet: any FrameSink,
        lastVersion: Int64?,
        clientTime: ServerTime?
    ) throws(WireError) -> Seat {
        guard !isOver else { throw .sessionOver }
        guard line.state.knowsRules || viewer == .tv else { throw .olderGateway }
        guard gate.mayGreet(viewer, at: now) else {
            throw WireError(.rateLimited, "too many connections")
        }
        if let player = viewer.player, let device, lobby.isRemoved(device, sinceJoinOf: player) {
            submit(.device(player, device))
            throw .removed
        }
        let seat = Seat(viewer: viewer, connection: connection, device: device, outlet: outlet)
        let greeting = SeatGreeting(lastVersion: lastVersion, clientTime: clientTime)
        if isMember(viewer), lastVersion ?? 0 <= version {
            perform(attendance.admit(seat, greeting, openLobby, at: environment.scheduler.now))
            return seat
        }
        // This room may be behind another gateway. Load first, so that nobody gets an older state or a wrong
        // refusal because of it.
        sync { [weak self] result in
            guard let self, !seat.isVacated else { return }
            switch result {
            case .upToDate:
                perform(attendance.admit(seat, greeting, openLobby, at: environment.scheduler.now))
            case .storeAway: part(with: seat, .storeUnreachable)
            case .behind: part(with: seat, .olderGateway)
            case .unreadable: part(with: seat, .unreadableSession)
            }
        }
        return seat
    }

    func isMember(_ viewer: Viewer) -> Bool {
        viewer.player.map { lobby.player($0) != nil } ?? true
    }

    func perform(_ actions: [Attendance.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: Attendance.Action) {
        switch action {
        case .addPresence(let seat):
            environment.live.addPresence(seat.connection, of: seat.viewer, in: session)
        case .removePresence(let connection):
            environment.live.removePresence(connection, in: session)
        case .claim(let seat, let order):
            // A strong `self`, on purpose: those who wait must be answered even if the room ends meanwhile.
            environment.live.claimSeat(seat.viewer, on: seat.connection, after: order, in: session)
            {
                [self] result in
                let now = environment.scheduler.now
                perform(attendance.claimed(seat, result, openLobby, at: now))
            }
        case .claimLater(let seat):
            let time = environment.scheduler.now + RoomTimes.firstRetryMs
            _ = environment.scheduler.schedule(at: time) { [self] in
                perform(attendance.claimDue(seat))
            }
        case .welcome(let seat, let greeting):
            line.yield(to: seat.seating)
            broadcast.welcome(seat, greeting, inReplyTo: nil, at: now)
            seat.outlet?.sitDown()
        case .part(let seat, let error): part(with: seat, error)
        case .awaitReturn(let viewer):
            schedule(RoomTimes.dropGraceMs) { room in
                guard !room.isOver else { return }
                room.perform(room.attendance.graceOver(viewer))
            }
        case .lookAround: environment.scheduler.afterTurn { [weak self] in self?.lookAround() }
        case .tell(let viewer, let isConnected):
            submit(.presence(viewer, isConnected: isConnected))
        case .learn(let player, let device):
            environment.scheduler.afterTurn { [weak self] in self?.submit(.device(player, device)) }
        case .report(let report): environment.report(report, of: session)
        case .leave: leave()
        }
    }

    @discardableResult
    package func resume(_ seat: Seat, lastVersion: Int64?, inReplyTo messageID: String?) -> Int {
        guard seat.isTaken else { return 0 }
        let greeting = SeatGreeting(lastVersion: lastVersion, clientTime: nil)
        return broadcast.welcome(seat, greeting, inReplyTo: messageID, at: now)
    }

    package func refresh(_ seat: Seat) {
        broadcast.refresh(seat, at: now)
    }

    package func vacate(_ seat: Seat) {
        perform(attendance.vacate(seat, isOver: isOver, at: environment.scheduler.now))
    }

    /// A player or host sat down, here or on another gateway.
    func yield(to newer: Seating) {
        line.yield(to: newer)
        perform(attendance.yield(to: newer, at: environment.scheduler.now))
    }

    /// A player who left or was removed loses the connection, and may not come back by the same seat.
    func dismiss(_ player: PlayerID, _ why: Effect<G.Event>.Dismissal) {
        gate.forget(player)
        let (seat, actions) = attendance.dismiss(player, lobby, at: environment.scheduler.now)
        perform(actions)
        guard let seat else { return }
        switch why {
        case .left: seat.outlet?.close(.normal, reason: "")
        case .kicked: part(with: seat, .removed)
        }
    }

    /// Viewers that may steer the game go to a gateway that knows its rules; screens show it here as well.
    func sendOnward() {
        perform(attendance.sendOnward(at: environment.scheduler.now))
    }

    /// Tells a client why, then closes its connection with the code that says the same.
    private func part(with seat: Seat, _ error: WireError) {
        environment.didRefuse(error.code)
        var frames = Frames(session: session, now: now)
        frames.message("ERROR") { error.write(to: &$0) }
        seat.outlet?.send(frames.outbound(.required))
        seat.outlet?.close(CloseCode(for: error.code), reason: error.closeReason)
    }

    // MARK: Presence

    private func lookAround() {
        environment.live.presence(in: session) { [weak self] result in
            guard let self, !isOver else { return }
            perform(attendance.lookedAround(try? result.get()))
        }
    }

    /// Reports presence again, where another gateway, or this one before it knew, said otherwise.
    func affirmPresence() {
        guard !isOver else { return }
        perform(attendance.affirm(lobby))
    }

    /// After the room was opened from a stored state: viewers that are connected nowhere count as away,
    /// once all had time to come back.
    package func awaitTheAbsent() {
        schedule(RoomTimes.homecomingMs) { room in
            room.environment.live.presence(in: room.session) { [weak room] result in
                guard let room, !room.isOver, case .success(let viewers) = result else { return }
                for viewer in room.attendance.missing(room.lobby, among: viewers) {
                    room.submit(.presence(viewer, isConnected: false))
                }
            }
        }
    }

    /// Keeps the session alive in the store, and learns news that was missed here.
    func pulse() {
        environment.live.pulse(session, joinCode: lobby.joinCode, renewing: attendance.seatings) {
            [weak self] result in
            guard let self, !isOver, case .success(let pulse) = result else { return }
            switch pulse.session {
            case .removed: return leave()
            case .version(let version) where version == line.state.version: break
            case .version, .nothing: perform(line.sync())
            }
            for newer in pulse.newer { line.yield(to: newer) }
            perform(attendance.pulsed(pulse, lobby, at: environment.scheduler.now))
            endIfDeserted()
        }
    }

    /// Affirms the seats here, where the store may have lost them, and hears of those that have
    /// moved elsewhere.
    func affirmSeats() {
        environment.live.pulse(session, joinCode: lobby.joinCode, renewing: attendance.seatings) {
            [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .success(let pulse): for newer in pulse.newer { yield(to: newer) }
            case .failure: schedule(RoomTimes.maxRetryMs) { $0.affirmSeats() }
            }
        }
    }

    // MARK: Commands

    package func receive(_ message: ClientMessage, from seat: Seat) {
        guard seat.isTaken else { return }
        let key = message.messageID.map { MessageKey(viewer: seat.viewer, messageID: $0) }
        let sender = ReplyTarget.seat(seat, messageID: message.messageID)
        if let key {
            switch gate.admission(of: key, line.state.receipts) {
            case .first: break
            case .underWay: return line.redirect(key, to: seat)
            case .answered(let receipt): return answer(sender, .again(receipt))
            }
        }
        do throws(WireError) {
            guard
                let command = try G.read(
                    type: message.type,
                    payload: message.payload,
                    from: seat.viewer
                )
            else {
                throw WireError(.unknownType, "no such type: \(message.type)", field: "type")
            }
            if let player = seat.viewer.player {
                if let limit = command.limit, !gate.mayUse(limit, player, at: now) {
                    return answer(sender, .refused(G.tooOften(limit)))
                }
                if let attempt = command.attempt {
                    seat.attempted(atNs: environment.monotonicNs)
                    environment.report(.attempted(attempt, by: player), of: session)
                }
            }
            if let key { gate.begin(key) }
            submit(.command(command, from: seat.viewer), from: sender)
        } catch {
            answer(sender, .failed(error))
        }
    }

    /// Answers a client, at its present connection, or a call; and remembers the answer for a repeat.
    func answer(_ sender: ReplyTarget, _ answer: Answer<G.Event>) {
        switch sender {
        case .nobody: break
        case .call(let call): call.call(answer.result)
        case .seat(let seat, let messageID):
            settle(sender)
            if case .refused(let refusal) = answer { tell(of: refusal) }
            if let messageID, isMember(seat.viewer), let receipt = answer.receipt {
                line.keep(receipt, for: MessageKey(viewer: seat.viewer, messageID: messageID))
            }
            let frames = answer.frames(session, inReplyTo: messageID, at: now)
            // A client that has reconnected gets the answer on its present connection.
            let present = seat.isVacated ? seats.seats(of: seat.viewer).first : seat
            if !frames.isEmpty { present?.outlet?.send(frames.outbound(.required)) }
        }
    }

    private func tell(of refusal: Refusal<G.Event>) {
        switch refusal {
        case .error(let error): environment.didRefuse(error.code)
        case .own(let event): if let loss = G.loss(in: event) { environment.didRefuse(loss) }
        }
    }

    /// The command has its answer, or nobody waits for one any more.
    func settle(_ sender: ReplyTarget) {
        guard case .seat(let seat, let messageID?) = sender else { return }
        gate.settle(MessageKey(viewer: seat.viewer, messageID: messageID))
    }
}
