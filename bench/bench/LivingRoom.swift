import TriptoGame
import Foundation
import GameState
import Rooms
import LiveStore
import Protocol
import Transport
import WebSocket

/// A room of a host and four players with a timer that runs, and nobody who does anything.
///
/// Confined to its loop.
final class LivingRoom: FrameSink {
    private static let players = 4

    /// The moment its timer was told to the host, against when it was due.
    struct Told {
        /// Milliseconds; the clock counts whole ones.
        var lateMs: Double
        var isEarly: Bool
    }

    private enum Stage {
        case opening(whenReady: () -> Void)
        case idling(due: ServerTime)
        /// The clue's timer runs.
        case counting(due: ServerTime)
        case told(Told)
    }

    /// Long enough for everybody to idle.
    private static let introMs: Int64 = 600_000
    static let clueMs: Int64 = 20_000

    private let loop: EventLoop
    private let clock: FineClock
    private var room: Room<Tripto>?
    private var seats: [Seat] = []
    private let deaf = DeafOutlet()
    private var host: Seat?
    private var stage: Stage

    /// - Parameter number: another for each room.
    init(
        _ number: Int,
        on loop: EventLoop,
        _ clock: FineClock,
        _ live: any LiveStore,
        _ bank: PackageBank,
        whenReady: @escaping () -> Void
    ) {
        self.loop = loop
        self.clock = clock
        stage = .opening(whenReady: whenReady)
        let session = SessionID(rawValue: String(format: "%016x", number + 1))
        let state = RoomState(
            version: 1,
            at: loop.now,
            game: Tripto(
                SessionSetup(
                    session: session,
                    joinCode: String(format: "%06X", number),
                    joinURL: "https://play.example/join",
                    joinToken: JoinToken("0123456789abc", madeAt: loop.now),
                    settings: Self.settings,
                    createdAt: loop.now
                )
            )
        )
        let environment = BenchEnvironment(loop, live)
        live.restore(
            RestoreRequest(
                session: session,
                joinCode: state.game.lobby.joinCode,
                snapshot: Snapshot(version: 1, state: LazyState(state)),
                lastCommit: 1,
                claimIDs: [.brake],
                claims: [],
                timers: []
            )
        ) { [self] result in
            guard case .success = result else { preconditionFailure("no session: \(result)") }
            room = Room(state, in: environment) { wish, _, done in
                loop.afterTurn { done(bank.content(for: wish)) }
            }
            join(0)
        }
    }

    private static var settings: Tripto.Settings {
        let json = JSONObject([
            (key: "destinationsCount", value: .int(3)), (key: "seed", value: .int(7)),
            (
                key: "timings",
                value: .object(["intro": .int(introMs), "clue": .int(clueMs)])
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
        host = seat(.host, self)
    }

    /// The host, who came last.
    func sitDown() {
        tell("HOST_START_GAME")
    }

    var isDeserted: Bool { false }

    /// Goes on to the first clue.
    func skip() {
        tell("HOST_SKIP")
    }

    private func tell(_ type: String) {
        let bytes = Array(#"{"type":"\#(type)","payload":{}}"#.utf8)
        guard let host, let message = try? bytes.withUnsafeBytes({ try ClientMessage($0) }) else {
            preconditionFailure("a message that can't be read: \(type)")
        }
        room?.receive(message, from: host)
    }

    @discardableResult
    private func seat(_ viewer: Viewer, _ outlet: any FrameSink) -> Seat {
        let connection = ConnectionID(rawValue: UUID().uuidString)
        guard
            let seat = try? room?.seat(
                viewer,
                connection: connection,
                device: nil,
                outlet: outlet,
                lastVersion: nil,
                clientTime: nil
            )
        else { preconditionFailure("no seat for \(viewer)") }
        seats.append(seat)
        return seat
    }

    // MARK: What the host hears

    /// Nil before the timer was told.
    var told: Told? {
        if case .told(let told) = stage { told } else { nil }
    }

    func send(_ frames: OutboundBytes) {
        let due = room?.state.game.timers.compactMap(\.deadline).min()
        switch stage {
        case .opening(let whenReady):
            guard let due, due - loop.now > Self.introMs / 2 else { return }
            stage = .idling(due: due)
            whenReady()
        case .idling(let old):
            guard let due, due != old else { return }
            stage = .counting(due: due)
        case .counting(let old):
            guard due != old else { return }
            stage = .told(
                Told(lateMs: clock.nowMs - Double(old.ms), isEarly: loop.now < old)
            )
        case .told: break
        }
    }

    func flush() {}

    func whenWritten(_ action: @escaping () -> Void) { action() }

    func close(_ code: CloseCode, reason: String) {
        preconditionFailure("the host was sent away: \(reason)")
    }
}

/// A client that takes what comes.
final class DeafOutlet: FrameSink {
    func sitDown() {}
    var isDeserted: Bool { false }

    func send(_ frames: OutboundBytes) {}
    func flush() {}

    func whenWritten(_ action: @escaping () -> Void) { action() }

    func close(_ code: CloseCode, reason: String) {}
}
