public import GameState
import LiveStore
public import Protocol
import Timers
import Transport
import WebSocket

/// The shell around one session on one gateway: gives inputs a time and an order, commits, carries
/// out effects, sends each role its patch.
///
/// Its parts decide, each a value: `CommandGate` on answers at once, `CommitLine` on commits and
/// their order, `Attendance` on seats, `Broadcast` on views, `Upkeep` on timers and rest. Events go to them,
/// and their actions are carried out: here, for clients by `RoomClients`, for what a room does by itself by
/// `Caretaker`. Confined to one event loop: everything here is called on it, and no method blocks.
public final class Room<G: Game> {
    public let session: SessionID
    let environment: any RoomEnvironment
    private let openedEmptySince: ServerTime
    private var line: CommitLine<G>
    private var broadcast: Broadcast<G>
    private(set) lazy var clients = RoomClients(of: self, emptySince: openedEmptySince)
    private lazy var caretaker = Caretaker(of: self, quietSince: openedEmptySince, fetchFresh)
    private let fetchFresh: ContentSource<G>
    /// The views that the commit under way will lead to.
    private var prepared: Broadcast<G>.Prepared?
    private var commitsBegun = 0
    /// Calls that wait for the commits in line; at most `CommitLine.maxWaiting`.
    private var whenIdle: [() -> Void] = []
    /// Calls that are scheduled and have not run.
    private var scheduledCount = 0

    public init(
        _ state: RoomState<G>,
        in environment: any RoomEnvironment,
        emptySince: ServerTime? = nil,
        content: @escaping ContentSource<G>
    ) {
        session = state.session
        self.environment = environment
        fetchFresh = content
        line = CommitLine(state)
        broadcast = Broadcast(state)
        openedEmptySince = emptySince ?? environment.scheduler.now
        environment.live.follow(state.session) { [weak self] news in self?.hear(news) }
        caretaker.open()
    }

    public var state: RoomState<G> { line.state }
    var seats: Seats { clients.seats }
    var isOver: Bool { line.isOver }
    /// Nil once the session is over.
    var openLobby: Lobby? { isOver ? nil : lobby }

    /// The room's time: never before an input that was taken already.
    var now: ServerTime { max(environment.scheduler.now, line.state.at) }

    // MARK: The line of commits

    /// Puts an input in line.
    func submit(_ input: Input<G>, from sender: ReplyTarget = .nobody) {
        if input.endsContest { clients.endContest() }
        submit(PendingInput(input: input, sender: sender, at: now))
    }

    func submit(_ pending: PendingInput<G>) {
        perform(line.submit(pending))
    }

    func hear(_ news: SessionEvent) {
        guard !isOver else { return }
        switch news {
        case .committed(let entry): perform(line.heard(entry))
        case .seated(let newer): clients.yield(to: newer)
        case .reaction(let reaction, let player): clients.heard(reaction, of: player)
        case .removed: leave()
        case .snapshotWanted:
            guard line.state.knowsRules else { return }
            let whole = Snapshot(version: version, state: LazyState(state))
            environment.live.keepSnapshot(whole, of: session)
        case .missed:
            perform(line.sync())
            clients.affirmSeats()
        }
    }

    /// Comes to terms with the stored state, between two commits.
    func sync(_ done: @escaping (SyncResult) -> Void) {
        perform(line.sync(Completion(done)))
    }

    /// Inputs that wait here from older connections of a viewer do not count any more.
    func passOver(olderThan newer: Seating) {
        line.yield(to: newer)
    }

    /// The answer to a command under way goes to this connection.
    func redirect(_ key: MessageKey, to seat: Seat) {
        line.redirect(key, to: seat)
    }

    /// Remembers the answer to a command that changed nothing.
    func remember(_ reply: Receipts.Reply?, for key: MessageKey) {
        line.keep(reply, for: key)
    }

    /// Why a reaction of this player is not shown; nil: it is.
    func refusalOfReaction(by player: PlayerID) -> WireError? {
        guard state.knowsRules else { return .olderGateway }
        return Reaction.refusal(from: .player(player), in: state.game)
    }

    private func perform(_ actions: [CommitLine<G>.Action]) {
        for action in actions { perform(action) }
        guard !line.isBusy, !whenIdle.isEmpty else { return }
        let waiting = whenIdle
        whenIdle = []
        for action in waiting { action() }
    }

    private func perform(_ action: CommitLine<G>.Action) {
        switch action {
        case .commit(let proposal): commit(proposal)
        case .load(let version):
            // A strong `self`, on purpose, here and below: those who wait must be answered even if the room
            // ends before the store does.
            environment.live.load(session, since: version) { [self] result in
                perform(line.loaded(result, at: now))
            }
        case .askArchive:
            environment.fetchArchived(session) { [self] entries in
                perform(line.archived(entries ?? []))
            }
        case .restore(let state):
            environment.live.restore(RestoreRequest(state)) { [self] result in
                perform(line.restored(result, at: now))
            }
        case .adopt(let advance, let sender, let isOwn): adopt(advance, from: sender, isOwn: isOwn)
        case .jump(let state): jump(to: state)
        case .affirmPresence: clients.affirmPresence()
        case .answer(let sender, let answer): clients.answer(sender, answer)
        case .drop(let sender): clients.answered(sender)
        case .yield(let newer): clients.yield(to: newer)
        case .submitLater(let pending, let afterMs):
            schedule(afterMs) { room in
                var input = pending.input
                if case .presence(let viewer, _) = input {
                    // They may have come or gone meanwhile.
                    let isHere = !room.seats.seats(of: viewer).isEmpty
                    input = .presence(viewer, isConnected: isHere)
                } else if case .screen(let screen, _) = input {
                    let isHere = room.seats.tvs.contains { $0.connection == screen }
                    input = .screen(screen, isConnected: isHere)
                }
                room.submit(input, from: pending.sender)
            }
        case .syncLater(let afterMs): schedule(afterMs) { $0.perform($0.line.syncDue()) }
        case .requestSnapshot(let againAfterMs):
            environment.live.requestSnapshot(session)
            schedule(againAfterMs) { $0.perform($0.line.snapshotDue()) }
        case .finish(let waiters, let result): for waiter in waiters { waiter.call(result) }
        case .leave: leave()
        case .report(let report): environment.report(report, of: session)
        }
    }

    private func commit(_ proposal: Proposal<G>) {
        commitsBegun += 1
        let (number, startedAtNs) = (commitsBegun, environment.monotonicNs)
        environment.live.commit(proposal.commit) { [self] result in
            if case .success(.committed) = result {
                environment.didCommit(tookNs: environment.monotonicNs - startedAtNs)
            }
            perform(line.concluded(result, at: now))
            prepared = nil
        }
        // A store may send its questions at the end of the turn: those go first.
        environment.scheduler.afterTurn { [weak self] in
            guard let self, number == commitsBegun, line.isCommitting else { return }
            prepared = broadcast.prepare(proposal.next)
        }
    }

    func schedule(_ afterMs: Int64, _ action: @escaping (Room) -> Void) {
        scheduledCount += 1
        _ = environment.scheduler.schedule(at: environment.scheduler.now + afterMs) { [weak self] in
            guard let self else { return }
            scheduledCount -= 1
            action(self)
        }
    }

    public func afterPending(_ action: @escaping () -> Void) {
        guard line.isBusy, whenIdle.count < CommitLine<G>.maxWaiting else { return action() }
        whenIdle.append(action)
    }

    // MARK: What a commit brings about

    /// A commit, ours or somebody else's, is the truth now: its changes and its messages go out.
    private func adopt(_ advance: AppliedEntry<G>, from sender: ReplyTarget, isOwn: Bool) {
        if isOwn { for case .record(let fact) in advance.effects { environment.didRecord(fact) } }
        if advance.comparison == .different {
            environment.report(.differs(version: advance.state.version), of: session)
        }
        for claim in advance.claims.taken { time(claim.id, takenBy: sender) }
        broadcast.show(
            advance,
            isOwn ? prepared : nil,
            to: seats,
            at: now,
            link: { environment.makeClipLink(session, $0, $1) }
        )
        clients.answer(sender, .done(advance.effects))
        for case .dismiss(let player, let why) in advance.effects {
            clients.dismiss(player, why)
        }
        caretaker.keepUp()
        if case .close = advance.input { end() }
    }

    /// The acceptance is among the next messages.
    private func time(_ claim: ClaimID, takenBy sender: ReplyTarget) {
        guard case .seat(let seat, _) = sender else { return }
        seat.outlet?.whenWritten { [environment, attemptedAtNs = seat.attemptedAtNs] in
            environment.didGrant(claim, tookNs: environment.monotonicNs - attemptedAtNs)
        }
    }

    private func jump(to state: RoomState<G>) {
        // Players who left or were removed on another gateway lose their connection here too.
        for player in seats.strangers(to: lobby) { clients.dismiss(player, .kicked) }
        if !line.state.knowsRules { clients.sendOnward() }
        broadcast.jump(to: state, seats: seats, at: now)
        caretaker.keepUp()
        clients.affirmPresence()
    }

    // MARK: What everybody sees

    /// WELCOME, then the missed patches, or the whole document.
    @discardableResult
    func welcome(_ seat: Seat, _ greeting: SeatGreeting, inReplyTo messageID: String?) -> Int {
        broadcast.welcome(seat, greeting, inReplyTo: messageID, at: now)
    }

    public func refresh(_ seat: Seat) {
        broadcast.refresh(seat, at: now)
    }

    /// The slow pulse of all that must be looked after now and then.
    func beat() {
        broadcast.synchroniseTimers(to: seats, at: now)
        clients.beat()
    }

    // MARK: Rest

    /// True when nothing is under way that would get lost.
    private var isIdle: Bool {
        line.isIdle && clients.isIdle && whenIdle.isEmpty && scheduledCount == 0
    }

    /// True when nobody is here or about to be.
    var isDeserted: Bool { clients.isDeserted }

    /// Nobody is connected, on any gateway.
    func wasDeserted(since emptySince: ServerTime) {
        caretaker.wasDeserted(since: emptySince)
    }

    public var restingPoint: RestingPoint? {
        isIdle ? caretaker.restingPoint(emptySince: clients.emptySince) : nil
    }

    public func rest() {
        precondition(restingPoint != nil, "a room goes to rest while it has something to do")
        letGo()
        _ = line.end()
    }

    // MARK: The end

    public func close(_ done: @escaping (Result<Void, WireError>) -> Void) {
        guard lobby.status != .ended || !line.state.knowsRules else {
            // The host has ended it already; now it is forgotten too.
            end()
            done(.success(()))
            return
        }
        submit(.close, from: .call(Completion(done)))
    }

    /// Everybody goes, and nothing of the session stays.
    func end() {
        guard caretaker.isAtWork else { return }
        takeLeave()
        environment.live.remove(
            session,
            joinCode: lobby.joinCode,
            claims: G.claimKinds.map(\.id)
        ) { [environment, session] _ in environment.didEnd(session) }
    }

    /// Everybody goes: the session was removed elsewhere.
    func leave() {
        guard caretaker.isAtWork else { return }
        takeLeave()
        environment.didEnd(session)
    }

    /// Lets go of the store's news and of the clock.
    private func letGo() {
        environment.live.unfollow(session)
        caretaker.stop()
    }

    private func takeLeave() {
        letGo()
        perform(line.end())
        clients.partAll()
    }
}

// As sockets and routes use it.
extension Room: AnyRoom {
    public var lobby: Lobby { line.state.game.lobby }
    public var gameName: String { G.name }
    public var isJoinable: Bool { line.state.game.isJoinable && !isOver }
    public var isBusy: Bool { line.isBusy }
    public var isTimed: Bool { !isOver && line.state.game.nextTimer != nil }
    public var version: Int64 { line.state.version }

    public func join(
        _ player: PlayerID,
        name: PlayerName,
        avatar: Avatar?,
        _ done: @escaping (Result<Void, WireError>) -> Void
    ) {
        submit(.join(player, name: name, avatar: avatar), from: .call(Completion(done)))
    }

    public func findOffer(
        to player: PlayerID,
        _ done: @escaping (Result<Bool, WireError>) -> Void
    ) {
        clients.findOffer(to: player, done)
    }

    public func findDocument(
        for viewer: Viewer,
        _ done: @escaping (Result<RoomDocument, WireError>) -> Void
    ) {
        clients.whenMember(viewer) { [self] error in
            done(error.map { .failure($0) } ?? .success(broadcast.document(for: viewer)))
        }
    }

    public func takeOver(
        _ player: PlayerID,
        _ done: @escaping (Result<Void, WireError>) -> Void
    ) {
        submit(.takeOver(player), from: .call(Completion(done)))
    }

    public func findSource(
        of clip: ClipID,
        in round: RoundID,
        for viewer: Viewer,
        _ done: @escaping (ClipSource?) -> Void
    ) {
        if let known = sounding?.source(of: clip, in: round, for: viewer) { return done(known) }
        sync { [weak self] _ in done(self?.sounding?.source(of: clip, in: round, for: viewer)) }
    }

    /// Nil where no clip sounds.
    private var sounding: (any SoundingGame)? { line.state.game as? any SoundingGame }

    public func whenInviting(_ action: @escaping (JoinToken?) -> Void) {
        caretaker.whenInviting(action)
    }

    public func lookUp() {
        perform(line.sync())
    }

    public func stayAwake() {
        caretaker.stayAwake()
    }

    /// After the room was opened from a stored state: viewers that are connected nowhere count as away,
    /// once all had time to come back.
    public func awaitTheAbsent() {
        clients.awaitTheAbsent()
    }

    public func seat(
        _ viewer: Viewer,
        connection: ConnectionID,
        device: DeviceMark?,
        outlet: any FrameSink,
        lastVersion: Int64?,
        clientTime: ServerTime?
    ) throws(WireError) -> Seat {
        try clients.seat(
            viewer,
            connection: connection,
            device: device,
            outlet: outlet,
            SeatGreeting(lastVersion: lastVersion, clientTime: clientTime)
        )
    }

    public func vacate(_ seat: Seat) {
        clients.vacate(seat)
    }

    public func receive(_ message: ClientMessage, from seat: Seat) {
        clients.receive(message, from: seat)
    }

    @discardableResult
    public func resume(_ seat: Seat, lastVersion: Int64?, inReplyTo messageID: String?) -> Int {
        guard seat.isTaken else { return 0 }
        let greeting = SeatGreeting(lastVersion: lastVersion, clientTime: nil)
        return welcome(seat, greeting, inReplyTo: messageID)
    }

    public var footprint: RoomFootprint {
        let receipts = state.receipts.receipts
        return RoomFootprint(
            historySteps: broadcast.history.stepCount,
            historyBytes: broadcast.history.byteCount,
            waiting: line.waitingCount,
            latecomers: line.waiterCount,
            unanswered: clients.unanswered,
            seated: Array(seats.players.keys),
            countedPlayers: clients.countedPlayers,
            receiptsOfOneViewer: receipts.values.lazy.map(\.count).max() ?? 0,
            viewersWithReceipts: receipts.count
        )
    }
}
