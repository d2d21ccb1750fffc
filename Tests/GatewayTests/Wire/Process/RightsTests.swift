import Foundation
import TestSupport
import Testing

extension ProcessTests {
    /// Stores that let the gateway in and not do what it must: told at the start, with what to give it.
    @Blocking @Suite struct RightsTests {
        private let folder = Deployment.newFolder()

        private func serve(_ more: [String]) async throws -> GatewayProcess.Outcome {
            defer { try? FileManager.default.removeItem(at: folder) }
            return try await GatewayProcess.run(
                ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path] + more
            )
        }

        /// Options that name a Redis, and the secret that gateways share with it.
        private func sharing(_ url: String) throws -> [String] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let secret = folder.appending(path: "secret")
            try Data(Deployment.secret).write(to: secret)
            return ["--redis-url", url, "--token-secret-file", secret.path]
        }

        // MARK: Postgres

        /// A database of its own, and a user to whom it says nothing yet.
        private func database(_ user: String) throws -> (name: String, url: String) {
            let server = try PrivatePostgres.shared
            let url = try server.makeDatabase()
            let name = try #require(URL(string: url)?.lastPathComponent)
            try server.execute("CREATE ROLE \(user) LOGIN")
            return (name, server.url(of: name, user: user))
        }

        @Test func `a Postgres user that may make no tables is told so`() async throws {
            let (_, url) = try database("guest")
            let outcome = try await serve(["--database-url", url])
            #expect(outcome.status == 78, "\(outcome.output)")
            let told = "the user guest may not create tables in schema public"
            #expect(outcome.output.contains(told), "\(outcome.output)")
        }

        @Test func `a Postgres user without a schema is told so`() async throws {
            let (name, url) = try database("homeless")
            try PrivatePostgres.shared.execute(
                "REVOKE ALL ON SCHEMA public FROM PUBLIC",
                database: name
            )
            let outcome = try await serve(["--database-url", url])
            #expect(outcome.status == 78, "\(outcome.output)")
            let told = "the user homeless has no schema"
            #expect(outcome.output.contains(told), "\(outcome.output)")
        }

        @Test func `a Postgres user that may not write a table is told which`() async throws {
            let (name, url) = try database("reader")
            let server = try PrivatePostgres.shared
            let owner = server.url(of: name)
            #expect(try await GatewayProcess.run(["migrate", "--database-url", owner]).status == 0)
            try server.execute(
                """
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO reader;
                REVOKE INSERT, DELETE ON players FROM reader
                """,
                database: name
            )
            let outcome = try await serve(["--database-url", url])
            #expect(outcome.status == 78, "\(outcome.output)")
            let told = "the user reader may not INSERT, DELETE in table players"
            #expect(outcome.output.contains(told), "\(outcome.output)")
        }

        // MARK: Redis

        private nonisolated static let all = "~* &* +@all"

        @Test(
            arguments: [
                ("\(all) -evalsha", "may not run EVALSHA"),
                ("\(all) -@scripting", "may not run EVAL, run EVALSHA"),
                ("\(all) -publish", "may not run PUBLISH"),
                ("\(all) -subscribe", "'subscribe'"),
                ("\(all) -ping", "'ping'"),
                ("\(all) -hset -zadd", "may not run HSET, run ZADD"),
                ("~session:* ~proof &* +@all", "use the key joincode:*, use the key value:*"),
                ("~* &session:* +@all", "use the channel rooms:left, use the channel probe:*"),
            ]
        )
        func `a right that Redis' user lacks is named`(
            _ rights: String,
            _ told: String
        ) async throws {
            let redis = try PrivateRedis()
            defer { redis.kill() }
            let words = rights.split(separator: " ").map(String.init)
            try redis.command(["ACL", "SETUSER", "guest", "on", ">secret"] + words)
            let url = "redis://guest:secret@127.0.0.1:\(redis.port)"
            let outcome = try await serve(sharing(url) + ["--store-wait", "60"])
            #expect(outcome.status == 78, "\(outcome.output)")
            #expect(outcome.output.contains(told), "\(outcome.output)")
        }

        @Test func `the rights that the operator's page lists are enough`() async throws {
            let page = try String(contentsOf: Self.page, encoding: .utf8)
            let line = try #require(page.firstMatch(of: /ACL SETUSER tripto on >… (.+)/))
            let redis = try PrivateRedis()
            defer { redis.kill() }
            let words = line.1.split(separator: " ").map(String.init)
            try redis.command(["ACL", "SETUSER", "tripto", "on", ">secret"] + words)
            let url = "redis://tripto:secret@127.0.0.1:\(redis.port)"
            let (process, address) = try await GatewayProcess.serving(folder, sharing(url))
            defer { try? FileManager.default.removeItem(at: folder) }
            _ = try await Party(address)
            #expect(try await Web(address).readiness(200).status == 200)
            // A right that is taken away later shows where it is asked.
            try redis.command(["ACL", "SETUSER", "tripto", "-hset"])
            #expect(try await Web(address).readiness(503).json["liveStore"] == "away")
            try await process.kill()
        }

        private static let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../docs/operating.md").standardizedFileURL

        @Test func `a Redis that forgets sessions is warned of`() async throws {
            let redis = try PrivateRedis(["maxmemory-policy allkeys-lru"])
            defer { redis.kill() }
            let process = try GatewayProcess(
                ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path]
                    + sharing(redis.url)
            )
            defer { try? FileManager.default.removeItem(at: folder) }
            while true {
                let line = try #require(try await process.line())
                guard line.contains("Redis forgets sessions") else { continue }
                #expect(line.contains("WARN") && line.contains("allkeys-lru"), "\(line)")
                break
            }
            try await process.kill()
        }

        // MARK: Files

        @Test func `an archive's file that can't be written is told at the start`() async throws {
            let (first, _) = try await GatewayProcess.serving(folder)
            try await first.kill()
            let path = folder.appending(path: "gateway.sqlite").path
            // Root may write whatever its mode says, but not what lies on a disk that takes no writes.
            do {
                try Command.run("/bin/mount", ["--bind", path, path])
            } catch {
                try Test.cancel("this process may not mount")
            }
            defer {
                _ = try? Command.run("/bin/umount", [path])
                try? FileManager.default.removeItem(at: folder)
            }
            try Command.run("/bin/mount", ["-o", "remount,ro,bind", path])
            let outcome = try await GatewayProcess.run(
                ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path]
            )
            #expect(outcome.status == 78, "\(outcome.output)")
            let told = "\(path): the file can't be written"
            #expect(outcome.output.contains(told), "\(outcome.output)")
        }
    }
}
