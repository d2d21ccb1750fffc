import Foundation
import Glibc
import Testing
import Transport

extension ProcessTests {
    /// One address that says nothing leaves descriptors for all others.
    @Suite struct DescriptorTests {
        /// A connection from an address of this machine's own network.
        private final class Caller {
            private let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

            init(from source: String, to port: UInt16) throws {
                var patience = timeval(tv_sec: 20, tv_usec: 0)
                setsockopt(
                    socket,
                    SOL_SOCKET,
                    SO_RCVTIMEO,
                    &patience,
                    socklen_t(MemoryLayout<timeval>.size)
                )
                for (host, port, use) in [(source, 0, bind), ("127.0.0.1", port, connect)]
                    as [(String, UInt16, (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32)]
                {
                    var address = sockaddr_in()
                    address.sin_family = sa_family_t(AF_INET)
                    address.sin_port = port.bigEndian
                    inet_pton(AF_INET, host, &address.sin_addr)
                    let result = withUnsafePointer(to: &address) {
                        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                            use(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                        }
                    }
                    guard result == 0 else { throw OutOfPatience() }
                }
            }

            deinit { close(socket) }

            func ask() -> String {
                let request = Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
                _ = send(socket, request, request.count, Int32(MSG_NOSIGNAL))
                var room = [UInt8](repeating: 0, count: 1_024)
                let count = recv(socket, &room, room.count, 0)
                return String(decoding: room.prefix(max(0, count)), as: UTF8.self)
            }
        }

        @Test func `silence of one address does not keep others out`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, address) = try await GatewayProcess.serving(
                folder,
                shell: #"ulimit -n 300; exec "$0" "$@""#
            )
            var silent: [Caller] = []
            for _ in 1...400 { silent.append(try Caller(from: "127.0.0.9", to: address.port)) }
            // Turned away as long as the gateway has not worked through all of them.
            var answer = ""
            let end = ContinuousClock.now + .seconds(20)
            while !answer.hasPrefix("HTTP/1.1 200 "), ContinuousClock.now < end {
                answer = try Caller(from: "127.0.0.8", to: address.port).ask()
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            // The first to come has its place.
            #expect(silent[0].ask().hasPrefix("HTTP/1.1 200 "))
            let metrics = try await Web(address).call(.get, "/metrics").text
            let refused = metrics.split(separator: "\n").first {
                $0.hasPrefix(#"gateway_connections_refused_total{reason="silent"} "#)
            }
            let count = refused?.split(separator: " ").last.flatMap { Int($0) }
            #expect(count.map { $0 > 0 } == true, "\(refused ?? "nothing")")
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `that none is left is one line, however many are turned away`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, address) = try await GatewayProcess.serving(
                folder,
                shell: #"ulimit -n 120; exec "$0" "$@""#
            )
            // Of many addresses, as one alone is turned away before.
            var silent: [Caller] = []
            for number in 1...200 {
                silent.append(try Caller(from: "127.0.1.\(number)", to: address.port))
            }
            let words = "no file descriptor is left"
            var line = ""
            while !line.contains(words) { line = try #require(try await process.line()) }
            #expect(line.contains("WARNING") && line.contains("ulimit"), "\(line)")
            try await process.kill()
            while let more = try await process.line() { #expect(!more.contains(words), "\(more)") }
            withExtendedLifetime(silent) {}
        }
    }
}
