import Foundation
import TestSupport
import Testing

extension ProcessTests {
    /// Commands by which an operator reads the archive, on a file and on Postgres alike.
    @Blocking @Suite struct ArchiveCommandTests {
        enum Store: CaseIterable {
            case embedded, postgres
        }

        /// The place of a test's archive.
        private struct Place {
            let folder = Deployment.newFolder()
            let options: [String]

            init(_ store: Store) throws {
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true
                )
                switch store {
                case .embedded: options = ["--data-dir", folder.path]
                case .postgres:
                    let url = try PrivatePostgres.shared.makeDatabase()
                    options = ["--data-dir", folder.path, "--database-url", url]
                }
            }

            func run(_ arguments: String...) async throws -> GatewayProcess.Outcome {
                try await GatewayProcess.run(arguments + options)
            }

            func remove() { try? FileManager.default.removeItem(at: folder) }
        }

        @Test(arguments: Store.allCases)
        func `a game that was played is listed, told, exported and replayed`(
            _ store: Store
        ) async throws {
            let place = try Place(store)
            defer { place.remove() }
            let (process, address) = try await GatewayProcess.serving(place.folder, place.options)
            let party = try await Party(
                address,
                settings: ["timings": unhurried, "locale": "en"]
            )
            let (alva, player) = try await party.player("Alva \u{1F3B2}")
            let host = try await party.host()
            host.send("HOST_START_GAME")
            try await host.until(state: "ROUND_INTRO")
            host.send("HOST_SKIP")
            try await player.until(state: "CLUE_LEVEL")
            player.send("BRAKE_PULL")
            try await player.until(state: "PAUSED_FOR_BRAKE")
            player.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Atlantis"])
            try await player.until(state: "REVEAL_DESTINATION")
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)

            let listed = try await place.run("sessions")
            #expect(listed.status == 0)
            let code = try party.created.text("joinCode")
            let line = try #require(listed.output.split(separator: "\n").last)
            #expect(line.hasPrefix("\(party.session)  \(code)  tripto"))
            #expect(line.hasSuffix("  1        1"))
            let json = try await place.run("sessions", "--json", "--limit", "1")
            let array = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
            let first = try #require((array as? [[String: Any]])?.first)
            #expect(first["sessionId"] as? String == party.session)

            let told = try await place.run("show", party.session)
            #expect(told.status == 0)
            for words in ["Alva \u{1F3B2}", "\"Atlantis\"", "wrong, 0 points", "round 1: "] {
                #expect(told.output.contains(words), "\(told.output)")
            }

            let exported = try await place.run("export", party.session)
            #expect(exported.status == 0)
            let document = try JSONSerialization.jsonObject(with: Data(exported.output.utf8))
            let members = try #require(document as? [String: Any])
            #expect(
                Set(members.keys) == [
                    "session", "players", "games", "rounds", "answers", "scores", "audit",
                ]
            )
            let answers = try #require(members["answers"] as? [[String: Any]])
            #expect(answers.first?["playerId"] as? String == alva.id)
            #expect(answers.first?["answerText"] as? String == "Atlantis")

            let replayed = try await place.run("replay", party.session)
            #expect(replayed.status == 0, "\(replayed.output)")
            #expect(replayed.output.contains("scores: the same"))
        }

        @Test func `an erased session is not played again, and is no difference`() async throws {
            let place = try Place(.embedded)
            defer { place.remove() }
            let (process, address) = try await GatewayProcess.serving(place.folder)
            let party = try await Party(address)
            let erased = try await party.web.call(.delete, party.path, bearer: party.hostAuth)
            #expect(erased.status == 204)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
            let replayed = try await place.run("replay", party.session)
            #expect(replayed.status == 64, "\(replayed.output)")
            let words = "session \(party.session): was erased at 20"
            #expect(replayed.output.contains(words), "\(replayed.output)")
            #expect(replayed.output.contains("nothing to play again"))
        }

        @Test(arguments: Store.allCases)
        func `the schema is made once, and a session that is not there is exit 64`(
            _ store: Store
        ) async throws {
            let place = try Place(store)
            defer { place.remove() }
            // A command that only reads makes nothing.
            let early = try await place.run("sessions")
            #expect(early.status == (store == .embedded ? 69 : 78), "\(early.output)")
            let made = try await place.run("migrate")
            #expect(made.status == 0)
            #expect(made.output.contains("schema was version 0, is now"))
            let again = try await place.run("migrate")
            #expect(again.status == 0)
            #expect(!again.output.contains("was version"))
            let listed = try await place.run("sessions")
            #expect(listed.status == 0)
            #expect(listed.output.split(separator: "\n").count == 1)
            for command in ["show", "export", "replay"] {
                let outcome = try await place.run(command, "0000000000000000")
                #expect(outcome.status == 64)
                #expect(outcome.output.contains("0000000000000000: not in the archive"))
            }
        }

        @Test func `a schema of a newer build is exit 78, for everybody`() async throws {
            let server = try PrivatePostgres.shared
            let url = try server.makeDatabase()
            let database = try #require(URL(string: url)?.lastPathComponent)
            #expect(try await GatewayProcess.run(["migrate", "--database-url", url]).status == 0)
            try server.execute(
                "INSERT INTO schema_migrations VALUES (42, 'later')",
                database: database
            )
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let serve = ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path]
            for command in [serve, ["migrate"], ["sessions"], ["export", "s"]] {
                let outcome = try await GatewayProcess.run(command + ["--database-url", url])
                #expect(outcome.status == 78, "\(outcome.output)")
                #expect(outcome.output.contains("version 42"))
            }
        }

        @Test func `a database that can't be reached is exit 69 and is named, its password is not`()
            async throws
        {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let url = "postgres://anna:hunter2@127.0.0.1:1/game"
            let serve = [
                "serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path, "--store-wait", "1",
            ]
            for command in [serve, ["migrate"], ["sessions"], ["replay", "s"]] {
                let outcome = try await GatewayProcess.run(
                    command,
                    environment: ["GATEWAY_DATABASE_URL": url]
                )
                #expect(outcome.status == 69, "\(outcome.output)")
                #expect(outcome.output.contains("127.0.0.1:1/game: "))
                #expect(outcome.output.contains("refused"))
                #expect(!outcome.output.contains("hunter2"))
            }
        }

        @Test func `a wrong database URL is exit 64 and is not repeated`() async throws {
            for url in ["postgres://anna:hunter2/game", "mysql://hunter2@host/game"] {
                for command in ["serve", "migrate", "sessions"] {
                    let outcome = try await GatewayProcess.run([command, "--database-url", url])
                    #expect(outcome.status == 64)
                    #expect(outcome.output.contains("--database-url"))
                    #expect(!outcome.output.contains("hunter2"))
                }
            }
        }

        @Test func `a database that starts later than the gateway is waited for`() async throws {
            let server = try PrivatePostgres()
            let url = try server.makeDatabase()
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let arguments = [
                "serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path, "--database-url",
                url,
            ]
            try server.stop(.fast)
            let process = try GatewayProcess(arguments)
            let warning = try #require(try await process.line())
            #expect(warning.contains("can't be used yet"))
            try server.start()
            var listens = false
            while !listens, let line = try await process.line() {
                listens = line.contains("listening")
            }
            #expect(listens)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)

            try server.stop(.fast)
            let waiting = try GatewayProcess(arguments)
            _ = try await waiting.line()
            waiting.signal(SIGTERM)
            #expect(try await waiting.status() == 0)
        }
    }
}
