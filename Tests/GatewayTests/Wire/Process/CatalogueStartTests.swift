import Foundation
import Testing

extension ProcessTests {
    /// Settings of a catalogue elsewhere, and of keys for servers elsewhere: what a start says of them, and refuses.
    @Suite struct CatalogueStartTests {
        private static let (secret, other) = ("s3cret-of-the-app", "other-s3cret")

        private let folder = Deployment.newFolder()

        private var data: String { folder.appending(path: "data").path }
        private var start: [String] { ["serve", "--listen", "127.0.0.1:0", "--data-dir", data] }

        /// A file with a key.
        private func key(_ text: String = "app:\(secret)\n", mode: Int = 0o600) throws -> String {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let place = folder.appending(path: "key-\(UUID())").path
            let isMade = FileManager.default.createFile(
                atPath: place,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: mode]
            )
            #expect(isMade)
            return place
        }

        private func spotify(
            _ search: String = "https://api.example",
            accounts: String? = nil,
            key: String
        ) -> [String] {
            ["--tune-protocol", "spotify", "--tune-search", search, "--tune-key-file", key]
                + (accounts.map { ["--tune-accounts", $0] } ?? [])
        }

        /// Lines until a gateway listens.
        private func words(
            _ options: [String],
            environment: [String: String] = [:]
        ) async throws -> [String] {
            let process = try GatewayProcess(start + options, environment: environment)
            var lines: [String] = []
            while let line = try await process.line(), !line.contains("listening address=") {
                lines.append(line)
            }
            process.signal(SIGTERM)
            #expect(try await process.status() == 0, "\(lines)")
            for secret in [Self.secret, Self.other] {
                #expect(!lines.contains { $0.contains(secret) }, "\(lines)")
            }
            return lines
        }

        /// - Parameter words: all of which it says.
        private func expectRefusal(
            _ options: [String],
            _ status: Int32,
            _ words: [String],
            environment: [String: String] = [:]
        ) async throws {
            let ended = try await GatewayProcess.run(start + options, environment: environment)
            #expect(ended.status == status, "\(options) \(ended.output)")
            for word in words { #expect(ended.output.contains(word), "\(ended.output)") }
            for secret in [Self.secret, Self.other] { #expect(!ended.output.contains(secret)) }
        }

        @Test func `files with keys that are open to others, and keys beside them, are warned of`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let files = try [0o644, 0o640, 0o604].map { mode in
                try key(mode == 0o644 ? "app:\(Self.secret)" : Self.secret, mode: mode)
            }
            let lines = try await words(
                spotify(key: files[0]) + [
                    "--tune-model", "m", "--model-key-file", files[1], "--voice", "speech",
                    "--speech-url", "http://127.0.0.1:9/v1", "--speech-model", "m",
                    "--speech-voice", "v",
                ],
                environment: [
                    "GATEWAY_TUNE_KEY": Self.other, "GATEWAY_MODEL_KEY": Self.other,
                    "GATEWAY_SPEECH_KEY": Self.other, "GATEWAY_SPEECH_KEY_FILE": files[2],
                ]
            )
            let warnings = lines.filter { $0.contains(" WARNING ") && $0.contains("key") }
            #expect(warnings.count == 6, "\(lines)")
            for (file, mode) in zip(files, ["644", "640", "604"]) {
                #expect(
                    warnings.contains {
                        $0.contains("open to others") && $0.hasSuffix("file=\(file) mode=\(mode)")
                    },
                    "\(warnings)"
                )
            }
            for (by, name) in [
                ("--tune-key-file", "GATEWAY_TUNE_KEY"), ("--model-key-file", "GATEWAY_MODEL_KEY"),
                ("GATEWAY_SPEECH_KEY_FILE", "GATEWAY_SPEECH_KEY"),
            ] {
                let end = "overruled by a file with one by=\(by) name=\(name)"
                #expect(warnings.contains { $0.hasSuffix(end) }, "\(warnings)")
            }
            #expect(!lines.contains { $0.contains("no setting") })
        }

        @Test func `a catalogue that is on is told at the start, and none where none is`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let mark = " NOTICE a remote catalogue of tunes is on"
            let voiceless = ["--voice", "none"]
            let keyed = try await words(
                voiceless
                    + spotify(accounts: "http://nas.lan:81/x/", key: try key())
            )
            #expect(
                keyed.filter { $0.contains("catalogue") }.map { $0.drop { $0 != " " } } == [
                    "\(mark) accounts=http://nas.lan:81/x protocol=spotify server=https://api.example"
                ]
            )
            #expect(!keyed.contains { $0.contains("WARNING") && $0.contains("key") })
            let open = try await words(voiceless + ["--tune-search", "http://a.example"])
            #expect(
                open.filter { $0.contains("catalogue") }.map { $0.drop { $0 != " " } } == [
                    "\(mark) protocol=itunes server=http://a.example"
                ]
            )
            #expect(try await !words(voiceless).contains { $0.contains("catalogue") })
        }

        @Test func `a key crosses no internet in clear`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let key = try key()
            let said = ["in clear", "https://"]
            try await expectRefusal(
                spotify("http://api.example", key: key),
                64,
                ["--tune-search (GATEWAY_TUNE_SEARCH)"] + said
            )
            try await expectRefusal(
                spotify(accounts: "http://1.1.1.1:81", key: key),
                64,
                ["--tune-accounts (GATEWAY_TUNE_ACCOUNTS)"] + said
            )
            // These are taken, and the key is what is wrong then.
            let wrong = try self.key("app\n")
            for place in ["http://127.0.0.1:81", "http://nas.lan"] {
                try await expectRefusal(
                    spotify(place, accounts: place, key: wrong),
                    78,
                    ["it has no colon"]
                )
            }
        }

        @Test func `a base with what the gateway puts behind it is refused with a hint`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let key = try key()
            try await expectRefusal(
                spotify("https://api.example/x/v1/", key: key),
                64,
                ["--tune-search (GATEWAY_TUNE_SEARCH)", "give https://api.example/x"]
            )
            try await expectRefusal(
                spotify(accounts: "https://accounts.example/api/token", key: key),
                64,
                ["--tune-accounts (GATEWAY_TUNE_ACCOUNTS)", "give https://accounts.example"]
            )
        }

        @Test func `a password in an address is not repeated`() async throws {
            let place = "https://me:\(Self.secret)@api.example"
            try await expectRefusal(["--tune-search", place], 64, ["no user and no password"])
            try await expectRefusal(
                ["--tune-search", "api.example"],
                64,
                ["--tune-search (GATEWAY_TUNE_SEARCH): 'api.example' is not a URL like"]
            )
        }

        @Test func `a key of a wrong form is told by its place and by what is wrong`() async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            for (text, why) in [
                (" \n", "it is empty"), ("app:\(Self.secret)\nmore:\n", "more than one line"),
                (Self.secret, "no colon"), (":\(Self.secret)", "one side of its colon"),
                ("app: \(Self.secret)", "it holds a blank"),
            ] {
                let file = try key(text)
                try await expectRefusal(spotify(key: file), 78, [" in \(file) ", why])
            }
            try await expectRefusal(
                ["--tune-protocol", "spotify"],
                78,
                [" in GATEWAY_TUNE_KEY ", "no colon"],
                environment: [
                    "GATEWAY_TUNE_SEARCH": "https://a.example", "GATEWAY_TUNE_KEY": Self.secret,
                ]
            )
            let file = try key("\(Self.secret)\n\(Self.other)")
            try await expectRefusal(
                ["--tune-model", "m", "--model-key-file", file],
                78,
                ["the key for the model in \(file) ", "more than one line"]
            )
            // Nothing has been made by any of these starts.
            #expect(!FileManager.default.fileExists(atPath: data))
        }
    }
}
