import Seeded
import GameState
import Protocol
import StoreContracts
import Synchronization
import Testing

@testable import LiveStore

/// Random steps against the core, with an outbox that answers at random times, replayed from a seed.
struct InProcessStoryTests {
    @Test(arguments: UInt64(1)...200)
    func `steps settle in their order, each from the version the one before left`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let core = InProcessCore()
        let outbox = SlowOutbox()
        let settled = Mutex([String]())
        let now = ServerTime(ms: 0)
        var model = Model()
        var expected: [String] = []

        /// Mostly the version of a step whose predecessors all came through.
        var guess: Int64 = 0
        for number in 0..<60 {
            let settle: @Sendable (String) -> Void = { what in
                settled.withLock { $0.append("\(number) \(what)") }
            }
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<50:
                let from = Bool.random(using: &random) ? guess : max(0, guess - 1)
                let willFail = Int.random(in: 0..<6, using: &random) == 0
                let commit = Commit.test("s1", from: from, willFail ? "fails" : "\(number)")
                guess = from + 1
                expected.append("\(number) \(model.commit(commit, fails: willFail))")
                core.submit(
                    .commit(commit, by: committer, { outbox.append($0, $1) }) {
                        settle(Model.name($0))
                    },
                    of: "s1",
                    at: now
                )
            case 50..<58:
                let version = guess + Int64.random(in: -1...10, using: &random)
                if model.restore(version) { guess = version }
                expected.append("\(number) \(model)")
                core.submit(
                    .restore(.test("s1", "A", .test(version, "restored")), by: committer) {
                        settle((try? $0.get()).map(Model.name) ?? "failed")
                    },
                    of: "s1",
                    at: now
                )
            case 58:
                model.isRemoved = true
                expected.append("\(number) done")
                core.submit(
                    .remove(joinCode: "A", by: committer) { _ in settle("done") },
                    of: "s1",
                    at: now
                )
            default:
                outbox.answerOne()
            }
        }
        while outbox.answerOne() {}
        #expect(settled.withLock { $0 } == expected, "seed \(seed)")
        let stored = core.with { $0.stored("s1", at: now) }
        #expect(Model.name(stored) == "\(model)", "seed \(seed)")
        #expect(outbox.largestCount <= 1, "seed \(seed)")
    }

    private let committer = FollowerID(InProcessCore())

    /// Model of a session whose steps come one by one.
    private struct Model: CustomStringConvertible {
        var version: Int64 = 0
        var isRemoved = false

        var description: String {
            isRemoved ? "removed" : version == 0 ? "nothing" : "at \(version)"
        }

        mutating func commit(_ commit: Commit, fails: Bool) -> String {
            guard !isRemoved, version == commit.expectedVersion else { return "lost to \(self)" }
            guard !fails else { return "failed" }
            version = commit.version
            return "committed"
        }

        mutating func restore(_ lost: Int64) -> Bool {
            guard !isRemoved, version < lost else { return false }
            version = lost
            return true
        }

        static func name(_ result: Result<CommitOutcome, LiveStoreError>) -> String {
            switch result {
            case .success(.committed): "committed"
            case .success(.conflict(let newer)): "lost to \(name(newer))"
            case .success(.replaced): "replaced"
            case .success(.claimed): "claimed"
            case .failure: "failed"
            }
        }

        static func name(_ stored: LoadResult) -> String {
            switch stored {
            case .nothing: "nothing"
            case .removed: "removed"
            case .state(let state): "at \(state.version)"
            }
        }
    }

    /// Refuses the entries whose body says so.
    private final class SlowOutbox: Sendable {
        private typealias Answer = @Sendable () -> Void
        private let waiting = Mutex([Answer]())
        private let largest = Mutex(0)

        var largestCount: Int { largest.withLock { $0 } }

        func append(
            _ entries: [JournalEntry],
            _ done: @escaping @Sendable (Result<Void, LiveStoreError>) -> Void
        ) {
            let fails = entries.contains { $0.body() == Array("\"fails\"".utf8) }
            let count = waiting.withLock {
                $0.append { done(fails ? .failure(.unavailable("says so")) : .success(())) }
                return $0.count
            }
            largest.withLock { $0 = max($0, count) }
        }

        @discardableResult
        func answerOne() -> Bool {
            let answer = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            answer?()
            return answer != nil
        }
    }
}
