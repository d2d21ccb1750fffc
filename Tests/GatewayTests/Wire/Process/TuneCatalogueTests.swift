import Foundation
import HTTP
import Protocol
import ProviderStand
import Synchronization
import Testing
import Transport

extension ProcessTests {
    /// A catalogue of tunes elsewhere that wants a key: as an operator sets it up, from the file to the host's search.
    @Suite struct TuneCatalogueTests {
        private static let (secret, token) = ("s3cret-of-the-app", "t0ken-of-an-hour")
        private static let id = "3n3Ppam7vgaVa1iaRUc9Lp"

        private let folder = Deployment.newFolder()

        /// A file with a key.
        private func key(_ text: String = "app:\(secret)\n") throws -> String {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let place = folder.appending(path: "key")
            try Data(text.utf8).write(to: place)
            return place.path
        }

        /// - Parameter preview: JSON.
        private func tracks(preview: String = "\"https://previews.example/a\"") throws -> WebStand {
            try WebStand { call in
                guard call.authorization == "Bearer \(Self.token)" else { return .page(401, []) }
                let json = """
                    {"tracks": {"items": [{"id": "\(Self.id)", "name": "Secret Song",
                    "artists": [{"name": "Hidden Singer"}], "preview_url": \(preview)}]}}
                    """
                return .page(200, Array(json.utf8))
            }
        }

        /// The log of a gateway whose host has searched and, where something was found, picked.
        private func log(
            _ accounts: WebStand,
            _ tracks: WebStand,
            finds trouble: JSONValue
        ) async throws -> String {
            let (process, address) = try await GatewayProcess.serving(
                folder,
                [
                    "--voice", "none", "--tune-search", tracks.url, "--tune-protocol", "spotify",
                    "--tune-accounts", accounts.url, "--tune-country", "se", "--log-level", "trace",
                ],
                environment: ["GATEWAY_TUNE_KEY_FILE": try key()]
            )
            let party = try await Party(address, game: "name-that-tune")
            let path = "\(party.path)/content?locale=en&q=secret"
            let found = try await party.web.call(.get, path, bearer: try party.hostAuth)
            #expect(found.status == 200 && found.json.at("trouble") == trouble)
            let items = try #require(found.json.at("items")?.array)
            if let item = items.first { try await pick(item, party) }
            #expect(items.isEmpty == (trouble != .null))
            for secret in [Self.secret, Self.token] { #expect(!found.text.contains(secret)) }
            process.signal(SIGTERM)
            var log = ""
            while let line = try await process.line() { log += line + "\n" }
            for secret in [
                Self.secret, Self.token, Data("app:\(Self.secret)".utf8).base64EncodedString(),
            ] {
                #expect(!log.contains(secret), "\(secret)")
            }
            return log
        }

        private func pick(_ item: JSONValue, _ party: Party) async throws {
            #expect(try item.text("tuneId") == "remote-\(Self.id)")
            #expect(item.at("source") == "remote" && item.at("artist") == "Hidden Singer")
            let host = try await party.host()
            host.send("TUNE_PICK", try TunePickTests.payload(item))
            try await host.until { $0.at("picks.0.tuneId") == .string("remote-\(Self.id)") }
        }

        private func accounts() throws -> WebStand {
            try WebStand { _ in
                let json =
                    #"{"access_token": "\#(Self.token)", "token_type": "bearer", "expires_in": 3600}"#
                return .page(200, Array(json.utf8))
            }
        }

        @Test func `a host finds and picks with the operator's key, which nobody reads`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let tracks = try tracks()
            let accounts = try accounts()
            _ = try await log(accounts, tracks, finds: .null)
            let key = Data("app:\(Self.secret)".utf8).base64EncodedString()
            #expect(accounts.calls.map(\.authorization) == ["Basic \(key)"])
            #expect(tracks.calls.map(\.path) == ["/v1/search"])
            #expect(tracks.calls.first?.query["market"] == "SE")
        }

        @Test
        func `a key that is refused is told in the log, and the host reads that nothing comes`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let tracks = try tracks()
            let accounts = try WebStand { _ in
                .page(400, Array(#"{"error": "invalid_client"}"#.utf8))
            }
            let log = try await log(accounts, tracks, finds: "away")
            #expect(log.contains("refuses the operator's key") && tracks.calls.isEmpty)
            let end = "operator's key oauth=invalid_client server=\(accounts.url) status=400\n"
            #expect(log.contains(end), "\(log)")
        }

        @Test func `a host who searches on and on leaves searches to others`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let (tracks, accounts) = (try tracks(), try accounts())
            let (process, address) = try await GatewayProcess.serving(
                folder,
                [
                    "--voice", "none", "--tune-search", tracks.url, "--tune-protocol", "spotify",
                    "--tune-accounts", accounts.url, "--tune-key-file", try key(),
                ]
            )
            let one = try await Party(address, game: "name-that-tune")
            let other = try await Party(address, game: "name-that-tune")
            func trouble(_ party: Party, _ number: Int) async throws -> JSONValue? {
                let path = "\(party.path)/content?locale=en&q=song\(number)"
                return try await party.web.call(.get, path, bearer: try party.hostAuth)
                    .json.at("trouble")
            }
            for number in 1...10 { #expect(try await trouble(one, number) == .null) }
            #expect(try await trouble(one, 11) == "limited")
            #expect(try await trouble(other, 12) == .null && tracks.calls.count == 11)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `an answer that is none is told with its status, and none of its words`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let tracks = try WebStand { _ in .page(400, Array(Self.secret.utf8)) }
            let log = try await log(try accounts(), tracks, finds: "garbled")
            let end = "of tunes gives nothing server=\(tracks.url) status=400 why=garbled\n"
            #expect(log.contains(end), "\(log)")
        }

        @Test func `a key that is given no previews is told in the log, and to the host`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let log = try await log(try accounts(), try tracks(preview: "null"), finds: "noClip")
            #expect(log.contains("has no preview of what it found"))
        }

        @Test func `options that make no sense together are told at the start`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let start = ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path]
            let (search, key) = (["--tune-search", "https://api.example"], try key())
            let spotify = ["--tune-protocol", "spotify"]
            for (options, status, said) in [
                (search + ["--tune-protocol", "gramophone"], 64, "itunes or spotify"),
                (search + spotify, 64, "--tune-key-file"),
                (spotify + ["--tune-key-file", key], 64, "--tune-search"),
                (search + ["--tune-key-file", key], 64, "for --tune-protocol spotify"),
                (
                    search + ["--tune-accounts", "https://a.example"], 64,
                    "for --tune-protocol spotify"
                ),
                (
                    search + spotify + ["--tune-key-file", key, "--tune-accounts", "nonsense"], 64,
                    "--tune-accounts"
                ),
                (
                    search + spotify + ["--tune-key-file", "\(key)less"], 78,
                    "the file that --tune-key-file names is not there"
                ),
            ] {
                let ended = try await GatewayProcess.run(start + options)
                #expect(ended.status == status && ended.output.contains(said), "\(ended.output)")
                #expect(!ended.output.contains(Self.secret))
            }
            for text in ["", Self.secret, "app: \(Self.secret)", "app:\(Self.secret)\napp:b"] {
                let wrong = try self.key(text)
                let ended = try await GatewayProcess.run(
                    start + search + spotify + ["--tune-key-file", wrong]
                )
                #expect(ended.status == 78 && ended.output.contains("a colon between them"))
                #expect(!ended.output.contains(Self.secret))
            }
        }
    }
}
