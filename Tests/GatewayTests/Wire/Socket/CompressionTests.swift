import Protocol
import Testing
import WebSocket

/// permessage-deflate on the session's socket.
@Suite struct CompressionTests {
    /// Payload bytes for each byte that came.
    private func gain(_ client: RawSocket) -> Double {
        Double(client.payloadBytes) / Double(client.bytesRead)
    }

    @Test func `screens and players that offer it get their documents compressed`() async throws {
        let party = try await Party()
        let guest = try await party.join("Anna")
        let tv = try await party.seatedSocket(.tv, party.tvAuth(), compresses: true)
        let player = try await party.seatedSocket(.player, guest.auth, compresses: true)
        #expect(gain(tv) > 1.3)
        #expect(gain(player) > 1.3)
        let plain = try await party.seatedSocket(.tv, party.tvAuth())
        #expect(gain(plain) < 1)
        _ = try await tv.caughtUp()
        #expect(tv.document.at("session.joinCode") == plain.document.at("session.joinCode"))
    }

    @Test func `the length of a message with the secret tells nothing`() async throws {
        let party = try await Party()
        let host = try await party.seatedSocket(.host, party.hostAuth, compresses: true)
        try await host.until { $0["secret"]?.isNull == false }
        #expect(gain(host) < 1)
    }

    @Test func `what a client compresses is understood`() async throws {
        let party = try await Party()
        let client = try await party.seatedSocket(.host, party.hostAuth, compresses: true)
        let padding = String(repeating: "x", count: 10_000)
        let ping = #"{"type":"TIME_PING","payload":{"t0":7,"x":"\#(padding)"}}"#
        client.sendCompressed(text: Array(ping.utf8))
        #expect(try await client.next("TIME_PONG").payload["t0"] == 7)
    }

    @Test func `a bomb closes with 1009, and the gateway goes on`() async throws {
        let party = try await Party()
        let client = try await party.seatedSocket(.host, party.hostAuth, compresses: true)
        client.sendCompressed(text: [UInt8](repeating: 0x20, count: 4 << 20))
        #expect(try await client.end()?.code == 1009)
        _ = try await party.host().caughtUp()
    }

    @Test func `without the offer the bit is a fault`() async throws {
        let party = try await Party()
        let client = try await party.seatedSocket(.host, party.hostAuth)
        client.sendCompressed(text: Array(#"{"type":"TIME_PING","payload":{"t0":7}}"#.utf8))
        #expect(try await client.end()?.code == 1002)
    }
}
