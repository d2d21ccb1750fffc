import Foundation
import HTTP
import Protocol
import Testing

extension ProcessTests {
    /// Protocol §5: the operator's contract.
    @Suite struct OperatorTests {
        @Test
        func `SIGTERM sends everybody away with 1001 and a hint when to come back, and exits 0`()
            async throws
        {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, address) = try await GatewayProcess.serving(folder)
            let party = try await Party(address)
            let clients = [try await party.host(), try await party.player("Alva").client]
            let unseen = try await party.socket()
            process.signal(SIGTERM)
            for client in clients + [unseen] as [any TestSocket] {
                let end = try await client.end()
                #expect(end?.code == 1001)
                let hint = end?.reason.split(separator: "=") ?? []
                #expect(hint.first == "retry_after_ms")
                #expect(hint.last.flatMap { Int($0) }.map { (0...10_000).contains($0) } == true)
            }
            #expect(clients[0].log.last?.code == "server_shutdown")
            #expect(clients[0].log.last?.payload["retryable"] == true)
            #expect(try await process.status() == 0)
        }

        static let wrongOptions: [(arguments: [String], named: [String])] = [
            (["--listen", "nonsense"], ["--listen", "GATEWAY_LISTEN", "nonsense"]),
            (["--listen", "127.0.0.1:70000"], ["--listen", "127.0.0.1:70000"]),
            (
                ["--min-client-version", "new"],
                ["--min-client-version", "GATEWAY_MIN_CLIENT_VERSION", "new"]
            ),
            (["--shards", "0"], ["--shards", "GATEWAY_SHARDS", "0"]),
            (["--shards", "many"], ["--shards", "many"]),
            (
                ["--log-level", "loud"],
                ["--log-level", "GATEWAY_LOG_LEVEL", "loud", "trace, debug"]
            ),
            (["--log-format", "xml"], ["--log-format", "GATEWAY_LOG_FORMAT", "xml"]),
            (
                ["--metrics-listen", "here"],
                ["--metrics-listen", "GATEWAY_METRICS_LISTEN", "here"]
            ),
            (["--trusted-proxy", "everybody"], ["--trusted-proxy", "everybody"]),
            (["--store-wait", "long"], ["--store-wait", "GATEWAY_STORE_WAIT", "long"]),
            (["--retention-days=-1"], ["--retention-days", "GATEWAY_RETENTION_DAYS", "-1"]),
            (["--rest-after", "0"], ["--rest-after", "GATEWAY_REST_AFTER", "0"]),
            (["--public-url", "ftp://x"], ["--public-url", "GATEWAY_PUBLIC_URL", "ftp://x"]),
            (["--tls-cert", "cert.pem"], ["--tls-cert", "--tls-key"]),
            (["--tls-profile", "old"], ["--tls-profile", "GATEWAY_TLS_PROFILE", "old"]),
            (["--tls-profile", "modern"], ["--tls-profile", "--tls-cert", "--tls-key"]),
            (
                ["--tls-self-signed", "--tls-cert", "c.pem", "--tls-key", "k.pem"],
                ["--tls-self-signed", "--tls-cert and --tls-key"]
            ),
            (["--tls-self-signed", "--tls-key", "k.pem"], ["--tls-self-signed", "--tls-key"]),
            (
                ["--certificate-listen", "127.0.0.1:8081"],
                ["--certificate-listen", "--tls-self-signed"]
            ),
            (
                ["--tls-self-signed", "--certificate-listen", "here"],
                ["--certificate-listen", "GATEWAY_CERTIFICATE_LISTEN", "here"]
            ),
            (["--party", "--party-settings", "nonsense"], ["--party-settings", "nonsense"]),
            (["--party-settings", "{}"], ["--party-settings needs --party"]),
            (["--party", "chess"], ["--party: no game is called 'chess'; there is tripto"]),
            (
                ["--party", "--party-settings", #"{"locale":"xx"}"#],
                ["--party-settings", "xx", "settings.locale is one of"]
            ),
            (["--party", "--party-settings", #"{"foo":1}"#], ["--party-settings", "foo"]),
            (["--colour"], ["--colour"]), (["dance"], ["dance"]),
        ]

        @Test(arguments: wrongOptions.indices)
        func `a wrong option exits 64 and names it with its value`(
            _ index: Int
        ) async throws {
            let (arguments, named) = Self.wrongOptions[index]
            let folder = Deployment.newFolder()
            let outcome = try await GatewayProcess.run(
                ["serve", "--data-dir", folder.path] + arguments
            )
            #expect(outcome.status == 64, "\(arguments) \(outcome.output)")
            for word in named { #expect(outcome.output.contains(word), "\(outcome.output)") }
            #expect(!outcome.output.contains("listening"))
        }

        @Test func `a wrong variable is named too`() async throws {
            let wrong = [
                "GATEWAY_SHARDS": "none", "GATEWAY_LISTEN": "somewhere",
                "GATEWAY_NO_LIMITS": "maybe",
                "GATEWAY_LOG_LEVEL": "loud", "GATEWAY_TRUSTED_PROXY": "all",
                "GATEWAY_TLS_PROFILE": "old", "GATEWAY_TLS_SELF_SIGNED": "perhaps",
            ]
            for (variable, value) in wrong {
                let outcome = try await GatewayProcess.run(
                    ["--data-dir", Deployment.newFolder().path],
                    environment: [variable: value]
                )
                #expect(outcome.status == 64, "\(variable) \(outcome.output)")
                #expect(outcome.output.contains(variable) && outcome.output.contains(value))
            }
        }

        @Test func `files that can't be used exit 69 or 78 and are named`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "file")
            try Data("no folder, and a short secret".utf8.prefix(20)).write(to: file)
            let secret = folder.appending(path: "secret")
            try Data(Deployment.secret).write(to: secret)
            let damaged = folder.appending(path: "damaged")
            try FileManager.default.createDirectory(
                at: damaged.appending(path: "gateway.sqlite"),
                withIntermediateDirectories: true
            )
            let cases: [(arguments: [String], status: Int32, named: String)] = [
                (["--data-dir", "\(file.path)/data"], 78, "\(file.path)/data"),
                (
                    ["--data-dir", damaged.path, "--token-secret-file", secret.path], 69,
                    "\(damaged.path)/gateway.sqlite"
                ),
                // A secret may stand where its file's path should.
                (
                    ["--data-dir", folder.path, "--token-secret-file", file.path], 78,
                    "file 1 of 1 that --token-secret-file (GATEWAY_TOKEN_SECRET_FILE) names has 20"
                ),
                (
                    ["--data-dir", folder.path, "--token-secret-file", "/none"], 78,
                    "file 1 of 1 that --token-secret-file (GATEWAY_TOKEN_SECRET_FILE) names isn't"
                ),
                (
                    ["--data-dir", folder.path, "--tls-cert", file.path, "--tls-key", file.path],
                    78,
                    file.path
                ),
                (["--data-dir", folder.path, "--web-dir", "/none"], 78, "/none"),
                (["--data-dir", folder.path, "--listen", "192.0.2.1:80"], 78, "192.0.2.1:80"),
            ]
            for (arguments, status, named) in cases {
                let outcome = try await GatewayProcess.run(["--listen", "127.0.0.1:0"] + arguments)
                #expect(outcome.status == status, "\(arguments) \(outcome.output)")
                #expect(outcome.output.contains(named), "\(outcome.output)")
            }
        }

        @Test func `the secret is made once, for nobody else's eyes`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appending(path: "token-secret").path
            var secrets: Set<Data> = []
            for _ in 1...2 {
                let (process, _) = try await GatewayProcess.serving(folder)
                process.signal(SIGTERM)
                #expect(try await process.status() == 0)
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                secrets.insert(try #require(FileManager.default.contents(atPath: path)))
            }
            #expect(secrets.count == 1 && secrets.first.map { $0.count >= 32 } == true)
        }

        @Test func `links lead to where one asked, or to the public URL`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (first, free) = try await GatewayProcess.serving(folder)
            try await first.kill()
            for given in [nil, "https://play.example/"] {
                let more = given.map { ["--public-url", $0] } ?? []
                let (process, address) = try await GatewayProcess.serving(folder, more, on: free)
                let party = try await Party(address)
                let (web, socket) =
                    given == nil
                    ? ("http://gateway.test", "ws://gateway.test")
                    : ("https://play.example", "wss://play.example")
                #expect(
                    try party.created.text("joinUrl").hasPrefix("\(web)/join/\(party.session)?t=")
                )
                #expect(
                    try party.created.text("wsUrl") == "\(socket)/v1/ws?session=\(party.session)"
                )
                process.signal(SIGTERM)
                #expect(try await process.status() == 0)
            }
        }

        @Test func `a second SIGTERM ends at once`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, address) = try await GatewayProcess.serving(folder)
            let party = try await Party(address)
            let host = try await party.seatedSocket(.host, party.hostAuth)
            // It does not answer the goodbye, so the drain waits for it.
            host.wire.stopReading()
            process.signal(SIGTERM)
            while let line = try await process.line(), !line.contains("draining") {}
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
            _ = host
        }
    }
}
