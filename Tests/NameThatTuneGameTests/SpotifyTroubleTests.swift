import Foundation
import GameState
import Making
import Protocol
import ProviderStand
import Testing

@testable import NameThatTuneGame

/// Troubles of a catalogue that wants a key, as the operator reads them, and tunes that are none.
@Suite(.serialized) struct SpotifyTroubleTests {
    private static let (search, token) = ("/v1/search", "/api/token")

    private static func refusal(_ word: String) -> [UInt8] {
        Array(#"{"error": "\#(word)", "error_description": "s3cret words"}"#.utf8)
    }

    @Test(
        arguments: [
            (400, "invalid_client", .keyRefused, .invalidClient),
            (400, "unauthorized_client", .keyRefused, .unauthorizedClient),
            (401, "invalid_client", .keyRefused, .invalidClient), (403, "", .keyRefused, nil),
            (400, "invalid_request", .trouble(.garbled), .invalidRequest),
            (400, "invalid_grant", .trouble(.garbled), .invalidGrant),
            (400, "unsupported_grant_type", .trouble(.garbled), .unsupportedGrantType),
            (400, "invalid_scope", .trouble(.garbled), .invalidScope),
            (400, "INVALID_CLIENT", .trouble(.garbled), nil),
            (404, "s3cret", .trouble(.garbled), nil), (200, "", .trouble(.garbled), nil),
            (503, "temporarily_unavailable", .trouble(.away), nil),
            (429, "", .trouble(.limited), nil),
        ] as [(Int, String, RemoteTunes.News, GrantRefusal?)]
    )
    func `the operator reads what the server of tokens answers, in words that are known`(
        _ status: Int,
        _ word: String,
        _ news: RemoteTunes.News,
        _ refusal: GrantRefusal?
    ) async throws {
        let shop = try SpotifyShop([Self.token: .page(status, Self.refusal(word))])
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        #expect(await tunes.trouble(for: "a") != nil)
        #expect(shop.news == [news] && !"\(shop.causes)".contains("s3cret"))
        #expect(
            shop.causes == [RemoteCause(server: .accounts, status: status, refusal: refusal)]
        )
    }

    @Test(arguments: [200, 302, 400, 401, 403, 404, 429, 500])
    func `the operator reads the status that the catalogue answers`(_ status: Int) async throws {
        let shop = try SpotifyShop([Self.search: .page(status, Self.refusal("invalid_client"))])
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        #expect(await tunes.trouble(for: "a") != nil)
        #expect(shop.causes == [RemoteCause(server: .catalogue, status: status)])
    }

    @Test func `the trouble of each server is told, also where it is the same`() async throws {
        let busy = WebStand.Answer.page(429, [], headers: ["Retry-After": "1"])
        let shop = try SpotifyShop([Self.search: busy])
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        #expect(await tunes.trouble(for: "a") == .limited)
        try await Task.sleep(for: .milliseconds(1_200))
        #expect(await tunes.trouble(for: "b") == .limited)
        #expect(shop.causes == [RemoteCause(server: .catalogue, status: 429)], "it is no news")
        try await Task.sleep(for: .milliseconds(1_200))
        shop.wait(seconds: 3_600)
        shop.plan(Self.token, busy)
        #expect(await tunes.trouble(for: "c") == .limited)
        #expect(shop.news == [.trouble(.limited), .trouble(.limited)])
        #expect(shop.causes.last == RemoteCause(server: .accounts, status: 429))
    }

    @Test func `a server of tokens that says nothing has no status`() async throws {
        let shop = try SpotifyShop([Self.token: .silence])
        let tunes = try shop.tunes(within: RemoteTimes(answer: 100))
        #expect(await tunes.trouble(for: "a") == .slow)
        #expect(shop.causes == [RemoteCause(server: .accounts)])
    }

    @Test func `a server that answered nonsense has a short rest`() async throws {
        let shop = try SpotifyShop([Self.search: .page(200, Array("<html>".utf8))])
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        let start = ContinuousClock.now
        #expect(await tunes.trouble(for: "a") == .garbled)
        shop.plan(Self.search, nil)
        try await Task.sleep(for: .seconds(RemoteLimits.nonsenseSeconds - 2))
        let next = await tunes.trouble(for: "b")
        // A machine that is busy may have taken too long to see it.
        if ContinuousClock.now < start + .seconds(RemoteLimits.nonsenseSeconds) {
            #expect(next == .garbled && shop.count(Self.search) == 1)
        }
        try await Task.sleep(for: .milliseconds(2_200))
        #expect(await tunes.trouble(for: "c") == nil)
        #expect(shop.news == [.trouble(.garbled), .back])
    }

    @Test func `words that a server does not like keep it from nobody else`() async throws {
        let shop = try SpotifyShop([Self.search: .page(400, Array("{}".utf8))])
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        #expect(await tunes.trouble(for: "a") == .garbled)
        shop.plan(Self.search, nil)
        #expect(await tunes.trouble(for: "b") == nil)
        #expect(shop.count(Self.search) == 2)
    }

    @Test func `a preview that is too short is broken, and the next pick is played`() async throws {
        let shop = try SpotifyShop()
        for (seconds, isPlayed) in [(1.5, false), (2.5, true)] {
            try shop.music.record("short.mp3", seconds: seconds)
            let sound = try [UInt8](Data(contentsOf: shop.music.place("short.mp3")))
            shop.plan("/preview.mp3", .page(200, type: "audio/mpeg", sound))
            let tunes = try shop.tunes(within: RemoteTimes.patient)
            let shelf = TuneShelf(try shop.music.book(), own: nil, remote: tunes)
            var wish = TuneWish(seed: 1, heard: [], heardBefore: [], roundsStarted: 0)
            wish.picks = [SpotifyShop.tune, "old"]
            let content = try #require(await shelf.tune(for: wish, lately: []))
            #expect(content.tune.id == (isPlayed ? SpotifyShop.tune : "old"))
            #expect(content.refused.map(\.trouble) == (isPlayed ? [] : [.broken]))
        }
    }

    @Test(
        arguments: [
            ("https://previews.example/a?b", true), ("https://previews.example:81", true),
            ("http://previews.example/a", false), ("ftp://previews.example/a", false),
            ("/a", false), ("a", false), ("//previews.example/a", false), ("https://", false),
            ("https:///a", false), ("https://me@previews.example/a", false),
            ("https://me:word@previews.example/a", false), ("https://previews.example/a b", false),
            ("https://previews.example/å", false), ("data:audio/mpeg;base64,AAAA", false),
        ]
    )
    func `a tune whose preview nobody could read is not offered`(_ place: String, _ isRead: Bool)
        async throws
    {
        let shop = try SpotifyShop()
        let good = String(repeating: "g", count: 22)
        let tracks = [
            SpotifyShop.track(at: shop.api.url, preview: "\"\(place)\""),
            SpotifyShop.track(at: shop.api.url, good),
        ]
        shop.plan(Self.search, .page(200, Array(SpotifyShop.search(tracks).utf8)))
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        let found = try await tunes.found(for: "a").map(\.id)
        #expect(found == (isRead ? [SpotifyShop.tune] : []) + ["remote-\(good)"])
        // Alone it is as one without a preview.
        shop.plan(Self.search, .page(200, Array(SpotifyShop.search([tracks[0]]).utf8)))
        let other = try shop.tunes(within: RemoteTimes.patient)
        #expect(await other.trouble(for: "b") == (isRead ? nil : .noClip))
        #expect(shop.news == (isRead ? [] : [.noPreviews]))
    }

    @Test
    func `without TLS a preview is read at the catalogue's own server, where that has none`() {
        let (plain, secret) = (RemotePlace("http://nas:81/x"), RemotePlace("https://nas:81"))
        #expect(plain.leads(to: "http://nas:81/a") && !plain.leads(to: "http://nas:82/a"))
        #expect(!plain.leads(to: "http://nas.example/a") && plain.leads(to: "https://other/a"))
        #expect(!secret.leads(to: "http://nas:81/a"))
        #expect(RemotePlace("http://nas").leads(to: "http://nas:80?a"))
    }

    private func tune(by artists: String) throws -> Tune {
        let key = try #require(WebPass(basic: "a:b"))
        let spotify = RemoteSpeech.spotify(accounts: "https://accounts.example", key: key)
            .remote(at: "https://api.example", country: nil)
        let track = SpotifyShop.track(at: "https://api.example", artists: artists)
        let json = Array(SpotifyShop.search([track]).utf8)
        let page = WebPage(status: 200, mediaType: "", retryAfterSeconds: nil, body: json)
        return try #require(try spotify.tunes(in: page, for: .search("a")).first?.tune)
    }

    @Test func `an artist with commas in the name is one, and several are several`() throws {
        let one = TuneMatcher(try tune(by: #"{"name": "Earth, Wind & Fire"}"#))
        for name in ["Earth, Wind and Fire", "earth wind fire"] {
            #expect(one.accepts(artist: name), "\(name)")
        }
        for name in ["Earth", "Wind", "Earth, Wind"] {
            #expect(!one.accepts(artist: name), "\(name)")
        }
        let both = TuneMatcher(
            try tune(by: #"{"name": "Earth, Wind & Fire"}, {"name": "The Emotions"}"#)
        )
        for name in ["Earth, Wind & Fire", "The Emotions"] {
            #expect(both.accepts(artist: name), "\(name)")
        }
        for name in ["Earth", "Wind"] { #expect(!both.accepts(artist: name), "\(name)") }
    }
}
