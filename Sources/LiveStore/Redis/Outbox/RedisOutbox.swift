import GameState
import Protocol
import Redis
import Timers
import Transport

/// Takes committed entries from Redis' journals to the archive, in order per session.
///
/// Own entries come from memory; where another store's come before them, from Redis. One append is
/// under way at a time, for many sessions: later entries go into the next. Entries are offered
/// until the archive takes them; no commit waits for any of this.
///
/// Confined to its loop.
final class RedisOutbox: @unchecked Sendable {
    private enum Phase {
        case open
        case closing(done: () -> Void, deadline: Deadline)
        case closed
    }

    let link: RedisLink
    let loop: EventLoop
    let limits: RedisStoreLimits
    let report: (RedisStoreEvent) -> Void
    private let append: RedisLiveStore.Outbox

    var sessions: [SessionID: SessionOutbox] = [:]
    /// Of own entries.
    private(set) var keptBytes = 0
    private var queue: [(session: SessionID, outbox: SessionOutbox)] = []
    private var appending: [(session: SessionID, outbox: SessionOutbox, lastVersion: Int64)] = []
    /// Sessions that are read, or whose entries were read and wait.
    var readingCount = 0
    private var isPumpDue = false
    /// Sessions of the next append: halved when one is refused, so that one session that the archive
    /// does not take can't hold up the others.
    private var batchLimit: Int
    private var retryMs: Int64
    private var retry: Deadline?
    private var phase = Phase.open

    init(
        link: RedisLink,
        limits: RedisStoreLimits,
        append: @escaping RedisLiveStore.Outbox,
        report: @escaping (RedisStoreEvent) -> Void
    ) {
        self.link = link
        loop = link.loop
        self.limits = limits
        self.append = append
        self.report = report
        batchLimit = limits.maxAppendedSessions
        retryMs = limits.firstRetryMs
    }

    var isOpen: Bool {
        if case .open = phase { true } else { false }
    }

    var isClosed: Bool {
        if case .closed = phase { true } else { false }
    }

    /// Why a commit can't be taken now.
    func refusal(of session: SessionID) -> LiveStoreError? {
        let journalCount = sessions[session]?.journalCount ?? 0
        return refusal ?? (journalCount < limits.maxJournalCount ? nil : Self.isFull)
    }

    /// The reason why nothing of any session is taken.
    var refusal: LiveStoreError? {
        guard isOpen else { return .unavailable("the store is closed") }
        return keptBytes < limits.maxKeptBytes ? nil : Self.isFull
    }

    private static let isFull = LiveStoreError.unavailable("the outbox is full")

    func committed(_ entry: UnarchivedEntry, of session: SessionID, _ reply: CommitReply) {
        keptBytes += entry.byteCount
        let outbox = outbox(session)
        outbox.commitsUnderWay -= 1
        outbox.own.append(entry)
        outbox.archivedVersion = max(outbox.archivedVersion, reply.archivedVersion)
        outbox.journalCount = reply.journalCount
        enqueue(session, outbox)
    }

    /// True when the outbox holds own entries that the archive has not got.
    func hasOwn(_ session: SessionID) -> Bool { sessions[session]?.own.isEmpty == false }

    /// The version up to which all is archived, while own entries come after it.
    func archivedVersion(_ session: SessionID) -> Int64? {
        hasOwn(session) ? sessions[session]?.archivedVersion : nil
    }

    func outbox(_ session: SessionID) -> SessionOutbox {
        if let outbox = sessions[session] { return outbox }
        let outbox = SessionOutbox()
        sessions[session] = outbox
        return outbox
    }

    // MARK: The pump

    func enqueue(_ session: SessionID, _ outbox: SessionOutbox) {
        guard outbox.stage == .idle else { return }
        outbox.stage = .queued
        queue.append((session, outbox))
        pumpSoon()
    }

    /// At the end of the turn, so that commits of one turn go together.
    private func pumpSoon() {
        guard !isPumpDue else { return }
        isPumpDue = true
        loop.afterTurn { [weak self] in
            guard let self else { return }
            isPumpDue = false
            pump()
        }
    }

    private func pump() {
        guard appending.isEmpty, retry == nil, !isClosed else { return }
        var batch: [JournalEntry] = []
        var taken = 0
        while taken < queue.count, appending.count < batchLimit,
            batch.count < limits.maxAppendedCount
        {
            let (session, outbox) = queue[taken]
            taken += 1
            let next = outbox.next.prefix(limits.maxAppendedCount - batch.count)
            guard let last = next.last else {
                outbox.stage = .idle
                // Others' entries come first.
                if outbox.isWaiting, readingCount < limits.maxReading { read(session, outbox) }
                continue
            }
            outbox.stage = .appending
            appending.append((session, outbox, last.packed.version))
            for entry in next { batch.append(entry.packed.journalEntry(of: session, entry.facts)) }
        }
        queue.removeFirst(taken)
        if batch.isEmpty { return finishIfDone() }
        append(batch) { [self] result in
            loop.execute { self.appended(result) }
        }
    }

    private func appended(_ result: Result<Void, LiveStoreError>) {
        let batch = appending
        appending = []
        switch result {
        case .success:
            retryMs = limits.firstRetryMs
            batchLimit = min(batchLimit * 2, limits.maxAppendedSessions)
            for (session, outbox, version) in batch { conclude(session, outbox, archived: version) }
        case .failure(let error):
            for (session, outbox, _) in batch {
                outbox.stage = .queued
                queue.append((session, outbox))
            }
            batchLimit = max(1, batch.count / 2)
            pause(error)
        }
        pumpSoon()
    }

    private func pause(_ error: LiveStoreError) {
        report(.refusedByArchive(error, retryMs: retryMs))
        guard isOpen else { return finish() }
        retry = loop.schedule(at: loop.now + retryMs) { [weak self] in
            self?.retry = nil
            self?.pump()
        }
        retryMs = min(retryMs * 2, limits.maxRetryMs)
    }

    private func conclude(_ session: SessionID, _ outbox: SessionOutbox, archived version: Int64) {
        let readCount = outbox.read.count
        keptBytes -= outbox.archived(version)
        if readCount > 0 {
            if outbox.isAdopted {
                report(.adopted(session, entryCount: readCount - outbox.read.count))
            }
            if outbox.read.isEmpty { readingCount -= 1 }
        }
        outbox.stage = .idle
        tellArchived(session, version)
        if outbox.isWaiting { enqueue(session, outbox) } else { outbox.isAdopted = false }
    }

    private func tellArchived(_ session: SessionID, _ version: Int64) {
        let keys = RedisKeys(session: session)
        link.run(.archived, keys: [keys.state, keys.journal], arguments: [.integer(version)]) {
            [weak self] result in
            guard let self else { return }
            switch result.read({ $0.number }) {
            case .success(let count): sessions[session]?.journalCount = count ?? 0
            case .failure(.unreadable(let what)): report(.unreadable(session, what))
            case .failure(.unavailable), .failure(.unanswered): break
            }
        }
    }

    // MARK: The end

    /// Calls `done` when the archive has all own entries, or does not take them.
    func close(_ done: @escaping () -> Void) {
        guard isOpen else { return loop.afterTurn(done) }
        let deadline = loop.schedule(at: loop.now + limits.closingMs) { [weak self] in
            self?.finish()
        }
        phase = .closing(done: done, deadline: deadline)
        if let retry { loop.cancel(retry) }
        retry = nil
        pumpSoon()
    }

    private func finishIfDone() {
        if keptBytes == 0 { finish() }
    }

    private func finish() {
        guard case .closing(let done, let deadline) = phase else { return }
        phase = .closed
        loop.cancel(deadline)
        releaseMarks(quietMs: 0)
        // Answered after all that was sent before it.
        link.send(["PING"]) { _ in done() }
    }
}
