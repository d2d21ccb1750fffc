import CSQLite
import Foundation
import HTTP
import Protocol
import Testing

@testable import Gateway

extension StoreTests {
    /// Clocks that are not what they were when the gateway ran last.
    @Suite(.serialized) struct ClockTests {
        @Test func `time goes on from where it was when the clock went back between two starts`()
            async throws
        {
            let threeDaysMs: Int64 = 3 * 24 * 3_600_000
            let folder = Deployment.newFolder()
            let first = try Deployment(folder: folder)
            let party = try await Party(
                first.address,
                settings: ["timings": hurried, "locale": "en"]
            )
            _ = try await party.join("Alva")
            await withCheckedContinuation { done in first.gateway.drain { done.resume() } }
            // As a gateway would have written whose clock was three days ahead.
            var database: OpaquePointer?
            let path = folder.appending(path: "gateway.sqlite").path
            #expect(sqlite3_open(path, &database) == SQLITE_OK)
            let ahead = "UPDATE session_events SET at_ms = at_ms + \(threeDaysMs)"
            #expect(sqlite3_exec(database, ahead, nil, nil, nil) == SQLITE_OK)
            sqlite3_close(database)

            let second = try Deployment(folder: folder)
            let session = SessionID(rawValue: party.session)
            let then = ServerTime(ms: Int64(Date().timeIntervalSince1970 * 1_000) + threeDaysMs)
            let host = try await party.at(second.address).greeted(
                .host,
                TokenCallTests.issuer.pair(session, .host, at: then).auth
            )
            host.send("TIME_PING", ["t0": 0])
            let told = try #require(try await host.next("TIME_PONG").payload["t1"]?.int)
            #expect(told >= then.ms - 60_000)
            host.send("HOST_START_GAME")
            // Nobody does anything: only timers lead there.
            try await host.until { $0["state"] == "ROUND_END" }
            await second.stop()
        }
    }
}
