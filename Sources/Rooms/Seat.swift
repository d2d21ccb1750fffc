public import GameState
import LiveStore
public import Protocol
public import Transport
public import WebSocket

/// One connected client in a room.
public final class Seat: Equatable {
    public let viewer: Viewer
    public let connection: ConnectionID
    /// Of a player.
    public let device: DeviceMark?
    /// Until the seat is vacated: the socket holds its seat as well.
    public private(set) var outlet: (any FrameSink)?
    /// The version of the latest snapshot or patch that was sent.
    private(set) var version: Int64 = 0
    /// Of a player: where they stood in the lobby when it was last looked up.
    private(set) var place = 0
    private var standing = Standing.entering
    /// When their latest attempt to take a claim, of those within their limit, was read.
    private(set) var attemptedAtNs: Int64 = 0
    /// Milliseconds that a message takes from there to here, as far as that is measured (`PhotoFinish`).
    var wayMs: Int64 { PhotoFinish.wayMs(roundTripUs: outlet?.roundTripUs) }
    /// The connection is gone.
    var isVacated: Bool { outlet == nil }

    init(
        viewer: Viewer,
        connection: ConnectionID,
        device: DeviceMark?,
        outlet: any FrameSink
    ) {
        self.viewer = viewer
        self.device = device
        self.connection = connection
        self.outlet = outlet
    }

    public static func == (one: Seat, other: Seat) -> Bool { one === other }

    func vacate() {
        outlet = nil
    }

    /// A snapshot or a patch that leads there was sent.
    func hold(_ version: Int64) {
        self.version = version
    }

    func stand(at place: Int) {
        self.place = place
    }

    func attempted(atNs time: Int64) {
        attemptedAtNs = time
    }

    // MARK: Its place among the seatings of its viewer

    private enum Standing {
        /// The store is asked for the seat. Can become `seated` or `replaced`.
        case entering
        /// Can become `replaced`.
        case seated(order: Int64)
        /// A newer connection has the seat: nothing that came by this one counts any more. Stays.
        case replaced
    }

    /// True while the client sits here.
    public var isTaken: Bool {
        if case .seated = standing { true } else { false }
    }

    var isReplaced: Bool {
        if case .replaced = standing { true } else { false }
    }

    /// As the store knows it; the order is 0 unless the client sits here.
    var seating: Seating {
        if case .seated(let order) = standing {
            Seating(viewer, on: connection, order: order)
        } else {
            Seating(viewer, on: connection, order: 0)
        }
    }

    func sit(order: Int64) {
        standing = .seated(order: order)
    }

    func yield() {
        standing = .replaced
    }
}

/// A client's own words about its document, when it asks for a seat.
struct SeatGreeting: Equatable {
    /// The version of the document.
    var lastVersion: Int64?
    /// By the client's own clock.
    var clientTime: ServerTime?
}

/// The way out for a seat's messages: a socket, or the client of a simulation.
///
/// Lives on the room's loop.
public protocol FrameSink: AnyObject {
    /// The client has its seat: its messages are heard from now on.
    func sitDown()

    /// True when the other end has gone, though nobody may have noticed yet.
    var isDeserted: Bool { get }

    /// Microseconds of the shortest way there and back of late, as this end measures it; nil where it can't.
    var roundTripUs: Int64? { get }

    func send(_ frames: OutboundBytes)

    /// Writes this turn's messages now, ahead of those to others.
    func flush()

    /// Calls back once this turn's messages are written to the socket; not at all if that never happens.
    func whenWritten(_ action: @escaping () -> Void)

    /// Says why, then goes through the closing handshake.
    func close(_ code: CloseCode, reason: String)
}

extension FrameSink {
    public var roundTripUs: Int64? { nil }
}
