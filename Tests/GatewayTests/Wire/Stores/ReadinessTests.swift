import CSQLite
import Foundation
import HTTP
import Protocol
import Redis
import TestSupport
import Testing

@testable import Gateway

extension StoreTests {
    /// Protocol §2: ready means that a commit would succeed here.
    @Suite(.serialized) struct ReadinessTests {
        /// Nobody else can write to a SQLite file while it is held.
        final class Hold {
            private var database: OpaquePointer?

            init(_ path: String) throws {
                #expect(sqlite3_open(path, &database) == SQLITE_OK)
                sqlite3_busy_timeout(database, 5_000)
                #expect(sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
            }

            func release() {
                sqlite3_close(database)
                database = nil
            }
        }

        private func file(_ deployment: Deployment) -> String {
            deployment.folder.appending(path: "gateway.sqlite").path
        }

        @Test func `an embedded gateway is ready as long as its archive takes writes`()
            async throws
        {
            let deployment = try Deployment()
            let web = deployment.web()
            let ready = try await web.call(.get, "/readyz")
            #expect(ready.status == 200)
            #expect(ready.json == ["status": "ready", "liveStore": "ok", "archive": "ok"])

            let hold = try Hold(file(deployment))
            let unready = try await web.readiness(503)
            #expect(unready.status == 503 && unready.code == "degraded")
            #expect(unready.headers.first("Retry-After") == "1")
            #expect(unready.json["status"] == "unready")
            #expect(unready.json["archive"] == "away" && unready.json["liveStore"] == "ok")
            hold.release()
            #expect(try await web.readiness(200).status == 200)
            await deployment.stop()
        }

        @Test func `what proves it leaves nothing behind`() async throws {
            let deployment = try Deployment()
            #expect(try await deployment.web().call(.get, "/readyz").status == 200)
            let database = Database(file(deployment))
            for table in [
                "sessions", "session_events", "players", "refresh_tokens", "audit_events",
            ] {
                #expect(try database.rows("SELECT COUNT(*) FROM \(table)") == [["0"]], "\(table)")
            }
            await deployment.stop()
        }

        @Test func `a Redis that takes no writes is told by 503, an archive that is away is not`()
            async throws
        {
            let pair = try Pair()
            let (redis, web) = (pair.redis, pair.left.web())
            #expect(try await web.readiness(200).status == 200)

            try redis.command(["CONFIG", "SET", "maxmemory", "1"])
            let full = try await web.readiness(503)
            #expect(full.status == 503 && full.json["liveStore"] == "away")
            try redis.command(["CONFIG", "SET", "maxmemory", "0"])
            #expect(try await web.readiness(200).status == 200)

            try redis.command(["REPLICAOF", "127.0.0.1", "1"])
            #expect(try await web.readiness(503).status == 503)
            try redis.command(["REPLICAOF", "NO", "ONE"])
            #expect(try await web.readiness(200).status == 200)

            redis.pause()
            #expect(try await web.readiness(503).json["liveStore"] == "away")
            redis.resume()
            #expect(try await web.readiness(200).status == 200)

            let hold = try Hold(file(pair.left))
            try await Task.sleep(for: .milliseconds(1_100))
            let alone = try await web.call(.get, "/readyz")
            #expect(alone.status == 200)
            #expect(alone.json == ["status": "ready", "liveStore": "ok", "archive": "away"])
            hold.release()
            await pair.stop()
        }

        @Test func `many who ask at once share one proof`() async throws {
            let pair = try Pair()
            let address = pair.left.address
            #expect(try await Web(address).readiness(200).status == 200)
            try await Task.sleep(for: .milliseconds(1_100))
            let before = try writes(pair.redis)
            let start = ContinuousClock.now
            let all = (0..<40).map { _ in Web(address) }
            for web in all { web.send(.get, "/readyz") }
            for web in all { #expect(try await web.answer().status == 200) }
            let written = try writes(pair.redis) - before
            // Besides, each of four loops asks once a second for its own sake.
            let owned = 4 * Int((ContinuousClock.now - start) / .seconds(1))
            #expect(written < 30 + owned, "\(written), of which \(owned) are the loops'")
            await pair.stop()
        }

        private func writes(_ redis: PrivateRedis) throws -> Int {
            let lines = try redis.command(["INFO", "commandstats"]).split(separator: "\r\n")
            let line = try #require(lines.first { $0.hasPrefix("cmdstat_set:calls=") })
            return try #require(
                Int(line.dropFirst("cmdstat_set:calls=".count).prefix { $0 != "," })
            )
        }

        @Test func `who could not be given a token has taken no name`() async throws {
            let pair = try Pair()
            let party = try await Party(pair.left.address)
            let hold = try Hold(file(pair.left))
            let body: JSONValue = [
                "joinToken": .string(try party.created.text("joinToken")), "name": "Alva",
            ]
            let refused = try await party.web.call(.post, "\(party.path)/join", body)
            #expect(refused.status == 503 && refused.code == "degraded")
            hold.release()
            #expect(try await party.web.readiness(200).json["archive"] == "ok")
            let (_, alva) = try await party.player("Alva")
            #expect(alva.document["players"]?.array?.count == 1)
            await pair.stop()
        }

        @Test func `a session whose links could not be kept is over`() async throws {
            let pair = try Pair()
            let web = pair.left.web()
            let hold = try Hold(file(pair.left))
            let refused = try await web.call(.post, "/v1/sessions")
            #expect(refused.status == 503 && refused.code == "degraded")
            hold.release()
            #expect(try await web.readiness(200).json["archive"] == "ok")
            let database = Database(file(pair.left))
            let end = ContinuousClock.now + .seconds(60)
            var statuses: [[String]] = []
            while statuses != [["ended"]], ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(50))
                statuses = try database.rows("SELECT status FROM sessions")
            }
            #expect(statuses == [["ended"]])
            await pair.stop()
        }

        @Test func `a session that is over leaves no code for its next host behind`() async throws {
            let pair = try Pair()
            let party = try await Party(pair.left.address)
            let codes = { try pair.redis.command(["KEYS", "value:recovery*"]) }
            #expect(try codes().split(separator: "\n").count == 2)
            let answer = try await party.web.call(.delete, party.path, bearer: party.hostAuth)
            #expect(answer.status == 204)
            let end = ContinuousClock.now + .seconds(60)
            while try !codes().isEmpty, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try codes().isEmpty)
            await pair.stop()
        }
    }
}
