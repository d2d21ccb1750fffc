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
    private(set) var sum: Int64 = 0
    private(set) var min: Int64 = 0
    private(set) var max: Int64 = 0

    var isEmpty: Bool { count == 0 }
    var mean: Double { count == 0 ? 0 : Double(sum) / Double(count) }

    /// Counts one value; a negative one, of clocks that disagree, counts as 0.
    mutating func record(_ value: Int64) {
        let value = Swift.min(Swift.max(value, 0), Self.maxValue)
        let cell = Self.cell(of: value)
        if cell >= counts.count {
            counts += repeatElement(0, count: cell + 1 - counts.count)
        }
        counts[cell] += 1
        min = count == 0 ? value : Swift.min(min, value)
        max = Swift.max(max, value)
        count += 1
        sum &+= value
    }

    mutating func merge(_ other: Histogram) {
        guard other.count > 0 else { return }
        if other.counts.count > counts.count {
            counts += repeatElement(0, count: other.counts.count - counts.count)
        }
        for (cell, more) in other.counts.enumerated() { counts[cell] += more }
        min = count == 0 ? other.min : Swift.min(min, other.min)
        max = Swift.max(max, other.max)
        count += other.count
        sum &+= other.sum
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

    /// Counts of the octaves, without the empty ones at both ends.
    var octaves: [(values: ClosedRange<Int64>, count: UInt64)] {
        guard count > 0 else { return [] }
        var octaves: [(values: ClosedRange<Int64>, count: UInt64)] = []
        var upper: Int64 = 1
        var cell = 0
        while cell < counts.count {
            var inside: UInt64 = 0
            while cell < counts.count, Self.values(of: cell).upperBound <= upper {
                inside += counts[cell]
                cell += 1
            }
            octaves.append((values: (upper == 1 ? 0 : (upper + 1) / 2)...upper, count: inside))
            upper = upper * 2 + 1
        }
        while octaves.first?.count == 0 { octaves.removeFirst() }
        return octaves
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
