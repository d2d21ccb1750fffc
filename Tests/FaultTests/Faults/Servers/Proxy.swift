import Foundation
import Glibc
import Synchronization

/// Forwards TCP to a port of this machine, and can be told to let nothing through in one direction, to
/// be far away, and to lose packets, which TCP brings later, with all that follows them. What was on its way arrives when it is told otherwise, as it does after packets were lost: even when the
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

    var url: String { "http://127.0.0.1:\(port)" }

    deinit {
        lanes.end()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Lets nothing through in these directions, and everything in the others.
    func hold(_ directions: Set<ProxyDirection>) {
        lanes.hold(directions)
    }

    /// From now on everything takes so long in each direction.
    func delay(ms: Int, lossPercent: Int = 0) {
        lanes.delay(ms: ms, lossPercent: lossPercent)
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
        for (source, sink, direction) in [
            (pair.client, pair.server, ProxyDirection.toServer),
            (pair.server, pair.client, .fromServer),
        ] {
            let lane = Lane(lanes)
            Thread.detachNewThread { lane.fill(from: source) }
            Thread.detachNewThread { lane.empty(into: sink, direction) }
        }
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
