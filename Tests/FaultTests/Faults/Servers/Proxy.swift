import Foundation
import Glibc
import Synchronization

/// Forwards TCP to a port of this machine, and can be told to let nothing through in one direction. What
/// was on its way arrives when it is told otherwise, as it does after packets were lost: even when the
/// one who sent it has long hung up.
final class Proxy: Sendable {
    let port = FreePort.next()
    private let listener: Int32
    private let lanes = Lanes()

    init(to target: UInt16) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let bound = Self.withLoopback(port) { [listener] in bind(listener, $0, $1) }
        guard bound == 0, listen(listener, 64) == 0 else {
            close(listener)
            throw Failure("a proxy can't listen on \(port): errno \(errno)")
        }
        Thread.detachNewThread { [listener, lanes] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                Self.forward(client, to: target, lanes)
            }
            close(listener)
        }
    }

    deinit {
        lanes.end()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Lets nothing through in these directions, and everything in the others.
    func hold(_ directions: Set<ProxyDirection>) {
        lanes.hold(directions)
    }

    private static func forward(_ client: Int32, to target: UInt16, _ lanes: Lanes) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard withLoopback(target, { connect(server, $0, $1) }) == 0 else {
            close(client)
            close(server)
            return
        }
        let pair = SocketPair(client: client, server: server)
        lanes.add(pair)
        Thread.detachNewThread { pump(from: pair.client, to: pair.server, .toServer, lanes) }
        Thread.detachNewThread { pump(from: pair.server, to: pair.client, .fromServer, lanes) }
    }

    private static func pump(
        from source: Int32,
        to sink: Int32,
        _ direction: ProxyDirection,
        _ lanes: Lanes
    ) {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        forwarding: while true {
            let count = read(source, &bytes, bytes.count)
            lanes.waitUntilOpen(direction)
            guard count > 0 else { break }
            var sent = 0
            while sent < count {
                let written = bytes[sent..<count].withUnsafeBytes {
                    send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else { break forwarding }
                sent += written
            }
        }
        shutdown(sink, Int32(SHUT_WR))
    }

    private static func withLoopback(
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
