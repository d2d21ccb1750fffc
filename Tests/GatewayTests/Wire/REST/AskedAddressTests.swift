import Foundation
import HTTP
import Protocol
import Synchronization
import Testing
import Transport

@testable import Gateway

/// Links where nobody has configured a public URL: they begin as the request did.
@Suite struct AskedAddressTests {
    /// The machine's address, which a test moves.
    private final class Home: Sendable {
        let url = Mutex("http://192.0.2.7:8080")
    }

    private func serving(
        _ change: (inout Configuration) -> Void = { _ in },
        _ test: (Deployment, Home) async throws -> Void
    ) async throws {
        let (folder, home) = (Deployment.newFolder(), Home())
        let place = folder.appending(path: "web/host")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("host<!-- address -->".utf8).write(to: place.appending(path: "index.html"))
        let deployment = try Deployment(folder: folder) {
            $0.webDirectory = folder.appending(path: "web").path
            $0.findURL = { home.url.withLock { $0 } }
            change(&$0)
        }
        try await test(deployment, home)
        await deployment.stop()
    }

    /// The bases of the links that one who asks so is given.
    private func bases(
        _ deployment: Deployment,
        _ headers: [(String, String)]
    ) async throws -> Set<String> {
        let made = try await deployment.web().call(.post, "/v1/sessions", [:], headers: headers)
        let session = try made.json.text("sessionId")
        let links = try [
            ("joinUrl", "/join/\(session)?"), ("tvUrl", "/tv/\(session)?"), ("hostUrl", "/host#"),
            ("wsUrl", "/v1/ws?"),
        ].map { name, path in
            let link = try made.json.text(name)
            let end = try #require(link.firstRange(of: path)?.lowerBound)
            return String(link[..<end]).replacing("ws", with: "http", maxReplacements: 1)
        }
        return Set(links)
    }

    @Test func `links in an answer begin as the request did`() async throws {
        try await serving { deployment, _ in
            let home = "http://192.0.2.7:8080"
            for (host, base) in [
                ("192.168.5.7:18080", "http://192.168.5.7:18080"),
                ("Play.Test", "http://play.test"),
                ("[fd00::7]:8080", "http://[fd00::7]:8080"),
                // These lead each device to itself.
                ("127.0.0.1:8080", home), ("localhost", home), ("[::1]:8080", home),
                // And these nowhere.
                ("a..b", home), ("play.test:99999", home), ("[fd00::7", home), ("%41.test", home),
            ] {
                let found = try await bases(deployment, [("Host", host)])
                #expect(found == [base], "\(host)")
            }
            let strange = [("X-Forwarded-Host", "evil.test"), ("X-Forwarded-Proto", "https")]
            let found = try await bases(deployment, strange)
            #expect(found == ["http://gateway.test"])
        }
    }

    @Test func `a trusted proxy says what it was called`() async throws {
        try await serving({ $0.trustedProxies = [AddressRange("127.0.0.1/32")].compactMap(\.self) })
        {
            deployment,
            _ in
            for (headers, base) in [
                (
                    [("X-Forwarded-Host", "play.test"), ("X-Forwarded-Proto", "https")],
                    "https://play.test"
                ),
                ([("X-Forwarded-Host", "evil.test, play.test")], "http://play.test"),
                ([("X-Forwarded-Host", "a b")], "http://192.0.2.7:8080"),
                ([("X-Forwarded-Proto", "https")], "https://gateway.test"),
            ] {
                let found = try await bases(deployment, headers)
                #expect(found == [base], "\(headers)")
            }
        }
    }

    @Test func `a public URL that is configured holds whatever is asked`() async throws {
        let deployment = try Deployment.shared
        let found = try await bases(deployment, [("Host", "192.168.5.7:1")])
        #expect(found == [Deployment.publicURL])
    }

    @Test func `the QR leads to where it was asked for, the document to the machine's own`()
        async throws
    {
        try await serving { deployment, _ in
            let asked = [("Host", "192.168.5.7:18080")]
            let made = try await deployment.web().call(.post, "/v1/sessions", [:], headers: asked)
            let session = try made.json.text("sessionId")
            let token = try made.json.text("joinToken")
            let path = "/join/\(session)?t=\(token)"
            for (host, base) in [
                ("192.168.5.7:18080", "http://192.168.5.7:18080"),
                ("localhost:18080", "http://192.0.2.7:8080"),
            ] {
                let picture = "/v1/sessions/\(session)/qr.svg?t=\(token)"
                let drawn = try await deployment.web().call(
                    .get,
                    picture,
                    headers: [("Host", host)]
                )
                #expect(drawn.text == QRCode(base + path)?.svg, "\(host)")
            }
            let state = try await deployment.web().call(
                .get,
                "/v1/sessions/\(session)/state",
                bearer: made.json.text("hostAuthToken"),
                headers: asked
            )
            // One who asks changes nothing that others are sent.
            #expect(state.text.contains(#"http://192.0.2.7:8080/join/\#(session)"#))
            #expect(!state.text.contains("192.168.5.7"))
        }
    }

    @Test func `links in documents follow the machine to another address`() async throws {
        try await serving { deployment, home in
            let party = try await Party(deployment.address)
            let host = try await party.host()
            let token = try party.created.text("joinToken")
            let path = "/join/\(party.session)?t=\(token)"
            #expect(host.document.at("session.joinUrl") == .string("http://192.0.2.7:8080\(path)"))
            home.url.withLock { $0 = "http://192.0.2.99:8080" }
            let moved = JSONValue.string("http://192.0.2.99:8080\(path)")
            try await host.until { $0.at("session.joinUrl") == moved }
        }
    }

    @Test func `a page may open its socket where it came from, and is told whose address is good`()
        async throws
    {
        try await serving { deployment, _ in
            for (host, sources) in [
                ("192.168.5.7:18080", "ws://192.168.5.7:18080 ws://192.0.2.7:8080"),
                ("192.0.2.7:8080", "ws://192.0.2.7:8080"),
                // A policy has no form for it.
                ("[fd00::7]:8080", "ws://192.0.2.7:8080"),
            ] {
                let page = try await deployment.web().call(.get, "/host", headers: [("Host", host)])
                let policy = page.headers.first("Content-Security-Policy")
                #expect(policy?.contains("connect-src 'self' \(sources); ") == true, "\(host)")
                #expect(page.text == #"host<meta name="address">"#)
            }
        }
    }

    @Test func `of a machine's addresses the one that others reach is taken`() {
        let loopback = InterfaceAddress(interface: "lo", text: "127.0.0.1")
        let docker = InterfaceAddress(interface: "docker0", text: "172.17.0.1")
        let bridge = InterfaceAddress(interface: "br-1f2e3d", text: "172.18.0.1")
        let wired = InterfaceAddress(interface: "eth0", text: "192.168.5.7")
        let wireless = InterfaceAddress(interface: "wlan0", text: "192.168.6.7")
        let v6 = InterfaceAddress(interface: "eth0", text: "fd00::7")
        let local = InterfaceAddress(interface: "eth0", text: "fe80::7%eth0")
        let selfMade = InterfaceAddress(interface: "eth0", text: "169.254.1.7")
        for (addresses, gateways, best) in [
            ([loopback], [], nil), ([loopback, selfMade, local], ["eth0"], nil),
            ([loopback, docker, bridge, wired], [], "192.168.5.7"),
            ([loopback, wired, wireless], ["wlan0"], "192.168.6.7"),
            ([loopback, wired, wireless], ["wlan0", "eth0"], "192.168.6.7"),
            ([loopback, wired, wireless], [], "192.168.5.7"),
            ([loopback, docker, local, v6], ["eth0"], "fd00::7"),
            ([loopback, v6, wired], ["eth0"], "192.168.5.7"),
            ([loopback, docker], [], "172.17.0.1"),
        ] as [([InterfaceAddress], [String], String?)] {
            #expect(LocalNetwork.best(of: addresses, gateways: gateways) == best)
        }
    }
}
