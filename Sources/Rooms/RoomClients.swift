import GameState
import LiveStore
import Protocol
import Timers
import Transport
import WebSocket

/// The clients of a room: they come, ask, and go.
///
/// `Attendance` decides on their seats, `CommandGate` on what is answered at once; what needs a commit goes
/// into the room's line. Confined to its room's loop, and there as long as the room.
final class RoomClients<G: Game> {
    private unowned let room: Room<G>
    private let environment: any RoomEnvironment
    private let session: SessionID
    private var attendance: Attendance
    private var gate = CommandGate()
    private var contest = Contest<G>()

    init(of room: Room<G>, emptySince: ServerTime) {
        self.room = room
        environment = room.environment
        session = room.session
        attendance = Attendance(emptySince: emptySince)
    }

    var seats: Seats { attendance.seats }
    /// Time since which nobody has been connected, while that is so.
    var emptySince: ServerTime { attendance.emptySince }
    /// True when nobody sits here or is about to.
    var isDeserted: Bool { attendance.isDeserted }
    /// True when nobody is missed or looked for either.
    var isIdle: Bool { attendance.isIdle }
    /// Commands whose answer is still to come.
    var unanswered: Set<MessageKey> { gate.underWay }
    /// Players counted under one limit, where these are the most.
    var countedPlayers: Int { gate.countedPlayers }

    private var time: ServerTime { environment.scheduler.now }

    // MARK: Seats

    func seat(
        _ viewer: Viewer,
        connection: ConnectionID,
        device: DeviceMark?,
        outlet: any FrameSink,
        _ greeting: SeatGreeting
    ) throws(WireError) -> Seat {
        guard !room.isOver else { throw .sessionOver }
        guard room.state.knowsRules || viewer == .tv else { throw .olderGateway }
        guard gate.mayGreet(viewer, at: room.now) else {
            throw WireError(.rateLimited, "too many connections")
        }
        if let player = viewer.player, let device,
            room.lobby.isRemoved(device, sinceJoinOf: player)
        {
            room.submit(.device(player, device))
            throw .removed
        }
        let seat = Seat(viewer: viewer, connection: connection, device: device, outlet: outlet)
        if isMember(viewer), greeting.lastVersion ?? 0 <= room.version {
            perform(attendance.admit(seat, greeting, room.openLobby, at: time))
            return seat
        }
        // This room may be behind another gateway. Load first, so that nobody gets an older state or a wrong
        // refusal because of it.
        room.sync { [weak self] result in
            guard let self, !seat.isVacated else { return }
            switch result {
            case .upToDate: perform(attendance.admit(seat, greeting, room.openLobby, at: time))
            case .storeAway: part(with: seat, .storeUnreachable)
            case .behind: part(with: seat, .olderGateway)
            case .unreadable: part(with: seat, .unreadableSession)
            }
        }
        return seat
    }

    private func isMember(_ viewer: Viewer) -> Bool {
        viewer.player.map { room.lobby.player($0) != nil } ?? true
    }

    private func perform(_ actions: [Attendance.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: Attendance.Action) {
        switch action {
        case .addPresence(let seat):
            environment.live.addPresence(seat.connection, of: seat.viewer, in: session)
        case .removePresence(let connection):
            environment.live.removePresence(connection, in: session)
        case .bid(let seat, let order):
            // A strong `room`, on purpose, here and below: those who wait must be answered even if the room ends
            // meanwhile.
            environment.live.bidForSeat(seat.viewer, on: seat.connection, after: order, in: session)
            { [self, room] result in
                perform(attendance.bidAnswered(seat, result, room.openLobby, at: time))
            }
        case .bidLater(let seat):
            _ = environment.scheduler.schedule(at: time + RoomTimes.firstRetryMs) {
                [self, room] in
                withExtendedLifetime(room) { perform(attendance.bidDue(seat)) }
            }
        case .welcome(let seat, let greeting):
            room.passOver(olderThan: seat.seating)
            room.welcome(seat, greeting, inReplyTo: nil)
            seat.outlet?.sitDown()
        case .part(let seat, let error): part(with: seat, error)
        case .awaitReturn(let viewer):
            room.schedule(RoomTimes.dropGraceMs) { [self] room in
                if !room.isOver { perform(attendance.graceOver(viewer)) }
            }
        case .lookAround:
            environment.scheduler.afterTurn { [weak self] in self?.lookAround() }
        case .tell(let viewer, let isConnected):
            room.submit(.presence(viewer, isConnected: isConnected))
        case .tellScreen(let screen, let isConnected): tell(screen, isConnected: isConnected)
        case .learn(let player, let device):
            environment.scheduler.afterTurn { [weak room] in
                room?.submit(.learnt(player, device))
            }
        case .report(let report): environment.report(report, of: session)
        case .leave: room.leave()
        }
    }

    /// Sessions of older rules know of screens no more than that there is one.
    private func tell(_ screen: ConnectionID, isConnected: Bool) {
        if room.state.game.rules >= .sixth {
            room.submit(.screen(screen, isConnected: isConnected))
        } else if isConnected, !room.lobby.isTVConnected {
            room.submit(.presence(.tv, isConnected: true))
        }
    }

    func vacate(_ seat: Seat) {
        perform(attendance.vacate(seat, isOver: room.isOver, at: time))
    }

    /// A player or host sat down, here or on another gateway.
    func yield(to newer: Seating) {
        room.passOver(olderThan: newer)
        perform(attendance.yield(to: newer, at: time))
    }

    /// A player who left or was removed loses the connection, and may not come back by the same seat.
    func dismiss(_ player: PlayerID, _ why: Effect<G.Event>.Dismissal) {
        gate.forget(player)
        let (seat, actions) = attendance.dismiss(player, room.lobby, at: time)
        perform(actions)
        guard let seat else { return }
        switch why {
        case .left: seat.outlet?.close(.normal, reason: "")
        case .kicked: part(with: seat, .removed)
        }
    }

    /// Viewers that may steer the game go to a gateway that knows its rules; screens show it here as well.
    func sendOnward() {
        perform(attendance.sendOnward(at: time))
    }

    /// Everybody goes.
    func partAll() {
        perform(attendance.close())
    }

    /// Tells a client why, then closes its connection with the code that says the same.
    private func part(with seat: Seat, _ error: WireError) {
        environment.didRefuse(error.code)
        var frames = Frames(session: session, now: room.now)
        frames.message("ERROR") { error.write(to: &$0) }
        seat.outlet?.send(frames.outbound(.required))
        seat.outlet?.close(CloseCode(for: error.code), reason: error.closeReason)
    }

    // MARK: Presence

    private func lookAround() {
        environment.live.presence(in: session) { [weak self, weak room] result in
            guard let self, let room else { return }
            withExtendedLifetime(room) {
                guard !room.isOver else { return }
                perform(attendance.lookedAround(try? result.get()))
            }
        }
    }

    /// Reports presence again, where another gateway, or this one before it knew, said otherwise.
    func affirmPresence() {
        guard !room.isOver else { return }
        perform(attendance.affirm(room.lobby))
    }

    /// After the room was opened from a stored state: viewers that are connected nowhere count as away,
    /// once all had time to come back.
    func awaitTheAbsent() {
        room.schedule(RoomTimes.homecomingMs) { [self] room in
            environment.live.presence(in: session) { [weak self, weak room] result in
                guard let self, let room else { return }
                withExtendedLifetime(room) {
                    guard !room.isOver, let viewers = try? result.get() else { return }
                    for viewer in attendance.missing(room.lobby, among: viewers) {
                        room.submit(.presence(viewer, isConnected: false))
                    }
                    for screen in attendance.missingScreens(room.lobby, among: viewers) {
                        tell(screen, isConnected: false)
                    }
                }
            }
        }
    }

    /// Keeps the session alive in the store, and learns news that was missed here.
    func beat() {
        gate.sweep(at: room.now)
        pulse { clients, result in
            if case .success(let pulse) = result { clients.heard(pulse) }
        }
    }

    /// Renews the seats here in the store; `take` is not called once the room is over.
    private func pulse(_ take: @escaping (RoomClients, Result<Pulse, LiveStoreError>) -> Void) {
        environment.live.pulse(
            session,
            joinCode: room.lobby.joinCode,
            renewing: attendance.seatings
        ) { [weak self, weak room] result in
            guard let self, let room else { return }
            withExtendedLifetime(room) { if !room.isOver { take(self, result) } }
        }
    }

    private func heard(_ pulse: Pulse) {
        switch pulse.session {
        case .removed: return room.leave()
        case .version(let version) where version == room.version: break
        case .version, .nothing: room.lookUp()
        }
        for newer in pulse.newer { room.passOver(olderThan: newer) }
        perform(attendance.pulsed(pulse, room.lobby, at: time))
        if seats.isEmpty { room.wasDeserted(since: emptySince) }
    }

    /// Affirms the seats here, where the store may have lost them, and hears of those that have
    /// moved elsewhere.
    func affirmSeats() {
        pulse { clients, result in
            switch result {
            case .success(let pulse): for newer in pulse.newer { clients.yield(to: newer) }
            case .failure: clients.room.schedule(RoomTimes.maxRetryMs) { $0.clients.affirmSeats() }
            }
        }
    }

    // MARK: Commands

    func receive(_ message: ClientMessage, from seat: Seat) {
        guard seat.isTaken else { return }
        let key = message.messageID.map { MessageKey(viewer: seat.viewer, messageID: $0) }
        let sender = ReplyTarget.seat(seat, messageID: message.messageID)
        if let key {
            switch gate.admission(of: key, room.state.receipts) {
            case .first: break
            case .underWay:
                if !contest.redirect(key, to: sender) { room.redirect(key, to: seat) }
                return
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
                if let limit = command.limit, !gate.mayUse(limit, player, at: room.now) {
                    return answer(sender, .refused(G.tooOften(limit)))
                }
                if case .kit(.react(let reaction)) = command {
                    return react(reaction, by: player, sender)
                }
                if let attempt = command.attempt {
                    seat.attempted(atNs: environment.monotonicNs)
                    environment.report(.attempted(attempt, by: player), of: session)
                }
            }
            if let key { gate.begin(key) }
            if command.attempt != nil, room.state.game.ordersAttempts,
                contend(command, from: seat, sender)
            {
                return
            }
            room.submit(.command(command, from: seat.viewer), from: sender)
        } catch {
            answer(sender, .failed(error))
        }
    }

    // MARK: Reactions

    /// Shows a reaction at once, here and at other gateways: nothing is committed, and nobody waits.
    private func react(_ reaction: Reaction, by player: PlayerID, _ sender: ReplyTarget) {
        if let error = room.refusalOfReaction(by: player) {
            return answer(sender, .failed(error))
        }
        if case .seat(let seat, let messageID?) = sender {
            // A repeat shows nothing more.
            room.remember(nil, for: MessageKey(viewer: seat.viewer, messageID: messageID))
        }
        guard gate.mayShowReaction(at: room.now) else { return }
        show(reaction, of: player)
        let here = Set(seats.tvs.map(\.connection))
        if room.lobby.screens.contains(where: { !here.contains($0) }) {
            environment.live.show(reaction, of: player, in: session)
        }
    }

    /// A player at another gateway reacts.
    func heard(_ reaction: Reaction, of player: PlayerID) {
        guard room.refusalOfReaction(by: player) == nil, gate.mayShowReaction(at: room.now)
        else { return }
        show(reaction, of: player)
    }

    private func show(_ reaction: Reaction, of player: PlayerID) {
        guard !seats.tvs.isEmpty else { return }
        var frames = Frames(session: session, now: room.now)
        frames.message("REACTION") { writer in
            writer.beginObject()
            writer.member("playerId", player.rawValue)
            writer.member("reaction", reaction.rawValue)
            writer.endObject()
        }
        let bytes = frames.outbound(.droppable)
        for seat in seats.tvs { seat.outlet?.send(bytes) }
    }

    // MARK: Attempts that are ordered by when they were made

    /// Has an attempt wait for earlier ones; false for one that is refused at once, or has nobody to wait for.
    private func contend(
        _ command: EitherCommand<G>,
        from seat: Seat,
        _ sender: ReplyTarget
    ) -> Bool {
        guard case .own(let own) = command, let player = seat.viewer.player,
            !contest.holds(player), room.state.game.refusal(of: own, from: seat.viewer) == nil
        else { return false }
        if contest.isFull { endContest() }
        let pending = PendingInput<G>(
            input: .command(command, from: seat.viewer),
            sender: sender,
            at: room.now
        )
        contest.enter(own, by: player, pending, wayMs: seat.wayMs) {
            seats.players.values.lazy.filter { $0 !== seat }.map(\.wayMs).max() ?? 0
        }
        endContestInTime()
        return true
    }

    /// Ends it once nobody can have been earlier any more.
    private func endContestInTime() {
        guard let closesAt = contest.closesAt else { return }
        guard closesAt > room.now else { return endContest() }
        room.schedule(closesAt - room.now) { $0.clients.endContestInTime() }
    }

    /// The first of those who wait takes the claim, and the others come after.
    func endContest() {
        guard contest.isOpen else { return }
        for pending in contest.close(at: room.now) { room.submit(pending) }
    }

    /// Answers a client, at its present connection, or a call; and remembers the answer for a repeat.
    func answer(_ sender: ReplyTarget, _ answer: Answer<G.Event>) {
        switch sender {
        case .nobody: break
        case .call(let call): call.call(answer.result)
        case .seat(let seat, let messageID):
            answered(sender)
            if case .refused(let refusal) = answer { tell(of: refusal) }
            if let messageID, isMember(seat.viewer), let receipt = answer.receipt {
                room.remember(receipt, for: MessageKey(viewer: seat.viewer, messageID: messageID))
            }
            let frames = answer.frames(session, inReplyTo: messageID, at: room.now)
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
    func answered(_ sender: ReplyTarget) {
        guard case .seat(let seat, let messageID?) = sender else { return }
        gate.answered(MessageKey(viewer: seat.viewer, messageID: messageID))
    }

    // MARK: Calls

    /// Calls back with nothing once the viewer is known to have a place here, else with what to tell it.
    func whenMember(_ viewer: Viewer, _ done: @escaping (WireError?) -> Void) {
        guard !room.isOver else { return done(.sessionOver) }
        guard room.state.knowsRules || viewer == .tv else { return done(.olderGateway) }
        if isMember(viewer) { return done(nil) }
        guard gate.mayGreet(viewer, at: room.now) else {
            return done(WireError(.rateLimited, "too many attempts"))
        }
        room.sync { [self, room] result in
            switch result {
            case .upToDate where room.isOver: done(.sessionOver)
            case .upToDate: done(isMember(viewer) ? nil : .removed)
            case .storeAway: done(.storeUnreachable)
            case .behind: done(.olderGateway)
            case .unreadable: done(.unreadableSession)
            }
        }
    }

    func findOffer(
        to player: PlayerID,
        _ done: @escaping (Result<Bool, WireError>) -> Void
    ) {
        guard gate.mayGreet(.player(player), at: room.now) else {
            return done(.failure(WireError(.rateLimited, "too many attempts")))
        }
        if room.lobby.offeredTo == player { return done(.success(true)) }
        room.sync { [room] result in
            switch result {
            case .upToDate: done(.success(room.lobby.offeredTo == player))
            case .storeAway: done(.failure(.storeUnreachable))
            case .behind: done(.failure(.olderGateway))
            case .unreadable: done(.failure(.unreadableSession))
            }
        }
    }
}
