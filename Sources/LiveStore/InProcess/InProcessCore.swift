import Protocol
import Synchronization

/// What the in-process stores of all event loops share; may be called from anywhere.
///
/// One mutex guards everything: it is held for a few table look-ups, never while the outbox or a
/// completion runs.
public final class InProcessCore: Sendable {
    private let contents: Mutex<InProcessContents>
    private let followers = Mutex<[SessionID: [FollowerID: Hear]]>([:])

    typealias Hear = @Sendable (News) -> Void

    public init(limits: InProcessLimits = InProcessLimits()) {
        contents = Mutex(InProcessContents(limits))
    }

    /// Looks at or changes what no commit is needed for.
    func with<Value: Sendable>(_ body: (inout InProcessContents) -> Value) -> Value {
        contents.withLock { body(&$0) }
    }

    /// Takes a change now, or once the changes of its session before it are settled.
    func take(_ change: InProcessChange, of session: SessionID, at now: ServerTime) {
        carryOut(with { $0.enter(change, of: session, at: now) }, session, at: now)
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
