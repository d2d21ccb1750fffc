public import LiveStore
public import Protocol
import Synchronization
import Testing

/// Two facades of one store, each on a loop of its own, whatever stands behind them.
public struct LiveStoreUnderTest: Sendable {
    public enum Side: CaseIterable, Sendable {
        case left, right
    }

    /// Runs something with a facade, on its loop.
    public var on: @Sendable (Side, @escaping @Sendable (any LiveStore) -> Void) -> Void
    public var isOnLoop: @Sendable (Side) -> Bool
    /// Lets so many milliseconds pass for the store.
    public var pass: @Sendable (Int64) async -> Void
    /// After so many milliseconds presence that is not renewed is forgotten.
    public var presenceTTLMs: Int64
    /// Whether following begins with the call; else with the first `.missed`.
    public var followsAtOnce: Bool
    /// What the archive has been given, in order, once it has all that was acknowledged.
    public var journal: @Sendable () async -> [JournalLine]
    /// Whether the archive takes anything.
    public var setOutbox: @Sendable (OutboxMood) -> Void

    public init(
        on: @escaping @Sendable (Side, @escaping @Sendable (any LiveStore) -> Void) -> Void,
        isOnLoop: @escaping @Sendable (Side) -> Bool,
        pass: @escaping @Sendable (Int64) async -> Void,
        presenceTTLMs: Int64,
        followsAtOnce: Bool,
        journal: @escaping @Sendable () async -> [JournalLine],
        setOutbox: @escaping @Sendable (OutboxMood) -> Void
    ) {
        self.on = on
        self.isOnLoop = isOnLoop
        self.pass = pass
        self.presenceTTLMs = presenceTTLMs
        self.followsAtOnce = followsAtOnce
        self.journal = journal
        self.setOutbox = setOutbox
    }

    /// Asks a facade and waits for the answer; every question checks that the answer comes after
    /// the call has returned, on the loop, and once.
    public func ask<Value: Sendable>(
        _ side: Side = .left,
        _ question:
            @escaping @Sendable (any LiveStore, @escaping (Result<Value, LiveStoreError>) -> Void)
            -> Void
    ) async -> Result<Value, LiveStoreError> {
        await withCheckedContinuation { continuation in
            on(side) { store in
                let call = Call()
                question(store) { result in
                    #expect(call.hasReturned, "completed before the call returned")
                    #expect(isOnLoop(side), "completed elsewhere")
                    continuation.resume(returning: result)
                }
                call.hasReturned = true
            }
        }
    }

    /// Follows a session; from then on everything is heard.
    public func follow(_ session: SessionID, _ side: Side) async -> Heard {
        let heard = Heard()
        on(side) { $0.follow(session) { heard.add($0) } }
        if followsAtOnce {
            _ = await ask(side) { $0.check($1) }
        } else {
            _ = await heard.wait(1)
            heard.forgetFirst()
        }
        return heard
    }

    /// Confined to the loop that made the call.
    private final class Call: @unchecked Sendable {
        var hasReturned = false
    }
}

/// What a contract's archive does with entries.
public enum OutboxMood: Sendable {
    case takes
    case refuses
    /// Keeps them back until it takes again.
    case holds
}

/// One entry the archive was given.
public struct JournalLine: Hashable, Sendable {
    public var session: String
    public var version: Int64

    public init(session: String, version: Int64) {
        self.session = session
        self.version = version
    }
}
