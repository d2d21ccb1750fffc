import Dispatch
public import GameState
public import LiveStore
public import Protocol
import Synchronization

/// An outbox in memory, on a queue of its own.
public final class TestOutbox: Sendable {
    private struct State {
        var mood = OutboxMood.takes
        var refused: SessionID?
        var entries: [JournalEntry] = []
        var held: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "test outbox")

    public init() {}

    public var entries: [JournalEntry] { state.withLock(\.entries) }

    public var taken: [JournalLine] {
        entries.map { JournalLine(session: $0.session.rawValue, version: $0.version) }
    }

    /// Versions of one session, in the order they came.
    public func versions(of session: SessionID) -> [Int64] {
        entries.filter { $0.session == session }.map(\.version)
    }

    public func set(_ mood: OutboxMood) {
        let freed = state.withLock { state in
            state.mood = mood
            guard mood != .holds else { return [@Sendable () -> Void]() }
            defer { state.held = [] }
            return state.held
        }
        for append in freed { queue.async(execute: append) }
    }

    /// Refuses all batches with an entry of this session.
    public func refuse(_ session: SessionID?) {
        state.withLock { $0.refused = session }
    }

    public func append(
        _ entries: [JournalEntry],
        _ done: @escaping @Sendable (Result<Void, LiveStoreError>) -> Void
    ) {
        queue.async { [self] in settle(entries, done) }
    }

    private func settle(
        _ entries: [JournalEntry],
        _ done: @escaping @Sendable (Result<Void, LiveStoreError>) -> Void
    ) {
        let result = state.withLock { state -> Result<Void, LiveStoreError>? in
            switch state.mood {
            case .takes where entries.contains { $0.session == state.refused }:
                return .failure(.unavailable("the outbox does not take this one"))
            case .takes:
                state.entries += entries
                return .success(())
            case .refuses: return .failure(.unavailable("the outbox takes nothing"))
            case .holds:
                state.held.append { [self] in settle(entries, done) }
                return nil
            }
        }
        if let result { done(result) }
    }
}
