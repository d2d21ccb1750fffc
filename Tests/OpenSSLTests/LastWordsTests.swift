import Glibc
import Testing
import TestSupport

@testable import OpenSSL

/// Bytes of a handshake's end that wait for the first data.
struct LastWordsTests {
    private let wire = Wire()
    private let server: TLSSession
    private let client: TLSSession

    /// Shakes hands until the server has its ticket to send.
    init() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        server = try TLSSession(
            .server(
                certificateFile: certificate.certificateFile,
                keyFile: certificate.keyFile
            ),
            socket: wire.near
        )
        client = try TLSSession(
            .client(.authorities(file: certificate.certificateFile)),
            socket: wire.far,
            serverName: "localhost"
        )
        _ = client.handshake()
        _ = server.handshake()
        #expect(client.handshake().isDone && client.isHolding)
        #expect(client.write(text: "hello").isWhole(5))
        #expect(server.handshake().isDone)
    }

    /// Bytes that have arrived at a socket and not been read.
    private func waitingBytes(_ socket: Int32) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { room in
            max(0, recv(socket, room.baseAddress, room.count, Int32(MSG_PEEK)))
        }
    }

    @Test func `they go with the first bytes`() {
        #expect(server.readText() == "hello")
        #expect(server.isHolding)
        #expect(waitingBytes(wire.far) == 0)
        #expect(server.write(text: "hello yourself").isWhole(14))
        #expect(!server.isHolding)
        #expect(client.readText() == "hello yourself")
    }

    @Test func `without any they are flushed`() {
        #expect(server.flush().isDone)
        #expect(!server.isHolding)
        #expect(waitingBytes(wire.far) > 0)
        #expect(client.readText() == nil)
    }

    @Test func `they go before the farewell`() {
        #expect(server.shutdown().isDone)
        #expect(!server.isHolding)
        var room = [UInt8](repeating: 0, count: 1_024)
        guard case .closed = room.withUnsafeMutableBytes({ client.read(into: $0) }) else {
            Issue.record("no farewell came")
            return
        }
    }

    @Test func `a full socket has them wait, and the bytes behind them`() {
        let filler = [UInt8](repeating: 0, count: 4_096)
        var filled = 0
        while case let count = send(wire.near, filler, filler.count, Int32(MSG_NOSIGNAL)),
            count > 0
        {
            filled += count
        }
        guard case .wantWrite = server.flush(), case .wantWrite = server.write(text: "later")
        else {
            Issue.record("the socket was not full")
            return
        }
        #expect(server.isHolding)
        var room = filler
        while filled > 0 { filled -= recv(wire.far, &room, min(filled, room.count), 0) }
        #expect(server.write(text: "later").isWhole(5))
        #expect(client.readText() == "later")
    }
}

extension TLSOutcome {
    fileprivate func isWhole(_ count: Int) -> Bool {
        if case .bytes(count) = self { true } else { false }
    }
}
