extension Row: CustomStringConvertible {
    /// As it is printed while the bench runs.
    var description: String {
        var lines = [Self.line(name, "\(spread.map { "\($0)" } ?? "–") \(unit)", verdicts)]
        for other in others {
            let figure = Spread(other.values).map { "\($0) \(unit)" } ?? "–"
            let ratio = ratio(to: other.name).map { "gateway: \($0) of it" } ?? ""
            lines.append(Self.line("    \(other.name)", figure, ratio))
        }
        return lines.joined(separator: "\n")
    }

    private var verdicts: String {
        budgets.map { "\($0.text): \($0.verdict(on: self).text)" }.joined(separator: ", ")
    }

    private static func line(_ name: String, _ figure: String, _ rest: String) -> String {
        (name.padded(50) + figure.padded(34) + rest).trimmingTrailingSpace
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }

    fileprivate var trimmingTrailingSpace: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
