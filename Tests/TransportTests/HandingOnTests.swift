import OpenSSL
import Testing
import TestSupport
import Timers

@testable import Transport

/// Bytes left for later, for another handler or for another loop.
struct HandingOnTests {
    @Test func `bytes not taken come again with more behind them`() throws {
        let accepted = Recorder()
        // Whole tens only.
        accepted.onReceived = { bytes, _ in bytes.count / 10 * 10 }
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        let sent = pattern(1_000)
        for start in stride(from: 0, to: 1_000, by: 8) {
            client.write(Array(sent[start..<start + 8]))
        }
        let record = accepted.events.wait { $0.receivedCount == 1_000 }
        #expect(record.received == sent)
        client.close()
    }

    @Test func `a new handler gets the rest at once`() throws {
        let second = Recorder()
        let first = Recorder()
        first.onReceived = { _, connection in
            connection.handler = second
            return 4
        }
        let server = try Server { _ in first }
        defer { server.stop() }
        let client = RawClient(server.address)
        client.write(Array("HEADbody".utf8))
        let record = second.events.wait { $0.receivedCount == 4 }
        #expect(record.received == Array("body".utf8))
        #expect(first.events.now.received == Array("HEAD".utf8))
        client.close()
        #expect(second.events.wait { !$0.closed.isEmpty }.closed == [.peer])
        #expect(first.events.now.closed.isEmpty)
    }

    @Test func `what was left during a pause comes after it, without anything new`() throws {
        let accepted = Recorder()
        accepted.onReceived = { _, connection in
            connection.pauseReading()
            let loop = connection.loop
            _ = loop.schedule(at: loop.now + 1) { connection.resumeReading() }
            return 1
        }
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        client.write([1, 2, 3, 4, 5])
        #expect(accepted.events.wait { $0.receivedCount == 5 }.received == [1, 2, 3, 4, 5])
        client.close()
    }

    @Test(arguments: [false, true])
    func `a move keeps order and leftovers`(withTLS: Bool) throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let there = EventLoop(label: "there")
        let second = Recorder()
        let first = Recorder()
        first.onReceived = { _, connection in
            connection.send(OutboundBytes([1, 2]))
            connection.move(to: there) { connection in
                connection.loop.preconditionOnLoop()
                connection.handler = second
                connection.send(OutboundBytes([3, 4]))
            }
            return 4
        }
        second.onReceived = { bytes, connection in
            there.preconditionOnLoop()
            connection.send(copying: UnsafeRawBufferPointer(bytes))
            return bytes.count
        }
        let server = try Server(
            tls: withTLS
                ? .server(
                    certificateFile: certificate.certificateFile,
                    keyFile: certificate.keyFile
                ) : nil
        ) { _ in first }
        defer {
            server.stop()
            there.shutdown()
        }
        let client = Recorder()
        client.onOpened = { $0.send(OutboundBytes(Array("HEADrest".utf8))) }
        server.connect(client, tls: withTLS ? try .client(.insecure) : nil)
        client.events.wait { $0.receivedCount == 8 }
        #expect(client.events.now.received == [1, 2, 3, 4] + Array("rest".utf8))
        #expect(there.run { there.connectionCount } == 1)
        // Later bytes come there too; and so does the end.
        let loop = server.loop
        #expect(loop.run { loop.connectionCount } == 1)
        server.stop()
        #expect(second.events.wait { !$0.closed.isEmpty }.closed == [.peer])
        #expect(first.events.now.closed.isEmpty)
    }

    @Test func `a connection moved while its peer is slow loses nothing`() throws {
        let there = EventLoop(label: "there")
        let accepted = Recorder()
        let sent = pattern(8 << 20)
        accepted.onOpened = { connection in
            connection.send(OutboundBytes(sent))
            connection.loop.afterTurn {
                connection.move(to: there) { $0.close() }
            }
        }
        let server = try Server { _ in accepted }
        defer {
            server.stop()
            there.shutdown()
        }
        let client = RawClient(server.address, receiveBufferBytes: 8_192)
        #expect(client.read() == sent)
        client.close()
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.local])
    }
}
