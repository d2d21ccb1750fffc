import Foundation
import OpenSSL
import Protocol
import TestSupport
import Testing
import Transport

extension ProcessTests {
    /// HTTPS for a house without a domain.
    @Suite struct HouseholdTests {
        /// A gateway with a certificate of its own, and where that is had.
        private struct Home {
            let process: GatewayProcess
            let game: SocketAddress
            let offer: SocketAddress
            let fingerprint: String

            init(_ folder: URL, _ more: [String] = []) async throws {
                (process, game) = try await GatewayProcess.serving(
                    folder,
                    ["--tls-self-signed", "--web-dir", Self.web.path] + more
                )
                while let line = try await process.line() {
                    let words = line.split(separator: " ")
                    guard words.contains("certificate") else { continue }
                    func value(_ name: String) throws -> String {
                        let word = try #require(words.first { $0.hasPrefix("\(name)=") })
                        return String(word.dropFirst(name.utf8.count + 1))
                    }
                    offer = try #require(SocketAddress(value("address")))
                    fingerprint = try value("sha256")
                    return
                }
                throw SocketClient.Unexpected(wanted: "a certificate", heard: "the end")
            }

            func stop() async throws {
                process.signal(SIGTERM)
                #expect(try await process.status() == 0)
            }

            private static let web = URL(filePath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "web")
        }

        private func inFolder(_ test: (URL) async throws -> Void) async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            try await test(folder)
        }

        @Test func `a device that has the certificate plays over HTTPS`() async throws {
            try await inFolder { folder in
                let home = try await Home(folder)
                let answer = try await Web(home.offer).call(.get, "/authority.crt")
                #expect(answer.status == 200)
                #expect(answer.headers.first("Content-Type") == "application/x-x509-ca-cert")
                let digest = Digest.sha256(answer.body).map { String(format: "%02X", $0) }
                #expect(digest.joined(separator: ":") == home.fingerprint)
                let file = folder.appending(path: "downloaded.crt")
                try Data(answer.body).write(to: file)
                let pem = folder.appending(path: "downloaded.pem").path
                _ = try await Self.run(
                    "openssl x509 -inform DER -in \(file.path) -out \(pem)"
                )
                let health = "https://\(home.game)/healthz"
                let trusting = try await Self.run("curl -sS --cacert \(pem) \(health) 2>&1 || true")
                #expect(trusting.hasPrefix("ok"), "\(trusting)")
                let strange = try await Self.run("curl -sS \(health) 2>&1 || true")
                #expect(strange.contains("certificate problem"), "\(strange)")
                for name in ["localhost", "\(Self.machine).local"] {
                    let said = try await Self.run(
                        "openssl s_client -connect \(home.game) -verify_return_error "
                            + "-verify_hostname \(name) -verify_ip 127.0.0.1 -CAfile \(pem) "
                            + "</dev/null 2>&1 || true"
                    )
                    #expect(said.contains("Verify return code: 0"), "\(name) \(said)")
                }

                let trust = try TLSContext.client(.authorities(file: pem))
                let web = Web(home.game, tls: trust)
                let created = try await web.call(.post, "/v1/sessions")
                #expect(created.status == 201)
                #expect(try created.json.text("wsUrl").hasPrefix("wss://"))
                // Its host may be localhost, and the certificate is had in plain HTTP.
                #expect(!created.headers.contains("Strict-Transport-Security"))
                let session = try created.json.text("sessionId")
                let token = try created.json.text("hostAuthToken")
                let host = SocketClient(home.game, session: session, as: .host, token, tls: trust)
                try await host.next("STATE_SNAPSHOT")
                try await home.stop()
            }
        }

        @Test func `before it has, a device finds two things in plain HTTP and nothing else`()
            async throws
        {
            try await inFolder { folder in
                let home = try await Home(folder, ["--public-url", "https://192.168.1.7:8080"])
                let web = Web(home.offer)
                for (path, accepted, language) in [
                    ("/", "sv-SE,sv;q=0.9,en;q=0.8", "sv"), ("/", "de, en;q=0.5, sv;q=0.4", "en"),
                    ("/", "de", "en"), ("/?lang=sv", "en", "sv"), ("/?lang=en", "sv", "en"),
                    ("/?lang=tlh", "sv", "sv"),
                ] {
                    let page = try await web.call(
                        .get,
                        path,
                        headers: [("Accept-Language", accepted)]
                    )
                    #expect(page.status == 200)
                    #expect(page.headers.first("Content-Language") == language, "\(accepted)")
                    #expect(page.text.contains(#"<html lang="\#(language)">"#))
                    #expect(page.text.contains(home.fingerprint))
                    #expect(page.text.contains(#"href="https://192.168.1.7:8080/""#))
                    #expect(page.text.contains(#"href="/authority.crt""#))
                    #expect(!page.text.contains("{style}") && !page.text.contains("{game}"))
                    let policy = try #require(page.headers.first("Content-Security-Policy"))
                    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
                    #expect(page.headers.first("X-Content-Type-Options") == "nosniff")
                    #expect(page.headers.first("Referrer-Policy") == "no-referrer")
                    #expect(!page.headers.contains("Set-Cookie"))
                }
                #expect(try await web.call(.head, "/authority.crt").status == 200)
                #expect(try await web.call(.post, "/authority.crt").status == 405)
                for path in [
                    "/healthz", "/metrics", "/tv", "/host", "/v1/sessions", "/v1/ws",
                    "/shared/base.css", "/trust/sv.html", "/authority.key", "/authority.pem",
                    "/tls/authority.key", "/authority.crt/",
                ] {
                    web.send(.get, path)
                    let status = try await web.answer().status
                    #expect(status == 404, "\(path) \(status)")
                }
                // Nor are the page's raw parts among the game's.
                let pem = folder.appending(path: "tls/authority.pem").path
                let game = Web(home.game, tls: try .client(.insecure))
                for path in ["/trust/sv.html", "/trust/trust.css", "/authority.crt"] {
                    #expect(try await game.call(.get, path).status == 404, "\(path)")
                }
                #expect(FileManager.default.fileExists(atPath: pem))
                try await home.stop()
            }
        }

        @Test func `a restart keeps the authority, and damage is named and left alone`()
            async throws
        {
            try await inFolder { folder in
                let first = try await Home(folder)
                first.process.signal(SIGHUP)
                while let line = try await first.process.line() {
                    guard line.contains("certificates") else { continue }
                    #expect(line.contains("certificates read anew"))
                    break
                }
                try await first.stop()
                let second = try await Home(folder)
                #expect(second.fingerprint == first.fingerprint)
                try await second.stop()

                for name in ["authority.pem", "authority.key", "server.pem"] {
                    let file = folder.appending(path: "tls/\(name)")
                    let right = try Data(contentsOf: file)
                    let half = right.prefix(right.count / 2)
                    try half.write(to: file)
                    let outcome = try await GatewayProcess.run([
                        "serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path,
                        "--tls-self-signed",
                    ])
                    #expect(outcome.status == 78, "\(outcome.output)")
                    let words = "CRITICAL the gateway can't start: \(file.path): "
                    #expect(outcome.output.contains(words), "\(outcome.output)")
                    #expect(try Data(contentsOf: file) == half)
                    try right.write(to: file)
                }
                let third = try await Home(folder)
                #expect(third.fingerprint == first.fingerprint)
                try await third.stop()
            }
        }

        @Test func `the welcome says where the certificate is`() async throws {
            try await inFolder { folder in
                let home = try await Home(folder, ["--party"])
                var said: [String] = []
                while let line = try await home.process.line() {
                    said.append(line.trimmingCharacters(in: .whitespaces))
                    if line.contains("Players scan this") { break }
                }
                #expect(said.contains("http://\(home.offer)/"), "\(said)")
                let bytes = home.fingerprint.split(separator: ":")
                for part in [bytes.prefix(16), bytes.suffix(16)] {
                    #expect(said.contains(part.joined(separator: ":")), "\(said)")
                }
                #expect(said.contains { $0.hasPrefix("Host") && $0.contains("https://127.0.0.1") })
                try await home.stop()
            }
        }

        @Blocking private static func run(_ command: String) throws -> String {
            try Command.run("/bin/bash", ["-c", command])
        }

        private static var machine: Substring {
            var name = [CChar](repeating: 0, count: 256)
            gethostname(&name, 255)
            let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self).prefix { $0 != "." }
        }
    }
}
