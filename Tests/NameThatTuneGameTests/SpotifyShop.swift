import Foundation
import Making
import ProviderStand
import Synchronization
import Testing
import Workshop

@testable import NameThatTuneGame

/// Two servers on this machine that speak Spotify's Web API, one for passes and one for tracks, and let nobody in without
/// a pass that is good.
final class SpotifyShop: Sendable {
    static let secret = "s3cret-of-the-app"
    static let id = "3n3Ppam7vgaVa1iaRUc9Lp"
    static let tune = "remote-\(id)"

    let music: Music
    let api: WebStand
    let accounts: WebStand
    private let desk = Desk()
    private let hands = Mutex<Duration>(.zero)
    private let start = ContinuousClock.now
    private let told = Mutex<[(news: RemoteTunes.News, cause: RemoteCause?)]>([])

    /// Things that the servers know of each other.
    private final class Desk: Sendable {
        private struct State {
            var plans: [String: WebStand.Answer] = [:]
            var given = 0
            /// Number of the first pass that is good.
            var good = 1
        }

        private let state = Mutex(State())

        func plan(_ path: String, _ answer: WebStand.Answer?) {
            state.withLock { $0.plans[path] = answer }
        }

        func plan(of call: WebStand.Call) -> WebStand.Answer? {
            state.withLock { $0.plans[call.path] }
        }

        func grant(_ call: WebStand.Call) -> WebStand.Answer {
            let key = Data("app:\(secret)".utf8).base64EncodedString()
            guard call.path == "/api/token", call.authorization == "Basic \(key)",
                call.form == "grant_type=client_credentials"
            else { return .page(400, Array(#"{"error": "invalid_client"}"#.utf8)) }
            let number = state.withLock { state in
                state.given += 1
                return state.given
            }
            // Others come meanwhile, who want one too.
            if number == 1 { Thread.sleep(forTimeInterval: 0.3) }
            let json =
                #"{"access_token": "pass-\#(number)", "token_type": "Bearer", "expires_in": 3600}"#
            return .page(200, Array(json.utf8))
        }

        func lets(_ call: WebStand.Call) -> Bool {
            let (good, given) = state.withLock { ($0.good, $0.given) }
            guard good <= given else { return false }
            return (good...given).contains { call.authorization == "Bearer pass-\($0)" }
        }

        func revoke(all: Bool) { state.withLock { $0.good = all ? .max : $0.given + 1 } }
    }

    init(_ answers: [String: WebStand.Answer] = [:]) throws {
        music = try Music()
        let card = try music.draw("card.png")
        try music.record(
            "whisper.mp3",
            seconds: 30,
            tags: ["title": "Secret Song", "artist": "Hidden Singer"],
            picture: card
        )
        let sound = try [UInt8](Data(contentsOf: music.place("whisper.mp3")))
        let picture = try [UInt8](Data(contentsOf: card))
        for (path, answer) in answers { desk.plan(path, answer) }
        accounts = try WebStand { [desk] call in desk.plan(of: call) ?? desk.grant(call) }
        api = try WebStand { [desk] call in
            switch call.path {
            case "/preview.mp3":
                return desk.plan(of: call) ?? .page(200, type: "audio/mpeg", sound)
            case "/cover": return .page(200, type: "image/png", picture)
            case _: break
            }
            guard desk.lets(call) else { return .page(401, Array(#"{"error": {}}"#.utf8)) }
            return desk.plan(of: call) ?? Self.answer(to: call)
        }
    }

    private static func answer(to call: WebStand.Call) -> WebStand.Answer {
        let track = track(at: call.server)
        switch call.path {
        case "/v1/search": return .page(200, Array(search([track]).utf8))
        case "/v1/tracks/\(id)": return .page(200, Array(track.utf8))
        case _: return .page(404, Array(#"{"error": {"status": 404}}"#.utf8))
        }
    }

    static func search(_ items: [String]) -> String {
        #"{"tracks": {"items": [\#(items.joined(separator: ", "))]}}"#
    }

    /// - Parameters:
    ///   - preview: JSON; nil: that of this server.
    ///   - more: members of it, with a comma behind each.
    static func track(
        at url: String,
        _ id: String = id,
        artists: String = #"{"name": "Hidden Singer"}"#,
        preview: String? = nil,
        _ more: String = ""
    ) -> String {
        """
        {\(more) "type": "track", "id": "\(id)", "name": "Secret Song - Remastered 2011",
        "artists": [\(artists)], "explicit": false, "duration_ms": 200000,
        "album": {"album_type": "album", "name": "Secret Album", "release_date": "1975-10-31",
        "images": [{"url": "\(url)/huge", "width": 9000, "height": 9000},
        {"url": "\(url)/cover", "width": 640, "height": 640}]},
        "preview_url": \(preview ?? "\"\(url)/preview.mp3\"")}
        """
    }

    /// Answers by this from now on; nil: as it should.
    func plan(_ path: String, _ answer: WebStand.Answer?) { desk.plan(path, answer) }

    /// Makes the passes that were given good for nothing.
    func revoke(all: Bool = false) { desk.revoke(all: all) }

    func wait(seconds: Int) { hands.withLock { $0 += .seconds(seconds) } }

    var news: [RemoteTunes.News] { told.withLock { $0.map(\.news) } }
    var causes: [RemoteCause?] { told.withLock { $0.map(\.cause) } }

    func count(_ path: String) -> Int { api.calls.count { $0.path == path } }

    func tunes(key: String = "app:\(secret)", within times: RemoteTimes) throws -> RemoteTunes {
        let accountsBase: WebBase = try #require(WebBase(accounts.url))
        return RemoteTunes(
            base: api.url,
            speaking: .spotify(
                accounts: accounts.url,
                key: try #require(WebPass(basic: key))
            ),
            country: "SE",
            by: try PublicWeb(
                home: try #require(WebBase(api.url)),
                accounts: accountsBase,
                client: "us/1"
            ),
            with: MusicTool(),
            within: times,
            now: { [self] in start + hands.withLock { $0 } }
        ) { [self] news, cause in told.withLock { $0.append((news, cause)) } }
    }
}

extension RemoteTunes {
    /// The reason why a search finds nothing; nil where it finds something.
    func trouble(for text: String) async -> PickTrouble? {
        do throws(PickTrouble) {
            _ = try await found(for: text)
            return nil
        } catch {
            return error
        }
    }
}
