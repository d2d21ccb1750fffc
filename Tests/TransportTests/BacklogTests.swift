import Synchronization
import Testing

@testable import Transport

struct BacklogTests {
    /// Far more than the kernel takes for a peer that does not read.
    private static let floodBytes = 16 << 20

    /// Sends droppable pieces until told that it was too much, then a required one; a mark when
    /// everything is written.
    private final class Flooder: ConnectionHandler, Sendable {
        let events = Events()

        func opened(_ connection: Connection) { flood(connection) }

        private func flood(_ connection: Connection) {
            guard events.now.overflows == 0 else { return }
            for _ in 0..<16 {
                connection.send(
                    OutboundBytes([UInt8](repeating: 1, count: 4_000), kind: .droppable)
                )
            }
            connection.loop.afterTurn { self.flood(connection) }
        }

        func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
            bytes.count
        }

        func overflowed(_ connection: Connection) {
            connection.send(OutboundBytes([UInt8](repeating: 2, count: 10), kind: .required))
            connection.send(OutboundBytes([UInt8](repeating: 3, count: 10), kind: .droppable))
            let backlog = connection.backlogBytes
            events.note { record in
                record.overflows += 1
                record.receivedCount = backlog
            }
        }

        func drained(_ connection: Connection) {
            events.note { $0.drains += 1 }
            connection.send(OutboundBytes([UInt8](repeating: 4, count: 10), kind: .droppable))
            connection.close()
        }

        func closed(_ connection: Connection, _ reason: CloseReason) {
            events.note { $0.closed.append(reason) }
        }
    }

    @Test func `a slow reader's droppable bytes are dropped, then it is told and drained`() throws {
        let handler = Flooder()
        let limits = ConnectionLimits(maxBacklogBytes: 64 * 1024)
        let server = try Server(limits: limits) { _ in handler }
        defer { server.stop() }
        let client = RawClient(server.address, receiveBufferBytes: 8_192)
        let overflowed = handler.events.wait { $0.overflows == 1 }
        #expect(overflowed.receivedCount < 8_000, "dropped at once")
        #expect(overflowed.drains == 0)
        let received = client.read()
        client.close()
        let record = handler.events.wait { !$0.closed.isEmpty }
        #expect(record.overflows == 1)
        #expect(record.drains == 1)
        #expect(record.closed == [.local])
        // Whole pieces only; nothing droppable between overflow and drained; the rest in order.
        let ones = received.prefix { $0 == 1 }.count
        #expect(ones > 0 && ones.isMultiple(of: 4_000))
        #expect(
            Array(received[ones...])
                == [UInt8](repeating: 2, count: 10) + [UInt8](repeating: 4, count: 10)
        )
    }

    @Test func `required bytes beyond the limit end the connection`() throws {
        let accepted = Recorder()
        accepted.onOpened = { connection in
            for _ in 0..<Self.floodBytes / 65_536 {
                connection.send(OutboundBytes([UInt8](repeating: 1, count: 65_536)))
            }
        }
        let server = try Server(limits: ConnectionLimits(maxBacklogBytes: 128 * 1024)) { _ in
            accepted
        }
        defer { server.stop() }
        let client = RawClient(server.address, receiveBufferBytes: 8_192)
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.overflow])
        client.close()
    }

    @Test func `a peer that never reads is closed as stalled`() throws {
        let accepted = Recorder()
        accepted.onOpened = {
            $0.send(OutboundBytes([UInt8](repeating: 1, count: Self.floodBytes)))
        }
        let server = try Server(limits: ConnectionLimits(stallMs: 40)) { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address, receiveBufferBytes: 8_192)
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.stalled])
        client.close()
    }

    @Test func `a peer that reads slowly is given its time again with all it takes`() throws {
        let accepted = Recorder()
        let flooded = Mutex<Connection?>(nil)
        accepted.onOpened = { connection in
            flooded.withLock { $0 = connection }
            connection.send(OutboundBytes([UInt8](repeating: 1, count: Self.floodBytes)))
        }
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let deadlineMs: @Sendable () -> Int64? = { flooded.withLock { $0?.deadlineMs } }
        let client = RawClient(server.address, receiveBufferBytes: 8_192)
        #expect(server.loop.wait { deadlineMs() != nil })
        let first = server.loop.run(deadlineMs)
        var taken = 0
        while server.loop.run(deadlineMs) == first, taken < Self.floodBytes / 2 {
            taken += client.read(65_536).count
        }
        #expect(taken < Self.floodBytes / 2, "it waits no longer than at first")
        client.close()
    }

    @Test func `closing waits no longer for a peer that never reads`() throws {
        let accepted = Recorder()
        accepted.onOpened = { connection in
            connection.send(OutboundBytes([UInt8](repeating: 1, count: Self.floodBytes)))
            connection.close()
        }
        let server = try Server(limits: ConnectionLimits(stallMs: 40)) { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address, receiveBufferBytes: 8_192)
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.stalled])
        client.close()
    }

    @Test func `replies that the socket does not take at once reach a slow reader whole`() throws {
        let sent = pattern(4 << 20)
        let accepted = Recorder()
        accepted.onOpened = { Self.reply(sent[...], on: $0) }
        let server = try Server(limits: ConnectionLimits(maxBacklogBytes: sent.count)) { _ in
            accepted
        }
        defer { server.stop() }
        let client = RawClient(server.address, receiveBufferBytes: 8_192)
        #expect(client.read() == sent)
        client.close()
    }

    /// A small piece each turn, then the end.
    private static func reply(_ rest: ArraySlice<UInt8>, on connection: Connection) {
        guard !rest.isEmpty else { return connection.close() }
        let piece = rest.prefix(4_096)
        connection.send(byteCount: piece.count) { $0.copyBytes(from: piece) }
        connection.loop.afterTurn { reply(rest.dropFirst(4_096), on: connection) }
    }

    @Test func `a megabyte reaches a slow reader whole`() throws {
        let sent = pattern(1 << 20)
        let accepted = Recorder()
        accepted.onOpened = { connection in
            connection.send(OutboundBytes(sent))
            connection.tellWhenDrained()
        }
        accepted.onDrained = { $0.close() }
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address, receiveBufferBytes: 8_192)
        #expect(client.read(atOnce: 1_000) == sent)
        client.close()
        let record = accepted.events.wait { !$0.closed.isEmpty }
        #expect(record.closed == [.local])
        #expect(record.drains == 1)
        #expect(record.overflows == 0)
    }
}
