import Protocol
package import Transport
package import WebSocket

/// The way out for a seat's messages: a socket, or the client of a simulation.
///
/// Lives on the room's loop.
package protocol Outlet: AnyObject {
    /// The client has its seat: its messages are heard from now on.
    func sitDown()

    /// True when the other end has gone, though nobody may have noticed yet.
    var isDeserted: Bool { get }

    func send(_ frames: OutboundBytes)

    /// Writes this turn's messages now, ahead of those to others.
    func flush()

    /// Calls back once this turn's messages are written to the socket; not at all if that never happens.
    func whenWritten(_ action: @escaping () -> Void)

    /// Says why, then goes through the closing handshake.
    func close(_ code: CloseCode, reason: String)
}
