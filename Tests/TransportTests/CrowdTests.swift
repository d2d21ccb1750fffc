import Dispatch
import Testing

@testable import Transport

/// More connections with something to write than one turn writes to.
struct CrowdTests {
    private static let count = TurnLimits.maxFlushed * 3

    /// The server's side of the crowd; only on its loop.
    private final class Host: @unchecked Sendable {
        var connections: [Connection] = []
        let recorder = Recorder()

        init() {
            recorder.onOpened = { [unowned self] in connections.append($0) }
        }
    }

    private func meet() throws -> (server: Server, host: Host, crowd: [Recorder]) {
        let host = Host()
        let server = try Server { _ in host.recorder }
        let crowd = (0..<Self.count).map { _ in Recorder() }
        for guest in crowd { server.connect(guest) }
        host.recorder.events.wait { $0.opened == Self.count }
        return (server, host, crowd)
    }

    @Test func `all hear what is said to all, and who leaves meanwhile does leave`() throws {
        let (server, host, crowd) = try meet()
        let there = EventLoop(label: "there")
        defer {
            server.stop()
            there.shutdown()
        }
        server.loop.execute {
            for connection in host.connections { connection.send(OutboundBytes(pattern(300))) }
            // The last ones are not written to in this turn.
            let (aborted, moved, closed) = (
                host.connections[Self.count - 1], host.connections[Self.count - 2],
                host.connections[Self.count - 3]
            )
            aborted.abort()
            closed.close()
            moved.move(to: there) { connection in
                connection.loop.preconditionOnLoop()
                connection.send(OutboundBytes([1, 2, 3]))
            }
        }
        let isDone = server.loop.wait {
            let heard = crowd.map { $0.events.now.receivedCount }
            return heard.count { $0 == 300 } == Self.count - 2 && heard.contains(303)
                && crowd.count { !$0.events.now.closed.isEmpty } == 2
        }
        #expect(isDone)
        for guest in crowd where guest.events.now.receivedCount > 0 {
            #expect(guest.events.now.received.starts(with: pattern(300)))
        }
        #expect(host.recorder.events.wait { $0.closed.count == 2 }.closed == [.local, .local])
    }

    @Test func `who comes meanwhile does not wait for the whole crowd`() throws {
        let (server, host, _) = try meet()
        defer { server.stop() }
        let events = host.recorder.events
        host.recorder.onDrained = { _ in events.note { $0.notes.append("the last is written to") } }
        server.loop.execute {
            for connection in host.connections { connection.send(OutboundBytes(pattern(300))) }
            host.connections[Self.count - 1].tellWhenDrained()
            server.loop.inbox.put { events.note { $0.notes.append("work from elsewhere") } }
        }
        let record = events.wait { $0.notes.count == 2 }
        #expect(record.notes == ["work from elsewhere", "the last is written to"])
    }

    @Test func `work from elsewhere does not wait for the next few either`() throws {
        let (server, host, _) = try meet()
        defer { server.stop() }
        let events = host.recorder.events
        host.recorder.onDrained = { _ in
            events.note { $0.notes.append("a sixth is written to") }
        }
        server.loop.execute {
            for connection in host.connections { connection.send(OutboundBytes(pattern(300))) }
            host.connections[5].tellWhenDrained()
            server.loop.inbox.put { events.note { $0.notes.append("work from elsewhere") } }
        }
        let record = events.wait { $0.notes.count == 2 }
        #expect(record.notes == ["work from elsewhere", "a sixth is written to"])
    }

    @Test func `work from elsewhere does not wait for all that was sent meanwhile`() throws {
        let recorder = Recorder()
        let server = try Server { _ in recorder }
        defer { server.stop() }
        let senders = (0..<Self.count).map { _ in RawClient(server.address) }
        let events = recorder.events
        events.wait { $0.opened == senders.count }
        recorder.onReceived = { [loop = server.loop] bytes, _ in
            if events.now.receivedCount == 0 {
                loop.inbox.put { events.note { $0.notes.append("\($0.receivedCount)") } }
            }
            return bytes.count
        }
        // All have sent before the loop looks at any of them.
        let haveSent = DispatchSemaphore(value: 0)
        server.loop.inbox.put { haveSent.wait() }
        for sender in senders { sender.write([1]) }
        haveSent.signal()
        let record = events.wait { $0.receivedCount == senders.count && !$0.notes.isEmpty }
        let heardBefore = try #require(record.notes.first.flatMap { Int($0) })
        #expect(heardBefore <= TurnLimits.maxEventsBeforeMail)
    }

    @Test func `a loop that is shut down closes who still waits to be written to`() throws {
        let (server, host, _) = try meet()
        server.loop.execute {
            for connection in host.connections { connection.send(OutboundBytes(pattern(300))) }
            server.loop.shutdown()
        }
        let record = host.recorder.events.wait { $0.closed.count == Self.count }
        #expect(record.closed.allSatisfy { $0 == .local })
    }
}
