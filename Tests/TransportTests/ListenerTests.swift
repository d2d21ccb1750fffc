import Glibc
import Synchronization
import Testing

@testable import Transport

struct ListenerTests {
    @Test func `an address in use is told`() throws {
        let server = try Server { _ in Recorder() }
        defer { server.stop() }
        let error = #expect(throws: ListenError.self) {
            try Listener(server.address, loops: server.loops) { _ in Recorder() }
        }
        #expect(error == ListenError(address: server.address, errno: EADDRINUSE))
    }

    @Test func `all loops get connections`() throws {
        let accepted = Recorder()
        let server = try Server(loops: 2) { _ in accepted }
        defer { server.stop() }
        let clients = (0..<64).map { _ in RawClient(server.address) }
        accepted.events.wait { $0.opened == 64 }
        let counts = server.loops.map { loop in loop.run { loop.connectionCount } }
        #expect(counts.reduce(0, +) == 64)
        #expect(counts.allSatisfy { $0 > 0 })
        for client in clients { client.close() }
    }

    @Test func `accepted sockets do not wait for more to send`() throws {
        let accepted = Recorder()
        accepted.onOpened = { connection in
            var value: Int32 = 0
            var count = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(connection.socket, Int32(IPPROTO_TCP), TCP_NODELAY, &value, &count)
            accepted.events.note { $0.notes.append("TCP_NODELAY \(value)") }
            getsockopt(connection.socket, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &value, &count)
            accepted.events.note { $0.notes.append("TCP_NOTSENT_LOWAT \(value)") }
        }
        let server = try Server(limits: ConnectionLimits(maxBacklogBytes: 1_000)) { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        let record = accepted.events.wait { $0.notes.count == 2 }
        #expect(record.notes == ["TCP_NODELAY 1", "TCP_NOTSENT_LOWAT 500"])
        client.close()
    }

    @Test func `more connections than allowed are closed at once`() throws {
        let accepted = Recorder()
        let refusals = Mutex<[AcceptRefusal]>([])
        let server = try Server(
            limits: ConnectionLimits(maxConnections: 2),
            refused: { refusal in refusals.withLock { $0.append(refusal) } }
        ) { _ in accepted }
        defer { server.stop() }
        let first = RawClient(server.address)
        let second = RawClient(server.address)
        accepted.events.wait { $0.opened == 2 }
        let third = RawClient(server.address)
        #expect(third.read() == [])
        #expect(server.loop.run { refusals.withLock { $0 } } == [.tooMany])
        first.close()
        accepted.events.wait { !$0.closed.isEmpty }
        let fourth = RawClient(server.address)
        accepted.events.wait { $0.opened == 3 }
        for client in [second, third, fourth] { client.close() }
    }

    @Test func `a closed listener lets connections go on`() throws {
        let accepted = Recorder.echo()
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        accepted.events.wait { $0.opened == 1 }
        server.listener.close()
        let loop = server.loop
        #expect(loop.wait { loop.acceptors.isEmpty })
        client.write([1, 2, 3])
        #expect(client.read(3) == [1, 2, 3])
        client.close()
        // The port is free again.
        let next = try Listener(server.address, loops: server.loops) { _ in Recorder() }
        next.close()
    }

    @Test func `IPv6 works too`() throws {
        let loop = EventLoop(label: "v6")
        defer { loop.shutdown() }
        let any = try #require(SocketAddress("[::1]:0"))
        let accepted = Recorder.echo()
        let listener = try Listener(any, loops: [loop]) { connection in
            accepted.events.note { $0.notes.append(connection.peer.ip) }
            return accepted
        }
        let client = RawClient(listener.address)
        client.write([7])
        #expect(client.read(1) == [7])
        #expect(accepted.events.now.notes == ["::1"])
        client.close()
    }
}
