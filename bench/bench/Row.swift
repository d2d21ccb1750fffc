/// One figure of one work, measured in rounds: the gateway's, and others' for the same.
struct Row {
    /// One contender's needs, a value for each round.
    struct Series {
        var name: String
        var values: [Double]
        /// Time by the clock per unit in µs, where that says something.
        var wall: [Double] = []
    }

    var name: String
    var unit: String
    var isMoreBetter = false
    var gateway: Series
    /// In the same rounds, so that a ratio can be taken in each.
    var others: [Series] = []
    var budgets: [Budget] = []

    /// A row of the gateway's alone, or against what sets its bounds.
    init(
        name: String,
        unit: String,
        floor: (name: String, values: [Double])? = nil,
        gateway: [Double],
        budget: Budget? = nil,
        isMoreBetter: Bool = false
    ) {
        self.name = name
        self.unit = unit
        self.isMoreBetter = isMoreBetter
        self.gateway = Series(name: Contender.gateway.name, values: gateway)
        others = floor.map { [Series(name: $0.name, values: $0.values)] } ?? []
        budgets = budget.map { [$0] } ?? []
    }

    /// A row of many contenders, the gateway first.
    init(name: String, unit: String, series: [Series], budgets: [Budget]) {
        self.name = name
        self.unit = unit
        gateway = series[0]
        others = Array(series.dropFirst())
        self.budgets = budgets
    }

    var spread: Spread? { Spread(gateway.values) }

    /// The gateway's part of another's figure, taken in each round; nil when it was not there.
    func ratio(to name: String) -> Spread? {
        guard let other = others.first(where: { $0.name == name }) else { return nil }
        return Spread(
            zip(gateway.values, other.values).filter { $0.1 > 0 }.map { $0.0 / $0.1 }
        )
    }

    /// A name for its picture's file.
    var slug: String {
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.joined(separator: "-")
    }
}
