import Foundation
import HTTP
import Protocol
import TestSupport
import Testing
import Transport

extension ProcessTests {
    /// Sessions that an older build stored, of which this one must make no less.
    @Blocking @Suite struct YesterdayTests {
        @Test(arguments: StoredBuild.all, StoredBuild.Store.allCases)
        func `sessions of an older build go on to their end`(
            _ build: StoredBuild,
            _ store: StoredBuild.Store
        ) async throws {
            let revival = try StoredBuild.Revival(build, in: store)
            let (process, address) = try await GatewayProcess.serving(
                revival.folder,
                revival.serving
            )
            let sessions = try build.sessions(in: store)
            #expect(sessions.count == 13)
            for session in sessions where session.name != "ended" {
                do {
                    let reunion = try await Reunion(session, on: address)
                    let (shown, earned) = try await reunion.playOn()
                    #expect(shown == earned, "\(session.name)")
                } catch {
                    Issue.record("\(session.name): \(error)")
                }
            }
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
            for session in sessions {
                try await replay(session.session, in: revival)
                try await tellGames(of: session, in: revival)
            }
        }

        /// Two games of one session are told apart though the build before did not number them.
        private func tellGames(
            of session: StoredBuild.Session,
            in revival: StoredBuild.Revival
        ) async throws {
            let outcome = try await GatewayProcess.run(
                ["export", session.session] + revival.options
            )
            let record = try JSONReader.read(Array(outcome.output.utf8))
            let games = (record["rounds"]?.array ?? []).compactMap { $0["game"]?.int }
            let hasRematch = session.name == "rematch" || session.name == "game over"
            #expect(Set(games) == (hasRematch ? [1, 2] : [1]), "\(session.name)")
            for round in record["rounds"]?.array ?? [] {
                #expect(try !round.text("destinationName").isEmpty)
            }
        }

        /// States may differ where rules have changed since; points may not.
        private func replay(_ session: String, in revival: StoredBuild.Revival) async throws {
            let outcome = try await GatewayProcess.run(["replay", session] + revival.options)
            #expect(outcome.output.contains("scores: the same"), "\(outcome.output)")
            let isSame = !outcome.output.contains("DIFFERENT")
            #expect(outcome.status == (isSame ? 0 : 1))
        }

        @Test func `there is an older build`() {
            #expect(!StoredBuild.all.isEmpty)
        }

        @Test func `a state that differs from what was stored is reported and stops nothing`()
            async throws
        {
            let build = try #require(StoredBuild.all.first)
            let revival = try StoredBuild.Revival(build, in: .embedded)
            let session = try #require(
                try build.sessions(in: .embedded).first { $0.name == "follow-up, paused" }
            )
            // As if the build had had other rules: a digest of 64 zeros instead.
            try Database(revival.folder.appending(path: "gateway.sqlite").path).execute(
                """
                UPDATE session_events SET body = substr(body, 1, instr(body, '"digest":"') + 9)
                    || substr('\(String(repeating: "0", count: 64))', 1)
                    || substr(body, instr(body, '"digest":"') + 74)
                WHERE session_id = '\(session.session)' AND instr(body, '"digest":"') > 0
                """
            )
            #expect(try await GatewayProcess.run(["migrate"] + revival.options).status == 0)
            let replayed = try await GatewayProcess.run(
                ["replay", session.session] + revival.options
            )
            #expect(replayed.status == 1)
            #expect(replayed.output.contains("DIFFERENT at version"), "\(replayed.output)")
            #expect(replayed.output.contains("scores: the same"), "\(replayed.output)")

            let (process, address) = try await GatewayProcess.serving(
                revival.folder,
                revival.serving
            )
            let (shown, earned) = try await Reunion(session, on: address).playOn()
            #expect(shown == earned)
            let metrics = try await Web(address).call(.get, "/metrics").text
            let line = try #require(
                metrics.split(separator: "\n").first {
                    $0.hasPrefix("gateway_state_differences_total ")
                }
            )
            #expect(!line.hasSuffix(" 0"), "\(line)")
            try await process.kill()
        }
    }
}
