import Foundation
import HTTP
import OpenSSL
import Protocol
import TestSupport
import Testing

extension ProcessTests {
    /// Reports to a tracker of errors, and what never stands in them.
    @Suite struct ErrorTrackingTests {
        private static let secretName = "Kanariefågel"
        private static let secretAnswer = "Canaryville"

        private static func folder() throws -> URL {
            let folder = Deployment.newFolder()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return folder
        }

        /// A start that finds no packages.
        private static func failToStart(
            _ dsn: String,
            trusting certificate: String? = nil
        ) async throws -> GatewayProcess.Outcome {
            let folder = try folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            var environment = ["GATEWAY_SENTRY_DSN": dsn, "GATEWAY_ENVIRONMENT": "staging"]
            environment["SSL_CERT_FILE"] = certificate
            let missing = folder.appending(path: secretAnswer).path
            return try await GatewayProcess.run(
                [
                    "--listen", "127.0.0.1:0", "--data-dir", folder.path, "--content-dir", missing,
                    "--voice", "none",
                ],
                environment: environment
            )
        }

        @Test func `a start that fails is told before the process ends`() async throws {
            let server = try TrackingServer()
            let outcome = try await Self.failToStart(server.dsn())
            #expect(outcome.status == 78, "\(outcome.output)")
            #expect(!outcome.output.contains(TrackingServer.key))
            let told = try await server.told()
            #expect(told.event["message"] == "the gateway can't start")
            #expect(told.event["level"] == "fatal")
            #expect(told.event["environment"] == "staging")
            #expect(told.tag("error") == "ConfigurationError")
            #expect(!told.text.contains(Self.secretAnswer))
            #expect(server.requestCount == 1)
        }

        @Test func `over TLS a server is told that its certificate vouches for`() async throws {
            let (good, other) = (try Certificate(), try Certificate())
            defer { for certificate in [good, other] { certificate.remove() } }
            let context = try TLSContext.server(
                certificateFile: good.certificateFile,
                keyFile: good.keyFile
            )
            let server = try TrackingServer(tls: context)
            let dsn = server.dsn("https", host: "localhost")
            let trusted = try await Self.failToStart(dsn, trusting: good.certificateFile)
            #expect(trusted.status == 78)
            #expect(try await server.told().event["level"] == "fatal")
            let refused = try await Self.failToStart(dsn, trusting: other.certificateFile)
            #expect(refused.status == 78)
            let line = refused.output.split(separator: "\n").first { $0.contains("reported") }
            #expect(line?.contains("self-signed certificate") == true, "\(refused.output)")
            #expect(server.requestCount == 1)
            #expect(!refused.output.contains(TrackingServer.key))
        }

        @Test func `a store that refuses is told by its code`() async throws {
            let server = try TrackingServer()
            let folder = try Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let port = try FreePort.find()
            let secret = folder.appending(path: "secret")
            try Data(Deployment.secret).write(to: secret)
            let outcome = try await GatewayProcess.run(
                [
                    "--listen", "127.0.0.1:0", "--data-dir", folder.path, "--redis-url",
                    "redis://:\(Self.secretAnswer)@127.0.0.1:\(port)", "--store-wait", "0",
                    "--token-secret-file", secret.path, "--sentry-dsn", server.dsn(),
                ]
            )
            #expect(outcome.status == 69, "\(outcome.output)")
            let told = try await server.told()
            #expect(told.event["message"] == "a store can't be used")
            #expect(told.event["environment"] == "production")
            #expect(told.tag("code") == "unreachable")
            #expect(!told.text.contains(Self.secretAnswer))
        }

        @Test func `a wrong DSN ends the start and is not repeated`() async throws {
            let key = "0badcafe0badcafe"
            for wrong in [
                key, "ftp://\(key)@host/1", "https://host/1", "https://\(key)@/1",
                "https://\(key)@host", "https://\(key)@host:0/1", "https://\(key)@host/1?a=\(key)",
                "https://\(key)@[host]/1",
            ] {
                let outcome = try await GatewayProcess.run(
                    ["--data-dir", Deployment.newFolder().path],
                    environment: ["GATEWAY_SENTRY_DSN": wrong]
                )
                #expect(outcome.status == 64, "\(wrong): \(outcome.output)")
                #expect(outcome.output.contains("GATEWAY_SENTRY_DSN"))
                #expect(!outcome.output.contains(key), "\(outcome.output)")
            }
            let outcome = try await GatewayProcess.run(
                ["--data-dir", Deployment.newFolder().path, "--environment", "My Laptop"]
            )
            #expect(outcome.status == 64 && outcome.output.contains("'My Laptop'"))
        }

        /// Has a gateway log an error.
        private static func provoke(_ process: GatewayProcess, in folder: URL) async throws {
            let file = folder.appending(path: "log-level")
            try Data("\(secretAnswer)\n".utf8).write(to: file)
            process.signal(SIGHUP)
            while let line = try await process.line() {
                if line.contains("is none of") { break }
            }
        }

        @Test func `who asks for nothing has nothing of it`() async throws {
            let folder = try Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, address) = try await GatewayProcess.serving(folder)
            try await Self.provoke(process, in: folder)
            let metrics = try await Web(address).call(.get, "/metrics").text
            #expect(!metrics.contains("gateway_error_events"))
            let mark = folder.appending(path: "running").path
            #expect(!FileManager.default.fileExists(atPath: mark))
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `a server that never answers keeps no gateway from its end`() async throws {
            let server = try TrackingServer(answer: nil)
            let folder = try Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, _) = try await GatewayProcess.serving(
                folder,
                environment: ["GATEWAY_SENTRY_DSN": server.dsn()]
            )
            try await Self.provoke(process, in: folder)
            let told = try await server.told()
            #expect(told.event["level"] == "error")
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `a server that wants quiet has it`() async throws {
            let limited = Response(.tooManyRequests, headers: ["Retry-After": "60"])
            let server = try TrackingServer(answer: limited)
            let folder = try Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, address) = try await GatewayProcess.serving(
                folder,
                environment: ["GATEWAY_SENTRY_DSN": server.dsn()]
            )
            try await Self.provoke(process, in: folder)
            _ = try await server.told()
            // Another error, which the throttle lets through.
            let hold = try StoreTests.ReadinessTests.Hold(
                folder.appending(path: "gateway.sqlite").path
            )
            let web = Web(address)
            #expect(try await web.call(.post, "/v1/sessions").status == 503)
            hold.release()
            let line = "gateway_error_events_total{outcome=\"dropped\"} 2"
            var metrics = ""
            for _ in 1...3_000 where !metrics.contains(line) {
                metrics = try await web.call(.get, "/metrics").text
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(metrics.contains(line), "\(metrics)")
            #expect(server.requestCount == 1)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `names and answers stay here, whatever goes wrong`() async throws {
            let server = try TrackingServer()
            let folder = try Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let environment = ["GATEWAY_SENTRY_DSN": server.dsn()]
            let (first, address) = try await GatewayProcess.serving(
                folder,
                environment: environment
            )
            let party = try await Party(address, settings: ["timings": unhurried])
            let (alva, player) = try await party.player(Self.secretName)
            let host = try await party.host()
            host.send("HOST_START_GAME")
            try await host.until(state: "ROUND_INTRO")
            host.send("HOST_SKIP")
            try await player.until(state: "CLUE_LEVEL")
            player.send("BRAKE_PULL", ["atClientMs": 1])
            try await player.next("BRAKE_ACCEPTED")
            player.send("BRAKE_ANSWER_SUBMIT", ["answerText": .string(Self.secretAnswer)])
            try await player.next("ANSWER_ACK")
            // The archive takes nothing, while the host names somebody anew.
            let path = folder.appending(path: "gateway.sqlite").path
            let hold = try StoreTests.ReadinessTests.Hold(path)
            #expect(try await Web(address).call(.post, "/v1/sessions").status == 503)
            hold.release()
            try await Self.provoke(first, in: folder)
            var told = [try await server.told(), try await server.told()]
            try await first.kill()

            // Its journal has a name where none belongs.
            let damage =
                "UPDATE session_events SET body = '{\"\(Self.secretName)\":' WHERE version = 2"
            try Database(path).execute(damage)
            let (second, there) = try await GatewayProcess.serving(
                folder,
                environment: environment
            )
            let back = try await party.at(there).socket()
            back.hello("PLAYER", alva.auth)
            let messages: Set = [
                "the archive takes nothing", "the log level stays as it is: the file names none",
                "the gateway before this one ended without a drain", "a session can't be rebuilt",
            ]
            while told.count < messages.count { told.append(try await server.told()) }
            #expect(Set(told.compactMap { $0.event["message"]?.string }) == messages)
            let destination = try host.document.text("secret.destination.name")
            for told in told {
                for word in [
                    Self.secretName, Self.secretAnswer, "Kanarie", destination, party.session,
                    alva.id, alva.auth,
                ] {
                    #expect(!told.text.contains(word), "\(word) in \(told.text)")
                }
            }
            let metrics = try await Web(there).call(.get, "/metrics").text
            #expect(metrics.contains("gateway_error_events_total{outcome=\"sent\"} "))
            second.signal(SIGTERM)
            #expect(try await second.status() == 0)
            let mark = folder.appending(path: "running").path
            #expect(!FileManager.default.fileExists(atPath: mark))
        }
    }
}
