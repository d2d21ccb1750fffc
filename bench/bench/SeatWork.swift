import Foundation
import GatewayClient
import Protocol

/// Rooms of ten players, a host and a screen on a whole gateway with its archive: what a seat takes,
/// what a living room's pace costs, and what coming back does.
enum SeatWork {
    /// Half of what a core is to carry: what many rooms share in a wake-up, few do not.
    private static let rooms = 1_000
    private static let playersPerRoom = 10
    private static let idleSeconds = 5.0
    private static let restSeconds = 1.0
    private static let playSeconds = 12.0
    private static let pullEveryMs: Int64 = 2_000
    private static let pauseEveryMs: Int64 = 3_000
    /// Nothing goes on by itself meanwhile.
    private static let settings: JSONObject = [
        "destinationsCount": .int(3),
        "timings": .object(["intro": .int(600_000), "clue": .int(600_000)]),
    ]

    private struct Figures {
        var seatBytes: Double
        var idleUs: Double
        var roomsPerCore: Double
        var resumeUs: Double
        var resumeBytes: Double
        var snapshots: Double
    }

    static func rows(_ executables: Executables, rounds: Int, scale: Int) throws -> [Row] {
        let runs = try (0..<rounds).map { round in
            Progress.show("rooms on the wire: round \(round + 1) of \(rounds)")
            return try run(executables, rooms: rooms / scale)
        }
        Progress.clear()
        func row(
            _ name: String,
            _ unit: String,
            _ budgets: [Budget] = [],
            isMoreBetter: Bool = false,
            _ value: (Figures) -> Double
        ) -> Row {
            var row = Row(
                name: name,
                unit: unit,
                gateway: runs.map(value),
                isMoreBetter: isMoreBetter
            )
            row.budgets = budgets
            return row
        }
        return [
            row("seated in a room: memory of a connection", "B", [.atMost(2_048)]) { $0.seatBytes },
            row("seated in a room: CPU of an idle connection", "µs/s", [.atMost(4.7 / 4)]) {
                $0.idleUs
            },
            row(
                "rooms of ten per core, at a living room's pace",
                "rooms",
                [.atLeast(2_000)],
                isMoreBetter: true
            ) { $0.roomsPerCore },
            row("back in a room: connect, upgrade, resume", "µs") { $0.resumeUs },
            row("back in a room: what was missed", "B") { $0.resumeBytes },
            row("back in a room: snapshots in place of patches", "", [.atMost(0)]) {
                $0.snapshots
            },
        ]
    }

    private static func run(_ executables: Executables, rooms: Int) throws -> Figures {
        let server = try ServerProcess(.contender(.gateway, executables, nil))
        let crowd = GuestCrowd(port: server.port)
        defer { crowd.leave() }
        let sessions = try crowd.open(rooms, settings: .object(settings))
        crowd.sit(try crowd.seats(of: .host, in: sessions))
        crowd.sit(try crowd.seats(of: .tv, in: sessions))
        let players = try crowd.seats(of: .player, perRoom: playersPerRoom, in: sessions)
        Thread.sleep(forTimeInterval: restSeconds)
        let before = server.memoryBytes
        crowd.sit(players)
        Thread.sleep(forTimeInterval: restSeconds)
        let seatBytes = Double(server.memoryBytes - before) / Double(players.count)
        let idleNs = cpuNs(of: server) { Thread.sleep(forTimeInterval: idleSeconds) }
        let connectionSeconds = Double(rooms * (playersPerRoom + 2)) * idleSeconds

        crowd.hostsSay("HOST_START_GAME")
        Thread.sleep(forTimeInterval: restSeconds)
        var heard = GuestCrowd.Heard()
        let playNs = cpuNs(of: server) {
            heard = crowd.play(
                forMs: Int64(playSeconds * 1_000),
                pullEveryMs: pullEveryMs,
                pauseEveryMs: pauseEveryMs
            )
        }
        guard heard.others * 10 > heard.commands * 8 else {
            throw ClientFailure.unexpected(
                "\(heard.commands) commands, and \(heard.others) answers"
            )
        }
        var back = GuestCrowd.Heard()
        let resumeNs = cpuNs(of: server) {
            back = crowd.dropPlayers(while: "HOST_SKIP")
        }
        return Figures(
            seatBytes: seatBytes,
            idleUs: Double(idleNs) / 1_000 / connectionSeconds,
            roomsPerCore: Double(rooms) / (Double(playNs) / 1e9 / playSeconds),
            resumeUs: Double(resumeNs) / 1_000 / Double(players.count),
            resumeBytes: Double(back.bytes) / Double(players.count),
            snapshots: Double(back.snapshots)
        )
    }

    private static func cpuNs(of server: ServerProcess, _ work: () -> Void) -> Int64 {
        let before = server.cpuNs
        work()
        return server.cpuNs - before
    }
}
