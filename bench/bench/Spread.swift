import Foundation

/// The median of the rounds, and how far they lay apart.
struct Spread: CustomStringConvertible {
    var median: Double
    var least: Double
    var greatest: Double

    /// Nil without a round.
    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let middle = sorted.count / 2
        median =
            sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        (least, greatest) = (first, last)
    }

    var description: String {
        guard least < greatest else { return Self.text(median) }
        return "\(Self.text(median)) (\(Self.text(least))–\(Self.text(greatest)))"
    }

    /// Three digits that say something.
    static func text(_ value: Double) -> String {
        switch abs(value) {
        case 100...: String(format: "%.0f", value)
        case 10...: String(format: "%.1f", value)
        case _: String(format: "%.2f", value)
        }
    }
}
