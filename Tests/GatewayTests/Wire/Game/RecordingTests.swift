import Archive
import Foundation
import GameState
import HTTP
import Protocol
import Testing
import TriptoGame
import Voice

@testable import Gateway
@testable import NameThatTuneGame

/// The door of recordings: who gets a clip, when, and that nothing about it names the tune.
@Suite struct RecordingTests {
    private static let clipSeconds = 10
    private static let settings: JSONValue = [
        "songsCount": 5, "clipSeconds": .int(Int64(clipSeconds)), "seed": 7, "locale": "en",
        "timings": ["guess": 600_000, "reveal": 600_000, "scoreboard": 600_000],
    ]

    static let common = Result { try tuned() }

    /// A tune of the book, whose names nobody but the host may read.
    static func notes(_ number: Int) -> String {
        """
        X: 1
        T: Secret Title \(number)
        C: Hidden Composer \(number)
        %%x-year: 190\(number)
        %%x-country: SE
        %%x-genre: folk
        %%x-free: It is made up.
        K: C
        """
    }

    /// A gateway with five tunes: recordings of other lengths and rates, each with a tag that names it.
    private static func tuned() throws -> Deployment {
        let folder = Deployment.newFolder()
        for part in ["notes", "recordings"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: part),
                withIntermediateDirectories: true
            )
        }
        for number in 1...5 {
            try Data(notes(number).utf8).write(
                to: folder.appending(path: "notes/whisper-\(number).abc")
            )
            try Data(recording(number)).write(
                to: folder.appending(path: "recordings/whisper-\(number).wav")
            )
        }
        let book = try TuneBook(
            folder: folder.appending(path: "notes"),
            recordings: folder.appending(path: "recordings")
        )
        let tunes = HostedGame.hosting(
            NameThatTune.self,
            recordings: { book.file(of: $0) },
            content: { wish, _, _ in await book.tune(for: wish, lately: []) }
        )
        return try Deployment(
            folder: folder,
            others: [tunes],
            archive: try SQLArchive(
                sqlite: folder.appending(path: "gateway.sqlite").path,
                games: [Tripto.schema, NameThatTune.schema]
            )
        )
    }

    private static func recording(_ number: Int) -> [UInt8] {
        let rate = [44_100, 32_000, 22_050, 16_000, 8_000][number - 1]
        let samples = (0..<rate * 3 * number).map { place in
            Float(sin(Double(place) * Double(number) * 0.05)) * 0.3
        }
        let tag = Array("Secret Title \(number)\0\0".utf8.prefix(16))
        let list = Array("LIST".utf8) + bytes(12 + tag.count) + Array("INFOINAM".utf8)
        var wav = Sound(samples: samples, rate: rate).wav + list + bytes(tag.count) + tag
        wav.replaceSubrange(4..<8, with: bytes(wav.count - 8))
        return wav
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(count).littleEndian) { Array($0) }
    }

    private struct Evening {
        let party: Party
        let host: SocketClient
        let tv: SocketClient
        let guest: Party.Guest
        let play: Message

        var url: String { get throws { try play.payload.text("url") } }
        /// Without what a link adds.
        var path: String { get throws { String(try url.prefix { $0 != "?" }) } }
    }

    private func evening() async throws -> Evening {
        let party = try await Party(
            Self.common.get().address,
            game: NameThatTune.name,
            settings: Self.settings
        )
        let (guest, _) = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        host.send("HOST_START_GAME")
        let play = try await tv.next("AUDIO_PLAY")
        return Evening(party: party, host: host, tv: tv, guest: guest, play: play)
    }

    /// No byte of head, body or link names a tune; the header of a WAV is all that is beside the samples.
    private func expectSilent(_ answer: Answer, _ place: String) {
        let head = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        for text in [Data(head.utf8), Data(place.utf8), Data(answer.body)] {
            for word in ["Secret", "Hidden", "whisper", "INAM", ".wav", ".abc"] {
                #expect(text.range(of: Data(word.utf8)) == nil, "\(word)")
            }
        }
        #expect(answer.headers.first("Content-Disposition") == nil)
        #expect(answer.headers.first("Last-Modified") == nil, "a date is of a file")
    }

    @Test func `clips of all tunes look alike, and tell nothing but their sound`() async throws {
        let evening = try await evening()
        let web = evening.party.web
        var (sizes, tags, sounds): (Set<Int>, Set<String>, Set<[UInt8]>) = ([], [], [])
        var names: [Set<String>] = []
        var play = evening.play
        for round in 1...5 {
            let url = try play.payload.text("url")
            let answer = try await web.call(.get, url)
            #expect(answer.status == 200)
            #expect(answer.headers.first("Content-Type") == "audio/wav")
            #expect(answer.headers.first("Cache-Control") == "private, max-age=86400, immutable")
            expectSilent(answer, url)
            #expect(try Sound(wav: answer.body).durationMs == Int64(Self.clipSeconds) * 1_000)
            sizes.insert(answer.body.count)
            tags.insert(try #require(answer.headers.first("ETag")))
            sounds.insert(answer.body)
            names.append(Set(answer.headers.map { $0.name.lowercased() }))
            guard round < 5 else { break }
            // To the reveal, the scoreboard and the next tune.
            for state in ["REVEAL", "SCOREBOARD", "PLAYING"] {
                evening.host.send("HOST_SKIP")
                try await evening.host.until(state: state)
            }
            play = try await evening.tv.next("AUDIO_PLAY")
        }
        #expect(sizes.count == 1 && tags.count == 5 && sounds.count == 5)
        #expect(Set(names).count == 1)
    }

    @Test func `a clip is fetched whole, in part, by its head, and not again`() async throws {
        let evening = try await evening()
        let (web, url) = (evening.party.web, try evening.url)
        let whole = try await web.call(.get, url)
        let head = try await web.call(.head, url)
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers.first("Content-Length") == "\(whole.body.count)")
        expectSilent(head, url)
        let part = try await web.call(.get, url, headers: [("Range", "bytes=44-143")])
        #expect(part.status == 206 && part.body == Array(whole.body[44..<144]))
        let range = "bytes 44-143/\(whole.body.count)"
        #expect(part.headers.first("Content-Range") == range)
        let beyond = [("Range", "bytes=\(whole.body.count)-")]
        #expect(try await web.call(.get, url, headers: beyond).status == 416)
        let tag = try #require(whole.headers.first("ETag"))
        let known = try await web.call(.get, url, headers: [("If-None-Match", tag)])
        #expect(known.status == 304 && known.body.isEmpty)
        for token in [try await evening.party.tvAuth(), try evening.party.hostAuth] {
            let answer = try await web.call(.get, try evening.path, bearer: token)
            #expect(answer.status == 200 && answer.body == whole.body)
        }
    }

    @Test func `who may not hear it gets one answer, whatever they ask for`() async throws {
        let evening = try await evening()
        let (party, web) = (evening.party, evening.party.web)
        let path = try evening.path
        let clip = try evening.play.payload.text("clipId")
        #expect(try await web.call(.get, path).status == 401)
        let player = try await web.call(.get, path, bearer: evening.guest.auth)
        #expect(player.status == 403 && player.code == "forbidden")
        let stranger = try await Party(Self.common.get().address, game: NameThatTune.name)
        let others = try await web.call(.get, path, bearer: try stranger.hostAuth)
        #expect(others.status == 401)
        // One that never was, and the name of a recording: neither is there, and both look the same.
        let tv = try await party.tvAuth()
        let none = try await web.call(
            .get,
            path.replacing(clip, with: "v0123456789abcdef"),
            bearer: tv
        )
        #expect(none.status == 404 && none.code == "not_found")
        for name in ["whisper-1", "whisper-1.wav"] {
            let guessed = try await web.call(.get, path.replacing(clip, with: name), bearer: tv)
            #expect(guessed.status == 404, "\(name)")
        }
        let session = SessionID(rawValue: party.session)
        let round = RoundID(rawValue: try evening.play.payload.text("roundId"))
        let old = Deployment.links.link(
            session,
            round,
            ClipID(rawValue: clip),
            at: ServerTime(
                ms: try evening.play.json.int("serverTimeMs") - ClipLinks.lifetimeMs - 1_000
            )
        )
        #expect(try await web.call(.get, old).code == "token_expired")
        // Once the next stage is there, the clip is over, for links and tokens alike.
        for state in ["REVEAL", "SCOREBOARD"] {
            evening.host.send("HOST_SKIP")
            try await evening.host.until(state: state)
        }
        let over = try await web.call(.get, try evening.url)
        #expect(over.status == 404 && over.body == none.body)
        #expect(try await web.call(.get, path, bearer: tv).body == none.body)
    }

    @Test func `players and hosts never hear of a clip`() async throws {
        let evening = try await evening()
        let (_, player) = try await evening.party.player("Bo")
        player.send("RESUME_SESSION")
        try await player.next("STATE_SNAPSHOT")
        let clip = try evening.play.payload.text("clipId")
        #expect(evening.tv.hasReceived(clip))
        #expect(!player.hasReceived(clip) && !evening.host.hasReceived(clip))
        for word in ["AUDIO_PLAY", "/assets/", "Secret Title", "Hidden Composer", "whisper"] {
            #expect(!player.hasReceived(word), "\(word)")
        }
        for word in ["Secret Title", "Hidden Composer", "whisper"] {
            #expect(!evening.tv.hasReceived(word), "\(word)")
        }
        try await evening.host.until(state: "PLAYING")
        #expect(evening.host.hasReceived("Secret Title"))
    }
}
