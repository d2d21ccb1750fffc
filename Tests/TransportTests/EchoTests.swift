import Glibc
import Testing

@testable import Transport

struct EchoTests {
    @Test func `what is sent comes back`() throws {
        let server = try Server { _ in Recorder.echo() }
        defer { server.stop() }
        let client = Recorder()
        client.onOpened = { $0.send(OutboundBytes(pattern(1_000))) }
        server.connect(client)
        let record = client.events.wait { $0.receivedCount == 1_000 }
        #expect(record.received == pattern(1_000))
        #expect(record.opened == 1)
    }

    @Test func `a megabyte comes back whole`() throws {
        let server = try Server(limits: ConnectionLimits(maxBacklogBytes: 4 << 20)) { _ in
            Recorder.echo()
        }
        defer { server.stop() }
        let client = Recorder()
        let sent = pattern(1 << 20)
        client.onOpened = { $0.send(OutboundBytes(sent)) }
        server.connect(client)
        let record = client.events.wait { $0.receivedCount == sent.count }
        #expect(record.received == sent)
    }

    @Test func `pieces keep their order, large or small`() throws {
        let server = try Server(limits: ConnectionLimits(maxBacklogBytes: 4 << 20)) { _ in
            Recorder.echo()
        }
        defer { server.stop() }
        let client = Recorder()
        let pieces = [1, 300, 20_000, 0, 7, 70_000, 2, 2].map { pattern($0) }
        client.onOpened = { connection in
            for (index, piece) in pieces.enumerated() {
                if index.isMultiple(of: 2) {
                    connection.send(OutboundBytes(piece))
                } else {
                    piece.withUnsafeBytes { connection.send(copying: $0) }
                }
            }
        }
        server.connect(client)
        let record = client.events.wait { $0.receivedCount == pieces.map(\.count).reduce(0, +) }
        #expect(record.received == Array(pieces.joined()))
    }

    @Test func `a refused connection is told`() throws {
        let server = try Server { _ in Recorder() }
        defer { server.stop() }
        // Bound but not listening: nobody else gets the port meanwhile.
        let socket = SystemSocket.stream(loopback.systemFamily)
        let bound = Connection(
            socket: socket,
            peer: loopback,
            phase: .closed,
            limits: ConnectionLimits(),
            loop: server.loop,
            handler: Nobody.instance
        )
        _ = loopback.withSystemAddress { bind(socket, $0, $1) }
        let address = SystemSocket.address(of: bound.socket)
        let client = Recorder()
        server.loop.execute { [loop = server.loop] in loop.connect(to: address, handler: client) }
        let record = client.events.wait { !$0.closed.isEmpty }
        #expect(record.closed == [.failed(.system(errno: ECONNREFUSED))])
        #expect(record.opened == 0)
    }
}
