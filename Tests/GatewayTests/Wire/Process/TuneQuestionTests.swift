import Foundation
import HTTP
import Protocol
import ProviderStand
import Testing
import Transport

extension ProcessTests {
    /// Tunes of the family's, about which a model puts questions: as an operator sets it up, from the files to the phones.
    @Suite struct TuneQuestionTests {
        private static let settings: JSONValue = [
            "songsCount": 5, "clipSeconds": 10, "seed": 7, "locale": "en", "source": "own",
            "trivia": true,
            "timings": [
                "guess": 600_000, "reveal": 600_000, "trivia": 600_000, "triviaResults": 600_000,
                "scoreboard": 600_000,
            ],
        ]
        private static let albums = [
            "Copper Garden", "Velvet Thunder", "Amber Harbour", "Paper Lantern", "Midnight Orchard",
        ]
        private static let question = "Which of these answers belongs to this song?"
        private static let key = "s3cret-key"

        private let folder = Deployment.newFolder()

        private func place(_ name: String) -> String { folder.appending(path: name).path }

        private func family() throws -> String {
            let music = folder.appending(path: "family")
            try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
            for (number, album) in zip(1..., Self.albums) {
                let song = music.appending(path: "\(number).mp3")
                try OwnMusicTests.ffmpeg([
                    "-f", "lavfi", "-i", "sine=frequency=\(200 + 50 * number):duration=12",
                    "-metadata", "title=Secret Title \(number)", "-metadata",
                    "artist=Hidden Singer \(number)", "-metadata", "album=\(album)", song.path,
                ])
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -3_600)],
                    ofItemAtPath: song.path
                )
            }
            return music.path
        }

        private func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
            for _ in 0..<1_500 {
                if try await isSo() { return }
                try await Task.sleep(for: .milliseconds(40))
            }
            Issue.record("never: \(what)")
        }

        private func kept() -> Int {
            let names = try? FileManager.default.contentsOfDirectory(atPath: place("music/trivia"))
            return names?.count ?? 0
        }

        @Test
        func `a round ends with a model's question, whose answer and key nobody is told before`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let music = try family()
            try Data("\(Self.key)\n".utf8).write(to: URL(filePath: place("key")))
            let stand = try ProviderStand(World(count: 1))
            let (process, address) = try await GatewayProcess.serving(
                folder,
                [
                    "--voice", "none", "--music-dir", music, "--tune-model", "m", "--model-url",
                    "\(stand.url)/v1", "--log-level", "trace",
                ],
                environment: ["GATEWAY_MODEL_KEY_FILE": place("key")]
            )
            let web = Web(address)
            try await until("all files are read") {
                let games = try await web.call(.get, "/v1/games").json.at("games")?.array
                return games?.contains { $0.at("ownContent.count") == 5 } ?? false
            }
            #expect(stand.calls.isEmpty, "nobody plays yet")
            let party = try await Party(address, game: "name-that-tune", settings: Self.settings)
            let (guest, player) = try await party.player("Alva")
            let (host, tv) = (try await party.host(), try await party.tv())
            let all = [host, player, tv]
            func skip(to state: String) async throws {
                host.send("HOST_SKIP")
                for client in all { try await client.until(state: state) }
            }
            host.send("HOST_START_GAME")
            for client in all { try await client.until(state: "PLAYING") }
            // Of the first tune nothing was known ahead; it is played without.
            try await until("three questions are there") { kept() == 3 }
            try await skip(to: "REVEAL")
            try await skip(to: "SCOREBOARD")
            for round in 2...4 {
                try await skip(to: "PLAYING")
                try await skip(to: "REVEAL")
                if round == 2 {
                    for word in Self.albums + [Self.question] {
                        #expect(all.allSatisfy { !$0.hasReceived(word) }, "\(word)")
                    }
                }
                try await skip(to: "TRIVIA")
                try expectOpen(player)
                try expectOpen(tv)
                let title = try player.document.text("reveal.title")
                let number = try #require(title.last.flatMap { Int(String($0)) })
                let right = Self.albums[number - 1]
                let options = try #require(player.document.at("trivia.options")?.array)
                let place = try #require(options.firstIndex(of: .string(right)))
                #expect(Set(options.compactMap(\.string)).isSubset(of: Self.albums))
                player.send("TUNE_CHOOSE", ["option": .int(Int64(place))])
                for client in all {
                    try await client.until { $0.at("trivia.correctOption") == .int(Int64(place)) }
                }
                let result = player.document.at("trivia.results.0")
                #expect(result?.at("playerId") == .string(guest.id))
                #expect(result?.at("isCorrect") == true && result?.at("pointsAwarded") == 1)
                try await skip(to: "SCOREBOARD")
            }
            #expect(
                stand.calls.allSatisfy { $0.task == "trivia" && $0.key == "Bearer \(Self.key)" }
            )
            #expect(stand.calls.count == 4, "each tune but the first is asked about once")
            for client in all { #expect(!client.hasReceived(Self.key)) }
            process.signal(SIGTERM)
            var log = ""
            while let line = try await process.line() { log += line + "\n" }
            for word in Self.albums + [Self.key, Self.question] {
                #expect(!log.contains(word), "\(word)")
            }
        }

        private func expectOpen(_ client: SocketClient) throws {
            #expect(try client.document.text("trivia.question") == Self.question)
            #expect(client.document.at("trivia.options")?.array?.count == 4)
            #expect(client.document.at("trivia.correctOption") == .null)
            #expect(client.document.at("trivia.results") == .null)
        }

        @Test func `what is wrong is told at the start, and nothing is looked at without a model`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let start = ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path]
            let address = try await GatewayProcess.run(
                start + ["--tune-model", "m", "--model-url", "nonsense"]
            )
            #expect(address.status == 64 && address.output.contains("GATEWAY_MODEL_URL"))
            let key = try await GatewayProcess.run(
                start + ["--tune-model", "m", "--model-key-file", place("nothing")]
            )
            let said = "the file that --model-key-file names is not there"
            #expect(key.status == 78 && key.output.contains(said), "\(key.output)")
            let (process, _) = try await GatewayProcess.serving(
                folder,
                ["--model-url", "nonsense", "--model-key-file", place("nothing")]
            )
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }
    }
}
