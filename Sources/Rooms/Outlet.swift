import Protocol
package import Transport
package import WebSocket

/// The way out for a seat's messages: a socket, or the client of a simulation.
///
/// Lives on the room's loop.
package protocol Outlet: AnyObject {
    /// The client has its seat: what it says is heard from now on.
    func sitDown()

    /// Whether the other end has gone, though nobody may have noticed yet.
    var isDeserted: Bool { get }

    func send(_ frames: OutboundBytes)

    /// Writes what was sent now, ahead of what is sent to others in this turn.
    func flush()

    /// Calls back once what is sent in this turn is written to the socket; not at all if that never
    /// happens.
    func whenWritten(_ action: @escaping () -> Void)

    /// Says why, then goes through the closing handshake.
    func close(_ code: CloseCode, reason: String)
}
