import TestSupport
import Transport

/// A relay to a port that can be made to swallow everything that comes back, like a network that
/// forgot a connection.
final class Relay: Sendable {
    private let loop = EventLoop(label: "relay")
    private let listener: Listener
    private let sides: Handed<Sides>

    init(toPort port: UInt16) throws {
        guard let near = SocketAddress("127.0.0.1:0") else { throw GuardedProcess.Failure() }
        let sides = Handed(Sides(far: near.with(port: port)))
        self.sides = sides
        listener = try Listener(near, loops: [loop]) { [loop] client in
            let back = Side(other: client)
            sides.value.back.append(back)
            return Side(other: loop.connect(to: sides.value.far, handler: back))
        }
    }

    var url: String { "redis://\(listener.address)" }

    /// Applies to all present connections.
    func swallow() {
        loop.run { [sides] in
            for side in sides.value.back { side.isSwallowing = true }
        }
    }

    /// Applies to all new connections.
    func lead(toPort port: UInt16) {
        loop.run { [sides] in sides.value.far = sides.value.far.with(port: port) }
    }

    func stop() {
        loop.shutdown()
    }

    private final class Sides {
        var far: SocketAddress
        var back: [Side] = []

        init(far: SocketAddress) {
            self.far = far
        }
    }

    private final class Side: ConnectionHandler {
        private let other: Connection
        var isSwallowing = false

        init(other: Connection) {
            self.other = other
        }

        func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
            if !isSwallowing { other.send(copying: UnsafeRawBufferPointer(bytes)) }
            return bytes.count
        }

        func opened(_ connection: Connection) {}
        func overflowed(_ connection: Connection) {}
        func drained(_ connection: Connection) {}
        func closed(_ connection: Connection, _ reason: CloseReason) {
            if !isSwallowing { other.close() }
        }
    }
}
