import Content
import Foundation
import GameState
import Gateway
import Glibc
import LiveStore
import Protocol
import StoreContracts
import Transport
import WebSocket

/// What a whole room costs, without sockets: reading is a parsed message in, answering is frames out.
///
/// No peer does this work; it is held to the budget instead of a floor. A room of players, a host and
/// a screen on an in-process store whose outbox is nowhere.
enum RoomWork {
    static func rows(rounds: Int, scale: Int) throws -> [Row] {
        let bank = try PackageBank.bundled()
        var rows: [Row] = []
        for (players, budgetUs) in [(20, 60.0), (500, nil)] {
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
                    floor: [],
                    gateway: runs.map(value),
                    budget: budget
                )
            }
            rows += [
                row("commit of the next clue", "µs", budgetUs) { $0.clueUs },
                row("its patch to a player", "bytes", 400) { $0.patchBytes },
                row("commit of a brake", "µs", budgetUs) { $0.brakeUs },
                row("a pull that is refused", "µs", 3) { $0.refusalUs },
            ]
        }
        return rows
    }
}

/// A room with everybody seated, and a clock that is turned by hand.
private final class Table {
    struct Figures {
        var clueUs = 0.0
        var brakeUs = 0.0
        var refusalUs = 0.0
        var patchBytes = 0.0
    }

    private let scheduler = ManualScheduler()
    private let room: Room<Tripto>
    private var host: Seat?
    private var players: [Seat] = []
    private let ear = Ear()
    private let deaf = Deaf()

    init(players count: Int, bank: PackageBank) {
        let scheduler = scheduler
        let session = SessionID(rawValue: "0123456789abcdef")
        let live = InProcessLiveStore(
            core: InProcessCore(),
            scheduler: scheduler,
            execute: { work in scheduler.afterTurn(work) },
            outbox: { _, done in done(.success(())) }
        )
        let json = JSONObject([
            (key: "maxPlayers", value: .int(500)), (key: "destinationsCount", value: .int(10)),
            (key: "seed", value: .int(7)), (key: "followupsPerDestination", value: .int(0)),
            (
                key: "timings",
                value: .object([
                    "clue": .int(600_000), "brakeAnswer": .int(600_000), "intro": .int(600_000),
                ])
            ),
        ])
        guard let settings = try? Tripto.Settings(json, randomSeed: 7) else {
            preconditionFailure("settings")
        }
        let setup = SessionSetup(
            session: session,
            joinCode: "ABC234",
            joinURL: "https://play.example/join",
            settings: settings,
            createdAt: scheduler.now
        )
        let ports = RoomPorts<Tripto>(
            scheduler: scheduler,
            live: live,
            fetchContent: { wish, done in
                scheduler.afterTurn { done(bank.choose(wish).map { RoundContent($0) }) }
            },
            makeJoinURL: { "https://play.example/join" },
            makeClipLink: { "/\($0)/\($1)" },
            fetchArchived: { _ in preconditionFailure("nothing is lost here") },
            randomNumber: { 1 },
            didEnd: {}
        )
        let state = RoomState(version: 1, at: scheduler.now, game: Tripto(setup))
        // The store must hold what the room starts from.
        scheduler.turn {
            live.restore(
                Restoration(
                    session: session,
                    joinCode: setup.joinCode,
                    snapshot: Snapshot(version: 1, state: EncodedState(state)),
                    lastStep: 1,
                    timers: []
                )
            ) { _ in }
        }
        var opened: Room<Tripto>?
        scheduler.turn { opened = Room(state, ports: ports) }
        guard let opened else { preconditionFailure("no room") }
        room = opened
        for number in 0..<count {
            let id = PlayerID(rawValue: "p\(number)")
            guard let name = try? PlayerName("Player \(number)") else { continue }
            turn { $0.join(id, name: name) { _ in } }
            turn { [deaf, ear] room in
                let outlet: any Outlet = number == 0 ? ear : deaf
                players.append(Self.seat(.player(id), in: room, outlet))
            }
        }
        turn { [deaf] room in host = Self.seat(.host, in: room, deaf) }
        turn { [deaf] room in _ = Self.seat(.tv, in: room, deaf) }
    }

    private static func seat(_ viewer: Viewer, in room: Room<Tripto>, _ outlet: any Outlet) -> Seat
    {
        let id = ConnectionID(rawValue: "c\(viewer)")
        guard
            let seat = try? room.seat(
                viewer,
                connection: id,
                outlet: outlet,
                lastVersion: nil,
                clientTime: nil
            )
        else { preconditionFailure("no seat for \(viewer)") }
        return seat
    }

    /// Plays games of clues and brakes, and takes the CPU time of every step.
    func run(games: Int) -> Figures {
        var clues: [Double] = []
        var brakes: [Double] = []
        var refusals: [Double] = []
        var patches: [Double] = []
        for _ in 0..<games {
            tell("HOST_START_GAME")
            for _ in 0..<10 {
                tell("HOST_SKIP")
                for _ in 0..<4 {
                    ear.patchBytes = 0
                    clues.append(tell("HOST_SKIP"))
                    patches.append(Double(ear.patchBytes))
                }
                scheduler.advance(byMs: 2_001)
                brakes.append(pull(players[0]))
                refusals.append(pullByAll())
                tell("HOST_SKIP")
                tell("HOST_SKIP")
                tell("HOST_SKIP")
            }
            tell("HOST_SKIP")
        }
        return Figures(
            clueUs: Row.median(clues),
            brakeUs: Row.median(brakes),
            refusalUs: Row.median(refusals),
            patchBytes: Row.median(patches)
        )
    }

    @discardableResult
    private func tell(_ type: String) -> Double {
        guard let host else { return 0 }
        let message = Self.message(type)
        return measured { room in room.receive(message, from: host) }
    }

    private func pull(_ seat: Seat) -> Double {
        let message = Self.message("BRAKE_PULL")
        return measured { room in room.receive(message, from: seat) }
    }

    private func pullByAll() -> Double {
        let message = Self.message("BRAKE_PULL")
        let others = players.dropFirst()
        return measured { room in for seat in others { room.receive(message, from: seat) } }
            / Double(others.count)
    }

    private static func message(_ type: String) -> ClientMessage {
        let bytes = Array(#"{"type":"\#(type)","payload":{"atClientMs":1}}"#.utf8)
        guard let message = try? bytes.withUnsafeBytes({ try ClientMessage($0) }) else {
            preconditionFailure("a message that can't be read: \(type)")
        }
        return message
    }

    private func turn(_ body: (Room<Tripto>) -> Void) {
        scheduler.turn { body(room) }
    }

    /// CPU time of this process for one turn, in µs.
    private func measured(_ body: (Room<Tripto>) -> Void) -> Double {
        var before = timespec()
        var after = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before)
        turn(body)
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after)
        return Double(after.tv_sec - before.tv_sec) * 1e6
            + Double(after.tv_nsec - before.tv_nsec) / 1e3
    }
}

/// A client that takes what comes.
private final class Deaf: Outlet {
    func send(_ frames: OutboundBytes) {}
    func close(_ code: CloseCode, reason: String) {}
}

/// A client that measures the patches it gets.
private final class Ear: Outlet {
    var patchBytes = 0

    func send(_ frames: OutboundBytes) {
        frames.withUnsafeBytes { bytes in
            var input = Array(bytes)
            input.withUnsafeMutableBytes { raw in
                var buffer = raw
                var reader = MessageReader(
                    endpoint: .client,
                    limits: MessageLimits(maxMessageBytes: 1 << 20)
                )
                while let event = try? reader.next(&buffer), case .text(let message) = event {
                    if message.starts(with: #"{"type":"STATE_PATCH""#.utf8) {
                        patchBytes += message.count
                    }
                }
            }
        }
    }

    func close(_ code: CloseCode, reason: String) {}
}
