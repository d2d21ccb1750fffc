import Foundation
import GameState
import Making
import Protocol
import ProviderStand
import Testing

@testable import NameThatTuneGame

/// A catalogue elsewhere that speaks Spotify's Web API, well and badly: who calls has a pass, and nobody else sees it.
@Suite(.serialized) struct SpotifyTests {
    private static let (search, token) = ("/v1/search", "/api/token")
    private static let lookUp = "/v1/tracks/\(SpotifyShop.id)"

    private func trouble<Value>(
        _ work: () async throws(PickTrouble) -> Value
    ) async -> PickTrouble? {
        do throws(PickTrouble) {
            _ = try await work()
            return nil
        } catch {
            return error
        }
    }

    /// Nobody but the accounts' server sees the key, and nobody but the tracks' a pass.
    private func expectSecret(_ shop: SpotifyShop) {
        for call in shop.accounts.calls {
            #expect(call.authorization?.hasPrefix("Basic ") == true, "\(call.path)")
        }
        for call in shop.api.calls {
            let isOfTracks = call.path.hasPrefix("/v1/")
            #expect((call.authorization?.hasPrefix("Bearer ") ?? false) == isOfTracks)
            #expect((call.authorization == nil) != isOfTracks && call.form == nil)
        }
        #expect(!"\(shop.news)".contains(SpotifyShop.secret))
    }

    // MARK: Tunes

    @Test func `a preview is found, picked and played, and tells nothing of where it is from`()
        async throws
    {
        let shop = try SpotifyShop()
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        let found = try await tunes.found(for: "söng & co")
        #expect(found.map(\.id) == [SpotifyShop.tune])
        let tune = try #require(found.first)
        #expect(tune.title == "Secret Song - Remastered 2011" && tune.aliases == ["Secret Song"])
        #expect(tune.artist == "Hidden Singer" && tune.year == 1975)
        #expect(tunes.track(tune.id)?.album == "Secret Album")
        let query = try #require(shop.api.calls.first?.query)
        #expect(query == ["q": "söng & co", "type": "track", "limit": "50", "market": "SE"])
        let content = try await tunes.prepare(tune.id)
        #expect(content.tune == tune && content.hasCover)
        #expect(shop.count("/huge") == 0, "a picture that is large enough is enough")
        let clip = try #require(tunes.clip(of: tune.id))
        #expect(clip.starts(with: Array("RIFF".utf8)) && clip.count > 1 << 20)
        let cover = try #require(tunes.cover(of: tune.id))
        let words = ["Secret", "Hidden", "whisper", "Lavf", "Lavc", "ID3", "remote-", "pass-"]
        for bytes in [clip, cover.sharp, cover.blurred] {
            for word in words + [SpotifyShop.id, SpotifyShop.secret] {
                #expect(Data(bytes).range(of: Data(word.utf8)) == nil, "\(word)")
            }
        }
        #expect(shop.count(Self.lookUp) == 0 && shop.accounts.calls.count == 1)
        // Another gateway, or this one after a restart, looks it up and makes it anew.
        let again = try shop.tunes(within: RemoteTimes.patient)
        #expect(await asScreen { again.clip(of: tune.id) } == clip)
        #expect(again.cover(of: tune.id) == cover)
        #expect(shop.api.calls.last { $0.path == Self.lookUp }?.query == ["market": "SE"])
        #expect(shop.count(Self.lookUp) == 1 && shop.count("/preview.mp3") == 2)
        expectSecret(shop)
        #expect(shop.news.isEmpty)
    }

    private func read(
        _ items: [String],
        for call: RemoteCall = .search("a")
    ) throws -> [RemoteFound] {
        let json =
            switch call {
            case .search: SpotifyShop.search(items)
            case .lookUp: items[0]
            }
        return try spotify().tunes(in: page(200, json), for: call)
    }

    private func page(_ status: Int, _ json: String) -> WebPage {
        WebPage(status: status, mediaType: "", retryAfterSeconds: nil, body: Array(json.utf8))
    }

    private func spotify(_ market: String? = nil) throws -> any RemoteProtocol {
        let key = try #require(WebPass(basic: "a:b"))
        let speech = RemoteSpeech.spotify(accounts: "https://accounts.example/x/", key: key)
        return speech.remote(at: "https://api.example/y/", country: market)
    }

    @Test func `tracks of which nothing can be made are left out, and the others are read`() throws
    {
        let ids = (1...9).map { String(repeating: "\($0)", count: 22) }
        let url = "https://api.example"
        let found = try read([
            "null", "7", "{}", #"{"id": "\#(ids[0])"}"#,
            SpotifyShop.track(at: url, "short"), SpotifyShop.track(at: url, ids[0] + "/"),
            SpotifyShop.track(at: url, ids[0], artists: ""),
            SpotifyShop.track(at: url, ids[0], artists: #"null, {"name": null}, {"name": "?!"}"#),
            SpotifyShop.track(at: url, ids[1], #""is_playable": false,"#),
            SpotifyShop.track(at: url, ids[2], #""is_playable": true,"#),
            SpotifyShop.track(at: url, ids[2], preview: "null"),
            SpotifyShop.track(at: url, ids[3], preview: "null"),
            SpotifyShop.track(at: url, ids[4], preview: "\"\""),
        ])
        #expect(found.map(\.tune.id) == [2, 3, 4].map { "remote-\(ids[$0])" })
        #expect(found.map(\.preview) == ["\(url)/preview.mp3", nil, nil])
        #expect(found[0].pictures == ["\(url)/cover", "\(url)/huge"])
        let many = SpotifyShop.search(
            (10...99).map { number in
                SpotifyShop.track(at: url, String(repeating: "\(number)", count: 11))
            }
        )
        #expect(try spotify().tunes(in: page(200, many), for: .search("a")).count == 50)
    }

    @Test func `each of several artists is right, the first one whatever it is called`() throws {
        let artists = #"{"name": "Earth, Wind & Fire"}, null, {"name": "The Emotions"}"#
        let tune = try #require(
            try read([SpotifyShop.track(at: "https://api.example", artists: artists)]).first?.tune
        )
        #expect(tune.artist == "Earth, Wind & Fire, The Emotions")
        let matcher = TuneMatcher(tune)
        for name in ["Earth Wind and Fire", "The Emotions", tune.artist] {
            #expect(matcher.accepts(artist: name), "\(name)")
        }
        #expect(!matcher.accepts(artist: "Hidden Singer"))
    }

    @Test func `a collection says neither the year nor an album that anybody knows`() throws {
        let track = SpotifyShop.track(at: "https://api.example")
            .replacing(#""album_type": "album""#, with: #""album_type": "compilation""#)
        let found = try #require(try read([track]).first)
        #expect(found.album == nil && found.tune.year == 0 && found.pictures.count == 2)
    }

    @Test func `a track that stands in for another keeps the name that was asked for`() throws {
        let other = String(repeating: "z", count: 22)
        let track = SpotifyShop.track(
            at: "https://api.example",
            other,
            #""linked_from": {"id": "\#(SpotifyShop.id)"},"#
        )
        #expect(
            try read([track], for: .lookUp(SpotifyShop.tune)).map(\.tune.id) == [SpotifyShop.tune]
        )
        #expect(try read([track]).map(\.tune.id) == ["remote-\(other)"])
    }

    @Test(
        arguments: [
            "", "77", "3n3Ppam7vgaVa1iaRUc9L", "3n3Ppam7vgaVa1iaRUc9Lpp",
            "3n3Ppam7vgaVa1iaRUc9L/", "3n3Ppam7vgaVa1iaRUc9L-", "3n3Ppam7vgaVa1iaRUc9Lé",
            "../../../../v1/search?a", "3n3Ppam7vgaVa1iaRUc9 p",
        ]
    )
    func `an id that is none is asked of nobody`(_ id: String) async throws {
        #expect(try spotify().address(of: .lookUp("remote-\(id)")) == nil)
        let shop = try SpotifyShop()
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        let got = await trouble { () throws(PickTrouble) in try await tunes.prepare("remote-\(id)")
        }
        #expect(got == .gone && shop.api.calls.isEmpty && shop.accounts.calls.isEmpty)
    }

    @Test func `addresses are below the bases that the operator names`() throws {
        let spotify = try spotify("SE")
        #expect(
            spotify.address(of: .lookUp(SpotifyShop.tune))
                == "https://api.example/y/v1/tracks/\(SpotifyShop.id)?market=SE"
        )
        #expect(
            try self.spotify().address(of: .search("a&b=c"))
                == "https://api.example/y/v1/search?q=a%26b%3Dc&type=track&limit=50"
        )
        #expect(try self.spotify().address(of: .lookUp(String(SpotifyShop.id))) == nil)
        let request = try #require(spotify.credentials?.request)
        #expect(request.address == "https://accounts.example/x/api/token")
    }

    @Test func `a track that is gone is that tune's fault alone`() async throws {
        for status in [400, 404] {
            let shop = try SpotifyShop([Self.lookUp: .page(status, Array("{}".utf8))])
            let tunes = try shop.tunes(within: RemoteTimes.patient)
            let got = await trouble { () throws(PickTrouble) in
                try await tunes.prepare(SpotifyShop.tune)
            }
            #expect(got == .gone && shop.news.isEmpty)
            #expect(try await tunes.found(for: "a").count == 1)
        }
    }

    @Test func `tunes without a preview are not offered, and the operator reads so once`()
        async throws
    {
        let shop = try SpotifyShop()
        let (url, other) = (shop.api.url, String(repeating: "b", count: 22))
        let silent = SpotifyShop.track(at: url, preview: "null")
        shop.plan(Self.search, .page(200, Array(SpotifyShop.search([silent]).utf8)))
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        let shelf = TuneShelf(try shop.music.book(), own: nil, remote: tunes)
        let json = try JSONReader.read(try await shelf.found(for: ["q": "secret"]))
        #expect(json["items"]?.array?.isEmpty == true && json["trouble"] == "noClip")
        #expect(await tunes.trouble(for: "secret") == .noClip && shop.count(Self.search) == 1)
        #expect(await tunes.trouble(for: "more") == .noClip && shop.news == [.noPreviews])
        // One that was picked nevertheless says why it is not played, and nobody is asked again.
        let got = await trouble { () throws(PickTrouble) in
            try await tunes.prepare(SpotifyShop.tune)
        }
        #expect(got == .noClip && shop.count(Self.lookUp) == 0)
        let both = SpotifyShop.search([silent, SpotifyShop.track(at: url, other)])
        shop.plan(Self.search, .page(200, Array(both.utf8)))
        #expect(try await tunes.found(for: "both").map(\.id) == ["remote-\(other)"])
        shop.plan(Self.search, .page(200, Array(SpotifyShop.search([]).utf8)))
        #expect(try await tunes.found(for: "nothing").isEmpty)
        #expect(shop.news == [.noPreviews])
    }
}
