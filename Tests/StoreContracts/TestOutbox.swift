import Dispatch
public import GameState
public import LiveStore
import Synchronization

/// An outbox in memory, on a queue of its own.
public final class TestOutbox: Sendable {
    private struct State {
        var mood = OutboxMood.takes
        var taken: [JournalLine] = []
        var held: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "test outbox")

    public init() {}

    public var taken: [JournalLine] { state.withLock(\.taken) }

    public func set(_ mood: OutboxMood) {
        let freed = state.withLock { state in
            state.mood = mood
            guard mood != .holds else { return [@Sendable () -> Void]() }
            defer { state.held = [] }
            return state.held
        }
        for append in freed { queue.async(execute: append) }
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
            case .takes:
                state.taken += entries.map {
                    JournalLine(session: $0.session.rawValue, version: $0.version)
                }
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
