import Dispatch
import Synchronization

/// Many evenings, one seed each, on several cores.
public struct SimulationRun: Sendable {
    /// Number of evenings in which everything must have been met.
    public static let eveningsForCoverage = 10_000
    /// Violations kept at most.
    static let maxViolations = 20

    public let from: UInt64
    public let evenings: Int
    public let jobs: Int

    public init(from: UInt64, evenings: Int, jobs: Int) {
        self.from = from
        self.evenings = evenings
        self.jobs = max(1, jobs)
    }

    public struct Report: Sendable {
        /// Things that must be met in so many evenings, and were not.
        public internal(set) var missing: [String] = []
        public var coverage = Coverage()
        public var violations: [Violation] = []
        public var seconds = 0.0

        public var summary: String {
            let pace = seconds > 0 ? Int(Double(coverage.evenings) / seconds) : 0
            return "\(coverage.evenings) evenings in \(Int(seconds)) s, \(pace)/s, "
                + "\(violations.count) violations"
        }
    }

    private struct Progress {
        var next: UInt64
        var report = Report()
        var toldAt: ContinuousClock.Instant
    }

    /// - Parameter tell: gets a line every few seconds.
    package func play<G: SimulatedGame>(
        _ game: G.Type,
        _ tell: @escaping @Sendable (String) -> Void
    ) -> Report {
        let clock = ContinuousClock()
        let start = clock.now
        let progress = Mutex(Progress(next: from, toldAt: start))
        let end = from + UInt64(evenings)
        DispatchQueue.concurrentPerform(iterations: jobs) { _ in
            while let seed = progress.withLock({ Self.take(&$0, before: end) }) {
                let evening = Evening<G>(seed: seed)
                var violation: Violation?
                do throws(Violation) { try evening.play() } catch { violation = error }
                let line = progress.withLock { progress -> String? in
                    progress.report.coverage.add(evening.coverage)
                    progress.report.violations += violation.map { [$0] } ?? []
                    let now = clock.now
                    guard now - progress.toldAt > .seconds(5) else { return nil }
                    progress.toldAt = now
                    progress.report.seconds = (now - start) / .seconds(1)
                    return progress.report.summary
                }
                if let line { tell(line) }
            }
        }
        var report = progress.withLock { $0.report }
        report.seconds = (clock.now - start) / .seconds(1)
        report.violations.sort { $0.seed < $1.seed }
        if report.coverage.evenings >= Self.eveningsForCoverage {
            report.missing = report.coverage.missing(of: game)
        }
        return report
    }

    private static func take(_ progress: inout Progress, before end: UInt64) -> UInt64? {
        guard progress.next < end, progress.report.violations.count < maxViolations else {
            return nil
        }
        defer { progress.next += 1 }
        return progress.next
    }
}
