import Protocol
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

    typealias Hear = @Sendable (News) -> Void

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
    func take(_ change: InProcessChange, of session: SessionID, at now: ServerTime) {
        bringBack(session, at: now) { [self] result in
            switch result {
            case .success:
                carryOut(with { $0.enter(change, of: session, at: now) }, session, at: now)
            case .failure(let error): change.fail(error)
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

    /// Calls `done` once the session's state is in memory, if it has one: at once where it is.
    func bringBack(
        _ session: SessionID,
        at now: ServerTime,
        _ done: @escaping @Sendable (Result<Void, LiveStoreError>) -> Void
    ) {
        guard let cupboard, let version = with({ $0.awayVersion(session, at: now) }) else {
            return done(.success(()))
        }
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
