import Foundation
import GameState
import Making
import Protocol
import ProviderStand
import Testing

@testable import NameThatTuneGame

/// Passes of a catalogue elsewhere, and its troubles.
@Suite(.serialized) struct SpotifyPassTests {
    private static let (search, token) = ("/v1/search", "/api/token")

    private func expectNoKey(_ shop: SpotifyShop) {
        for call in shop.api.calls {
            #expect(call.authorization?.hasPrefix("Basic ") != true && call.form == nil)
        }
        for call in shop.accounts.calls {
            #expect(call.authorization?.hasPrefix("Bearer ") != true, "\(call.path)")
        }
        #expect(!"\(shop.news)".contains(SpotifyShop.secret))
    }

    @Test func `many who call have one pass, until shortly before its end`() async throws {
        let shop = try SpotifyShop()
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        let troubles = await withTaskGroup(of: PickTrouble?.self) { group in
            for number in 1...10 { group.addTask { await tunes.trouble(for: "song \(number)") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(troubles == Array(repeating: nil, count: 10) && shop.count(Self.search) == 10)
        #expect(shop.accounts.calls.map(\.path) == [Self.token])
        shop.wait(seconds: 3_539)
        #expect(await tunes.trouble(for: "still") == nil && shop.accounts.calls.count == 1)
        shop.wait(seconds: 1)
        #expect(await tunes.trouble(for: "later") == nil && shop.accounts.calls.count == 2)
        #expect(shop.api.calls.last?.authorization == "Bearer pass-2")
        #expect(shop.count(Self.search) == 12, "no call is made twice")
        expectNoKey(shop)
    }

    @Test func `a pass that ends before its time is renewed, once for a call`() async throws {
        let shop = try SpotifyShop()
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        #expect(await tunes.trouble(for: "a") == nil)
        shop.revoke()
        #expect(await tunes.trouble(for: "b") == nil)
        #expect(shop.accounts.calls.count == 2 && shop.count(Self.search) == 3)
        #expect(await tunes.trouble(for: "c") == nil && shop.accounts.calls.count == 2)
        #expect(shop.news.isEmpty)
        // No pass is good: the host reads that it does not answer, the operator why.
        shop.revoke(all: true)
        #expect(await tunes.trouble(for: "d") == .away)
        #expect(shop.accounts.calls.count == 3 && shop.count(Self.search) == 6)
        #expect(await tunes.trouble(for: "e") == .away, "it is left alone")
        #expect(shop.accounts.calls.count == 3 && shop.count(Self.search) == 6)
        #expect(shop.news == [.keyRefused])
        expectNoKey(shop)
    }

    @Test(
        arguments: [
            (.page(400, Array(#"{"error": "invalid_client"}"#.utf8)), .away, true),
            (.page(401, []), .away, true), (.page(403, []), .away, true),
            (.page(400, Array(#"{"error": "invalid_request"}"#.utf8)), .garbled, false),
            (.page(400, []), .garbled, false), (.page(404, []), .garbled, false),
            (.page(200, Array("<html>".utf8)), .garbled, false),
            (
                .page(200, Array(#"{"access_token": "a", "token_type": "Bearer"}"#.utf8)), .garbled,
                false
            ),
            (
                .page(
                    200,
                    Array(#"{"access_token": "a", "token_type": "mac", "expires_in": 9}"#.utf8)
                ),
                .garbled, false
            ),
            (
                .page(
                    200,
                    Array(
                        #"{"access_token": "a\r\nX: y", "token_type": "Bearer", "expires_in": 9}"#
                            .utf8
                    )
                ), .garbled, false
            ),
            (
                .page(
                    200,
                    Array(#"{"access_token": "", "token_type": "Bearer", "expires_in": 9}"#.utf8)
                ),
                .garbled, false
            ),
            (.page(429, [], headers: ["Retry-After": "600"]), .limited, false),
            (.page(500, []), .away, false), (.silence, .slow, false),
            (.endless(type: "application/json"), .garbled, false),
        ] as [(WebStand.Answer, PickTrouble, Bool)]
    )
    func `where there is no pass nobody is called, and it is said why`(
        _ answer: WebStand.Answer,
        _ wanted: PickTrouble,
        isOfKey: Bool
    ) async throws {
        let shop = try SpotifyShop([Self.token: answer])
        let times = wanted == .slow ? RemoteTimes(answer: 100) : RemoteTimes.patient
        let tunes = try shop.tunes(within: times)
        #expect(await tunes.trouble(for: "a") == wanted)
        #expect(shop.news == [isOfKey ? .keyRefused : .trouble(wanted)])
        let calls = shop.accounts.calls.count
        #expect(shop.api.calls.isEmpty && (wanted == .slow ? 0...1 : 1...1).contains(calls))
        let next = await tunes.trouble(for: "b")
        #expect(next == wanted && shop.accounts.calls.count == calls, "it is left alone")
        expectNoKey(shop)
    }

    @Test func `a wrong key is refused, and a right one has the catalogue back`() async throws {
        let shop = try SpotifyShop()
        let wrong = try shop.tunes(
            key: "app:wrong-\(SpotifyShop.secret)",
            within: RemoteTimes.patient
        )
        #expect(await wrong.trouble(for: "a") == .away && shop.news == [.keyRefused])
        shop.plan(Self.search, .page(500, []))
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        #expect(await tunes.trouble(for: "a") == .away)
        #expect(shop.news == [.keyRefused, .trouble(.away)])
        expectNoKey(shop)
    }

    @Test(
        arguments: [
            (.page(429, [], headers: ["Retry-After": "600"]), .limited), (.page(500, []), .away),
            (.page(503, []), .away), (.page(403, []), .away), (.page(404, []), .garbled),
            (.page(302, []), .garbled), (.page(200, Array("<html>".utf8)), .garbled),
            (.page(200, Array(#"{"tracks": {"items": 7}}"#.utf8)), .garbled),
            (.page(200, Array(#"{"results": []}"#.utf8)), .garbled),
            (.endless(type: "application/json"), .garbled), (.silence, .slow),
        ] as [(WebStand.Answer, PickTrouble)]
    )
    func `a search that goes wrong says how`(_ answer: WebStand.Answer, _ wanted: PickTrouble)
        async throws
    {
        let shop = try SpotifyShop([Self.search: answer])
        let times = wanted == .slow ? RemoteTimes(answer: 2_000) : RemoteTimes.patient
        let tunes = try shop.tunes(within: times)
        #expect(await tunes.trouble(for: "a") == wanted)
        let next = await tunes.trouble(for: "b")
        let calls = shop.count(Self.search)
        #expect(next == wanted && (wanted == .slow ? 0...1 : 1...1).contains(calls))
        #expect((wanted == .slow ? 0...1 : 1...1).contains(shop.accounts.calls.count))
        expectNoKey(shop)
    }

    @Test func `a server has a rest as long as it asks for, and no longer`() async throws {
        let shop = try SpotifyShop([Self.search: .page(429, [], headers: ["Retry-After": "1"])])
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        #expect(await tunes.trouble(for: "a") == .limited)
        shop.plan(Self.search, nil)
        try await Task.sleep(for: .milliseconds(1_200))
        #expect(await tunes.trouble(for: "b") == nil && shop.accounts.calls.count == 1)
        #expect(shop.news == [.trouble(.limited), .back])
    }

    @Test func `no redirect takes a pass or the key elsewhere`() async throws {
        let other = try WebStand { _ in .page(200, []) }
        let shop = try SpotifyShop()
        // At the same server it is followed.
        shop.plan(Self.search, .page(307, [], headers: ["Location": "/v1/next"]))
        shop.plan("/v1/next", .page(200, Array(SpotifyShop.search([]).utf8)))
        let tunes = try shop.tunes(within: RemoteTimes.patient)
        #expect(await tunes.trouble(for: "here") == nil)
        #expect(shop.api.calls.last?.authorization == "Bearer pass-1")
        for place in [other.url, shop.accounts.url] {
            shop.plan(Self.search, .page(307, [], headers: ["Location": "\(place)/api/token"]))
            // One that has been sent elsewhere asks nobody for a while.
            let tunes = try shop.tunes(within: RemoteTimes.patient)
            #expect(await tunes.trouble(for: place) == .elsewhere)
        }
        let passes = Array(repeating: Self.token, count: 3)
        #expect(other.calls.isEmpty && shop.accounts.calls.map(\.path) == passes)
        // Nor does one of a form: of a pass, or back to where it came from.
        for place in [other.url, shop.api.url, ""] {
            let away = try SpotifyShop()
            away.plan(Self.token, .page(307, [], headers: ["Location": "\(place)/v1/search"]))
            let tunes = try away.tunes(within: RemoteTimes.patient)
            #expect(await tunes.trouble(for: "a") == .elsewhere)
            #expect(away.accounts.calls.count == 1 && away.api.calls.isEmpty)
        }
        #expect(other.calls.isEmpty && shop.count(Self.search) == 3)
        expectNoKey(shop)
    }
}
