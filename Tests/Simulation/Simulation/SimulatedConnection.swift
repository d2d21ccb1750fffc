import GameState
import Rooms
import Protocol
import Transport
import WebSocket

/// One connection of a client, as its room sees it: in place of a socket.
final class SimulatedConnection<G: SimulatedGame>: FrameSink {
    unowned let client: SimulatedClient<G>
    let gateway: SimulatedGateway<G>
    let id: ConnectionID
    /// Of its gateway.
    private let life: Int
    var seat: Seat?
    private(set) var isOpen = true
    /// The peer reads nothing: droppable bytes are dropped.
    private(set) var isStalled = false
    private var owesSnapshot = false
    /// As its gateway measures it; some are behind a proxy, where nobody can.
    let roundTripUs: Int64?
    /// Messages arrive in the order they were sent.
    var nextArrival = ServerTime(ms: 0)

    init(_ client: SimulatedClient<G>, _ gateway: SimulatedGateway<G>, id: ConnectionID) {
        self.client = client
        self.gateway = gateway
        self.id = id
        life = gateway.life
        let dice = client.evening.dice.next()
        roundTripUs = dice % 5 == 0 ? nil : Int64(dice % 300_000)
    }

    func send(_ frames: OutboundBytes) {
        guard isOpen else { return }
        client.evening.received(frames, on: self)
        if isStalled, frames.kind == .droppable { owesSnapshot = true }
    }

    func flush() {}

    func sitDown() {}

    /// The client is on another connection.
    var isDeserted: Bool { client.connection !== self }

    /// The room at the other end.
    var room: Room<G>? { gateway.life == life ? gateway.room : nil }

    func whenWritten(_ action: @escaping () -> Void) {
        if isOpen { action() }
    }

    func close(_ code: CloseCode, reason: String) {
        guard isOpen else { return }
        leaveSeat()
        client.closed(self, code)
    }

    /// The network is gone, or the client.
    func drop() {
        guard isOpen else { return }
        leaveSeat()
    }

    func stall() {
        isStalled = true
        client.wasStalled = true
    }

    func drain() {
        guard isStalled else { return }
        isStalled = false
        guard owesSnapshot, isOpen, let seat else { return }
        owesSnapshot = false
        room?.refresh(seat)
    }

    private func leaveSeat() {
        isOpen = false
        if let seat { room?.vacate(seat) }
        seat = nil
    }
}
