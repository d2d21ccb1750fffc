import Foundation
import Protocol
import TestSupport
import Testing
import Transport

/// Promises of deploy/nginx to those who play behind it.
@Suite struct ProxyTests {
    static let sockets = 8

    @Test func `after two restarts in a row everybody comes back at once`() async throws {
        let addresses = try (1...2).map { _ in
            try Deployment.loopback().with(port: FreePort.find())
        }
        var gateways = try addresses.map { address in try Deployment { $0.listen = [address] } }
        let nginx = try await PrivateNginx(before: addresses[0], and: addresses[1])
        defer { nginx.end() }
        // Open to the end: one that has ended would have its gateway count as good again.
        var clients: [RawSocket] = []
        for index in gateways.indices {
            await gateways[index].stop()
            for _ in 1...Self.sockets {
                // A 502 is no upgrade, and throws.
                clients.append(
                    try await RawSocket(nginx.address, session: "0123456789abcdef")
                )
            }
            gateways[index] = try Deployment { $0.listen = [addresses[index]] }
            // Longer than nginx has nobody go to whoever failed.
            try await Task.sleep(for: .milliseconds(2_500))
        }
        #expect(clients.count == 2 * Self.sockets)
        for gateway in gateways { await gateway.stop() }
    }

    @Test func `tokens of links stand in no access log`() async throws {
        let deployment = try Deployment()
        let nginx = try await PrivateNginx(before: deployment.address)
        defer { nginx.end() }
        let web = Web(nginx.address)
        web.send(.get, "/join/nowhere?t=a-token", headers: [("Connection", "close")])
        _ = try await web.untilGone()
        // Written once the answer has gone.
        var log = ""
        for _ in 1...3_000 where !log.contains("/join/nowhere") {
            log = (try? String(contentsOf: nginx.accessLog, encoding: .utf8)) ?? ""
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(log.contains("GET /join/nowhere HTTP/1.1"))
        #expect(!log.contains("a-token"))
        await deployment.stop()
    }
    @Test func `a proxy that takes Upgrade from players is named in the log, in one line`()
        async throws
    {
        let folder = Deployment.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (process, address) = try await GatewayProcess.serving(folder)
        let nginx = try await PrivateNginx(before: address, passesUpgrades: false)
        defer { nginx.end() }
        for _ in 1...3 {
            await #expect(throws: (any Error).self) {
                try await RawSocket(nginx.address, session: "0123456789abcdef")
            }
        }
        let words = "takes the header Upgrade from their WebSockets"
        var line = ""
        while !line.contains(words) { line = try #require(try await process.line()) }
        #expect(line.contains("WARNING"), "\(line)")
        // A caller that never asked for a WebSocket is no player.
        let web = Web(address)
        #expect(try await web.call(.get, "/v1/ws?session=0123456789abcdef").status == 426)
        process.signal(SIGTERM)
        while let more = try await process.line() { #expect(!more.contains(words), "\(more)") }
        #expect(try await process.status() == 0)
    }
}
