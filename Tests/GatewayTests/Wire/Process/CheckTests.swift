import CSQLite
import Foundation
import HTTP
import Protocol
import TestSupport
import Testing

extension ProcessTests {
    /// Flaws that `gatewayd check` finds, and the words of a start on a damaged archive.
    @Blocking @Suite struct CheckTests {
        /// A gateway that has served one session and is gone.
        private func archive(_ options: [String] = []) async throws -> (URL, session: String) {
            let folder = Deployment.newFolder()
            let (process, address) = try await GatewayProcess.serving(folder, options)
            let party = try await Party(address, settings: ["timings": unhurried, "locale": "en"])
            _ = try await party.player("Alva")
            let host = try await party.host()
            host.send("HOST_START_GAME")
            try await host.until(state: "ROUND_INTRO")
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
            return (folder, party.session)
        }

        private func check(_ options: [String]) async throws -> GatewayProcess.Outcome {
            try await GatewayProcess.run(["check"] + options)
        }

        private func file(_ folder: URL) -> URL { folder.appending(path: "gateway.sqlite") }

        private func change(_ folder: URL, _ sql: String) {
            var database: OpaquePointer?
            #expect(sqlite3_open(file(folder).path, &database) == SQLITE_OK)
            #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
            sqlite3_close(database)
        }

        @Test func `missing and unreadable inputs are found, with their session`() async throws {
            let (folder, session) = try await archive()
            defer { try? FileManager.default.removeItem(at: folder) }
            let options = ["--data-dir", folder.path]
            let whole = try await check(options)
            #expect(whole.status == 0, "\(whole.output)")
            #expect(whole.output.contains("1 sessions: no damage"))

            change(folder, "DELETE FROM session_events WHERE version = 3")
            let gap = try await check(options)
            #expect(gap.status == 65, "\(gap.output)")
            #expect(gap.output.contains("session \(session): inputs are missing between"))

            change(folder, "UPDATE session_events SET body = '{' WHERE version = 1")
            let unreadable = try await check(options)
            #expect(unreadable.status == 65 && unreadable.output.contains(session))
        }

        @Test func `the same is found in Postgres, and one that is away is exit 69`() async throws {
            let server = try PrivatePostgres.shared
            let url = try server.makeDatabase()
            let database = try #require(URL(string: url)?.lastPathComponent)
            let (folder, session) = try await archive(["--database-url", url])
            defer { try? FileManager.default.removeItem(at: folder) }
            let options = ["--database-url", url]
            let whole = try await check(options)
            #expect(whole.status == 0, "\(whole.output)")
            let delete = "DELETE FROM session_events WHERE version = 3"
            try server.execute(delete, database: database)
            let gap = try await check(options)
            #expect(gap.status == 65, "\(gap.output)")
            #expect(gap.output.contains("session \(session): inputs are missing between"))
            let away = try await check(["--database-url", "postgres://a@127.0.0.1:1/b"])
            #expect(away.status == 69)
            let nowhere = try await check(["--data-dir", folder.path + "/nowhere"])
            #expect(nowhere.status == 69)
        }

        @Test func `damaged pages are found, and a start says so`() async throws {
            let (folder, _) = try await archive()
            defer { try? FileManager.default.removeItem(at: folder) }
            let root = "SELECT rootpage FROM sqlite_master WHERE name = 'players'"
            let page = try #require(Int(Database(file(folder).path).rows(root)[0][0]))
            var bytes = try Data(contentsOf: file(folder))
            for index in (page - 1) * 4096..<(page - 1) * 4096 + 64 { bytes[index] = 0xEE }
            try bytes.write(to: file(folder))
            let damaged = try await check(["--data-dir", folder.path])
            #expect(damaged.status == 65, "\(damaged.output)")

            // It may be told before or after it listens.
            let process = try GatewayProcess(
                ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path]
            )
            let told = try await line(with: "`gatewayd check`", of: process)
            #expect(told.contains("is damaged"))
            try await process.kill()
        }

        @Test func `damage is exit 65, whoever comes upon it`() async throws {
            let (folder, session) = try await archive()
            defer { try? FileManager.default.removeItem(at: folder) }
            let place = ["--data-dir", folder.path]
            let serve = ["serve", "--listen", "127.0.0.1:0"] + place
            // A whole file but for the sessions: it is found once the schema is known to be right.
            let root = "SELECT rootpage FROM sqlite_master WHERE name = 'sessions'"
            let page = try #require(Int(Database(file(folder).path).rows(root)[0][0]))
            var bytes = try Data(contentsOf: file(folder))
            for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0xEE }
            try bytes.write(to: file(folder))
            let refused = try await GatewayProcess.run(serve)
            #expect(refused.status == 65, "\(refused.output)")
            #expect(refused.output.contains("the archive can't be read, it is damaged: "))

            try Data(repeating: 0xEE, count: 8192).write(to: file(folder))
            let commands =
                [["sessions"], ["migrate"]]
                + ["show", "export", "replay"].map { [$0, session] }
            for command in commands.map({ $0 + place }) + [serve] {
                let outcome = try await GatewayProcess.run(command)
                #expect(outcome.status == 65, "\(command) \(outcome.output)")
                #expect(outcome.output.contains("not a database"), "\(outcome.output)")
            }
        }

        @Test func `a file that was emptied is no new archive without a word`() async throws {
            let (folder, _) = try await archive()
            defer { try? FileManager.default.removeItem(at: folder) }
            for name in ["gateway.sqlite-wal", "gateway.sqlite-shm"] {
                try? FileManager.default.removeItem(at: folder.appending(path: name))
            }
            try Data().write(to: file(folder))
            #expect(try await check(["--data-dir", folder.path]).status == 65)
            let process = try GatewayProcess(
                ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path]
            )
            let told = try await line(with: "is empty", of: process)
            #expect(told.contains("gateway.sqlite"))
            try await process.kill()
        }

        private func line(with words: String, of process: GatewayProcess) async throws -> String {
            var heard = ""
            while let line = try await process.line() {
                if line.contains(words) { return line }
                heard += line + "\n"
            }
            throw SocketClient.Unexpected(wanted: words, heard: heard)
        }
    }
}
