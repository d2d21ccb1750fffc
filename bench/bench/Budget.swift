import Foundation

/// The bound that a row is held to.
enum Budget {
    case atMost(Double)
    case atLeast(Double)
    /// At most so much of what another needed for the same in the same round.
    case share(Double, of: String)

    static func share(_ limit: Double, of contender: Contender) -> Budget {
        .share(limit, of: contender.name)
    }

    var text: String {
        switch self {
        case .atMost(let limit): "≤ \(number(limit))"
        case .atLeast(let limit): "≥ \(number(limit))"
        case .share(let limit, let name): "≤ \(number(limit)) × \(name)"
        }
    }

    private func number(_ value: Double) -> String {
        String(format: "%g", value)
    }

    enum Verdict {
        case met
        case missed
        /// Whom it compares with was not there.
        case open

        var text: String {
            switch self {
            case .met: "met"
            case .missed: "**missed**"
            case .open: "open"
            }
        }
    }

    /// Judges by medians.
    func verdict(on row: Row) -> Verdict {
        switch self {
        case .atMost(let limit):
            guard let spread = row.spread else { return .open }
            return spread.median <= limit ? .met : .missed
        case .atLeast(let limit):
            guard let spread = row.spread else { return .open }
            return spread.median >= limit ? .met : .missed
        case .share(let limit, let name):
            guard let ratio = row.ratio(to: name) else { return .open }
            return ratio.median <= limit ? .met : .missed
        }
    }
}
