import Foundation
import HTTP
import Protocol
import Testing

extension ProcessTests {
    /// A secret is used, and never told: not to a log, nor in an answer.
    @Suite struct SecretLeakTests {
        /// It begins as a path does, and is as long as any of them must be.
        private static let secret = "/Bq7-long-enough-for-a-token-secret,too"

        private static let mail = [
            "GATEWAY_ACCOUNTS": "true", "GATEWAY_MAIL_SERVER": "smtp://ada@127.0.0.1:1",
            "GATEWAY_MAIL_FROM": "games@example.org",
        ]

        /// Settings beside a key: without a server it is not looked at.
        private static let uses: [String: [String: String]] = {
            let model = ["GATEWAY_TUNE_MODEL": "m", "GATEWAY_MODEL_URL": "https://a.example/v1"]
            let speech = [
                "GATEWAY_VOICE": "speech", "GATEWAY_SPEECH_URL": "https://a.example/v1",
                "GATEWAY_SPEECH_MODEL": "m", "GATEWAY_SPEECH_VOICE": "v",
            ]
            let tunes = [
                "GATEWAY_TUNE_PROTOCOL": "spotify", "GATEWAY_TUNE_SEARCH": "https://a.example",
            ]
            return [
                "GATEWAY_MODEL_KEY": model, "GATEWAY_MODEL_KEY_FILE": model,
                "GATEWAY_SPEECH_KEY": speech, "GATEWAY_SPEECH_KEY_FILE": speech,
                "GATEWAY_TUNE_KEY": tunes, "GATEWAY_TUNE_KEY_FILE": tunes,
            ]
        }()

        private func file(_ text: String, in folder: URL) throws -> String {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let path = folder.appending(path: "secret-\(UUID())").path
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            return path
        }

        @Test(arguments: [
            "GATEWAY_MAIL_PASSWORD", "GATEWAY_MAIL_PASSWORD_FILE", "GATEWAY_OPERATOR_TOKEN",
            "GATEWAY_OPERATOR_TOKEN_FILE", "GATEWAY_TOKEN_SECRET", "GATEWAY_TOKEN_SECRET_FILE",
            "GATEWAY_DATABASE_URL", "GATEWAY_DATABASE_URL_FILE", "GATEWAY_REDIS_URL",
            "GATEWAY_REDIS_URL_FILE", "GATEWAY_SENTRY_DSN", "GATEWAY_SENTRY_DSN_FILE",
            "GATEWAY_MODEL_KEY", "GATEWAY_MODEL_KEY_FILE", "GATEWAY_SPEECH_KEY",
            "GATEWAY_SPEECH_KEY_FILE", "GATEWAY_TUNE_KEY", "GATEWAY_TUNE_KEY_FILE",
        ])
        func `no start tells a secret, whichever variable it stands in`(_ variable: String)
            async throws
        {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let outcome = try await GatewayProcess.run(
                ["--data-dir", folder.path, "--listen", "192.0.2.1:80", "--log-level", "trace"],
                environment: Self.mail.merging(["GATEWAY_MAIL_PASSWORD": "another"]) { $1 }
                    .merging(Self.uses[variable] ?? [:]) { $1 }
                    .merging([variable: Self.secret]) { $1 }
            )
            #expect([64, 78].contains(outcome.status), "\(outcome.output)")
            // That it was looked for.
            let isNamed = outcome.output.contains(variable)
            #expect(isNamed || !variable.hasSuffix("_FILE"), "\(outcome.output)")
            #expect(!outcome.output.contains("/Bq7"), "\(outcome.output)")
        }

        @Test func `a key in place of its file's path is not told`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let key = "-----BEGIN PRIVATE KEY-----\n\(Self.secret)\n-----END PRIVATE KEY-----"
            let outcome = try await GatewayProcess.run(
                ["--data-dir", folder.path, "--listen", "192.0.2.1:80"],
                environment: ["GATEWAY_TLS_CERT": "/nothing", "GATEWAY_TLS_KEY": key]
            )
            #expect(outcome.status == 78 && outcome.output.contains("GATEWAY_TLS_KEY"))
            #expect(!outcome.output.contains("/Bq7"), "\(outcome.output)")
        }

        @Test
        func
            `a password that begins with a slash is the password, and a file's last line has no end`()
            async throws
        {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let token = "/Bq7-a-token-of-the-operator"
            for isFile in [false, true] {
                let given = try isFile ? file(token + "\n", in: folder) : token
                let password = try isFile ? file(Self.secret + "\r\n", in: folder) : Self.secret
                let end = isFile ? "_FILE" : ""
                let (process, address) = try await GatewayProcess.serving(
                    folder,
                    ["--log-level", "trace"],
                    environment: Self.mail.merging([
                        "GATEWAY_MAIL_PASSWORD\(end)": password,
                        "GATEWAY_OPERATOR_TOKEN\(end)": given,
                        "GATEWAY_TOKEN_SECRET_FILE": try file(Self.secret + "\n", in: folder),
                    ]) { $1 }
                )
                let web = Web(address)
                var told = ""
                for (path, bearer, status) in [
                    ("/v1/operator", token, 200), ("/v1/operator", "wrong", 401),
                    ("/operator", "", 200), ("/host", "", 200), ("/metrics", "", 200),
                    ("/readyz", "", 200), ("/v1/games", "", 200),
                ] {
                    let answer = try await web.call(.get, path, bearer: bearer)
                    #expect(answer.status == status, "\(path)")
                    told += answer.text + answer.headers.map { $0.name + $0.value }.joined()
                }
                let made = try await web.call(.post, "/v1/sessions")
                #expect(made.status == 201)
                told += made.text
                process.signal(SIGTERM)
                while let line = try await process.line() { told += line }
                #expect(try await process.status() == 0)
                #expect(!told.contains("/Bq7"))
            }
        }

        @Test func `tokens that were signed with a line's end stay good`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let secret = "a-secret-of-more-than-32-characters-here"
            // The variable takes all of it: as releases did that knew no better.
            let (before, first) = try await GatewayProcess.serving(
                folder,
                environment: ["GATEWAY_TOKEN_SECRET": secret + "\n"]
            )
            let party = try await Party(first)
            before.signal(SIGTERM)
            #expect(try await before.status() == 0)
            let token: JSONValue = ["tvJoinToken": .string(try party.created.text("tvJoinToken"))]
            for (variable, value, status) in [
                ("GATEWAY_TOKEN_SECRET", secret, 401),
                ("GATEWAY_TOKEN_SECRET_FILE", try file(secret + "\n", in: folder), 200),
            ] {
                let (process, address) = try await GatewayProcess.serving(
                    folder,
                    environment: [variable: value]
                )
                let answer = try await Web(address).call(.post, "\(party.path)/tv", token)
                #expect(answer.status == status, "\(variable)")
                process.signal(SIGTERM)
                #expect(try await process.status() == 0)
            }
        }
    }
}
