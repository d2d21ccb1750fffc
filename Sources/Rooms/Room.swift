package import GameState
import LiveStore
import OpenSSL
package import Protocol
import Timers

/// The shell around one session on one gateway: gives inputs a time and an order, commits, carries out
/// effects, sends each role its patch.
///
/// Confined to one event loop: everything here is called on it, and no method waits. One commit is
/// under way at a time; inputs that come meanwhile wait in order.
package final class Room<G: Game> {
    /// Inputs that wait behind a commit.
    package static var maxWaiting: Int { 4096 }
    /// Of one viewer.
    static var maxWaitingPerViewer: Int { 64 }
    /// Players beyond whom it takes long to tell all of them.
    static var crowd: Int { 50 }
    /// How long the brake lock outlives a gateway that died holding it, in milliseconds.
    static var brakeLockMs: Int { 2000 }

    let ports: RoomPorts<G>
    package internal(set) var state: RoomState<G>
    /// The state as everybody sees it.
    var views: Views<G>
    var history: History
    var seats = Seats()
    var waiting = Deque<Pending>()
    /// How many of those that wait came from whom.
    private var waitingOf: [Viewer: Int] = [:]
    var isCommitting = false
    /// Others' commits that were heard of while one of ours was under way.
    var news: [CommittedEntry] = []
    /// There were too many of them to keep.
    var isBehind = false
    var isOver = false
    /// A look at the store is due, because a commit's fate is unknown.
    var isLookingAgain = false
    var cooldown = BrakeCooldown()
    var answerBuckets: [PlayerID: TokenBucket] = [:]
    /// Of viewers that hold a token of this session: at most one for each player who ever was.
    var greetingBuckets: [Viewer: TokenBucket] = [:]
    /// Who waits for the newest stored state; at most `maxWaiting`.
    var latecomers: [(Agreement) -> Void] = []
    /// What is done once nothing waits any more; at most `maxWaiting`.
    var farewells: [() -> Void] = []
    /// Inputs whose commit was not answered, the oldest first; at most `maxWaiting`.
    var unsure: [Pending] = []
    /// Commands with a `msgId` whose answer is still to come, and by which seat each was asked last.
    var unanswered: [MessageKey: Seat] = [:]
    /// Seats that the store is asked for.
    var entering: [Seat] = []
    /// Viewers whose connections here have gone, until it is known whether they have others.
    var leaving: [Viewer] = []
    /// Shown as connected, and without a connection at the last pulse.
    var absentees: Set<Viewer> = []
    var armed: Deadline?
    var heartbeat: Deadline?
    /// When it beats.
    let phaseMs: Int64
    var fetching: ContentWish?
    /// A new link for players is on its way.
    var isRenewingJoinLink = false
    var emptySince: ServerTime
    /// Milliseconds until the next attempt of what a store could not take.
    var retryDelayMs: Int64 = RoomTimes.firstRetryMs

    /// An input on its way.
    struct Pending {
        var input: Input<G>
        var sender: Sender
        /// The brake lock that was taken for it.
        var lock: LockOwner?
        /// When it came; what waits behind a slow commit is not late for that.
        var at: ServerTime

        /// The seat it came by.
        var seat: Seat? {
            if case .seat(let seat, _) = sender { seat } else { nil }
        }

        /// The command it answers, if that can be repeated.
        var key: MessageKey? {
            guard case .seat(let seat, let messageID?) = sender else { return nil }
            return MessageKey(viewer: seat.viewer, messageID: messageID)
        }
    }

    package init(_ state: RoomState<G>, ports: RoomPorts<G>) {
        self.ports = ports
        self.state = state
        views = state.game.views
        history = History(after: state.version)
        phaseMs = Heartbeat.phaseMs(ports.randomNumber())
        emptySince = ports.scheduler.now
        ports.live.follow(state.session) { [weak self] news in self?.hear(news) }
        arm()
        fetchContent()
        openJoinLink()
        beat()
    }

    package var version: Int64 { state.version }

    /// The room's time: never before an input that was taken already.
    var now: ServerTime { max(ports.scheduler.now, state.at) }

    /// Puts an input in line.
    func submit(_ input: Input<G>, from sender: Sender = .nobody, lock: LockOwner? = nil) {
        guard !isOver else {
            fail(sender, .sessionOver)
            return
        }
        let pending = Pending(input: input, sender: sender, lock: lock, at: now)
        if !isBusy {
            take(pending)
        } else if mayWait(sender) {
            waiting.append(pending)
        } else {
            release(lock)
            fail(sender, WireError(.degraded, "the room is busy"))
            return
        }
        advance()
    }

    /// Clients wait within limits, so that none can fill the line. What the room says to itself always
    /// gets in: there is little of it, and nobody would repeat it.
    private func mayWait(_ sender: Sender) -> Bool {
        switch sender {
        case .nobody: return true
        case .call: return waiting.count < Self.maxWaiting
        case .seat(let seat, _):
            let mine = waitingOf[seat.viewer, default: 0]
            guard waiting.count < Self.maxWaiting, mine < Self.maxWaitingPerViewer else {
                return false
            }
            waitingOf[seat.viewer] = mine + 1
            return true
        }
    }

    /// First in line again.
    func putFirst(_ pending: Pending) {
        if case .seat(let seat, _) = pending.sender { waitingOf[seat.viewer, default: 0] += 1 }
        waiting.prepend(pending)
    }

    /// Nobody in line gets what they asked for.
    func failWaiting(_ error: WireError) {
        while let pending = waiting.popFirst() {
            leftTheLine(pending.sender)
            release(pending.lock)
            fail(pending.sender, error)
        }
    }

    private func leftTheLine(_ sender: Sender) {
        guard case .seat(let seat, _) = sender, let mine = waitingOf[seat.viewer] else { return }
        waitingOf[seat.viewer] = mine > 1 ? mine - 1 : nil
    }

    /// Takes what waits, until a commit is under way or nothing is left.
    func advance() {
        while !isCommitting, !isOver, let pending = waiting.popFirst() {
            leftTheLine(pending.sender)
            take(pending)
        }
        guard !isBusy, !farewells.isEmpty else { return }
        let actions = farewells
        farewells = []
        for action in actions { action() }
    }

    private func take(_ pending: Pending) {
        guard !isKnown(pending) else {
            release(pending.lock)
            return
        }
        guard !isStale(pending) else {
            drop(pending)
            return
        }
        let now = max(pending.at, state.at)
        var game = state.game
        switch game.handle(pending.input, at: now) {
        case .refused(let refusal):
            release(pending.lock)
            refuse(pending.sender, refusal)
        case .ignored:
            release(pending.lock)
            acknowledge(pending.sender)
        case .awaitsBrakeLock(let player):
            acquireBrakeLock(for: player, sender: pending.sender)
        case .changed(let effects):
            commit(pending, game, effects, at: now)
        }
    }

    private func acquireBrakeLock(for player: PlayerID, sender: Sender) {
        let owner = LockOwner(player: player, nonce: ports.randomNumber())
        ports.live.acquireBrakeLock(state.session, owner: owner, ttlMs: Self.brakeLockMs) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let isGranted):
                submit(
                    .brakeLock(player, isGranted: isGranted),
                    from: sender,
                    lock: isGranted ? owner : nil
                )
            case .failure:
                fail(sender, WireError(.degraded, "the brake can't be reached"))
            }
        }
    }

    func release(_ lock: LockOwner?) {
        guard let lock else { return }
        ports.live.releaseBrakeLock(state.session, owner: lock)
    }
}

extension RoomState {
    package var session: SessionID { game.lobby.session }
}
