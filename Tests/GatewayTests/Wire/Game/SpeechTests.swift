import Foundation
import GameState
import HTTP
import Protocol
import Testing
import Transport
import Voice

@testable import Gateway

/// Protocol §2, §3.2 and §3.8: a round is read aloud, and nobody hears too much.
@Suite struct SpeechTests {
    /// A gateway that speaks, one for all.
    static var speaking: Deployment {
        get throws { try common.get() }
    }

    private static let common = Result { try Deployment(speak) }

    /// One whose clips sound until the game ends them, for tests of what ends them.
    private static var humming: Deployment {
        get throws { try long.get() }
    }

    private static let long = Result {
        try Deployment { configuration in
            speak(&configuration)
            configuration.voice = LongVoice()
        }
    }

    /// All is said, however busy the machine is.
    private static func speak(_ configuration: inout Configuration) {
        configuration.voice = Espeak(maxMs: 50_000)
        configuration.voiceMs = 50_000
    }

    private static let settings: JSONValue = [
        "destinationsCount": 1, "followupsPerDestination": 1, "timings": unhurried,
    ]

    /// A party whose host has started the game, and the intro's AUDIO_PLAY.
    private func started(
        _ deployment: Deployment
    ) async throws -> (
        party: Party, host: SocketClient, tv: SocketClient, player: SocketClient,
        guest: Party.Guest, play: Message
    ) {
        let party = try await Party(deployment.address, settings: Self.settings)
        let (guest, player) = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        host.send("HOST_START_GAME")
        let play = try await tv.next("AUDIO_PLAY")
        return (party, host, tv, player, guest, play)
    }

    /// All clips of a round, past the wire: what the archive was told.
    private func clips(_ deployment: Deployment, _ round: String) async throws -> [String: String] {
        for _ in 0..<6_000 {
            let rows = try Database(deployment.folder.appending(path: "gateway.sqlite").path)
                .rows("SELECT ref_key, id FROM audio_clips WHERE round_id = '\(round)'")
            if !rows.isEmpty {
                return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return [:]
    }

    @Test func `the speaker is told in time, and finds the same in its document`() async throws {
        let (party, host, tv, _, _, play) = try await started(Self.humming)
        #expect(play.payload.names == ["clipId", "roundId", "startAtServerMs", "url"])
        // As long as nobody waits for a disk, which is not what is tested here.
        let begunAt = try #require(tv.document.at("timers.0.startAtServerMs")?.int)
        #expect(try play.payload.int("startAtServerMs") - begunAt >= 800)
        #expect(try play.payload.text("clipId").utf8.count <= 40)
        let duck = try await tv.next()
        #expect(duck.type == "MUSIC_DUCK")
        #expect(duck.payload == ["amountDb": .double(-12), "attackMs": 120, "releaseMs": 600])
        let voice = try #require(tv.document.at("audio.voice"))
        #expect(voice.names == ["clipId", "roundId", "startAtServerMs"])
        for name in ["clipId", "roundId", "startAtServerMs"] {
            #expect(voice[name] == play.payload[name])
        }
        // A second screen has no sound of its own, but may become the speaker.
        let second = try await party.tv()
        #expect(second.document.at("audio") == tv.document.at("audio"))
        host.send("HOST_SKIP")
        try await second.until(state: "CLUE_LEVEL")
        #expect(!(try await second.caughtUp().contains { $0.type == "AUDIO_PLAY" }))
        let next = try await tv.next("AUDIO_PLAY")
        #expect(next.payload["clipId"] != play.payload["clipId"])
        #expect(second.document.at("audio.voice.clipId") == next.payload["clipId"])
    }

    @Test func `a screen fetches the sound by its link, and by its token`() async throws {
        let (party, _, _, _, _, play) = try await started(Self.speaking)
        let web = party.web
        let url = try play.payload.text("url")
        let path = String(url.prefix { $0 != "?" })
        let linked = try await web.call(.get, url)
        #expect(linked.status == 200)
        #expect(linked.headers.first("Content-Type") == "audio/wav")
        #expect(linked.headers.first("Cache-Control") == "private, max-age=86400, immutable")
        let sound = try Sound(wav: linked.body)
        #expect(sound.durationMs > 300)
        #expect(abs(Loudness.integrated(sound) - Mastering.targetLUFS) < 3)
        for token in [try await party.tvAuth(), try party.hostAuth] {
            let answer = try await web.call(.get, path, bearer: token)
            #expect(answer.status == 200 && answer.body == linked.body)
        }
        let head = try await web.call(.head, url)
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers.first("Content-Length") == String(linked.body.count))
        let part = try await web.call(.get, url, headers: [("Range", "bytes=4-9")])
        #expect(part.status == 206 && part.body == Array(linked.body[4...9]))
        let tag = try #require(linked.headers.first("ETag"))
        let known = try await web.call(.get, url, headers: [("If-None-Match", tag)])
        #expect(known.status == 304 && known.body.isEmpty)
        #expect(try await web.call(.post, path).status == 405)
    }

    @Test func `nobody else gets it, whatever they show`() async throws {
        let (party, _, _, _, guest, play) = try await started(Self.speaking)
        let other = try await Party(Self.speaking.address)
        let web = party.web
        let url = try play.payload.text("url")
        let path = String(url.prefix { $0 != "?" })
        #expect(try await web.call(.get, path).status == 401)
        let asked = try await web.call(.get, path, bearer: guest.auth)
        #expect(asked.status == 403 && asked.code == "forbidden")
        for token in [try other.hostAuth, try await other.tvAuth(), "x"] {
            #expect(try await web.call(.get, path, bearer: token).status == 401)
        }
        let expiry = try #require(Int64(url.split(separator: "=")[1].prefix { $0 != "&" }))
        let clip = try play.payload.text("clipId")
        let signature = String(try #require(url.split(separator: "=").last))
        let spoilt = String(signature.reversed())
        let forged = [
            "\(path)?e=\(expiry)&s=", "\(path)?e=\(expiry)&s=\(spoilt)",
            "\(path)?e=\(expiry)&s=\(signature.dropLast())", "\(path)?e=&s=\(signature)",
            "\(path)?e=\(expiry + 1)&s=\(signature)", "\(path)?e=0\(expiry)&s=\(signature)",
            url.replacing(clip, with: "v0000000000000000"),
            url.replacing(party.session + "-r1", with: party.session + "-r2"),
            url.replacing("/sessions/\(party.session)", with: "/sessions/\(other.session)"),
        ]
        for url in forged { #expect(try await web.call(.get, url).status == 401, "\(url)") }
        let old = Deployment.links.link(
            SessionID(rawValue: party.session),
            RoundID(rawValue: party.session + "-r1"),
            ClipID(rawValue: clip),
            at: ServerTime(ms: try play.json.int("serverTimeMs") - ClipLinks.lifetimeMs - 1_000)
        )
        #expect(try await web.call(.get, old).code == "token_expired")
    }

    @Test func `a clip that comes later is not there, and looks like none`() async throws {
        let (party, host, tv, _, _, play) = try await started(Self.speaking)
        let round = try play.payload.text("roundId")
        let clips = try await clips(Self.speaking, round)
        #expect(clips.count == 10)
        #expect(clips["intro"] == play.payload["clipId"]?.string)
        let (web, token) = (party.web, try await party.tvAuth())
        let base = "\(party.path)/rounds/\(round)/assets"
        let none = try await web.call(.get, "\(base)/v0123456789abcdef", bearer: token)
        #expect(none.status == 404 && none.code == "not_found")
        func status(_ refKey: String) async throws -> Int {
            let clip = try #require(clips[refKey])
            let byToken = try await web.call(.get, "\(base)/\(clip)", bearer: token)
            // Signed as we sign, but too early.
            let link = Deployment.links.link(
                SessionID(rawValue: party.session),
                RoundID(rawValue: round),
                ClipID(rawValue: clip),
                at: ServerTime(ms: try play.json.int("serverTimeMs"))
            )
            let byLink = try await web.call(.get, link)
            #expect(byLink.status == byToken.status)
            if byToken.status == 404 {
                #expect(byToken.body == none.body && byLink.body == none.body)
            }
            return byToken.status
        }
        let order = ["intro", "clue_10", "clue_8", "clue_2", "reveal", "followup_1", "followup_2"]
        for (steps, heard) in [(0, 1), (1, 2), (1, 3)] {
            for _ in 0..<steps { host.send("HOST_SKIP") }
            if steps > 0 {
                let next = try await tv.next("AUDIO_PLAY")
                #expect(next.payload["clipId"]?.string == clips[order[heard - 1]])
            }
            for (place, refKey) in order.enumerated() {
                #expect(try await status(refKey) == (place < heard ? 200 : 404), "\(refKey)")
            }
        }
        host.send("HOST_FORCE_REVEAL")
        #expect(try await tv.next("AUDIO_PLAY").payload["clipId"]?.string == clips["reveal"])
        #expect(try await status("reveal") == 200)
        #expect(try await status("followup_1") == 404)
        let early = try await web.call(
            .get,
            "\(base)/\(try #require(clips["followup_2"]))",
            bearer: party.hostAuth
        )
        #expect(early.status == 200, "the host knows it all")
    }

    @Test func `no clip is named before its time, and to players none ever`() async throws {
        let (party, host, tv, player, guest, play) = try await started(Self.humming)
        let round = try play.payload.text("roundId")
        let clips = try await clips(Self.humming, round)
        var known: Set = ["intro"]
        func look() async throws {
            // Also a latecomer's whole document.
            for client in [tv, player] {
                client.send("RESUME_SESSION")
                try await client.next("STATE_SNAPSHOT")
            }
            for (refKey, clip) in clips {
                #expect(tv.hasReceived(clip) == known.contains(refKey), "\(refKey)")
                #expect(!player.hasReceived(clip) && !host.hasReceived(clip), "\(refKey)")
            }
        }
        try await look()
        host.send("HOST_SKIP")
        try await tv.next("AUDIO_PLAY")
        known.insert("clue_10")
        try await look()
        player.send("BRAKE_PULL")
        try await tv.next("AUDIO_STOP")
        #expect(tv.document.at("audio.voice") == .null)
        try await look()
        player.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Atlantis"])
        // Nobody is left who could answer.
        try await tv.next("AUDIO_PLAY")
        known.insert("reveal")
        try await look()
        host.send("HOST_SKIP")
        try await tv.next("AUDIO_PLAY")
        known.insert("followup_1")
        try await look()
        for word in ["AUDIO_PLAY", "MUSIC_DUCK", "/assets/"] {
            #expect(!player.hasReceived(word), "\(word)")
        }
        let body = try await party.web.call(.get, party.path, bearer: guest.auth).text
        #expect(!clips.values.contains { body.contains($0) })
    }

    @Test func `a pause stops the voice, and going on begins it again`() async throws {
        let (_, host, tv, _, _, play) = try await started(Self.humming)
        host.send("HOST_PAUSE")
        try await tv.next("AUDIO_STOP")
        #expect(tv.document.at("audio.voice") == .null)
        host.send("HOST_RESUME")
        let again = try await tv.next("AUDIO_PLAY")
        #expect(again.payload["clipId"] == play.payload["clipId"])
        let (first, second) = (
            try play.payload.int("startAtServerMs"), try again.payload.int("startAtServerMs")
        )
        #expect(second > first)
    }

    @Test func `another gateway makes the same sound, from the session alone`() async throws {
        let folder = Deployment.newFolder()
        let first = try Deployment(folder: folder, Self.speak)
        let party = try await Party(first.address, settings: Self.settings)
        _ = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        host.send("HOST_START_GAME")
        let url = try await tv.next("AUDIO_PLAY").payload.text("url")
        let sound = try await party.web.call(.get, url)
        #expect(sound.status == 200)
        await withCheckedContinuation { done in first.gateway.drain { done.resume() } }
        try FileManager.default.removeItem(at: folder.appending(path: "voice"))
        let second = try Deployment(folder: folder, Self.speak)
        let again = try await second.web().call(.get, url)
        #expect(again.status == 200 && again.body == sound.body)
        await withCheckedContinuation { done in second.gateway.drain { done.resume() } }
        // And one without a voice has none to give.
        let mute = try Deployment(folder: folder)
        #expect(try await mute.web().call(.get, url).status == 404)
        await mute.stop()
    }

    @Test func `a voice that fails costs the voice, not the game`() async throws {
        let deployment = try Deployment { $0.voice = Espeak(program: "/nowhere/espeak-ng") }
        let party = try await Party(deployment.address, settings: Self.settings)
        _ = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        host.send("HOST_START_GAME")
        try await tv.until(state: "ROUND_INTRO")
        #expect(tv.document.at("audio.voice") == .null)
        let metrics = try await deployment.web().call(.get, "/metrics").text
        let failed = metrics.split(separator: "\n").first {
            $0.hasPrefix("gateway_clips_total{outcome=\"failed\"}")
        }
        #expect(failed.map { !$0.hasSuffix(" 0") } == true)
        await deployment.stop()
    }

    /// The first package of all is played, and it is one of those whose lines there are.
    @Test func `what was spoken while nobody played is heard at once`() async throws {
        let deployment = try Deployment { configuration in
            Self.speak(&configuration)
            configuration.aheadBytes = VoiceLimits.aheadBytes
            configuration.aheadQuietMs = 40
        }
        func number(_ name: String) async throws -> Double? {
            let metrics = try await deployment.web().call(.get, "/metrics").text
            let line = metrics.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
            return line.flatMap { Double($0.dropFirst(name.count + 1)) }
        }
        for _ in 0..<6_000 {
            if let wanted = try await number("gateway_clips_ahead_wanted"), wanted > 0,
                try await number("gateway_clips_ahead") == wanted
            {
                break
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        let wanted = try #require(try await number("gateway_clips_ahead_wanted"))
        let kept = try await number("gateway_clips_ahead")
        #expect(wanted >= 14 && kept == wanted)
        let place = ClipsAhead.directory(in: deployment.folder.path)
        let files = try FileManager.default.subpathsOfDirectory(atPath: place)
        let bytes = try files.reduce(0) { sum, file in
            let facts = try FileManager.default.attributesOfItem(atPath: "\(place)/\(file)")
            return sum
                + (facts[.type] as? FileAttributeType == .typeRegular
                    ? facts[.size] as? Int ?? 0 : 0)
        }
        #expect(try await number("gateway_clips_ahead_bytes") == Double(bytes) && bytes > 100_000)
        let (party, _, _, _, _, play) = try await started(deployment)
        #expect(try await party.web.call(.get, try play.payload.text("url")).status == 200)
        #expect(try await number("gateway_clips_total{outcome=\"made\"}") == 0)
        #expect(try await number("gateway_clips_total{outcome=\"found\"}") ?? 0 >= 8)
        await deployment.stop()
    }

    @Test func `what was made is counted`() async throws {
        // The second finds what the first had made.
        for _ in 1...2 { _ = try await started(Self.speaking) }
        let metrics = try await Self.speaking.web().call(.get, "/metrics").text
        for name in [
            "gateway_clips_total{outcome=\"made\"}", "gateway_clips_total{outcome=\"found\"}",
            "gateway_clip_seconds_count",
        ] {
            let line = metrics.split(separator: "\n").first { $0.hasPrefix(name) }
            #expect(line.map { !$0.hasSuffix(" 0") } == true, "\(name)")
        }
    }
}

extension Deployment {
    /// Signs as every gateway of the suite does.
    static let links = ClipLinks(secrets: [secret], publicURL: publicURL)
}
