import Dispatch
import Synchronization

/// Work that blocks its thread, a few pieces at a time and in order.
final class Lanes: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "voice", qos: .utility, attributes: .concurrent)
    private let count: Int
    private let maxWaiting: Int

    init(count: Int, maxWaiting: Int) {
        self.count = count
        self.maxWaiting = maxWaiting
    }

    /// - Returns: false when too much waits already.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, startsLane) = state.withLock { state in
            guard state.waiting.count < maxWaiting else { return (false, false) }
            state.waiting.append(work)
            guard state.running < count else { return (true, false) }
            state.running += 1
            return (true, true)
        }
        if startsLane { queue.async { self.run() } }
        return isTaken
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
