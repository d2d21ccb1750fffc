import Synchronization

/// Elements that arrive on an event loop, waiting for a test that reads them.
final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var hasEnded = false
        var reader: CheckedContinuation<Element?, Never>?
    }

    private let state = Mutex(State())

    func put(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            defer { state.reader = nil }
            if state.reader == nil { state.elements.append(element) }
            return state.reader
        }
        reader?.resume(returning: element)
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Nothing more will come.
    func end() {
        let reader = state.withLock { state in
            state.hasEnded = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// Waits for the next one; one reader at a time.
    ///
    /// - Returns: nil when nothing more will come.
    func take() async throws -> Element? {
        try await withPatience {
            await withTaskCancellationHandler {
                await withCheckedContinuation { self.wait($0) }
            } onCancel: {
                self.giveUp()
            }
        }
    }

    private func wait(_ reader: CheckedContinuation<Element?, Never>) {
        let answer = state.withLock { state -> Element?? in
            precondition(state.reader == nil, "one reader at a time")
            if !state.elements.isEmpty { return state.elements.removeFirst() }
            if state.hasEnded || Task.isCancelled { return .some(nil) }
            state.reader = reader
            return nil
        }
        if let answer { reader.resume(returning: answer) }
    }

    private func giveUp() {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }
}

/// The end of a wait for something that did not come.
struct OutOfPatience: Error {}

/// Seconds after which a test no longer waits; it only matters when something is wrong.
let patienceSeconds = 60

/// Runs `work`, but not for ever.
func withPatience<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask(operation: work)
        group.addTask {
            try await Task.sleep(for: .seconds(patienceSeconds))
            throw OutOfPatience()
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw OutOfPatience() }
        return result
    }
}
