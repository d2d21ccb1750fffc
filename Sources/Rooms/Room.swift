package import GameState
import LiveStore
package import Protocol
import Timers

/// The shell around one session on one gateway: gives inputs a time and an order, commits, carries
/// out effects, sends each role its patch.
///
/// Its parts decide, each a value: `CommandGate` on answers at once, `CommitLine` on commits and
/// their order, `Attendance` on seats, `Broadcast` on views, `Upkeep` on timers and rest. The room
/// takes events to them and carries out their actions. Confined to one event loop: everything here
/// is called on it, and no method blocks.
package final class Room<G: Game> {
    package let session: SessionID
    let environment: any RoomEnvironment
    private let fetchFresh: ContentSource<G>
    var line: CommitLine<G>
    var attendance: Attendance
    var broadcast: Broadcast<G>
    var gate = CommandGate()
    private var upkeep: Upkeep<G>
    /// The views that the commit under way will lead to.
    private var prepared: Broadcast<G>.Prepared?
    private var commitsBegun = 0
    /// Calls that wait for the commits in line; at most `CommitLine.maxWaiting`.
    private var whenIdle: [() -> Void] = []
    /// The wake-up for the earliest timer that runs.
    private var armed: Deadline?
    /// The next beat; nil once the room has ended or rests.
    private var heartbeat: Deadline?
    /// The room's place among the times at which rooms beat.
    private let phaseMs: Int64
    /// Calls that are scheduled and have not run.
    private var scheduledCount = 0

    package init(
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
        attendance = Attendance(emptySince: emptySince ?? environment.scheduler.now)
        upkeep = Upkeep(
            joinLinkMs: environment.joinLinkMs,
            quietMs: environment.quietMs,
            quietSince: attendance.emptySince
        )
        phaseMs = Heartbeat.phaseMs(environment.makeRandomNumber())
        environment.live.follow(state.session) { [weak self] news in self?.hear(news) }
        let lobby = state.game.lobby
        let link = lobby.joinToken.map { environment.joinURL(of: session, token: $0.text) }
        perform(upkeep.opened(line.state, leadsHere: link == lobby.joinURL, at: now))
        beat()
    }

    package var state: RoomState<G> { line.state }
    var seats: Seats { attendance.seats }
    var isOver: Bool { line.isOver }
    /// Nil once the session is over.
    var openLobby: Lobby? { isOver ? nil : lobby }

    /// The room's time: never before an input that was taken already.
    var now: ServerTime { max(environment.scheduler.now, line.state.at) }

    // MARK: The line of commits

    /// Puts an input in line.
    func submit(_ input: Input<G>, from sender: ReplyTarget = .nobody) {
        perform(line.submit(PendingInput(input: input, sender: sender, at: now)))
    }

    func hear(_ news: SessionEvent) {
        guard !isOver else { return }
        switch news {
        case .committed(let entry): perform(line.heard(entry))
        case .seated(let newer): yield(to: newer)
        case .removed: leave()
        case .snapshotWanted:
            guard line.state.knowsRules else { return }
            let whole = Snapshot(version: version, state: LazyState(state))
            environment.live.keepSnapshot(whole, of: session)
        case .missed:
            perform(line.sync())
            affirmSeats()
        }
    }

    /// Comes to terms with the stored state, between two commits.
    func sync(_ done: @escaping (SyncResult) -> Void) {
        perform(line.sync(Completion(done)))
    }

    func perform(_ actions: [CommitLine<G>.Action]) {
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
        case .affirmPresence: affirmPresence()
        case .answer(let sender, let answer): self.answer(sender, answer)
        case .drop(let sender): settle(sender)
        case .yield(let newer): yield(to: newer)
        case .submitLater(let pending, let afterMs):
            schedule(afterMs) { room in
                var input = pending.input
                if case .presence(let viewer, _) = input {
                    // They may have come or gone meanwhile.
                    let isHere = !room.seats.seats(of: viewer).isEmpty
                    input = .presence(viewer, isConnected: isHere)
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
        environment.live.commit(Commit(proposal)) { [self] result in
            if case .success(.committed) = result {
                environment.didCommit(tookNs: environment.monotonicNs - startedAtNs)
            }
            perform(line.concluded(result, at: now))
            prepared = nil
        }
        // A store may send its questions at the end of the turn: those go first.
        environment.scheduler.afterTurn { [weak self] in
            guard let self, number == commitsBegun, line.isCommitting else { return }
            prepared = broadcast.prepare(proposal.next.game)
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

    package func afterPending(_ action: @escaping () -> Void) {
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
        answer(sender, .done(advance.effects))
        for case .dismiss(let player, let why) in advance.effects { dismiss(player, why) }
        keepUp()
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
        for player in seats.strangers(to: lobby) { dismiss(player, .kicked) }
        if !line.state.knowsRules { sendOnward() }
        broadcast.jump(to: state, seats: seats, at: now)
        keepUp()
        affirmPresence()
    }

    // MARK: What happens by itself

    package var isTimed: Bool { !isOver && line.state.game.nextTimer != nil }

    private func keepUp() {
        guard !isOver else { return perform(upkeep.ended()) }
        perform(upkeep.changed(line.state, at: now))
    }

    private func perform(_ actions: [Upkeep<G>.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: Upkeep<G>.Action) {
        switch action {
        case .arm(let next):
            disarm()
            armed = environment.scheduler.schedule(at: next.at) { [weak self] in
                self?.upkeep.awoke()
                self?.submit(.timer(next.timer))
            }
        case .disarm: disarm()
        case .fetch(let wish):
            fetchFresh(wish, session) { [weak self] content in
                self?.submit(.content(content, for: wish))
            }
        case .restateLink(let token): submitJoinLink(token)
        case .renewLink(let former):
            let text = environment.makeJoinToken()
            submitJoinLink(JoinToken(text, madeAt: now, replacing: former))
        case .tellAway(let player): submit(.away(player))
        case .close: submit(.close)
        case .forget: if line.state.knowsRules { end() } else { leave() }
        }
    }

    private func disarm() {
        if let armed { environment.scheduler.cancel(armed) }
        armed = nil
    }

    private func submitJoinLink(_ token: JoinToken) {
        let done = Completion<Result<Void, WireError>> { [weak self] _ in
            self?.upkeep.linkSettled()
        }
        let url = environment.joinURL(of: session, token: token.text)
        submit(.joinLink(url, token: token), from: .call(done))
    }

    package func whenInviting(_ action: @escaping (JoinToken?) -> Void) {
        let renewal = upkeep.invited(line.state, at: now)
        perform(renewal)
        guard upkeep.isRenewingLink else {
            // One that was refused at once is renewed no more than before.
            let isGood = upkeep.invited(line.state, at: now).isEmpty
            if !isGood { upkeep.linkSettled() }
            return action(isGood ? lobby.joinToken : nil)
        }
        afterPending { [weak self] in
            action(self.flatMap { $0.upkeep.isRenewingLink ? nil : $0.lobby.joinToken })
        }
    }

    /// The room's slow pulse, at a time of its own that it shares with others.
    private func beat() {
        guard !isOver else { return }
        let after = environment.scheduler.now
        heartbeat = environment.scheduler.schedule(
            at: Heartbeat.next(after: after, phaseMs: phaseMs)
        ) {
            [weak self] in
            guard let self else { return }
            broadcast.synchroniseTimers(to: seats, at: now)
            pulse()
            gate.sweep(at: now)
            perform(upkeep.beat(line.state, isDeserted: attendance.isDeserted, at: now))
            if restingPoint != nil { environment.mayRest(session) }
            beat()
        }
    }

    func endIfDeserted() {
        guard seats.isEmpty else { return }
        let time = environment.scheduler.now
        perform(upkeep.deserted(line.state, since: attendance.emptySince, at: time))
    }

    // MARK: Rest

    package var restingPoint: RestingPoint? {
        guard isIdle else { return nil }
        let time = environment.scheduler.now
        return upkeep.restingPoint(state, emptySince: attendance.emptySince, at: time)
    }

    /// True when nothing is under way that would get lost.
    private var isIdle: Bool {
        line.isIdle && attendance.isIdle && whenIdle.isEmpty && scheduledCount == 0
    }

    package func stayAwake() {
        upkeep.stayAwake()
    }

    package func rest() {
        precondition(restingPoint != nil, "a room goes to rest while it has something to do")
        letGo()
        _ = line.end()
    }

    // MARK: The end

    package func close(_ done: @escaping (Result<Void, WireError>) -> Void) {
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
        guard heartbeat != nil else { return }
        takeLeave()
        environment.live.remove(
            session,
            joinCode: lobby.joinCode,
            claims: G.claimKinds.map(\.id)
        ) { [environment, session] _ in environment.didEnd(session) }
    }

    /// Everybody goes: the session was removed elsewhere.
    func leave() {
        guard heartbeat != nil else { return }
        takeLeave()
        environment.didEnd(session)
    }

    /// Lets go of the store's news and of the clock.
    func letGo() {
        environment.live.unfollow(session)
        perform(upkeep.ended())
        if let heartbeat { environment.scheduler.cancel(heartbeat) }
        heartbeat = nil
    }

    private func takeLeave() {
        letGo()
        perform(line.end())
        perform(attendance.close())
    }
}
