import Foundation
import Glibc
import Synchronization
import Testing

@testable import Transport

struct ClosingTests {
    @Test func `close writes what is queued first`() throws {
        let accepted = Recorder()
        accepted.onReceived = { bytes, connection in
            connection.send(OutboundBytes(pattern(200_000)))
            connection.send(copying: UnsafeRawBufferPointer(bytes))
            connection.close()
            connection.send(OutboundBytes([9]))
            return 0
        }
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        client.write([1, 2, 3])
        #expect(client.read() == pattern(200_000) + [1, 2, 3])
        client.close()
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.local])
    }

    @Test func `last words arrive though the peer's bytes lie unread`() throws {
        let accepted = Recorder()
        accepted.onOpened = { connection in
            connection.pauseReading()
            connection.send(OutboundBytes(pattern(1_000)))
            connection.close()
        }
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        client.write(pattern(100_000))
        #expect(client.read() == pattern(1_000))
        client.close()
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.local])
    }

    @Test func `a peer that has ended its output still gets its answer`() throws {
        let accepted = Recorder.echo()
        let server = try Server(limits: ConnectionLimits(maxBacklogBytes: 4 << 20)) { _ in accepted
        }
        defer { server.stop() }
        let client = RawClient(server.address)
        client.write(pattern(500))
        client.endOutput()
        #expect(client.read() == pattern(500))
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.peer])
    }

    @Test func `a peer that has ended its output still has all of its input read, piece by piece`()
        throws
    {
        let accepted = Recorder()
        accepted.onReceived = { bytes, connection in
            connection.send(copying: UnsafeRawBufferPointer(rebasing: bytes[..<1]))
            // The rest comes at the beginning of the next turn, and in the same turn epoll tells of
            // the peer's end.
            connection.pauseReading()
            let loop = connection.loop
            loop.afterTurn { connection.resumeReading() }
            return 1
        }
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        client.write(pattern(20))
        client.endOutput()
        #expect(client.read() == pattern(20))
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.peer])
    }

    @Test func `a peer that resets is gone`() throws {
        let accepted = Recorder()
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        accepted.events.wait { $0.opened == 1 }
        client.resetOnClose()
        client.close()
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.peer])
    }

    @Test func `a reset reaches a connection that does not read`() throws {
        let accepted = Recorder()
        accepted.onOpened = { $0.pauseReading() }
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        accepted.events.wait { $0.opened == 1 }
        client.resetOnClose()
        client.close()
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.peer])
    }

    @Test func `abort in the middle of input is safe and told once`() throws {
        let accepted = Recorder()
        accepted.onReceived = { bytes, connection in
            connection.send(OutboundBytes([1]))
            connection.abort()
            connection.abort()
            connection.close()
            connection.send(OutboundBytes([2]))
            return 1
        }
        let server = try Server { _ in accepted }
        let client = RawClient(server.address)
        client.write([1, 2, 3])
        _ = client.read()
        accepted.events.wait { !$0.closed.isEmpty }
        server.stop()
        #expect(accepted.events.now.closed == [.local])
        #expect(accepted.events.now.receivedCount == 1)
    }

    @Test func `input that nobody takes is bounded`() throws {
        let accepted = Recorder()
        accepted.onReceived = { _, _ in 0 }
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        client.write(pattern(Connection.maxKeptBytes + 1))
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.failed(.inputNotTaken)])
    }

    @Test func `a socket that a child process holds as well leaves the set when it is closed`()
        throws
    {
        let accepted = Recorder()
        let server = try Server { _ in accepted }
        defer { server.stop() }
        let client = RawClient(server.address)
        // A child has all descriptors until it executes another program.
        let childs = Atomic<Int32>(-1)
        defer { close(childs.load(ordering: .relaxed)) }
        accepted.onReceived = { bytes, connection in
            childs.store(dup(connection.socket), ordering: .relaxed)
            connection.abort()
            return bytes.count
        }
        client.write([1])
        accepted.events.wait { !$0.closed.isEmpty }
        client.write([2])
        // fdinfo of an epoll descriptor lists what is in the set (proc(5)).
        let path = "/proc/self/fdinfo/\(server.loop.epoll.descriptor)"
        let list = try String(contentsOfFile: path, encoding: .utf8)
        let members = list.split(separator: "\n").count { $0.hasPrefix("tfd:") }
        // The inbox, the timer and the listener.
        #expect(members == 3)
    }

    @Test func `shutting a loop down closes everything on it`() throws {
        let accepted = Recorder()
        let server = try Server { _ in accepted }
        let client = RawClient(server.address)
        accepted.events.wait { $0.opened == 1 }
        server.stop()
        #expect(accepted.events.wait { !$0.closed.isEmpty }.closed == [.local])
        #expect(client.read() == [])
    }
}
