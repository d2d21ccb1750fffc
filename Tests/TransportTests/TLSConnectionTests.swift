import Glibc
import OpenSSL
import Testing
import TestSupport

@testable import Transport

struct TLSConnectionTests {
    private let certificate: Certificate
    private let serverContext: TLSContext
    private let clientContext: TLSContext

    init() throws {
        certificate = try Certificate()
        serverContext = try .server(
            certificateFile: certificate.certificateFile,
            keyFile: certificate.keyFile
        )
        clientContext = try .client(.authorities(file: certificate.certificateFile), resumes: true)
        certificate.remove()
    }

    @Test func `what is sent comes back`() throws {
        let server = try Server(tls: serverContext) { _ in Recorder.echo() }
        defer { server.stop() }
        let client = Recorder()
        client.onOpened = { connection in
            #expect(connection.isTLS)
            connection.send(OutboundBytes(pattern(1_000)))
        }
        server.connect(client, tls: clientContext)
        let record = client.events.wait { $0.receivedCount == 1_000 }
        #expect(record.received == pattern(1_000))
    }

    @Test func `a megabyte comes back whole`() throws {
        let server = try Server(
            tls: serverContext,
            limits: ConnectionLimits(maxBacklogBytes: 4 << 20)
        ) { _ in Recorder.echo() }
        defer { server.stop() }
        let client = Recorder()
        let sent = pattern(1 << 20)
        client.onOpened = { $0.send(OutboundBytes(sent)) }
        server.connect(client, tls: clientContext)
        let record = client.events.wait { $0.receivedCount == sent.count }
        #expect(record.received == sent)
    }

    @Test func `bytes that wait within TLS are read after a pause`() throws {
        let accepted = Recorder()
        accepted.onReceived = { bytes, connection in
            // One byte at a time, with a pause after each.
            connection.pauseReading()
            let loop = connection.loop
            loop.afterTurn { connection.resumeReading() }
            return 1
        }
        let server = try Server(tls: serverContext) { _ in accepted }
        defer { server.stop() }
        let client = Recorder()
        client.onOpened = { connection in
            for _ in 0..<5 { connection.send(OutboundBytes(pattern(40))) }
        }
        server.connect(client, tls: clientContext)
        let record = accepted.events.wait { $0.receivedCount == 200 }
        #expect(record.received == Array((0..<5).map { _ in pattern(40) }.joined()))
    }

    @Test func `garbage instead of a handshake closes, and is told`() throws {
        let accepted = Recorder()
        let server = try Server(tls: serverContext) { _ in accepted }
        defer { server.stop() }
        let client = Recorder()
        client.onOpened = { $0.send(OutboundBytes(Array("GET / HTTP/1.1\r\n\r\n".utf8))) }
        server.connect(client)
        let record = accepted.events.wait { !$0.closed.isEmpty }
        #expect(record.opened == 0)
        guard case .failed(.tls) = record.closed[0] else {
            Issue.record("\(record.closed)")
            return
        }
        #expect(client.events.wait { !$0.closed.isEmpty }.closed == [.peer])
    }

    @Test func `a peer that never begins the handshake is closed`() throws {
        let accepted = Recorder()
        let limits = ConnectionLimits(handshakeMs: 30)
        let server = try Server(tls: serverContext, limits: limits) { _ in accepted }
        defer { server.stop() }
        let client = Recorder()
        server.connect(client)
        let record = accepted.events.wait { !$0.closed.isEmpty }
        #expect(record.closed == [.handshakeTimeout])
        #expect(record.opened == 0)
        client.events.wait { !$0.closed.isEmpty }
    }

    @Test func `closing flushes and says goodbye`() throws {
        let accepted = Recorder()
        accepted.onOpened = { connection in
            connection.send(OutboundBytes(pattern(300_000)))
            connection.close()
        }
        let limits = ConnectionLimits(maxBacklogBytes: 1 << 20)
        let server = try Server(tls: serverContext, limits: limits) { _ in accepted }
        defer { server.stop() }
        let client = Recorder()
        server.connect(client, tls: clientContext)
        let record = client.events.wait { !$0.closed.isEmpty }
        #expect(record.received == pattern(300_000))
        #expect(record.closed == [.peer])
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.local])
    }

    @Test(arguments: [true, false])
    func `a peer that has ended its output still has all of its input read, piece by piece`(
        saysGoodbye: Bool
    ) throws {
        let accepted = Recorder()
        accepted.onReceived = { bytes, connection in
            connection.send(copying: UnsafeRawBufferPointer(rebasing: bytes[..<1]))
            connection.pauseReading()
            let loop = connection.loop
            loop.afterTurn { connection.resumeReading() }
            return 1
        }
        let server = try Server(tls: serverContext) { _ in accepted }
        defer { server.stop() }
        let client = Recorder()
        client.onOpened = { connection in
            connection.send(OutboundBytes(pattern(20)))
            connection.tellWhenDrained()
        }
        client.onDrained = { connection in
            if saysGoodbye {
                _ = connection.tls?.shutdown()
            } else {
                shutdown(connection.socket, Int32(SHUT_WR))
            }
        }
        server.connect(client, tls: clientContext)
        let record = client.events.wait { !$0.closed.isEmpty }
        #expect(record.received == pattern(20))
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.peer])
    }

    @Test func `a certificate that is not trusted fails the connection`() throws {
        let other = try Certificate()
        defer { other.remove() }
        let suspicious = try TLSContext.client(.authorities(file: other.certificateFile))
        let server = try Server(tls: serverContext) { _ in Recorder.echo() }
        defer { server.stop() }
        let client = Recorder()
        server.connect(client, tls: suspicious)
        let record = client.events.wait { !$0.closed.isEmpty }
        #expect(record.opened == 0)
        guard case .failed(.tls(let error)) = record.closed[0] else {
            Issue.record("\(record.closed)")
            return
        }
        #expect(error.verification != 0)
    }
}
