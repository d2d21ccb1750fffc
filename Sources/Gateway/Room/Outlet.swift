import Protocol
package import Transport
package import WebSocket

/// Where a seat's messages leave: a socket, or the client of a simulation.
///
/// Lives on the room's loop.
package protocol Outlet: AnyObject {
    func send(_ frames: OutboundBytes)

    /// Says why, then goes through the closing handshake.
    func close(_ code: CloseCode, reason: String)
}
