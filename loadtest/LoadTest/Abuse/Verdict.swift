/// The outcome of one scenario, held against its laws.
struct Verdict {
    /// The most by which an attack may slow the witness down, at the 99th percentile.
    static let maxRatio = 2.0
    /// Below this nobody notices, and a busy scheduler alone does it.
    static let floorUs: Int64 = 5_000
    /// The most that memory may rise from the first round's end to the last one's.
    static let maxRiseKiB = 4 * 1024
    /// The most that it may rise in all: the allocator keeps some of the highest tide.
    static let maxGrowthKiB = 64 * 1024
    /// Descriptors that may be left: a store opens files as it likes.
    static let maxLeftDescriptors = 4
    /// Lines in the log, each round, whatever comes.
    static let maxLogLines = 20

    var quiet: [Histogram] = []
    var attacked: [Histogram] = []
    /// Beside a load of the attackers' size that is aimed at a sink; measured where it is needed.
    var control: [Histogram] = []
    /// Under attack, from the host's command through its commit to a player's patch.
    var commands = Histogram()
    var residentKiB: [Int] = []
    var beforeKiB = 0
    /// Of a core, by the attackers.
    var share = 0.0
    var breaches: [String] = []

    var quietP99: Int64 { Self.calmest(quiet) }
    var attackedP99: Int64 { Self.calmest(attacked) }
    var controlP99: Int64? { control.isEmpty ? nil : Self.calmest(control) }
    var ratio: Double { Double(attackedP99) / Double(max(quietP99, 1)) }

    /// The lowest of all rounds' 99th percentiles. Other work on the machine only ever adds to one, and a
    /// gateway that an attack hurts is hurt in every round.
    private static func calmest(_ rounds: [Histogram]) -> Int64 {
        rounds.map { $0.percentile(99) }.min() ?? 0
    }

    var isSlow: Bool {
        let calm = max(quietP99, controlP99 ?? 0)
        return attackedP99 > max(Self.floorUs, Int64(Double(calm) * Self.maxRatio))
    }

    mutating func judge() {
        if isSlow {
            breaches.append(
                "the witness is slower: p99 \(Line.time(attackedP99)), quiet "
                    + "\(Line.time(quietP99)), beside a sink \(Line.time(controlP99 ?? 0))"
            )
        }
        guard let first = residentKiB.first, let last = residentKiB.last else { return }
        if last - first > Self.maxRiseKiB {
            breaches.append("memory rises from round to round: \(residentKiB) KiB")
        }
        if last - beforeKiB > Self.maxGrowthKiB {
            breaches.append("memory stays high: \(beforeKiB) KiB before, \(last) KiB after")
        }
    }
}
