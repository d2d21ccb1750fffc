import Archive
import Foundation
import GameState
import Protocol
import TestSupport
import Testing
import TriptoGame
import Voice

@testable import Gateway
@testable import NameThatTuneGame

/// The family's own music over the wire: nothing that is sent names a file or a tune, and nobody waits for its reading.
@Suite(.serialized) struct OwnMusicTests {
    private static let clipSeconds = 10
    private static let settings: JSONValue = [
        "songsCount": 5, "clipSeconds": .int(Int64(clipSeconds)), "seed": 7, "locale": "en",
        "source": "own",
        "timings": ["guess": 600_000, "reveal": 600_000, "scoreboard": 600_000],
    ]
    /// Words of the names of files, of their tags and of their pictures'.
    private static let words = [
        "Secret", "Hidden", "whisper", "family", "own-", "Lavf", "Lavc", "ID3", "LIST", "INAM",
        "Exif",
    ]

    private struct House {
        let folder: URL
        let music: URL
        let library: MusicLibrary
        let deployment: Deployment
    }

    private static func house(_ fill: (URL) throws -> Void) throws -> House {
        let folder = Deployment.newFolder()
        let music = folder.appending(path: "family")
        let notes = folder.appending(path: "notes")
        for place in [music, notes] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        try fill(music)
        let library = MusicLibrary(folder: music, data: folder.appending(path: "music")) { _ in }
        let shelf = TuneShelf(try TuneBook(folder: notes, recordings: notes), own: library)
        let tunes = HostedGame.hosting(
            NameThatTune.self,
            recordings: { shelf.file(of: $0) },
            pictures: { shelf.file(of: $0) },
            ownContent: {
                let stock = library.stock
                return OwnContent(
                    count: stock.tunes,
                    refused: stock.refused,
                    isReading: stock.isReading,
                    isPlayable: stock.isPlayable
                )
            },
            content: { wish, _, _ in await shelf.tune(for: wish, lately: []) }
        )
        let deployment = try Deployment(
            folder: folder,
            others: [tunes],
            archive: try SQLArchive(
                sqlite: folder.appending(path: "gateway.sqlite").path,
                games: [Tripto.schema, NameThatTune.schema]
            )
        )
        return House(folder: folder, music: music, library: library, deployment: deployment)
    }

    private static func settle(_ place: URL) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600)],
            ofItemAtPath: place.path
        )
    }

    static func ffmpeg(_ arguments: [String]) throws {
        try Command.run("/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
    }

    /// Five songs of different lengths and kinds, each with a cover that has tags too.
    private static func songs(in music: URL) throws {
        for (number, ending) in zip(1..., ["mp3", "m4a", "flac", "mp3", "flac"]) {
            let card = music.appending(path: "card.png")
            try ffmpeg([
                "-f", "lavfi", "-i", "testsrc=size=\(100 * number)x300:duration=1", "-frames:v",
                "1",
                "-metadata", "title=Secret Picture", card.path,
            ])
            let song = music.appending(path: "whisper-\(number).\(ending)")
            try ffmpeg([
                "-f", "lavfi", "-i", "sine=frequency=\(200 + 50 * number):duration=\(10 * number)",
                "-i", card.path, "-map", "0:a", "-map", "1:v", "-c:v", "copy", "-disposition:v",
                "attached_pic", "-metadata", "title=Secret Title \(number)", "-metadata",
                "artist=Hidden Singer \(number)", song.path,
            ])
            try FileManager.default.removeItem(at: card)
            try settle(song)
        }
    }

    private func expectSilent(_ answer: Answer, _ place: String) {
        let head = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        for text in [Data(head.utf8), Data(place.utf8), Data(answer.body)] {
            for word in Self.words {
                #expect(text.range(of: Data(word.utf8)) == nil, "\(word)")
            }
        }
        #expect(answer.headers.first("Content-Disposition") == nil)
        #expect(answer.headers.first("Last-Modified") == nil, "a date is of a file")
    }

    private func asset(_ id: String, _ round: String, in party: Party) -> String {
        "/v1/sessions/\(party.session)/rounds/\(round)/assets/\(id)"
    }

    @Test
    func `clips and covers tell nothing, and the sharp cover is for nobody before the reveal`()
        async throws
    {
        let house = try Self.house(Self.songs)
        let address = house.deployment.address
        for _ in 0..<3_000 where house.library.stock.tunes < 5 {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(house.library.stock.tunes == 5)
        let party = try await Party(address, game: NameThatTune.name, settings: Self.settings)
        let (guest, player) = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        let (web, tvAuth, hostAuth) = (party.web, try await party.tvAuth(), try party.hostAuth)
        host.send("HOST_START_GAME")
        var (sizes, blurs, sharps): (Set<Int>, Set<[UInt8]>, Set<[UInt8]>) = ([], [], [])
        for number in 1...5 {
            let play = try await tv.next("AUDIO_PLAY")
            let url = try play.payload.text("url")
            let round = try play.payload.text("roundId")
            let sound = try await web.call(.get, url)
            #expect(sound.status == 200)
            expectSilent(sound, url)
            let wav = try Sound(wav: sound.body)
            #expect(wav.durationMs == Int64(Self.clipSeconds) * 1_000)
            #expect(wav.peak > 0.05, "it sounds")
            sizes.insert(sound.body.count)
            try await host.until(state: "PLAYING")
            let cover = try await state(web, party, hostAuth)
            let blurred = try cover.text("cover.assetId")
            #expect(cover.at("cover.isSharp") == false)
            let before = try await web.call(.get, asset(blurred, round, in: party), bearer: tvAuth)
            #expect(before.status == 200)
            #expect(before.headers.first("Content-Type") == "image/jpeg")
            expectSilent(before, blurred)
            #expect(before.body.count == CoverPair.bytesEach)
            blurs.insert(before.body)
            let forbidden = try await web.call(
                .get,
                asset(blurred, round, in: party),
                bearer: guest.auth
            )
            #expect(forbidden.status == 403)
            for word in Self.words {
                #expect(!player.hasReceived(word), "\(word)")
            }
            #expect(!player.hasReceived(blurred) && !player.hasReceived("isSharp"))
            if number == 1 {
                for word in Self.words { #expect(!tv.hasReceived(word), "\(word)") }
            }
            host.send("HOST_SKIP")
            try await host.until(state: "REVEAL")
            let after = try await state(web, party, hostAuth)
            let sharp = try after.text("cover.assetId")
            #expect(after.at("cover.isSharp") == true && sharp != blurred)
            // It was told to nobody before, so asking for it was no use: by now it is there.
            #expect(!player.hasReceived(sharp))
            let shown = try await web.call(.get, asset(sharp, round, in: party), bearer: tvAuth)
            #expect(shown.status == 200 && shown.body.count == CoverPair.bytesEach)
            #expect(shown.body != before.body)
            sharps.insert(shown.body)
            guard number < 5 else { break }
            for state in ["SCOREBOARD", "PLAYING"] {
                host.send("HOST_SKIP")
                try await host.until(state: state)
            }
            let over = try await web.call(.get, asset(sharp, round, in: party), bearer: tvAuth)
            #expect(over.status == 404, "the next round has another")
        }
        #expect(sizes.count == 1 && blurs.count == 5 && sharps.count == 5)
    }

    private func state(_ web: Web, _ party: Party, _ auth: String) async throws -> JSONValue {
        let answer = try await web.call(.get, "/v1/sessions/\(party.session)/state", bearer: auth)
        #expect(answer.status == 200)
        return try JSONReader.read(answer.body)
    }

    // MARK: Thousands

    private static let thousands = 2_000
    /// So many are waited for: all of them are minutes.
    private static let enough = 500

    /// A WAV file of some noise with a title and an artist, made without a program.
    private static func tiny(_ number: Int) -> [UInt8] {
        func bytes(_ count: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(count).littleEndian) { Array($0) }
        }
        func tag(_ name: String, _ text: String) -> [UInt8] {
            var value = Array(text.utf8) + [0]
            if value.count % 2 == 1 { value.append(0) }
            return Array(name.utf8) + bytes(value.count) + value
        }
        let tags = tag("INAM", "Song \(number)") + tag("IART", "Singer \(number % 50)")
        let samples = (0..<20_000).map { UInt8(truncatingIfNeeded: 128 + ($0 * number) % 60) }
        let format: [UInt8] = [1, 0, 1, 0] + bytes(8_000) + bytes(8_000) + [1, 0, 8, 0]
        let rest =
            Array("WAVEfmt ".utf8) + bytes(16) + format + Array("LIST".utf8) + bytes(tags.count + 4)
            + Array("INFO".utf8) + tags + Array("data".utf8) + bytes(samples.count) + samples
        return Array("RIFF".utf8) + bytes(rest.count) + rest
    }

    @Test func `two thousand files are read while a game begins, and nothing waits for them`()
        async throws
    {
        let house = try Self.house { music in
            for number in 1...Self.thousands {
                let place = music.appending(path: "\(number).wav")
                try Data(Self.tiny(number)).write(to: place)
                try Self.settle(place)
            }
        }
        // A file that is gone is soon read.
        defer { try? FileManager.default.removeItem(at: house.music) }
        let web = Web(house.deployment.address)
        var waits: [Duration] = []
        let clock = ContinuousClock()
        var reading = 0
        func ask() async throws {
            let start = clock.now
            let answer = try await web.call(.get, "/healthz")
            waits.append(clock.now - start)
            #expect(answer.status == 200)
            if house.library.stock.isReading { reading += 1 }
            try await Task.sleep(for: .milliseconds(20))
        }
        while house.library.stock.tunes < 100 { try await ask() }
        // A game is played of what there is by now.
        let party = try await Party(
            house.deployment.address,
            game: NameThatTune.name,
            settings: Self.settings
        )
        _ = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        host.send("HOST_START_GAME")
        let play = try await tv.next("AUDIO_PLAY")
        #expect(house.library.stock.isReading)
        #expect(try await web.call(.get, try play.payload.text("url")).status == 200)
        let games = try await web.call(.get, "/v1/games")
        let told = try JSONReader.read(games.body).at("games")?.array?.last?.at("ownContent")
        #expect(told?.at("reading") == true && told?.at("playable") == true)
        #expect((told?.at("count")?.int ?? 0) >= 100)
        while house.library.stock.tunes < Self.enough { try await ask() }
        #expect(house.library.stock.isReading && house.library.stock.refused == 0)
        waits.sort()
        let (median, late) = (waits[waits.count / 2], waits[waits.count * 99 / 100])
        #expect(reading > 100)
        // Reading takes half a minute and more: who waited for it would wait for seconds.
        #expect(median < .milliseconds(200) && late < .seconds(2), "\(median), \(late)")
    }
}
