import Protocol
package import Transport
package import WebSocket

/// Where a seat's messages leave: a socket, or the client of a simulation.
///
/// Lives on the room's loop.
package protocol Outlet: AnyObject {
    func send(_ frames: OutboundBytes)

    /// Calls back once what was sent before is written to the socket; not at all if that never happens.
    func whenWritten(_ action: @escaping () -> Void)

    /// Says why, then goes through the closing handshake.
    func close(_ code: CloseCode, reason: String)
}
