import Protocol

/// Counts of values from 0 up, log-linear: exact to 63, above that to one part in 32.
///
/// Each power of two is cut into 32 cells, so a percentile is at most 3.2 % too high, and a histogram
/// is 15 KiB whatever it has seen. After G. Tene's HdrHistogram.
struct Histogram: Sendable, Equatable {
    private static let cellBits = 5
    private static let cellsPerOctave = 1 << cellBits
    /// Larger values count as this one: 2^58 microseconds are nine thousand years.
    private static let maxValue: Int64 = 1 << 58 - 1

    private var counts: [UInt64] = []
    private(set) var count: UInt64 = 0
    private(set) var max: Int64 = 0

    var isEmpty: Bool { count == 0 }

    /// Counts one value; a negative one, of clocks that disagree, counts as 0.
    mutating func record(_ value: Int64) {
        let value = Swift.min(Swift.max(value, 0), Self.maxValue)
        let cell = Self.cell(of: value)
        if cell >= counts.count { counts += repeatElement(0, count: cell + 1 - counts.count) }
        counts[cell] += 1
        max = Swift.max(max, value)
        count += 1
    }

    mutating func merge(_ other: Histogram) {
        if other.counts.count > counts.count {
            counts += repeatElement(0, count: other.counts.count - counts.count)
        }
        for (cell, more) in other.counts.enumerated() { counts[cell] += more }
        max = Swift.max(max, other.max)
        count += other.count
    }

    /// The least value that `percent` of all do not exceed, to the cell's upper end; 0 when empty.
    func percentile(_ percent: Double) -> Int64 {
        guard count > 0 else { return 0 }
        let wanted = Swift.max(1, UInt64((Double(count) * percent / 100).rounded(.up)))
        var seen: UInt64 = 0
        for (cell, more) in counts.enumerated() {
            seen += more
            if seen >= wanted { return Swift.min(Self.values(of: cell).upperBound, max) }
        }
        return max
    }

    /// Microseconds as one line: "p50 310 µs · p95 … · max … · n 120".
    var summary: String {
        guard !isEmpty else { return "none" }
        return "p50 \(Line.time(percentile(50))) · p95 \(Line.time(percentile(95))) · "
            + "p99 \(Line.time(percentile(99))) · max \(Line.time(max)) · n \(count)"
    }

    /// For `--json`.
    var json: JSONValue {
        .object([
            "count": .int(Int64(clamping: count)), "p50": .int(percentile(50)),
            "p95": .int(percentile(95)), "p99": .int(percentile(99)), "max": .int(max),
        ])
    }

    private static func cell(of value: Int64) -> Int {
        let exact = Int64(cellsPerOctave * 2)
        guard value >= exact else { return Int(value) }
        let shift = (Int64.bitWidth - 1 - value.leadingZeroBitCount) - cellBits
        return shift * cellsPerOctave + Int(value >> Int64(shift))
    }

    private static func values(of cell: Int) -> ClosedRange<Int64> {
        guard cell >= cellsPerOctave * 2 else { return Int64(cell)...Int64(cell) }
        let shift = Int64(cell / cellsPerOctave - 1)
        let lower = Int64(cell - Int(shift) * cellsPerOctave) << shift
        return lower...(lower + (1 << shift) - 1)
    }
}
