/// Values in their order.
struct Percentiles {
    private let sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    var max: Double { sorted.last ?? 0 }

    /// The least value that `percent` of all do not exceed; 0 when there is none.
    subscript(percent: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let rank = (Double(sorted.count) * percent / 100).rounded(.up)
        return sorted[Swift.max(0, Int(rank) - 1)]
    }
}
