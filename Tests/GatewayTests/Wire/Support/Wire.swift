import Glibc
import OpenSSL

@testable import Transport

/// A client's end of one TCP or TLS connection: bytes out, bytes in, and no idea what they mean.
final class Wire: ConnectionHandler, @unchecked Sendable {
    /// All clients of the suite live on this one.
    static let loop = EventLoop(label: "clients")

    private let chunks = Mailbox<[UInt8]>()
    /// Touched on the loop alone; let go of when it is closed.
    private var connection: Connection?
    private var endsOutput = false

    /// Connects; bytes that are sent before it is open wait.
    init(_ address: SocketAddress, tls: TLSContext? = nil) {
        Self.loop.execute { [self] in
            connection = Self.loop.connect(
                to: address,
                tls: tls.map { (context: $0, serverName: "localhost") },
                handler: self,
                timeoutMs: patienceSeconds * 1000
            )
        }
    }

    func send(_ bytes: [UInt8]) {
        Self.loop.execute { [self] in connection?.send(OutboundBytes(bytes)) }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Waits for what comes next.
    ///
    /// - Returns: nil when the other end has gone.
    func read() async throws -> [UInt8]? { try await chunks.take() }

    /// Says that nothing more will be sent, and goes on reading (shutdown(2)).
    func endOutput() {
        Self.loop.execute { [self] in
            endsOutput = true
            connection?.tellWhenDrained()
        }
    }

    /// Goes away without a word.
    func abort() {
        Self.loop.execute { [self] in connection?.abort() }
    }

    /// Takes nothing more, and with it in the end the peer's window is full.
    func stopReading() {
        Self.loop.execute { [self] in connection?.pauseReading() }
    }

    func startReading() {
        Self.loop.execute { [self] in connection?.resumeReading() }
    }

    // MARK: On the loop

    func drained(_ connection: Connection) {
        if endsOutput { shutdown(connection.socket, Int32(SHUT_WR)) }
    }

    func opened(_ connection: Connection) {}
    func overflowed(_ connection: Connection) {}

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        chunks.put(Array(bytes))
        return bytes.count
    }

    func closed(_ connection: Connection, _ reason: CloseReason) {
        self.connection = nil
        chunks.end()
    }
}
