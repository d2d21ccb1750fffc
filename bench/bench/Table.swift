import TriptoGame
import Foundation
import GameState
import Rooms
import Glibc
import LiveStore
import Protocol
import StoreContracts
import Transport

/// A room with everybody seated, and a clock that is turned by hand.
final class Table {
    struct Figures {
        var clueUs = 0.0
        var brakeUs = 0.0
        var refusalUs = 0.0
        var patchBytes = 0.0
        /// Compressed.
        var wireBytes = 0.0
    }

    private let scheduler = ManualScheduler()
    private let room: Room<Tripto>
    private var host: Seat?
    private var players: [Seat] = []
    private let ear = PatchEar()
    private let deaf = DeafOutlet()

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
            joinToken: JoinToken("0123456789abc", madeAt: scheduler.now),
            settings: settings,
            createdAt: scheduler.now
        )
        let environment = BenchEnvironment(scheduler, live)
        let state = RoomState(version: 1, at: scheduler.now, game: Tripto(setup))
        // The store must hold what the room starts from.
        scheduler.turn {
            live.restore(
                RestoreRequest(
                    session: session,
                    joinCode: setup.joinCode,
                    snapshot: Snapshot(version: 1, state: LazyState(state)),
                    lastCommit: 1,
                    claimIDs: [.brake],
                    claims: [],
                    timers: []
                )
            ) { _ in }
        }
        var opened: Room<Tripto>?
        scheduler.turn {
            opened = Room(state, in: environment) { wish, _, done in
                scheduler.afterTurn { done(bank.content(for: wish)) }
            }
        }
        guard let opened else { preconditionFailure("no room") }
        room = opened
        for number in 0..<count {
            let id = PlayerID(rawValue: "p\(number)")
            guard let name = try? PlayerName("Player \(number)") else { continue }
            turn { $0.join(id, name: name) { _ in } }
            turn { [deaf, ear] room in
                let outlet: any FrameSink = number == 0 ? ear : deaf
                players.append(Self.seat(.player(id), in: room, outlet))
            }
        }
        turn { [deaf] room in host = Self.seat(.host, in: room, deaf) }
        turn { [deaf] room in _ = Self.seat(.tv, in: room, deaf) }
    }

    private static func seat(_ viewer: Viewer, in room: Room<Tripto>, _ outlet: any FrameSink)
        -> Seat
    {
        let id = ConnectionID(rawValue: "c\(viewer)")
        guard
            let seat = try? room.seat(
                viewer,
                connection: id,
                device: nil,
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
        var compressed: [Double] = []
        for _ in 0..<games {
            tell("HOST_START_GAME")
            for _ in 0..<10 {
                tell("HOST_SKIP")
                for _ in 0..<4 {
                    ear.forget()
                    clues.append(tell("HOST_SKIP"))
                    let weight = ear.weigh()
                    patches.append(Double(weight.plain))
                    compressed.append(Double(weight.compressed))
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
            clueUs: Self.median(clues),
            brakeUs: Self.median(brakes),
            refusalUs: Self.median(refusals),
            patchBytes: Self.median(patches),
            wireBytes: Self.median(compressed)
        )
    }

    /// By how much a clue's ten minutes are off after pauses, in ms: where its deadline stands, and
    /// where it runs out.
    func drift() -> Double {
        tell("HOST_START_GAME")
        tell("HOST_SKIP")
        guard var due = deadline else { return .infinity }
        for pauseMs in [1, 999, 60_001, 3_600_007] as [Int64] {
            scheduler.advance(byMs: 7_013)
            tell("HOST_PAUSE")
            scheduler.advance(byMs: pauseMs)
            tell("HOST_RESUME")
            due = due + pauseMs
        }
        guard let resumed = deadline else { return .infinity }
        scheduler.advance(byMs: resumed - scheduler.now - 1)
        guard deadline == resumed else { return -1 }
        scheduler.advance(byMs: 1)
        guard deadline != resumed else { return .infinity }
        return Double(resumed - due)
    }

    private var deadline: ServerTime? {
        room.state.game.timers.compactMap(\.deadline).min()
    }

    private static func median(_ values: [Double]) -> Double {
        Spread(values)?.median ?? 0
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
