import TriptoGame
import Foundation

/// The price of a whole room, without sockets: reading is a parsed message in, answering is frames out.
///
/// No peer does this work; it is held to the budget instead of a floor. A room of players, a host and
/// a screen on an in-process store whose outbox is nowhere.
enum RoomWork {
    static func rows(rounds: Int, scale: Int) throws -> [Row] {
        let bank = try PackageBank.bundled()
        var rows: [Row] = []
        let crowds: [(players: Int, clueUs: Double?, brakeUs: Double)] = [
            (20, 60, 60), (500, nil, 150),
        ]
        for (players, clueUs, brakeUs) in crowds {
            let runs = (0..<rounds).map { round in
                Progress.show("a room of \(players): round \(round + 1) of \(rounds)")
                let table = Table(players: players, bank: bank)
                return table.run(games: max(1, (players == 20 ? 100 : 10) / scale))
            }
            Progress.clear()
            func row(
                _ what: String,
                _ unit: String,
                _ budget: Double?,
                _ value: (Table.Figures) -> Double
            ) -> Row {
                Row(
                    name: "room of \(players): \(what)",
                    unit: unit,
                    gateway: runs.map(value),
                    budget: budget.map(Budget.atMost)
                )
            }
            rows += [
                row("commit of the next clue", "µs", clueUs) { $0.clueUs },
                row("its patch to a player", "bytes", 400) { $0.patchBytes },
                row("its patch, compressed for a browser", "bytes", 400) { $0.wireBytes },
                row("commit of a brake", "µs", brakeUs) { $0.brakeUs },
                row("a pull that is refused", "µs", 3) { $0.refusalUs },
            ]
        }
        let drifts = (0..<rounds).map { _ in Table(players: 5, bank: bank).drift() }
        rows.append(
            Row(
                name: "ten-minute timer, paused and resumed: drift",
                unit: "ms",
                gateway: drifts,
                budget: .atMost(0)
            )
        )
        return rows
    }
}
