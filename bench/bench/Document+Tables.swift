extension Document {
    /// Ratios, then figures, then time by the clock where many were measured; else one table.
    func tables(_ section: Section) -> [String] {
        guard section.rows.contains(where: { $0.others.count > 1 }) else {
            return [ownTable(section.rows)]
        }
        let names = Self.names(section.rows)
        let ratios = Self.table(
            ["The gateway's part of", "budget"] + names,
            section.rows.map { row in
                [row.name, budgets(of: row)] + names.map { row.ratio(to: $0).text }
            }
        )
        let figures = Self.table(
            ["Per unit", "unit", Contender.gateway.name] + names,
            section.rows.map { row in
                [row.name, row.unit, row.spread.text]
                    + names.map { Self.series($0, row).flatMap { Spread($0.values) }.text }
            }
        )
        let walls = Self.table(
            ["Time by the clock, µs per unit", Contender.gateway.name] + names,
            section.rows.filter { !$0.gateway.wall.isEmpty }.map { row in
                [row.name, Spread(row.gateway.wall).text]
                    + names.map { Self.series($0, row).flatMap { Spread($0.wall) }.text }
            }
        )
        return [ratios, figures, walls]
    }

    private func ownTable(_ rows: [Row]) -> String {
        Self.table(
            ["", "unit", Contender.gateway.name, "beside it", "ratio", "budget"],
            rows.map { row in
                let other = row.others.first
                let beside = other.map { "\($0.name): \(Spread($0.values).text)" } ?? ""
                let ratio = other.map { row.ratio(to: $0.name).text } ?? ""
                return [row.name, row.unit, row.spread.text, beside, ratio, budgets(of: row)]
            }
        )
    }

    private func budgets(of row: Row) -> String {
        row.budgets.map { "\($0.text): \($0.verdict(on: row).text)" }.joined(separator: "<br>")
    }

    /// Everyone beside the gateway, in the order of their first row.
    private static func names(_ rows: [Row]) -> [String] {
        rows.flatMap(\.others).map(\.name).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    private static func series(_ name: String, _ row: Row) -> Row.Series? {
        row.others.first { $0.name == name }
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        let lines = [head, head.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}
