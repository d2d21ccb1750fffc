import Foundation
import Glibc
import TestSupport

/// Stands before a Postgres as a pooler of transactions does, as far as a client can tell: it names a server's
/// process of its own invention, and no transaction finds what another has left on its connection.
final class PoolerStand: Sendable {
    /// Of its socket `.s.PGSQL.5432`.
    let folder = Scratch.place("pooler").path
    private let listener: Int32

    init(before server: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let listener = try Self.socket(folder) { bind($0, $1, $2) }
        self.listener = listener
        guard listen(listener, 8) == 0 else { throw Command.Failure("listen: errno \(errno)") }
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                guard let far = try? Self.socket(server, { connect($0, $1, $2) }) else {
                    close(client)
                    continue
                }
                let pair = Pair(client: client, server: far)
                Thread.detachNewThread { Self.pass(pair) }
                Thread.detachNewThread { Self.answer(pair) }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func socket(
        _ folder: String,
        _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        let handle = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8)
        }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use(handle, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw Command.Failure("\(folder): errno \(errno)") }
        return handle
    }

    // MARK: One client

    /// Closed once neither direction needs it any more.
    private final class Pair: Sendable {
        let client: Int32
        let server: Int32

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }

        func end() {
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }

        deinit {
            close(client)
            close(server)
        }
    }

    private static func pass(_ pair: Pair) {
        while let bytes = read(1...65_536, from: pair.client), send(bytes, to: pair.server) {}
        pair.end()
    }

    /// Reads messages (https://www.postgresql.org/docs/17/protocol-message-formats.html) until the server is gone.
    private static func answer(_ pair: Pair) {
        defer { pair.end() }
        var isDiscarding = false
        while var message = message(from: pair.server) {
            let isAtRest = message[0] == UInt8(ascii: "Z") && message[5] == UInt8(ascii: "I")
            switch (isDiscarding, isAtRest) {
            case (true, false): continue
            case (true, true): isDiscarding = false
            case (false, true):
                isDiscarding = true
                let words = Array("DISCARD ALL\0".utf8)
                let head = [UInt8(ascii: "Q"), 0, 0, 0, UInt8(words.count + 4)]
                guard send(head + words, to: pair.server) else { return }
                continue
            case (false, false): if message[0] == UInt8(ascii: "K") { message[8] ^= 0x55 }
            }
            guard send(message, to: pair.client) else { return }
        }
    }

    private static func message(from server: Int32) -> [UInt8]? {
        guard let head = read(5...5, from: server) else { return nil }
        let count = head[1...].reduce(0) { $0 << 8 | Int($1) } - 4
        guard count > 0 else { return head }
        return read(count...count, from: server).map { head + $0 }
    }

    private static func read(_ counts: ClosedRange<Int>, from handle: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: counts.upperBound)
        var count = 0
        repeat {
            let more = bytes.withUnsafeMutableBytes {
                recv(handle, $0.baseAddress.map { $0 + count }, $0.count - count, 0)
            }
            guard more > 0 else { return nil }
            count += more
        } while count < counts.lowerBound
        return Array(bytes.prefix(count))
    }

    private static func send(_ bytes: [UInt8], to handle: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
