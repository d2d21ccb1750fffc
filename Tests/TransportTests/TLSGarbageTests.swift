import Glibc
import OpenSSL
import Testing
import TestSupport

@testable import Transport

/// Bytes that are no handshake, and handshakes that never end.
@Blocking struct TLSGarbageTests {
    private nonisolated static func record(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type, 3, 3, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }

    private nonisolated static func flood(_ record: [UInt8]) -> [UInt8] {
        Array((0..<1_000).map { _ in record }.joined())
    }

    nonisolated static let garbage: [String: [UInt8]] = [
        "plain HTTP": Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
        "a proxy's CONNECT": Array("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
        "zeros": [UInt8](repeating: 0, count: 20_000),
        "SSL 2": [0x80, 0x2E, 1, 0, 2, 0, 21, 0, 0, 0, 16] + [UInt8](repeating: 1, count: 37),
        "a record too long": [22, 3, 1, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 70_000),
        "a hello too long": record(22, [1, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 3, count: 500)),
        "application data first": flood(record(23, [1, 2, 3])),
        "changes of cipher": flood(record(20, [1])),
        "warnings": flood(record(21, [1, 90])),
        "empty records": flood(record(22, [])),
        "heartbeats": flood(record(24, [1, 0, 3, 1, 2, 3])),
    ]

    private func serving(
        _ limits: ConnectionLimits = ConnectionLimits(),
        _ test: (Server, Recorder) throws -> Void
    ) throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let context = try TLSContext.server(
            certificateFile: certificate.certificateFile,
            keyFile: certificate.keyFile
        )
        let accepted = Recorder()
        let server = try Server(tls: context, limits: limits) { _ in accepted }
        defer { server.stop() }
        try test(server, accepted)
    }

    @Test(arguments: garbage.keys.sorted())
    func `is answered by an alert at most, and a clean close`(name: String) throws {
        let garbage = try #require(Self.garbage[name])
        try serving { server, accepted in
            let client = RawClient(server.address)
            client.write(garbage)
            let answer = client.read()
            #expect(answer.isEmpty || answer[0] == 21 && answer.count == 7, "\(answer)")
            client.close()
            let record = accepted.events.wait { !$0.closed.isEmpty }
            #expect(record.opened == 0 && record.receivedCount == 0)
            // Others are served as ever.
            let next = OpenSSLClient(address: server.address).run("-tls1_3")
            #expect(next.contains("New, TLSv1.3"), "\(next)")
        }
    }

    @Test func `a handshake that comes byte by byte has no more time than others`() throws {
        try serving(ConnectionLimits(handshakeMs: 200)) { server, accepted in
            let client = RawClient(server.address)
            client.write([22, 3, 1, 2, 0, 1, 0, 1, 0xFC])
            for _ in 0..<400 where accepted.events.now.closed.isEmpty {
                client.write([3])
                usleep(20_000)
            }
            #expect(accepted.events.now.closed == [.handshakeTimeout])
        }
    }
}
