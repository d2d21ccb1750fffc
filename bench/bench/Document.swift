import Foundation

/// The measurements, as a page with a picture for each work.
struct Document {
    var machine: Machine
    var command: String
    var date: Date
    var rounds: Int
    var field: Field
    var sections: [Section]

    /// Writes the page, and its pictures into a folder of the same name beside it.
    func write(to file: URL) throws {
        let folder = file.deletingPathExtension()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let old = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        for picture in old where picture.pathExtension == "svg" {
            try FileManager.default.removeItem(at: picture)
        }
        for (name, chart) in sections.flatMap(charts) {
            let picture = folder.appending(path: "\(name).svg")
            try Data(chart.svg.utf8).write(to: picture)
        }
        let page = text(pictures: folder.lastPathComponent)
        try Data(page.utf8).write(to: file)
    }

    /// A picture for each work with others to stand beside, one for a section's own budgets.
    private func charts(of section: Section) -> [(name: String, chart: BarChart)] {
        let compared = section.rows.compactMap { row in
            BarChart(row).map { (name: row.slug, chart: $0) }
        }
        let own = section.rows.filter(\.others.isEmpty)
        let budgets = BarChart(title: "\(section.title): budgets", budgetsOf: own)
        return compared + (budgets.map { [(name: section.slug, chart: $0)] } ?? [])
    }

    // MARK: The page

    private func text(pictures folder: String) -> String {
        let pages = sections.map { section in
            let pictures = charts(of: section).map {
                "![\($0.chart.title)](\(folder)/\($0.name).svg)"
            }
            return (["## \(section.title)", section.text] + tables(section) + pictures)
                .joined(separator: "\n\n")
        }
        return ([head, howToRead, apart, verdicts] + pages).joined(separator: "\n\n") + "\n"
    }

    private var head: String {
        let day = date.formatted(.iso8601.year().month().day())
        let versions = field.peers.map { "\($0.name): \(field.versions[$0] ?? "")" }
        let absent = field.absent.map { "\($0.peer.name) is absent: \($0.reason)" }
        let peers = (versions + absent).map { "- \($0)" }.joined(separator: "\n")
        return """
            # Benchmarks

            Written by `\(command)` on \(day). Machine: \(machine.description) when it began.

            \(peers.isEmpty ? "No peers took part." : peers)
            """
    }

    /// Names what another command measures.
    private var apart: String {
        "Frames of the TV's page on a slow CPU: [frames](benchmarks/frames.md), by `scripts/frames`."
    }

    private var howToRead: String {
        """
        **How to read it.** What counts is the server's CPU time per unit of work, user and system \
        together, as the kernel accounts it to the server's process: with the clients on the same \
        machine, time by the clock says more about the machine. Every server works on one thread. \
        In each of \(rounds) rounds all of them do the same work one after the other, each round \
        beginning with another; a figure is the median of the rounds, the least and the greatest \
        in parentheses. A ratio is taken within each round, the gateway's figure over the other's; \
        below 1 the gateway needs less (above 1 it does more, where a rate is counted). Judged are \
        medians. Gateways with rooms in them, storms and \
        timers have three rounds at most, living rooms one. The *floor* is a bare epoll server in \
        C that checks nothing. Over TLS all speak 1.3 with the same ECDSA P-256 certificate and \
        AES-128-GCM; nobody compresses. uWebSockets is called from C.
        """
    }

    private var verdicts: String {
        let judged = sections.flatMap(\.rows).flatMap { row in
            row.budgets.map { (row: row, budget: $0, verdict: $0.verdict(on: row)) }
        }
        let met = judged.count { $0.verdict == .met }
        let rest = judged.filter { $0.verdict != .met }.map { row, budget, verdict in
            let figure: Spread? =
                switch budget {
                case .atMost, .atLeast: row.spread
                case .share(_, let name): row.ratio(to: name)
                }
            return "- \(row.name), \(budget.text): \(verdict.text), \(figure.text)"
        }
        return
            (["## Budgets", "\(met) of \(judged.count) are met."]
            + (rest.isEmpty ? [] : [rest.joined(separator: "\n")])).joined(separator: "\n\n")
    }
}

extension Section {
    fileprivate var slug: String { title.lowercased().replacing(" ", with: "-") }
}

extension Optional<Spread> {
    var text: String { map { "\($0)" } ?? "–" }
}
