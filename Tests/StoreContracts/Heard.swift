public import LiveStore
import Synchronization
public import Testing

/// Messages to one follower, in order.
public final class Heard: Sendable {
    /// A test that waits longer than this has failed.
    private static let patience = Duration.seconds(60)

    private let news = Mutex<ArraySlice<SessionEvent>>([])

    public init() {}

    public var all: [SessionEvent] { news.withLock { Array($0) } }

    func add(_ one: SessionEvent) {
        news.withLock { $0.append(one) }
    }

    func forgetFirst() {
        news.withLock { _ = $0.popFirst() }
    }

    /// Waits until this many have come.
    @discardableResult
    public func wait(
        _ count: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [SessionEvent] {
        let end = ContinuousClock.now + Self.patience
        while all.count < count {
            guard ContinuousClock.now < end else {
                Issue.record("only \(all) came", sourceLocation: sourceLocation)
                break
            }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return all
    }
}
