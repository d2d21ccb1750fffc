/// Waits for a condition that comes true soon.
enum Patience {
    /// A test that waits longer than this has failed.
    private static let longest = Duration.seconds(60)

    struct Exhausted: Error {}

    static func wait(until isSo: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + longest
        while try await !isSo() {
            guard ContinuousClock.now < end else { throw Exhausted() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
