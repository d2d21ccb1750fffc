import ExampleGame
import GameState
import Protocol
import Testing
import Timers

/// The host's rules, as every game has them: by the smallest one.
@Suite struct KitRulesTests {
    private var game: Quiz
    private var now = ServerTime(ms: 1_000_000)

    init() throws {
        game = Quiz(
            SessionSetup(
                session: SessionID(rawValue: "s"),
                joinCode: "ABC234",
                joinURL: "https://party.test/join/s",
                settings: try Quiz.Settings(["questions": .int(1)], randomSeed: 1),
                createdAt: now
            )
        )
        _ = game.handle(.join(.guest(1), name: try PlayerName("Alva")), at: now)
        _ = game.handle(.join(.guest(2), name: try PlayerName("Bo")), at: now)
    }

    private mutating func host(_ command: KitCommand) -> Outcome<Quiz.Event> {
        game.handle(.command(.kit(command), from: .host), at: now)
    }

    private static func isRefused(_ turn: Outcome<Quiz.Event>) -> Bool {
        if case .refused = turn { true } else { false }
    }

    @Test mutating func `a game that is skipped to its end while paused is over and not paused`() {
        _ = host(.startGame)
        _ = host(.pause)
        #expect(game.isPaused)
        _ = host(.skip)
        #expect(game.stage == .over)
        #expect(!game.isPaused)
        #expect(Self.isRefused(host(.resume)))
        // The next one runs from its beginning.
        _ = host(.startGame)
        #expect(game.timers.map(\.pausedWithMs) == [nil])
    }

    @Test mutating func `nobody answers while the host has the game paused`() {
        _ = host(.startGame)
        _ = host(.pause)
        let answer = Input<Quiz>.command(.own(.answer(1)), from: .player(.guest(1)))
        #expect(Self.isRefused(game.handle(answer, at: now)))
        _ = host(.resume)
        #expect(!Self.isRefused(game.handle(answer, at: now)))
    }

    @Test mutating func `a game needs as many as it says`() throws {
        #expect(Quiz.playerCounts.lowerBound == 1)
        _ = host(.kick(.guest(1)))
        _ = host(.kick(.guest(2)))
        #expect(Self.isRefused(host(.startGame)))
        _ = game.handle(.join(.guest(3), name: try PlayerName("Cia")), at: now)
        #expect(!Self.isRefused(host(.startGame)))
    }

    private func document(of viewer: Viewer) throws -> JSONValue {
        var writer = JSONWriter()
        writer.beginObject()
        game.views.writeDocument(for: viewer, to: &writer)
        writer.endObject()
        return try JSONReader.read(writer.bytes)
    }

    @Test mutating func `a game has hand-overs without a word of its own`() throws {
        _ = host(.handOver(.guest(2)))
        #expect(try document(of: .host)["session"]?["offeredTo"] == .string("p2"))
        #expect(try document(of: .player(.guest(2)))["me"]?["mayHost"] == .bool(true))
        #expect(try document(of: .player(.guest(1)))["me"]?["mayHost"] == .bool(false))
        for viewer in [Viewer.tv, .player(.guest(1))] {
            let text = String(decoding: try document(of: viewer).bytes, as: UTF8.self)
            #expect(!text.contains("offeredTo") && !text.contains(#""mayHost":true"#))
        }
        #expect(Self.isRefused(game.handle(.takeOver(.guest(1)), at: now)))
        #expect(!Self.isRefused(game.handle(.takeOver(.guest(2)), at: now)))
        #expect(Self.isRefused(game.handle(.takeOver(.guest(2)), at: now)))
        #expect(try document(of: .host)["session"]?["offeredTo"] == .null)
    }
}
