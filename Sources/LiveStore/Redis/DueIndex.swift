import Protocol
import Redis

/// `timers:due`, so that any gateway can pick up a room nobody has open: for each session the time
/// of its earliest timer.
///
/// It lies on another slot than the session, so no script can change both. After a commit the entry
/// is moved by compare-and-set from where the commit found it; a store that finds something else
/// there reads the state and corrects the entry. A store that dies in between leaves its mark in
/// `outbox:waiting`, and the store that takes the session over does the same.
final class DueIndex {
    private static let maxAttempts = 4

    private let link: RedisLink
    private let report: (RedisStoreEvent) -> Void

    init(_ link: RedisLink, report: @escaping (RedisStoreEvent) -> Void) {
        self.link = link
        self.report = report
    }

    func moved(_ session: SessionID, from old: ServerTime?, to new: ServerTime?) {
        guard old != new else { return }
        swap(session, from: Self.word(old), to: Self.word(new), attempts: Self.maxAttempts)
    }

    /// Sets a session's entry from its state.
    func correct(_ session: SessionID) {
        correct(session, attempts: Self.maxAttempts)
    }

    /// Does nothing, if another has changed the entry meanwhile.
    private func move(_ session: SessionID, from old: String, to new: ServerTime?) {
        swap(session, from: old, to: Self.word(new), attempts: 0)
    }

    /// The earliest deadline of a session as its state says; nil also where there is no state.
    private func deadline(
        of session: SessionID,
        _ done: @escaping (Result<ServerTime?, LiveStoreError>) -> Void
    ) {
        link.send(["HGET", RedisKeys(session: session).state, "due"]) { result in
            done(
                result.read { reply throws(Unreadable) in
                    guard let word = reply.bytes, !word.isEmpty else { return nil }
                    guard let ms = reply.number else { throw Unreadable("a deadline") }
                    return ServerTime(ms: ms)
                }
            )
        }
    }

    /// Hands out sessions with a timer that ran out `graceMs` ago, and no others for `forMs`.
    func overdue(
        graceMs: Int64,
        atMost count: Int64,
        forMs: Int64,
        _ done: @escaping (Result<[SessionID], LiveStoreError>) -> Void
    ) {
        link.run(
            .handOut,
            keys: [RedisKeys.due],
            arguments: [.integer(graceMs), .integer(count), .integer(forMs)]
        ) { [weak self] result in
            switch result.read(HandedOutReply.init) {
            case .success(let handed): self?.check(handed, graceMs: graceMs, done)
            case .failure(let error):
                self?.report(error, nil)
                done(.failure(error))
            }
        }
    }

    /// Hands out those whose state says the same as the index; corrects the index for the others.
    private func check(
        _ handed: HandedOutReply,
        graceMs: Int64,
        _ done: @escaping (Result<[SessionID], LiveStoreError>) -> Void
    ) {
        guard !handed.sessions.isEmpty else { return done(.success([])) }
        var overdue: [SessionID] = []
        var openCount = handed.sessions.count
        for session in handed.sessions {
            deadline(of: session) { [weak self] result in
                switch result {
                case .success(let deadline?) where handed.now - deadline > graceMs:
                    overdue.append(session)
                case .success(let deadline):
                    self?.move(session, from: handed.score, to: deadline)
                case .failure(.unreadable(let what)):
                    self?.report(.unreadable(session, what))
                    self?.move(session, from: handed.score, to: nil)
                case .failure(.unavailable), .failure(.unanswered): break
                }
                openCount -= 1
                if openCount == 0 { done(.success(overdue)) }
            }
        }
    }

    private func correct(_ session: SessionID, attempts: Int) {
        guard attempts > 0 else { return }
        var score: Result<String, LiveStoreError> = .success("")
        link.send(["ZSCORE", RedisKeys.due, .text(session.rawValue)]) { result in
            score = result.read { $0.text ?? "" }
        }
        deadline(of: session) { [weak self] deadline in
            guard let self else { return }
            switch (score, deadline) {
            case (.success(let old), .success(let new)):
                guard Double(old) != new.map({ Double($0.ms) }) else { return }
                swap(session, from: old, to: Self.word(new), attempts: attempts - 1)
            case (.failure(let error), _): report(error, nil)
            case (_, .failure(let error)): report(error, session)
            }
        }
    }

    private func swap(_ session: SessionID, from old: String, to new: String, attempts: Int) {
        link.run(
            .swap,
            keys: [RedisKeys.due],
            arguments: [.text(session.rawValue), .text(old), .text(new)]
        ) { [weak self] result in
            switch result.read({ $0.items?.first?.number == 1 }) {
            case .success(true): break
            case .success(false): self?.correct(session, attempts: attempts)
            case .failure(let error): self?.report(error, nil)
            }
        }
    }

    private func report(_ error: LiveStoreError, _ session: SessionID?) {
        if case .unreadable(let what) = error { report(.unreadable(session, what)) }
    }

    private static func word(_ time: ServerTime?) -> String { time.map { "\($0.ms)" } ?? "" }
}
