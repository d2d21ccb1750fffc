import Archive
import GameState
import LiveStore
import Protocol
import Timers

/// The line in which a session's inputs come to their commits, one after another.
///
/// A value without I/O: an event goes in, and out come the actions that the room carries out in
/// their order. The rules are asked here, for they are a value too. While something is under way
/// inputs and news wait; every event leaves the line in a state from which it goes on by itself.
struct CommitLine<G: Game>: ~Copyable {
    typealias Action = CommitAction<G>
    typealias Waiter = Completion<SyncResult>
    typealias CommitResult = Result<CommitOutcome, LiveStoreError>

    private enum Phase {
        /// Nothing is asked of the store. Can become `committing`, `syncing` or `over`.
        case idle
        /// One commit is under way. Can become `idle`, `syncing` (it lost against another one) or `over`.
        indirect case committing(Proposal<G>)
        /// The store is asked for the state, or given it back; nothing is committed meanwhile, so that the
        /// answer is the newest. Can become `idle`, `syncing` (one question leads to the next) or `over`.
        indirect case syncing(for: Cause, Question)
        /// The session was removed or closed. Stays.
        case over
    }

    private enum Cause {
        /// A commit was overtaken; its input is handled again on the stored state.
        case overtaken(PendingInput<G>)
        case asked([Waiter])
    }

    private enum Question {
        case load
        /// Entries that the archive has and the store may have lost.
        case archive
        case restore
    }

    /// Callers that wait for the store.
    static var maxWaiting: Int { 4096 }
    /// News that wait for the outcome of a commit; past it the store is asked instead.
    static var maxNews: Int { 256 }

    private(set) var state: RoomState<G>
    private var phase = Phase.idle
    private var queue = InputQueue<G>()
    /// Others' commits that were heard of meanwhile.
    private var news: [CommittedEntry] = []
    /// The store has to be asked: commits of others are missing here.
    private var isBehind = false
    /// Callers waiting for a reload from the store; at most `maxWaiting`.
    private var waiters: [Waiter] = []
    /// False after a reload: an input that waits goes before the next one that callers ask for.
    private var mayReload = true
    private var doubts = Doubts<G>()
    private var shortfall = Shortfall()
    /// Actions of the event that is being handled.
    private var actions: [Action] = []
    /// Milliseconds until the next attempt at an input that the store could not take.
    private var retryMs = RoomTimes.firstRetryMs

    init(_ state: RoomState<G>) {
        self.state = state
    }

    var isOver: Bool { if case .over = phase { true } else { false } }
    var waitingCount: Int { queue.count }
    var waiterCount: Int { waiters.count }
    var isCommitting: Bool { if case .committing = phase { true } else { false } }
    /// True while something is under way or waits to be.
    var isBusy: Bool {
        switch phase {
        case .idle, .over: queue.count > 0
        case .committing, .syncing: true
        }
    }
    /// True when nothing is under way or in doubt, and nobody waits.
    var isIdle: Bool { if case .idle = phase { !isBusy && doubts.isEmpty } else { false } }

    // MARK: Events

    /// Puts an input in line.
    mutating func submit(_ pending: PendingInput<G>) -> [Action] {
        if isOver {
            refuse(pending, .sessionOver)
        } else if !isBusy {
            take(pending)
            goOn()
        } else if !queue.append(pending) {
            refuse(pending, WireError(.degraded, "the room is busy"))
        }
        return drain()
    }

    /// The store has answered the commit that is under way.
    mutating func concluded(_ result: CommitResult, at now: ServerTime) -> [Action] {
        guard case .committing(let proposal) = phase else { return unexpected("a commit's answer") }
        let pending = proposal.pending
        phase = .idle
        switch result {
        case .success(.committed):
            retryMs = RoomTimes.firstRetryMs
            // Answers that were given while this commit was under way are remembered too.
            var receipts = state.receipts
            receipts.record(pending.key, proposal.effects, taken: proposal.claims.taken)
            state = proposal.next
            state.receipts = receipts
            let advance = proposal.advance(to: state)
            actions.append(.adopt(advance, from: pending.sender, isOwn: true))
        case .success(.conflict(let stored)):
            carryOut(Reconciliation(stored, known: state), for: .overtaken(pending), at: now)
        case .success(.replaced(let newer)):
            actions.append(.yield(to: newer))
            pending.yield(to: newer)
            queue.prepend(pending)
        case .success(.claimed(let claim, _)):
            actions.append(.answer(pending.sender, .refused(G.tooLate(for: claim))))
            // The version is the same, so nobody holds it in the state: its key was left behind.
            isBehind = true
        case .failure(.unreadable(let reason)):
            refuse(pending, .unreadableSession)
            actions.append(.report(.unreadable(reason)))
        case .failure(.unavailable):
            postpone(pending, because: .nothingSaved)
            resolve()
        case .failure(.unanswered):
            if !doubts.append(pending) { postpone(pending, because: .nothingSaved) }
            resolve()
        }
        goOn()
        return drain()
    }

    /// Somebody else's commit. While something is under way here it may be the very same: it waits.
    mutating func heard(_ entry: CommittedEntry) -> [Action] {
        follow(entry)
        goOn()
        return drain()
    }

    /// Compares with the stored state, between two commits.
    mutating func sync(_ waiter: Waiter? = nil) -> [Action] {
        guard waiters.count < Self.maxWaiting, !isOver else {
            return waiter.map { [.finish([$0], .storeAway)] } ?? []
        }
        if let waiter { waiters.append(waiter) } else { isBehind = true }
        goOn()
        return drain()
    }

    /// Time to ask for the fate of a commit.
    mutating func syncDue() -> [Action] { doubts.isDue() ? sync() : [] }

    /// Time to check for a whole state that was asked for.
    mutating func snapshotDue() -> [Action] { shortfall.waited(at: state.version) ? sync() : [] }

    mutating func loaded(_ result: Result<LoadResult, LiveStoreError>, at now: ServerTime)
        -> [Action]
    {
        guard case .syncing(let cause, .load) = phase else { return unexpected("a loaded state") }
        switch result {
        case .success(let stored):
            carryOut(Reconciliation(stored, known: state), for: cause, at: now)
        case .failure(.unavailable), .failure(.unanswered): finish(cause, .storeAway, at: now)
        case .failure(.unreadable(let reason)):
            giveUp(reason)
            finish(cause, .unreadable, at: now)
        }
        goOn()
        return drain()
    }

    /// The archive's entries, if it had any: with them and those heard meanwhile the state is put back.
    mutating func archived(_ entries: [ArchivedSession.Entry]) -> [Action] {
        guard case .syncing(let cause, .archive) = phase else { return unexpected("an archive") }
        for entry in entries where entry.version > state.version {
            let committed = CommittedEntry(
                previousVersion: state.version,
                version: entry.version,
                at: entry.at,
                body: entry.body
            )
            guard let applied = try? state.advanced(by: committed) else { break }
            adopt(applied)
        }
        for entry in news { if let applied = try? state.advanced(by: entry) { adopt(applied) } }
        phase = .syncing(for: cause, .restore)
        actions.append(.restore(state))
        return drain()
    }

    mutating func restored(_ result: Result<LoadResult, LiveStoreError>, at now: ServerTime)
        -> [Action]
    {
        guard case .syncing(let cause, .restore) = phase else { return unexpected("a restoration") }
        switch result.map({ Reconciliation($0, known: state) }) {
        case .success(.nothing):
            actions.append(.report(.putBack(version: state.version)))
            finish(cause, .upToDate, at: now)
        case .success(.putBack), .failure: finish(cause, .storeAway, at: now)
        // Another gateway had more to put back.
        case .success(let other): carryOut(other, for: cause, at: now)
        }
        goOn()
        return drain()
    }

    /// The session is over: everybody who waits is told so.
    mutating func end() -> [Action] {
        close()
        return drain()
    }

    /// A player or host sat down on a newer connection: inputs that wait here from older ones do not count.
    func yield(to newer: Seating) {
        queue.yield(to: newer)
        doubts.yield(to: newer)
    }

    /// The newest connection of a viewer has asked for the same once more: the answer is for that one.
    mutating func redirect(_ key: MessageKey, to seat: Seat) {
        let sender = ReplyTarget.seat(seat, messageID: key.messageID)
        queue.redirect(key, to: sender)
        doubts.redirect(key, to: sender)
        switch phase {
        case .committing(var proposal) where proposal.pending.key == key:
            proposal.pending.sender = sender
            phase = .committing(proposal)
        case .syncing(for: .overtaken(var pending), let question) where pending.key == key:
            pending.sender = sender
            phase = .syncing(for: .overtaken(pending), question)
        case .committing, .syncing, .idle, .over: break
        }
    }

    /// Remembers the answer to a command that changed nothing.
    mutating func keep(_ reply: Receipts.Reply?, for key: MessageKey) {
        state.receipts.keep(reply, messageID: key.messageID, of: key.viewer)
    }

    // MARK: Inputs

    private mutating func take(_ pending: PendingInput<G>) {
        guard state.knowsRules else { return refuse(pending, .olderGateway) }
        if isKnown(pending) { return }
        guard pending.seat?.isReplaced != true else {
            actions.append(.drop(pending.sender))
            return
        }
        let now = max(pending.at, state.at)
        var (game, pending) = (state.game, pending)
        switch game.admit(&pending.input, at: now) {
        case .refused(let refusal):
            actions.append(.answer(pending.sender, .refused(refusal)))
        case .ignored:
            actions.append(.answer(pending.sender, .done([])))
        case .changed(let effects):
            let proposal = Proposal(pending, changing: state, to: game, effects, at: now)
            phase = .committing(proposal)
            actions.append(.commit(proposal))
        }
    }

    /// Answers a command that another gateway committed meanwhile, or this one in a commit whose
    /// acknowledgement was lost; false where nobody has.
    private mutating func isKnown(_ pending: PendingInput<G>) -> Bool {
        guard let key = pending.key, let receipt = state.receipts.receipt(of: key) else {
            return false
        }
        actions.append(.answer(pending.sender, .again(receipt)))
        return true
    }

    private mutating func refuse(_ pending: PendingInput<G>, _ error: WireError) {
        actions.append(.answer(pending.sender, .failed(error)))
    }

    /// Tells callers to try again; repeats inputs that nobody else would.
    private mutating func postpone(_ pending: PendingInput<G>, because error: WireError) {
        switch pending.input {
        case .command, .judged, .join, .takeOver, .brakeLock, .close:
            refuse(pending, error)
        case .presence, .screen, .away, .device, .hostDevice, .timer, .content, .joinLink:
            actions.append(.submitLater(pending, afterMs: backOff()))
        }
    }

    private mutating func backOff() -> Int64 {
        defer { retryMs = min(retryMs * 2, RoomTimes.maxRetryMs) }
        return retryMs
    }

    // MARK: What goes on by itself
    private mutating func goOn() {
        followNews()
        while case .idle = phase {
            if isBehind || !waiters.isEmpty && (mayReload || queue.count == 0) {
                phase = .syncing(for: .asked(waiters), .load)
                (waiters, isBehind, mayReload) = ([], false, false)
                // Entries are of no use to a build that can't follow them.
                return actions.append(.load(since: state.knowsRules ? state.version : nil))
            }
            guard let pending = queue.popFirst() else { return }
            mayReload = true
            take(pending)
        }
    }

    /// Follows the news that came while something was under way.
    private mutating func followNews() {
        guard case .idle = phase, !news.isEmpty else { return }
        let waited = news
        news = []
        waited.forEach { follow($0) }
    }

    private mutating func follow(_ entry: CommittedEntry) {
        guard entry.version > state.version, !isOver else { return }
        guard case .idle = phase else {
            if news.count < Self.maxNews { news.append(entry) } else { isBehind = true }
            return
        }
        do throws(ReplayError) {
            adopt(try state.advanced(by: entry))
            actions.append(.affirmPresence)
        } catch .newerRules(let version) {
            askForWhole(version)
        } catch {
            isBehind = true
        }
    }

    private mutating func askForWhole(
        _ version: Int64,
        againAfterMs ms: Int64 = RoomTimes.askAgainMs
    ) {
        guard shortfall.fellShort(of: version) == .ask else { return }
        actions.append(.requestSnapshot(againAfterMs: ms))
    }

    private mutating func adopt(_ advance: AppliedEntry<G>) {
        state = advance.state
        // A commit whose outcome this room awaits was its own.
        let sender = doubts.removeSender(of: advance.key)
        actions.append(.adopt(advance, from: sender, isOwn: false))
    }

    // MARK: The store's truth

    private mutating func carryOut(
        _ reconciliation: Reconciliation<G>,
        for cause: Cause,
        at now: ServerTime
    ) {
        switch reconciliation {
        case .nothing:
            finish(cause, .upToDate, at: now)
        case .follow(let news):
            for applied in news { adopt(applied) }
            actions.append(.affirmPresence)
            finish(cause, .upToDate, at: now)
        case .jump(let newer, let differing):
            for version in differing { actions.append(.report(.differs(version: version))) }
            jump(to: newer)
            finish(cause, .upToDate, at: now)
        case .behind(let nearest, let version):
            if let nearest { jump(to: nearest) }
            askForWhole(version)
            finish(cause, .behind, at: now)
        case .end:
            phase = .idle
            close()
            actions.append(.leave)
            finish(cause, .upToDate, at: now)
        case .putBack where !state.knowsRules:
            // The state here lacks what only newer builds know of.
            finish(cause, .behind, at: now)
        case .putBack:
            // Another gateway may have committed more that was not heard of here.
            phase = .syncing(for: cause, .archive)
            actions.append(.askArchive)
        case .askForAll:
            phase = .syncing(for: cause, .load)
            actions.append(.load(since: nil))
        case .giveUp(let divergence, let version):
            giveUp("\(divergence)")
            // Another gateway may know better, and its stored state replaces one that can't be read.
            askForWhole(version, againAfterMs: Heartbeat.periodMs)
            finish(cause, .unreadable, at: now)
        }
    }

    private mutating func jump(to newer: RoomState<G>) {
        state = newer
        actions.append(.jump(newer))
        if shortfall.reached(newer.version) == .ask {
            actions.append(.requestSnapshot(againAfterMs: RoomTimes.askAgainMs))
        }
    }

    /// Refuses all that waits: the stored state makes no sense, and nothing is overwritten.
    private mutating func giveUp(_ reason: String) {
        actions.append(.report(.unreadable(reason)))
        while let pending = queue.popFirst() { refuse(pending, .unreadableSession) }
    }

    private mutating func finish(_ cause: Cause, _ result: SyncResult, at now: ServerTime) {
        if !isOver { phase = .idle }
        switch cause {
        case .overtaken(let pending):
            switch result {
            case .upToDate where isOver: refuse(pending, .sessionOver)
            case .upToDate: queue.prepend(pending)
            case .storeAway: postpone(pending, because: .nothingSaved)
            case .behind: refuse(pending, .olderGateway)
            case .unreadable: refuse(pending, .unreadableSession)
            }
        case .asked(let waiters):
            resolveUnconfirmed(result, at: now)
            actions.append(.finish(waiters, result))
            if doubts.end(), result == .storeAway { resolve() }
        }
    }

    private mutating func resolve() {
        guard !isOver, doubts.begin() else { return }
        actions.append(.syncLater(afterMs: backOff()))
    }

    /// Settles commits that were not answered: their outcome is known now, or will not be in time.
    private mutating func resolveUnconfirmed(_ result: SyncResult, at now: ServerTime) {
        for pending in doubts.removeAll() {
            switch result {
            case .upToDate where isKnown(pending): break
            case .upToDate where pending.hasJoined(state.game.lobby):
                actions.append(.answer(pending.sender, .done([])))
            case .upToDate where isOver: refuse(pending, .sessionOver)
            case .upToDate where pending.mayHaveTakenOver(state.game.lobby):
                postpone(pending, because: .inDoubt)
            case .upToDate, .unreadable: postpone(pending, because: .nothingSaved)
            case .storeAway where now - pending.at < RoomTimes.doubtMs,
                .behind where now - pending.at < RoomTimes.doubtMs:
                _ = doubts.append(pending)
            case .storeAway, .behind: postpone(pending, because: .inDoubt)
            }
        }
    }

    private mutating func close() {
        let last = phase
        phase = .over
        while let pending = queue.popFirst() { refuse(pending, .sessionOver) }
        for pending in doubts.removeAll() { refuse(pending, .sessionOver) }
        if !waiters.isEmpty { actions.append(.finish(waiters, .upToDate)) }
        waiters = []
        switch last {
        case .committing(let proposal): refuse(proposal.pending, .sessionOver)
        case .syncing(for: .overtaken(let pending), _): refuse(pending, .sessionOver)
        case .syncing(for: .asked(let asking), _): actions.append(.finish(asking, .upToDate))
        case .idle, .over: break
        }
    }

    private mutating func drain() -> [Action] {
        defer { actions = [] }
        return actions
    }

    /// An answer that was asked for before the session was over.
    private func unexpected(_ what: StaticString) -> [Action] {
        precondition(isOver, "\(what) that nobody asked for")
        return []
    }
}
