extension BarChart {
    /// A row whose figure others gave too; nil where it has nobody to stand beside.
    init?(_ row: Row) {
        guard !row.others.isEmpty else { return nil }
        title = row.name
        caption = "\(row.unit), \(row.isMoreBetter ? "more" : "less") is better"
        bars = ([row.gateway] + row.others).compactMap { series in
            guard let spread = Spread(series.values) else { return nil }
            return Bar(
                label: series.name,
                spread: spread,
                isOurs: series.name == row.gateway.name
            )
        }
    }

    /// Rows that are held to a figure: how much of it they use.
    init?(title: String, budgetsOf rows: [Row]) {
        self.title = title
        caption = "share of the budget in %, less is better"
        limit = 100
        bars = rows.compactMap { row in
            guard let spread = row.budgets.lazy.compactMap({ $0.use(by: row) }).first else {
                return nil
            }
            return Bar(label: row.name, spread: spread, isOurs: true)
        }
        guard !bars.isEmpty else { return nil }
    }
}

extension Budget {
    /// The part that a row uses, in percent; nil where there is nothing to use, or it is another's
    /// figure that counts.
    fileprivate func use(by row: Row) -> Spread? {
        switch self {
        case .atMost(0), .share: nil
        case .atMost(let limit): Spread(row.gateway.values.map { $0 / limit * 100 })
        case .atLeast(let limit): Spread(row.gateway.values.map { limit / $0 * 100 })
        }
    }
}
