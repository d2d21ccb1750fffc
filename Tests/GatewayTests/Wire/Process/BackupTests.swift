import Foundation
import Glibc
import Protocol
import TestSupport
import Testing

extension ProcessTests {
    /// Copies of both archives, and what a gateway makes of them elsewhere.
    @Blocking @Suite struct BackupTests {
        private let root = Deployment.newFolder()

        private var file: String { root.appending(path: "evening.sqlite").path }
        private func data(_ name: String) -> URL { root.appending(path: name) }
        private func archive(_ name: String) -> String {
            data(name).appending(path: "gateway.sqlite").path
        }

        init() throws {
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
            try Data(Deployment.secret).write(to: root.appending(path: "secret"))
        }

        private func run(_ words: String...) async throws -> GatewayProcess.Outcome {
            try await GatewayProcess.run(words)
        }

        private func remove() { try? FileManager.default.removeItem(at: root) }

        /// A game in its first clue, on a gateway that goes on.
        private func play(_ folder: URL, _ more: [String] = []) async throws -> (
            process: GatewayProcess, party: Party, guest: Party.Guest
        ) {
            let (process, address) = try await GatewayProcess.serving(
                folder,
                ["--voice", "none", "--token-secret-file", root.appending(path: "secret").path]
                    + more
            )
            let party = try await Party(address, settings: ["timings": unhurried, "locale": "en"])
            let (guest, player) = try await party.player("Alva")
            let host = try await party.host()
            host.send("HOST_START_GAME")
            try await host.until(state: "ROUND_INTRO")
            host.send("HOST_SKIP")
            try await player.until(state: "CLUE_LEVEL")
            return (process, party, guest)
        }

        private func expectWhole(
            _ session: String,
            _ place: [String],
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            for (command, words) in [
                (["sessions"], "\(session)  "), (["show", session], "Alva"),
                (["check"], "1 sessions: no damage"), (["replay", session], "scores: the same"),
            ] {
                let outcome = try await GatewayProcess.run(command + place)
                #expect(outcome.status == 0, "\(outcome.output)", sourceLocation: sourceLocation)
                #expect(
                    outcome.output.contains(words),
                    "\(outcome.output)",
                    sourceLocation: sourceLocation
                )
            }
        }

        @Test func `what was played until a backup is brought back elsewhere, and goes on`()
            async throws
        {
            defer { remove() }
            let (first, party, guest) = try await play(data("one"))
            let place = ["--data-dir", data("one").path]
            let made = try await GatewayProcess.run(["backup", file] + place)
            #expect(made.status == 0, "\(made.output)")
            #expect(try mode(file) == 0o600)
            let again = try await GatewayProcess.run(["backup", file] + place)
            #expect(again.status == 64 && again.output.contains("is there already"))
            // Later rows are not in it.
            let later = try await Party(party.address)
            _ = try await party.player("Bo")
            first.signal(SIGTERM)
            #expect(try await first.status() == 0)

            let elsewhere = ["--data-dir", data("two").path]
            let back = try await GatewayProcess.run(["restore", file] + elsewhere)
            #expect(back.status == 0, "\(back.output)")
            #expect(try mode(archive("two")) == 0o600)
            try await expectWhole(party.session, elsewhere)
            let listed = try await GatewayProcess.run(["sessions"] + elsewhere)
            #expect(!listed.output.contains(later.session))

            let (second, there) = try await GatewayProcess.serving(
                data("two"),
                ["--voice", "none", "--token-secret-file", root.appending(path: "secret").path]
            )
            let client = try await party.at(there).greeted(.player, guest.auth)
            #expect(client.document["state"] == "CLUE_LEVEL")
            #expect(client.document["players"]?.array?.count == 1)
            client.send("BRAKE_PULL")
            try await client.until(state: "PAUSED_FOR_BRAKE")
            second.signal(SIGTERM)
            #expect(try await second.status() == 0)
        }

        @Test func `a running gateway's archive is not restored, and another is kept`()
            async throws
        {
            defer { remove() }
            let (running, party, _) = try await play(data("one"))
            let place = ["--data-dir", data("one").path]
            #expect(try await GatewayProcess.run(["backup", file] + place).status == 0)
            for force in [[], ["--force"]] {
                let refused = try await GatewayProcess.run(["restore", file] + force + place)
                #expect(refused.status == 78, "\(refused.output)")
                #expect(refused.output.contains("stop it first"))
            }
            // It leaves a log behind that holds what its file doesn't.
            let later = try await Party(party.address)
            try await running.kill()
            let refused = try await GatewayProcess.run(["restore", file] + place)
            #expect(refused.status == 64 && refused.output.contains("--force"))
            let restored = try await GatewayProcess.run(["restore", file, "--force"] + place)
            #expect(restored.status == 0, "\(restored.output)")
            try await expectWhole(party.session, place)
            let names = try FileManager.default.contentsOfDirectory(atPath: data("one").path)
            let kept = try #require(
                names.first { $0.contains(".before-") && !$0.hasSuffix("-wal") }
            )
            #expect(names.contains(kept + "-wal"))
            let path = data("one").appending(path: kept).path
            let rows = try Database(path).rows("SELECT id FROM sessions")
            #expect(Set(rows.map { $0[0] }) == [party.session, later.session])
            // An archive that is in use is no backup, though its file alone looks like one.
            let copied = try await run("restore", path, "--data-dir", data("two").path)
            #expect(copied.status == 65 && copied.output.contains("-wal"), "\(copied.output)")
        }

        @Test func `the log of an archive that is gone is not played into the one that comes`()
            async throws
        {
            defer { remove() }
            let (running, party, _) = try await play(data("one"))
            let place = ["--data-dir", data("one").path]
            #expect(try await GatewayProcess.run(["backup", file] + place).status == 0)
            _ = try await Party(party.address)
            try await running.kill()
            let archive = data("one").appending(path: "gateway.sqlite")
            try FileManager.default.removeItem(at: archive)
            let refused = try await GatewayProcess.run(["restore", file] + place)
            #expect(refused.status == 64, "\(refused.output)")
            let restored = try await GatewayProcess.run(["restore", file, "--force"] + place)
            #expect(restored.status == 0, "\(restored.output)")
            let rows = try Database(archive.path).rows("SELECT id FROM sessions")
            #expect(rows.map { $0[0] } == [party.session])
            let names = try FileManager.default.contentsOfDirectory(atPath: data("one").path)
            #expect(names.contains { $0.contains(".before-") && $0.hasSuffix("-wal") })
        }

        /// Root restores where another writes: what it finds there leads it nowhere else.
        @Test func `a lock that is a link is no file to write to`() async throws {
            defer { remove() }
            let (running, _, _) = try await play(data("one"))
            let place = ["--data-dir", data("one").path]
            #expect(try await GatewayProcess.run(["backup", file] + place).status == 0)
            try await running.kill()
            let other = data("two")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            let victim = other.appending(path: "victim")
            try Data("mine".utf8).write(to: victim)
            try FileManager.default.createSymbolicLink(
                at: other.appending(path: "gateway.lock"),
                withDestinationURL: victim
            )
            let refused = try await run("restore", file, "--data-dir", other.path)
            #expect(refused.status == 78, "\(refused.output)")
            #expect(try Data(contentsOf: victim) == Data("mine".utf8))
        }

        @Test func `what is damaged, foreign or newer is refused, and nothing takes its place`()
            async throws
        {
            defer { remove() }
            let (process, _, _) = try await play(data("one"))
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
            let place = ["--data-dir", data("one").path]
            #expect(try await GatewayProcess.run(["backup", file] + place).status == 0)
            let whole = try Data(contentsOf: URL(filePath: file))
            let page = try #require(
                Int(
                    Database(file).rows(
                        "SELECT rootpage FROM sqlite_master WHERE name = 'session_events'"
                    )[0][0]
                )
            )
            var holed = whole
            for index in (page - 1) * 4096..<page * 4096 { holed[index] = 0xEE }
            let cases: [(bytes: Data, sql: String?, status: Int32, words: [String])] = [
                (holed, nil, 65, ["malformed", "\(file) can't be restored"]),
                (whole.prefix(whole.count / 2), nil, 65, ["\(file) can't be restored"]),
                (Data("a letter home, and a long one".utf8), nil, 65, ["not a database"]),
                (Data(), nil, 65, ["is empty"]),
                (whole, "DELETE FROM session_events WHERE version = 3", 65, ["inputs are missing"]),
                (
                    whole, "INSERT INTO schema_migrations VALUES (42, 'later')", 78,
                    ["version 42", "up to"]
                ),
            ]
            for (bytes, sql, status, words) in cases {
                try bytes.write(to: URL(filePath: file))
                if let sql { try Database(file).execute(sql) }
                for end in ["-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: file + end)
                }
                let refused = try await run("restore", file, "--data-dir", data("two").path)
                #expect(refused.status == status, "\(refused.output)")
                for word in words { #expect(refused.output.contains(word), "\(refused.output)") }
                let left = try FileManager.default.contentsOfDirectory(atPath: data("two").path)
                #expect(left == ["gateway.lock"])
            }
            let none = try await run("restore", "/none", "--data-dir", data("two").path)
            #expect(none.status == 64 && none.output.contains("/none is not there"))
            let nowhere = try await GatewayProcess.run(["backup", "/none/file"] + place)
            #expect(nowhere.status == 69 && nowhere.output.contains("/none/file"))
            let empty = try await run("backup", file + "2", "--data-dir", root.path + "/none")
            #expect(empty.status == 69, "\(empty.output)")
        }

        @Test(arguments: StoredBuild.all)
        func `an older build's archive is brought forward`(_ build: StoredBuild) async throws {
            defer { remove() }
            let old = try StoredBuild.Revival(build, in: .embedded)
            let source = old.folder.appending(path: "gateway.sqlite").path
            let before = try Database(source).rows("SELECT MAX(version) FROM schema_migrations")
            for end in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: source + end)
            }
            let restored = try await run("restore", source, "--data-dir", data("two").path)
            #expect(restored.status == 0, "\(restored.output)")
            // Later builds' archives need no step.
            let words = "schema was version \(before[0][0]), is now"
            let latest = try Database(archive("two")).rows(
                "SELECT MAX(version) FROM schema_migrations"
            )
            #expect(restored.output.contains(words) == (latest != before), "\(restored.output)")
        }

        @Test func `what root restores belongs to whom the data directory belongs`() async throws {
            defer { remove() }
            guard geteuid() == 0 else { try Test.cancel("this process may give nothing away") }
            let (process, _, _) = try await play(data("one"))
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
            let made = try await run("backup", file, "--data-dir", data("one").path)
            #expect(made.status == 0, "\(made.output)")
            let nobody = 65_534
            try FileManager.default.createDirectory(
                at: data("two"),
                withIntermediateDirectories: true,
                attributes: [.ownerAccountID: nobody, .posixPermissions: 0o700]
            )
            let restored = try await run("restore", file, "--data-dir", data("two").path)
            #expect(restored.status == 0, "\(restored.output)")
            for name in ["gateway.sqlite", "gateway.lock"] {
                let path = data("two").appending(path: name).path
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.ownerAccountID] as? Int == nobody, "\(name)")
            }
        }

        @Test func `Postgres is copied and brought back by its own programs`() async throws {
            defer { remove() }
            let server = try PrivatePostgres.shared
            let (from, into) = (try server.makeDatabase(), try server.makeDatabase())
            let (process, party, _) = try await play(data("one"), ["--database-url", from])
            let refused = try await run("backup", file, "--database-url", from)
            #expect(refused.status == 64 && refused.output.contains("pg_dump"))
            // The gateway plays on meanwhile.
            try Command.run(
                try PrivatePostgres.binary("pg_dump"),
                ["--format=custom", "--file=\(file)", "--dbname=\(from)"]
            )
            let later = try await Party(party.address)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
            try Command.run(
                try PrivatePostgres.binary("pg_restore"),
                [
                    "--exit-on-error", "--single-transaction", "--no-owner", "--dbname=\(into)",
                    file,
                ]
            )
            try await expectWhole(party.session, ["--database-url", into])
            let listed = try await run("sessions", "--database-url", into)
            #expect(!listed.output.contains(later.session))
        }

        private func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
    }
}
