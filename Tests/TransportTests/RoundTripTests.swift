import Dispatch
import Glibc
import Testing

@testable import Transport

/// The way to a peer, as this end's kernel measures it.
struct RoundTripTests {
    /// Microseconds that the server measured after the client has answered ten messages, each after a while.
    private func measured(answeringAfterMs delayMs: Int) throws -> Int64? {
        let onServer = Recorder()
        let server = try Server { _ in onServer }
        defer { server.stop() }
        let client = Recorder()
        client.onReceived = { bytes, connection in
            let count = bytes.count
            // A program that takes its time before it says anything.
            usleep(UInt32(delayMs) * 1_000)
            connection.send(OutboundBytes(pattern(count)))
            return count
        }
        var roundTripUs: Int64?
        var rounds = 0
        onServer.onOpened = { $0.send(OutboundBytes(pattern(10))) }
        onServer.onReceived = { bytes, connection in
            rounds += 1
            roundTripUs = RoundTrip.leastUs(of: connection)
            if rounds < 10 {
                connection.send(OutboundBytes(pattern(10)))
            } else {
                onServer.events.note { $0.notes.append("done") }
            }
            return bytes.count
        }
        server.connect(client)
        _ = onServer.events.wait { $0.notes == ["done"] }
        return roundTripUs
    }

    @Test func `a program that answers late does not look far away`() throws {
        let prompt = try #require(try measured(answeringAfterMs: 0))
        let late = try #require(try measured(answeringAfterMs: 40))
        #expect((1..<20_000).contains(prompt), "\(prompt) µs within one machine")
        #expect((1..<20_000).contains(late), "\(late) µs, though each answer took 40 ms")
    }

    @Test func `what is no TCP connection has no way`() {
        var pair: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        #expect(RoundTrip.leastUs(of: pair[0]) == nil)
        #expect(RoundTrip.leastUs(of: -1) == nil)
    }
}
