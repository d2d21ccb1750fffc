import Glibc

@testable import Transport

/// A blocking socket in the test's own hand: reads when told to, or never.
final class RawClient {
    private(set) var socket: Int32

    /// - Parameter receiveBufferBytes: small, for a peer that soon takes nothing more.
    init(_ address: SocketAddress, receiveBufferBytes: Int32? = nil) {
        socket = Glibc.socket(address.systemFamily, Int32(SOCK_STREAM.rawValue), 0)
        if let receiveBufferBytes {
            SystemSocket.set(socket, SOL_SOCKET, SO_RCVBUF, receiveBufferBytes)
        }
        // A test ends, whatever goes wrong.
        var patience = timeval(tv_sec: Events.patienceMs / 1_000, tv_usec: 0)
        setsockopt(
            socket,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        let connected = address.withSystemAddress { Glibc.connect(socket, $0, $1) }
        precondition(connected == 0, "connect: errno \(errno)")
    }

    deinit { close() }

    func close() {
        if socket >= 0 { Glibc.close(socket) }
        socket = -1
    }

    func write(_ bytes: [UInt8]) {
        var sent = 0
        bytes.withUnsafeBytes { bytes in
            while sent < bytes.count {
                let count = send(
                    socket,
                    bytes.baseAddress.map { $0 + sent },
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
                guard count > 0 else { return }
                sent += count
            }
        }
    }

    /// Makes `close` a reset (SO_LINGER, socket(7)).
    func resetOnClose() {
        var reset = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
    }

    /// Says that nothing more will come, but goes on reading.
    func endOutput() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Up to `count` bytes, fewer only at the end.
    func read(_ count: Int = .max, atOnce: Int = 65_536) -> [UInt8] {
        var received: [UInt8] = []
        var room = [UInt8](repeating: 0, count: atOnce)
        while received.count < count {
            let got = recv(socket, &room, min(room.count, count - received.count), 0)
            guard got > 0 else { break }
            received += room[..<got]
        }
        return received
    }
}
