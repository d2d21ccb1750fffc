import Archive
import Contract
import ExampleGame
import GameState
import Gateway
import Protocol
import TestSupport
import Testing
import TriptoGame

/// A gateway hosts games that share nothing but the kit.
@Suite struct SecondGameTests {
    private static let sums = HostedGame.hosting(Quiz.self)

    /// A session of sums that nobody is hurried in.
    private func sums(on deployment: Deployment) async throws -> Party {
        let settings: JSONValue = ["questions": 2, "questionMs": 60_000]
        return try await Party(deployment.address, game: "quiz", settings: settings)
    }

    @Test func `a game of sums is played beside Tripto, and each role sees its own of it`()
        async throws
    {
        let deployment = try Deployment(others: [Self.sums])
        let tripto = try await Stage(on: deployment)
        let evening = try await play(on: deployment)
        try await tripto.start()
        try await deployment.stop {
            let path = deployment.folder.appending(path: "gateway.sqlite").path
            try await expectRecord(
                of: evening,
                in: try SQLArchive(sqlite: path, games: [Tripto.schema], schema: .asIs)
            )
        }
    }

    @Blocking private static func newDatabase() throws -> String {
        try PrivatePostgres.shared.makeDatabase()
    }

    @Test func `a game of sums is kept in Postgres as in a file`() async throws {
        let url = try #require(PostgresURL(try await Self.newDatabase()))
        let deployment = try Deployment(
            others: [Self.sums],
            archive: try SQLArchive(postgres: url, games: [Tripto.schema])
        )
        let evening = try await play(on: deployment)
        try await deployment.stop {
            try await expectRecord(
                of: evening,
                in: try SQLArchive(postgres: url, games: [Tripto.schema], schema: .asIs)
            )
        }
    }

    /// A session that was played to its end, its winner, and the solution of its first question.
    private struct Evening {
        let session: SessionID
        let winner: PlayerID
        let solution: Int64
    }

    private func play(on deployment: Deployment) async throws -> Evening {
        let party = try await sums(on: deployment)
        let (host, tv) = (try await party.host(), try await party.tv())
        let (alva, a) = try await party.player("Alva")
        let (_, b) = try await party.player("Bo")
        for client in [host, tv, a, b] {
            #expect(client.document.at("session.game") == "quiz")
            #expect(client.document["state"] == "LOBBY")
        }
        #expect(try await a.refusal("HOST_START_GAME").code == "forbidden")
        #expect(try await host.refusal("BRAKE_PULL").code == "unknown_type")
        host.send("HOST_START_GAME")
        for client in [host, tv, a, b] { try await client.until(state: "QUESTION") }
        let solution = try #require(host.document["solution"]?.int)
        for client in [tv, a, b] { #expect(client.document["solution"] == nil) }
        a.send("QUIZ_ANSWER", ["sum": .int(solution)])
        try await a.next("ANSWER_ACK")
        _ = try await a.until { $0.at("me.answer") == .int(solution) }
        #expect(try await a.refusal("QUIZ_ANSWER", ["sum": 1]).code == "already_answered")
        #expect(try await b.refusal("QUIZ_ANSWER", ["sum": "1"]).field == "sum")
        // The last answer takes everybody on.
        b.send("QUIZ_ANSWER", ["sum": .int(solution + 1)])
        _ = try await tv.until { $0.at("scoreboard")?.array?.first?["points"] == 1 }
        #expect(tv.document.at("scoreboard")?.array?.first?["playerId"] == .string(alva.id))
        _ = try await b.until { $0.at("me.answer") == .null }
        for client in [a, b] { client.send("QUIZ_ANSWER", ["sum": 0]) }
        for client in [host, tv, a, b] { try await client.until(state: "OVER") }
        return Evening(
            session: SessionID(rawValue: party.session),
            winner: PlayerID(rawValue: alva.id),
            solution: solution
        )
    }

    /// Rows that a game without tables of its own leaves behind, in those of all games.
    private func expectRecord(of evening: Evening, in archive: SQLArchive) async throws {
        let found = await withCheckedContinuation { done in
            archive.record(of: evening.session) { done.resume(returning: $0) }
        }
        await withCheckedContinuation { done in archive.close { done.resume() } }
        let record = try #require(try found.get())
        let solution = evening.solution
        #expect(record.summary.game == "quiz")
        #expect(record.rounds.map(\.state) == [.scored, .scored])
        #expect(record.answers.map(\.text) == ["\(solution)", "\(solution + 1)", "0", "0"])
        #expect(record.answers.map(\.verdict?.points) == [1, 0, 0, 0])
        #expect(record.games.map(\.winners) == [[evening.winner]])
        #expect(record.scores.first?.points == 1)
    }

    @Test func `a session of another game goes on after a restart, as itself`() async throws {
        let first = try Deployment(others: [Self.sums])
        let party = try await sums(on: first)
        let host = try await party.host()
        let (guest, player) = try await party.player("Alva")
        host.send("HOST_START_GAME")
        try await player.until(state: "QUESTION")
        let sum = player.document["sum"]
        await withCheckedContinuation { done in first.gateway.drain { done.resume() } }
        let second = try Deployment(folder: first.folder, others: [Self.sums])
        let back = try await party.at(second.address).greeted(.player, guest.auth)
        #expect(back.document["state"] == "QUESTION" && back.document["sum"] == sum)
        back.send("QUIZ_ANSWER", ["sum": 0])
        _ = try await back.until { $0["sum"] != sum }
        await second.stop()
    }

    @Test func `who names no game plays the one that is listed first`() async throws {
        let deployment = try Deployment(others: [Self.sums])
        let web = deployment.web()
        let session = try await web.call(.post, "/v1/sessions").json.text("sessionId")
        #expect(try await web.call(.get, "/v1/sessions/\(session)").json["game"] == "tripto")
        await deployment.stop()
    }

    @Test func `settings are the game's own`() async throws {
        let deployment = try Deployment(others: [Self.sums])
        let web = deployment.web()
        let body: JSONValue = ["game": "quiz", "settings": ["destinationsCount": 1]]
        let answer = try await web.call(.post, "/v1/sessions", body)
        #expect(answer.status == 400 && answer.field == "settings.destinationsCount")
        await deployment.stop()
    }
}

extension StoreTests {
    /// The same game in Redis, on two gateways.
    @Suite struct SecondGame {
        @Test func `a game of sums is followed, and goes on at the other gateway`() async throws {
            let pair = try Pair(others: [.hosting(Quiz.self)])
            let settings: JSONValue = ["questions": 2, "questionMs": 60_000]
            let party = try await Party(pair.left.address, game: "quiz", settings: settings)
            let host = try await party.host()
            let (alva, _) = try await party.player("Alva")
            let (_, bo) = try await party.player("Bo")
            host.send("HOST_START_GAME")
            try await bo.until(state: "QUESTION")
            let there = try await party.at(pair.right.address).greeted(.player, alva.auth)
            let sum = there.document["sum"]
            #expect(sum == bo.document["sum"] && there.document["state"] == "QUESTION")
            // The last answer takes everybody on, at any gateway.
            bo.send("QUIZ_ANSWER", ["sum": 0])
            try await bo.next("ANSWER_ACK")
            there.send("QUIZ_ANSWER", ["sum": 1])
            for client in [host, bo, there] { _ = try await client.until { $0["sum"] != sum } }
            await pair.stop()
        }
    }
}
