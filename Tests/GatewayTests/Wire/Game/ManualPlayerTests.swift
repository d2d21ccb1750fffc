import NameThatTuneGame
import Protocol
import Testing

/// Players without a device over real sockets: the host's commands, and what everybody is shown of them.
@Suite struct ManualPlayerTests {
    @Test func `a host and a screen are enough for a game`() async throws {
        let address = try RecordingTests.common.get().address
        let settings: JSONValue = [
            "songsCount": 5, "clipSeconds": 10, "maxPlayers": 2, "locale": "en",
        ]
        let party = try await Party(address, game: NameThatTune.name, settings: settings)
        let (host, tv) = (try await party.host(), try await party.tv())
        #expect(host.document.at("uiHints.canAddPlayer") == true)
        for name in ["Oma", "Opa"] {
            host.send("HOST_ADD_PLAYER", ["name": .string(name)], msgId: name)
            // An answer that got lost is asked for again, and nobody sits down twice.
            host.send("HOST_ADD_PLAYER", ["name": .string(name)], msgId: name)
        }
        try await host.until { $0["players"]?.array?.count == 2 }
        let joined = try await tv.next("PLAYER_JOINED")
        #expect(joined.payload.at("player.manual") == true)
        let full = try await host.refusal("HOST_ADD_PLAYER", ["name": "Otto"])
        #expect(full.code == "session_full")
        #expect(host.document.at("uiHints.canAddPlayer") == false)
        #expect(try await party.tryToJoin("Otto").code == "session_full")
        let players = try #require(host.document["players"]?.array)
        #expect(players.allSatisfy { $0["manual"] == true && $0["connected"] == true })
        let ids = players.compactMap { $0["playerId"] }
        #expect(Set(ids.map(\.bytes)).count == 2)

        host.send("HOST_START_GAME")
        try await tv.until(state: "PLAYING")
        for id in ids {
            let guess: JSONValue = [
                "playerId": id, "artist": "Hidden Composer", "title": "", "done": true,
            ]
            host.send("TUNE_GUESS", guess)
        }
        try await tv.until(state: "REVEAL")
        let results = try #require(tv.document.at("reveal.results")?.array)
        #expect(results.map { $0["playerId"] } == ids)
        #expect(results.allSatisfy { $0["artist"] == "Hidden Composer" })
        host.send("HOST_KICK_PLAYER", ["playerId": ids[0]])
        try await host.until { $0["players"]?.array?.count == 1 }
        #expect(host.document.at("session.removed") == [])
    }

    @Test func `where everybody needs a device the host adds nobody`() async throws {
        let stage = try await Stage()
        let error = try await stage.host.refusal("HOST_ADD_PLAYER", ["name": "Oma"])
        #expect(error.code == "unknown_type")
        #expect(stage.host.document.at("uiHints.canAddPlayer") == false)
    }
}
