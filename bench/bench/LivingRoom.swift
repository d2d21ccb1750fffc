import Content
import Foundation
import GameState
import Gateway
import LiveStore
import Protocol
import Transport
import WebSocket

/// A room of a host and four players with a timer that runs, and nobody who does anything.
///
/// Confined to its loop.
final class LivingRoom: Outlet {
    private static let players = 4

    /// When its timer was told to the host, against when it was due.
    struct Told {
        /// Milliseconds; the clock counts whole ones.
        var lateMs: Double
        var isEarly: Bool
    }

    private let loop: EventLoop
    private let dueAt: ServerTime
    private let clock: FineClock
    private var room: Room<Tripto>?
    private var seats: [Seat] = []
    private let deaf = DeafOutlet()
    private var whenReady: ((LivingRoom) -> Void)?
    private var armed: (due: ServerTime, version: Int64)?
    private(set) var told: Told?

    /// - Parameter number: another for each room.
    init(
        _ number: Int,
        on loop: EventLoop,
        _ clock: FineClock,
        _ live: any LiveStore,
        _ bank: PackageBank,
        dueAt: ServerTime,
        whenReady: @escaping (LivingRoom) -> Void
    ) {
        self.loop = loop
        self.dueAt = dueAt
        self.clock = clock
        self.whenReady = whenReady
        let session = SessionID(rawValue: String(format: "%016x", number + 1))
        let state = RoomState(
            version: 1,
            at: loop.now,
            game: Tripto(
                SessionSetup(
                    session: session,
                    joinCode: String(format: "%06X", number),
                    joinURL: "https://play.example/join",
                    settings: Self.settings(introMs: dueAt - loop.now),
                    createdAt: loop.now
                )
            )
        )
        let ports = RoomPorts<Tripto>(
            scheduler: loop,
            live: live,
            fetchContent: { wish, done in loop.afterTurn { done(bank.choose(wish)) } },
            makeJoinURL: { "https://play.example/join" },
            fetchArchived: { _ in preconditionFailure("nothing is lost here") },
            randomNumber: { .random(in: .min ... .max) },
            didEnd: {}
        )
        live.restore(
            Restoration(
                session: session,
                joinCode: state.game.lobby.joinCode,
                snapshot: Snapshot(version: 1, state: EncodedState(state)),
                timers: []
            )
        ) { [self] result in
            guard case .success = result else { preconditionFailure("no session: \(result)") }
            room = Room(state, ports: ports)
            join(0)
        }
    }

    private static func settings(introMs: Int64) -> Tripto.Settings {
        let longest: Int64 = 600_000
        let json = JSONObject([
            (key: "destinationsCount", value: .int(3)), (key: "seed", value: .int(7)),
            (
                key: "timings",
                value: .object(["intro": .int(min(introMs, longest)), "clue": .int(longest)])
            ),
        ])
        guard let settings = try? Tripto.Settings(json, randomSeed: 7) else {
            preconditionFailure("settings")
        }
        return settings
    }

    private func join(_ number: Int) {
        guard number < Self.players else { return begin() }
        guard let name = try? PlayerName("Player \(number)") else { return }
        room?.join(PlayerID(rawValue: "p\(number)"), name: name) { [self] result in
            guard case .success = result else { preconditionFailure("no player: \(result)") }
            join(number + 1)
        }
    }

    private func begin() {
        for number in 0..<Self.players {
            seat(.player(PlayerID(rawValue: "p\(number)")), deaf)
        }
        let host = seat(.host, self)
        let bytes = Array(#"{"type":"HOST_START_GAME","payload":{}}"#.utf8)
        guard let message = try? bytes.withUnsafeBytes({ try ClientMessage($0) }) else {
            preconditionFailure("a message that can't be read")
        }
        room?.receive(message, from: host)
    }

    @discardableResult
    private func seat(_ viewer: Viewer, _ outlet: any Outlet) -> Seat {
        let connection = ConnectionID(rawValue: UUID().uuidString)
        guard
            let seat = try? room?.seat(
                viewer,
                connection: connection,
                outlet: outlet,
                lastVersion: nil,
                clientTime: nil
            )
        else { preconditionFailure("no seat for \(viewer)") }
        seats.append(seat)
        return seat
    }

    // MARK: What the host hears

    func send(_ frames: OutboundBytes) {
        guard let state = room?.state else { return }
        guard let armed else { return noteTimer(in: state) }
        guard told == nil, state.version > armed.version else { return }
        told = Told(
            lateMs: clock.nowMs - Double(armed.due.ms),
            isEarly: loop.now < armed.due
        )
    }

    private func noteTimer(in state: RoomState<Tripto>) {
        let deadlines = state.game.timers.compactMap(\.deadline)
        guard let due = deadlines.min(), due >= dueAt else { return }
        armed = (due, state.version)
        whenReady?(self)
        whenReady = nil
    }

    func close(_ code: CloseCode, reason: String) {
        preconditionFailure("the host was sent away: \(reason)")
    }
}

/// A client that takes what comes.
final class DeafOutlet: Outlet {
    func send(_ frames: OutboundBytes) {}
    func close(_ code: CloseCode, reason: String) {}
}

/// A loop's time in the middle of a turn, to the microsecond.
struct FineClock {
    private let offsetMs: Double

    /// Late in the millisecond at worst: lateness by this clock is never less than it was.
    init(_ loop: EventLoop) {
        var offset = -Double.infinity
        for _ in 0..<1_000 {
            let ms = Double(loop.now.ms)
            offset = max(offset, ms - Double(EventLoop.monotonicNs) / 1e6)
        }
        offsetMs = offset
    }

    var nowMs: Double { Double(EventLoop.monotonicNs) / 1e6 + offsetMs }
}
