import Foundation
import GameState
import Protocol
import ProviderStand
import Synchronization
import Testing
import Voice
import Workshop

@testable import Gateway
@testable import NameThatTuneGame

/// A host finds and picks previews of a catalogue elsewhere: they are played, nothing tells what they are before the reveal,
/// and the game goes on without them.
@Suite(.serialized) struct RemotePickTests {
    private static let words = [
        "Secret", "Hidden", "remote-", "preview", "Lavf", "Lavc", "LIST", "Exif", "127.0.0.1",
    ]

    /// A server that speaks the protocol, with four songs; the sound of the last is a page for people.
    private final class Shop: Sendable {
        private final class Door: Sendable { let isShut = Mutex(false) }

        let stand: WebStand
        private let door: Door

        init(in folder: URL) throws {
            let door = Door()
            var sounds: [String: [UInt8]] = [:]
            let card = folder.appending(path: "card.png")
            try OwnMusicTests.ffmpeg([
                "-f", "lavfi", "-i", "testsrc=size=300x200:duration=1", "-frames:v", "1",
                "-metadata", "title=Secret Picture", card.path,
            ])
            for number in 1...3 {
                let song = folder.appending(path: "song.m4a")
                try OwnMusicTests.ffmpeg([
                    "-f", "lavfi", "-i", "sine=frequency=\(200 * number):duration=\(7 * number)",
                    "-metadata", "title=Secret Song \(number)", "-metadata",
                    "artist=Hidden Singer", song.path,
                ])
                sounds["/preview-\(number).m4a"] = [UInt8](try Data(contentsOf: song))
            }
            let picture = [UInt8](try Data(contentsOf: card))
            stand = try WebStand { [sounds] call in
                if door.isShut.withLock({ $0 }) { return .page(503, []) }
                switch call.path {
                case "/search":
                    return .page(200, type: "text/javascript", Self.answer(at: call.server))
                case "/picture/100x100bb.jpg": return .page(200, type: "image/png", picture)
                case _: break
                }
                guard let sound = sounds[call.path] else {
                    return .page(200, type: "text/html", Array("<title>Secret</title>".utf8))
                }
                return .page(200, type: "audio/x-m4a", sound)
            }
            self.door = door
        }

        private static func answer(at url: String) -> [UInt8] {
            let songs = (1...4).map { number in
                """
                {"wrapperType": "track", "kind": "song", "trackId": \(number),
                "trackName": "Secret Song \(number)", "artistName": "Hidden Singer",
                "previewUrl": "\(url)/preview-\(number).m4a",
                "artworkUrl100": "\(url)/picture/100x100bb.jpg"}
                """
            }
            return Array(#"{"results": [\#(songs.joined(separator: ","))]}"#.utf8)
        }

        func shut() { door.isShut.withLock { $0 = true } }
    }

    private func search(_ party: Party, _ query: String) async throws -> JSONValue {
        let path = "\(party.path)/content?locale=en&\(query)"
        let answer = try await party.web.call(.get, path, bearer: try party.hostAuth)
        #expect(answer.status == 200)
        return answer.json
    }

    private func state(_ party: Party) async throws -> JSONValue {
        let answer = try await party.web.call(.get, "\(party.path)/state", bearer: party.hostAuth)
        return try JSONReader.read(answer.body)
    }

    private func expectSilent(_ answer: Answer, _ place: String) {
        let head = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        for text in [Data(head.utf8), Data(place.utf8), Data(answer.body)] {
            for word in Self.words { #expect(text.range(of: Data(word.utf8)) == nil, "\(word)") }
        }
    }

    @Test func `a preview that a host finds and picks is played, and tells nothing before`()
        async throws
    {
        let folder = Deployment.newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let shop = try Shop(in: folder)
        let home = try #require(WebBase(shop.stand.url))
        let remote = RemoteTunes(
            base: shop.stand.url,
            country: nil,
            by: try PublicWeb(home: home, client: "us/1"),
            with: MusicTool(),
            within: RemoteTimes(answer: 20_000, preview: 20_000, picture: 20_000, ready: 25_000)
        ) { _, _ in }
        let deployment = try TunePickTests.deployment(remote)
        let party = try await Party(
            deployment.address,
            game: NameThatTune.name,
            settings: TunePickTests.settings
        )
        let (_, player) = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        let tvAuth = try await party.tvAuth()

        let found = try await search(party, "q=secret")
        let items = try #require(found.at("items")?.array)
        #expect(try items.map { try $0.text("source") }.filter { $0 == "book" }.count == 9)
        let previews = items.filter { $0.at("source") == "remote" }
        #expect(previews.count == 4 && found.at("trouble") == .null)
        for place in [0, 3, 1, 2] {
            host.send("TUNE_PICK", try TunePickTests.payload(previews[place]))
        }
        host.send("HOST_START_GAME")
        var (sizes, covers): (Set<Int>, Set<[UInt8]>) = ([], [])
        for (number, title) in [(1, "Secret Song 1"), (2, "Secret Song 2")] {
            let play = try await tv.next("AUDIO_PLAY")
            let (url, round) = (try play.payload.text("url"), try play.payload.text("roundId"))
            for socket in [host, player, tv] { try await socket.until(state: "PLAYING") }
            let before = try await state(party)
            #expect(try before.text("secret.title") == title)
            let sound = try await party.web.call(.get, url)
            #expect(sound.status == 200)
            expectSilent(sound, url)
            let wav = try Sound(wav: sound.body)
            #expect(wav.durationMs == 10_000 && wav.peak > 0.05)
            sizes.insert(sound.body.count)
            let assets = "\(party.path)/rounds/\(round)/assets"
            let blurred = try before.text("cover.assetId")
            let shown = try await party.web.call(.get, "\(assets)/\(blurred)", bearer: tvAuth)
            #expect(shown.status == 200 && shown.body.count == CoverPair.bytesEach)
            expectSilent(shown, blurred)
            for socket in [player, tv] {
                #expect(!socket.hasReceived(title) && !socket.hasReceived("picks"))
                if number == 1 {
                    for word in Self.words.dropLast() { #expect(!socket.hasReceived(word)) }
                }
            }
            host.send("HOST_SKIP")
            for socket in [host, player, tv] { try await socket.until(state: "REVEAL") }
            #expect(player.hasReceived(title) && tv.hasReceived(title))
            let sharp = try await state(party).text("cover.assetId")
            let seen = try await party.web.call(.get, "\(assets)/\(sharp)", bearer: tvAuth)
            #expect(seen.status == 200 && seen.body.count == CoverPair.bytesEach)
            covers.formUnion([shown.body, seen.body])
            if number == 2 { shop.shut() }
            for state in ["SCOREBOARD", "PLAYING"] {
                host.send("HOST_SKIP")
                for socket in [host, player, tv] { try await socket.until(state: state) }
            }
        }
        #expect(sizes.count == 1 && covers.count == 2)

        // The shop is away: the game goes on with a tune of the book, and the host reads why.
        let after = try await state(party)
        #expect(try after.text("secret.title").hasPrefix("Secret Title"))
        let picks = try #require(after.at("picks")?.array)
        #expect(try picks.map { try $0.text("trouble") } == ["broken", "away"])
        let rest = try await search(party, "q=secret%20title")
        #expect(rest.at("items")?.array?.count == 9 && rest.at("trouble") == "away")
        for socket in [player, tv] {
            #expect(!socket.hasReceived("remote-") && !socket.hasReceived("trouble"))
            #expect(!socket.hasReceived("Secret Song 3") && !socket.hasReceived("Secret Song 4"))
        }
    }
}
