import GameState
import Protocol
import Testing

@testable import Gateway
@testable import NameThatTuneGame

/// A host of Name that tune whose own device sounds, and who changes the settings between games, over the wire.
@Suite struct TuneHostTests {
    private func party() async throws -> Party {
        try await Party(
            try TunePickTests.deployment().address,
            game: NameThatTune.name,
            // A clip that still sounds when it is stopped.
            settings: TunePickTests.settings(clipSeconds: 30)
        )
    }

    @Test func `the host's device is told what to play, and again after it has come back`()
        async throws
    {
        let party = try await party()
        let (_, player) = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        host.send("HOST_SET_SPEAKER", ["connectionId": "host"])
        host.send("HOST_START_GAME")
        let play = try await host.next("AUDIO_PLAY")
        for socket in [host, tv, player] { try await socket.until(state: "PLAYING") }
        let clip = try play.payload.text("clipId")
        #expect(host.document.at("audio.voice.clipId") == .string(clip))
        #expect(tv.document.at("audio.speaker") == "host")
        let sound = try await party.web.call(.get, try play.payload.text("url"))
        #expect(sound.status == 200 && sound.headers.first("Content-Type") == "audio/wav")
        // The host's connection does not matter: the cues of a later one go there.
        let again = try await party.host()
        #expect(again.document.at("audio.voice.clipId") == .string(clip))
        again.send("HOST_PAUSE")
        _ = try await again.next("AUDIO_STOP")
        again.send("HOST_RESUME")
        #expect(try await again.next("AUDIO_PLAY").payload["clipId"] == .string(clip))
        again.send("HOST_SET_SPEAKER", ["connectionId": nil])
        again.send("HOST_SKIP")
        try await tv.until(state: "REVEAL")
        #expect(!tv.hasReceived("AUDIO_PLAY") && !player.hasReceived("AUDIO_PLAY"))
        #expect(!player.hasReceived(clip))
        again.send("HOST_SKIP")
        again.send("HOST_SKIP")
        _ = try await tv.next("AUDIO_PLAY")
    }

    @Test func `settings are changed between games, by the host alone, and seen by everybody`()
        async throws
    {
        let party = try await party()
        let (_, player) = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        host.send("HOST_UPDATE_SETTINGS", ["settings": ["songsCount": 4]])
        let refused = try await host.next("ERROR")
        #expect(refused.payload["code"] == "bad_message")
        #expect(refused.payload["field"] == "settings.songsCount")
        player.send("HOST_UPDATE_SETTINGS", ["settings": ["songsCount": 6]])
        #expect(try await player.next("ERROR").payload["code"] == "forbidden")
        host.send(
            "HOST_UPDATE_SETTINGS",
            ["settings": ["songsCount": 6, "genre": "folk", "points": ["title": 2]]]
        )
        for socket in [host, tv, player] {
            _ = try await socket.next("LOBBY_UPDATED")
            let settings = try #require(socket.document.at("session.settings"))
            #expect(settings["songsCount"] == 6 && settings["genre"] == "folk")
            #expect(settings.at("points.title") == 2 && settings.at("points.artist") == 1)
            #expect(settings["clipSeconds"] == 30)
        }
        host.send("HOST_START_GAME")
        try await host.until(state: "PLAYING")
        #expect(host.document.at("round.total") == 6)
        host.send("HOST_UPDATE_SETTINGS", ["settings": ["songsCount": 7]])
        #expect(try await host.next("ERROR").payload["code"] == "wrong_state")
    }
}
