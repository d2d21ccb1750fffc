public import Protocol
import Synchronization

/// State that the in-process stores of all event loops share; may be called from anywhere.
///
/// One mutex guards everything: it is held for a few table look-ups, never while the outbox or a
/// completion runs.
public final class InProcessCore: Sendable {
    private let contents: Mutex<InProcessContents>
    private let cupboard: (any Cupboard)?
    private let followers = Mutex<[SessionID: [FollowerID: Hear]]>([:])
    /// Sessions whose state is on its way into the cupboard: one at a time, or the outcome of the
    /// first would be taken for that of the second.
    private let keeping = Mutex<Set<SessionID>>([])

    typealias Hear = @Sendable (SessionEvent) -> Void

    /// - Parameter cupboard: where states are put away; nil where all stay in memory.
    public init(limits: InProcessLimits = InProcessLimits(), cupboard: (any Cupboard)? = nil) {
        contents = Mutex(InProcessContents(limits))
        self.cupboard = cupboard
    }

    /// Reads or changes anything that needs no commit.
    func with<Value: Sendable>(_ body: (inout InProcessContents) -> Value) -> Value {
        contents.withLock { body(&$0) }
    }

    /// Takes a change now, or once the changes of its session before it are settled.
    func submit(_ change: InProcessChange, of session: SessionID, at now: ServerTime) {
        enum Entry {
            case entered(InProcessContents.Next)
            case away(version: Int64)
        }
        let entry: Entry = with { contents in
            switch contents.place(session, at: now) {
            case .here: .entered(contents.enter(change, of: session, at: now))
            case .away(let version): .away(version: version)
            }
        }
        switch entry {
        case .entered(let next): carryOut(next, session, at: now)
        case .away(let version):
            bringBack(session, version: version, at: now) { [self] result in
                switch result {
                case .success: submit(change, of: session, at: now)
                case .failure(let error): change.fail(error)
                }
            }
        }
    }

    // MARK: Rest

    /// Puts a session's state away where nobody follows it.
    func rest(_ session: SessionID, at now: ServerTime) {
        guard let cupboard, !isFollowed(session),
            let snapshot = with({ $0.restingState(session, at: now) }),
            keeping.withLock({ $0.insert(session).inserted })
        else { return }
        cupboard.keep(session, snapshot) { [self] isKept in
            if isKept {
                let isAway =
                    !isFollowed(session)
                    && with { $0.putAway(session, version: snapshot.version, at: now) }
                if !isAway { cupboard.forget(session) }
            }
            keeping.withLock { _ = $0.remove(session) }
        }
    }

    /// Calls `done` with what is stored, once it is in memory.
    func load(
        _ session: SessionID,
        at now: ServerTime,
        _ done: @escaping @Sendable (Result<LoadResult, LiveStoreError>) -> Void
    ) {
        switch with({ $0.place(session, at: now) }) {
        case .here(let stored): done(.success(stored))
        case .away(let version):
            bringBack(session, version: version, at: now) { [self] result in
                switch result {
                case .success: load(session, at: now, done)
                case .failure(let error): done(.failure(error))
                }
            }
        }
    }

    private func bringBack(
        _ session: SessionID,
        version: Int64,
        at now: ServerTime,
        _ done: @escaping @Sendable (Result<Void, LiveStoreError>) -> Void
    ) {
        guard let cupboard else { preconditionFailure("a state was put away, and nowhere") }
        cupboard.fetch(session) { [self] result in
            switch result {
            case .success(let kept):
                let state = kept.flatMap { $0.version == version ? $0.state : nil }
                with { $0.bringBack(session, version: version, state, at: now) }
                cupboard.forget(session)
                done(.success(()))
            case .failure(let error): done(.failure(error))
            }
        }
    }

    private func isFollowed(_ session: SessionID) -> Bool {
        followers.withLock { $0[session] != nil }
    }

    private func carryOut(_ next: InProcessContents.Next, _ session: SessionID, at now: ServerTime)
    {
        for news in next.news { tell(news, of: session) }
        for settle in next.settled { settle() }
        guard let begun = next.begun else { return }
        begun.outbox([begun.commit.entry]) { [self] result in
            carryOut(with { $0.finish(session, result, at: now) }, session, at: now)
        }
    }

    // MARK: News

    func follow(_ session: SessionID, _ follower: FollowerID, _ hear: @escaping Hear) {
        followers.withLock { $0[session, default: [:]][follower] = hear }
    }

    func unfollow(_ session: SessionID, _ follower: FollowerID) {
        followers.withLock { followers in
            followers[session]?[follower] = nil
            if followers[session]?.isEmpty == true { followers[session] = nil }
        }
    }

    func tell(_ news: InProcessNews, of session: SessionID) {
        let others = followers.withLock { followers in
            followers[session]?.filter { $0.key != news.maker }.map(\.value) ?? []
        }
        guard !others.isEmpty else { return }
        let told = news.news()
        for hear in others { hear(told) }
    }
}

/// Completions that stay on their loop while a ticket for each travels.
///
/// A completion may hold on to what belongs to the loop, down to the last reference to it: it must
/// not be let go elsewhere.
struct PendingCompletions<Value> {
    struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private var completions: [Ticket: InProcessLiveStore.Completion<Value>] = [:]
    private var lastNumber: UInt64 = 0

    mutating func issue(_ completion: @escaping InProcessLiveStore.Completion<Value>) -> Ticket {
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        completions[ticket] = completion
        return ticket
    }

    mutating func redeem(_ ticket: Ticket) -> InProcessLiveStore.Completion<Value> {
        guard let completion = completions.removeValue(forKey: ticket) else {
            preconditionFailure("a step of the live store was settled twice")
        }
        return completion
    }
}

/// Limits of an in-process store; past them calls complete with `.unavailable`.
public struct InProcessLimits: Sendable {
    /// Sessions, and as many join codes.
    public var maxSessions = 250_000
    /// Steps of one session that wait behind the one the outbox is writing.
    public var maxWaitingPerSession = 64
    /// Small values (`put`).
    public var maxValues = 100_000
    /// Connections of one session whose presence is kept; those past it are not seen by others.
    public var maxConnectionsPerSession = 20_000
    /// Milliseconds after its last change until a session is forgotten (G-82).
    public var stateTTLMs = 24 * 60 * 60 * 1000

    public init() {}
}

/// Puts states away for an in-process store while nobody needs them; they need not outlive the
/// process. Called from anywhere, completes anywhere; calls for one session take effect in order.
public protocol Cupboard: Sendable {
    /// Takes the place of an older state.
    func keep(
        _ session: SessionID,
        _ snapshot: Snapshot,
        _ done: @escaping @Sendable (_ isKept: Bool) -> Void
    )

    /// Returns what was kept; nil when there is nothing.
    func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<Snapshot?, LiveStoreError>) -> Void
    )

    func forget(_ session: SessionID)
}
