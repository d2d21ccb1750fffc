/// Times of gateways from reading a pull to writing its acceptance, as their metrics have it: a
/// Prometheus histogram.
struct BrakeTimes {
    /// Acceptances that took no longer than so many µs; cumulative.
    private var counts: [Double: Int] = [:]

    /// - Parameter exposition: what `/metrics` says.
    init(_ exposition: String) {
        for line in exposition.split(separator: "\n") {
            let parts = line.split(separator: "\"")
            guard parts.count == 3, parts[0] == "gateway_brake_seconds_bucket{le=",
                let bound = Double(parts[1]),
                let count = Int(parts[2].drop { $0 != " " }.dropFirst())
            else { continue }
            counts[bound * 1e6] = count
        }
    }

    /// Over all of them.
    static func + (left: BrakeTimes, right: BrakeTimes) -> BrakeTimes {
        var sum = left
        sum.counts.merge(right.counts, uniquingKeysWith: +)
        return sum
    }

    /// The times since an earlier look.
    static func - (now: BrakeTimes, before: BrakeTimes) -> BrakeTimes {
        var since = now
        since.counts.merge(before.counts, uniquingKeysWith: -)
        return since
    }

    /// The least bound in µs that `percent` of all do not exceed: what they took at most.
    subscript(percent: Double) -> Double {
        let total = counts[.infinity] ?? 0
        let needed = Int((Double(total) * percent / 100).rounded(.up))
        return counts.filter { $0.value >= max(needed, 1) }.keys.min() ?? 0
    }
}
