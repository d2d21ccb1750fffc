import CoreMetrics
import Synchronization

/// One line of numbers, or a histogram's handful.
protocol Series: AnyObject, Sendable {
    /// Prometheus' word for it.
    var type: String { get }
    func write(_ key: SeriesKey, to text: inout String)
}

final class CounterSeries: CounterHandler, Series {
    private let count = Atomic<Int64>(0)

    var type: String { "counter" }

    func increment(by amount: Int64) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() {
        count.store(0, ordering: .relaxed)
    }

    func write(_ key: SeriesKey, to text: inout String) {
        text += key.line(value: "\(count.load(ordering: .relaxed))")
    }
}

final class GaugeSeries: RecorderHandler, MeterHandler, Series {
    private let value = Mutex<Double>(0)

    var type: String { "gauge" }

    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }

    func write(_ key: SeriesKey, to text: inout String) {
        text += key.line(value: "\(value.withLock { $0 })")
    }
}

/// Counts by bounds from a microsecond to 50 s where values are times.
final class HistogramSeries: RecorderHandler, TimerHandler, Series {
    private struct Counts {
        var buckets: [Int64]
        var count: Int64 = 0
        var sum = 0.0
    }

    /// Upper bounds, rising, in what the series tells.
    struct Bounds {
        let values: [Double]

        /// By 1, 2, 5 and their powers of ten.
        static let coarse = Bounds { _ in [1, 2, 5] }
        /// The same, and from 0.1 ms to 0.1 s so many between them that none is more than a third above the
        /// one before: delays that people feel are told apart there.
        static let fine = Bounds { decade in
            (2...4).contains(decade) ? [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8] : [1, 2, 5]
        }

        /// - Parameter steps: within a decade; decade 0 begins at a microsecond.
        private init(_ steps: (Int) -> [Double]) {
            values = (0..<8).flatMap { decade in
                let micros = repeatElement(10.0, count: decade).reduce(1, *)
                return steps(decade).map { $0 * micros / 1e6 }
            }
        }
    }

    /// Divisor of recorded values: nanoseconds become seconds.
    private let unit: Double
    private let bounds: [Double]
    private let counts: Mutex<Counts>

    init(unit: Double, _ bounds: Bounds = .coarse) {
        self.unit = unit
        self.bounds = bounds.values
        counts = Mutex(Counts(buckets: bounds.values.map { _ in 0 }))
    }

    var type: String { "histogram" }

    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration)) }

    func record(_ value: Double) {
        let value = value / unit
        counts.withLock { counts in
            counts.count += 1
            counts.sum += value
            if let index = bounds.firstIndex(where: { value <= $0 }) {
                counts.buckets[index] += 1
            }
        }
    }

    func write(_ key: SeriesKey, to text: inout String) {
        let counts = counts.withLock { $0 }
        var below: Int64 = 0
        for (bound, count) in zip(bounds, counts.buckets) {
            below += count
            text += key.line("_bucket", extra: "le=\"\(bound)\"", value: "\(below)")
        }
        text += key.line("_bucket", extra: "le=\"+Inf\"", value: "\(counts.count)")
        text += key.line("_sum", value: "\(counts.sum)")
        text += key.line("_count", value: "\(counts.count)")
    }
}
