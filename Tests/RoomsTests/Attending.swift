import GameState
import LiveStore
import Protocol
import TriptoGame

@testable import Rooms

/// A client's seat that nobody has given it yet.
func seat(
    _ viewer: Viewer,
    _ connection: String,
    _ ear: Listener = Listener(),
    device: DeviceMark? = nil
) -> Seat {
    Seat(
        viewer: viewer,
        connection: ConnectionID(rawValue: connection),
        device: device,
        outlet: ear
    )
}

/// An attendance whose events are no mutations to its test.
final class Attending {
    typealias Action = Attendance.Action
    private var attendance: Attendance
    private var game: Tripto
    var lobby: Lobby?
    var now: ServerTime

    init(at now: ServerTime, players: [PlayerID] = []) throws {
        self.now = now
        attendance = Attendance(emptySince: now)
        game = try RoomState.beginning(at: now).game
        for player in players {
            try handle(.join(player, name: try PlayerName(player.rawValue)))
            try handle(.presence(.player(player), isConnected: true))
        }
        lobby = game.lobby
    }

    /// Something that changes the lobby.
    func handle(_ input: Input<Tripto>) throws {
        guard case .changed = game.handle(input, at: now) else { throw Parlour.NoSeat() }
        lobby = game.lobby
    }

    var seats: Seats { attendance.seats }
    var isDeserted: Bool { attendance.isDeserted }
    var emptySince: ServerTime { attendance.emptySince }

    func admit(_ seat: Seat, _ greeting: SeatGreeting) -> [Action] {
        attendance.admit(seat, greeting, lobby, at: now)
    }

    func bidAnswered(_ seat: Seat, _ result: Result<SeatBid, LiveStoreError>) -> [Action] {
        attendance.bidAnswered(seat, result, lobby, at: now)
    }

    /// Gives a client its seat, as the store would.
    @discardableResult
    func sit(_ seat: Seat, order: Int64 = 0) -> Seat {
        let greeting = SeatGreeting(lastVersion: nil, clientTime: nil)
        _ = admit(seat, greeting)
        if seat.viewer != .tv {
            let seating = Seating(seat.viewer, on: seat.connection, order: order)
            _ = bidAnswered(seat, .success(.granted(seating)))
        }
        return seat
    }

    func bidDue(_ seat: Seat) -> [Action] { attendance.bidDue(seat) }
    func yield(to newer: Seating) -> [Action] { attendance.yield(to: newer, at: now) }
    func vacate(_ seat: Seat) -> [Action] { attendance.vacate(seat, isOver: false, at: now) }
    func graceOver(_ viewer: Viewer) -> [Action] { attendance.graceOver(viewer) }
    func close() -> [Action] { attendance.close() }

    func lookedAround(_ viewers: [ConnectionID: Viewer]?) -> [Action] {
        attendance.lookedAround(viewers)
    }

    func dismiss(_ player: PlayerID) -> (seat: Seat?, actions: [Action]) {
        guard let lobby else { return (nil, []) }
        return attendance.dismiss(player, lobby, at: now)
    }

    func pulsed(_ pulse: Pulse) -> [Action] {
        lobby.map { attendance.pulsed(pulse, $0, at: now) } ?? []
    }

    func affirm() -> [Action] {
        lobby.map { attendance.affirm($0) } ?? []
    }
}

extension Attendance.Action {
    func isParting(_ seat: Seat, _ code: ErrorCode) -> Bool {
        if case .part(seat, let error) = self { error.code == code } else { false }
    }
}
