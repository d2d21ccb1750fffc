public import LiveStore
public import Protocol
import Synchronization
import Testing

/// Two facades of one store, each on a loop of its own.
public struct LiveStoreUnderTest: Sendable {
    public enum Side: CaseIterable, Sendable {
        case left, right
    }

    /// Runs something with a facade, on its loop.
    public var on: @Sendable (Side, @escaping @Sendable (any LiveStore) -> Void) -> Void
    public var isOnLoop: @Sendable (Side) -> Bool
    /// Lets this many milliseconds pass for the store.
    public var pass: @Sendable (Int64) async -> Void
    /// Milliseconds after which presence that is not renewed is forgotten.
    public var presenceTTLMs: Int64
    /// True when following begins with the call; else it begins with the first `.missed`.
    public var followsAtOnce: Bool
    /// Entries given to the archive, in order, once it has all that was acknowledged.
    public var journal: @Sendable () async -> [JournalLine]
    /// Sets whether the archive takes anything.
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

    /// Asks a facade and waits for the answer; checks each time that the answer comes after the
    /// call has returned, on the loop, and once.
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

    /// Follows a session; everything from then on is heard.
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

/// Treatment of entries by a contract's archive.
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
