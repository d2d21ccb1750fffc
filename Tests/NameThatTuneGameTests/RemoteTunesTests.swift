import Foundation
import GameState
import Making
import Protocol
import ProviderStand
import Synchronization
import Testing
import Workshop

@testable import NameThatTuneGame

/// A catalogue elsewhere that answers well and badly: its sound and its picture come through, and nothing else.
@Suite(.serialized) struct RemoteTunesTests {
    private static let words = ["Secret", "Hidden", "whisper", "Lavf", "Lavc", "ftyp", "remote-"]

    /// A server that speaks the protocol, with a song of the test's own.
    private final class Shop: Sendable {
        let music: Music
        let stand: WebStand
        private let plans: Plans

        /// Answers by their paths; the honest ones elsewhere.
        private final class Plans: Sendable {
            let all: Mutex<[String: WebStand.Answer]>

            init(_ plans: [String: WebStand.Answer]) { all = Mutex(plans) }
        }

        init(_ answers: [String: WebStand.Answer] = [:]) throws {
            let plans = Plans(answers)
            (self.plans, music) = (plans, try Music())
            let card = try music.draw("card.png")
            try music.record(
                "whisper.m4a",
                seconds: 30,
                tags: ["title": "Secret Song", "artist": "Hidden Singer"],
                picture: card
            )
            let sound = try [UInt8](Data(contentsOf: music.place("whisper.m4a")))
            let picture = try [UInt8](Data(contentsOf: card))
            stand = try WebStand { call in
                if let plan = plans.all.withLock({ $0[call.path] }) { return plan }
                switch call.path {
                case "/preview.m4a": return .page(200, type: "audio/x-m4a", sound)
                case "/a/100x100bb.jpg": return .page(200, type: "image/png", picture)
                case _: return .page(404, [])
                }
            }
            tell(Self.answer(at: stand.url))
            plans.all.withLock { $0.merge(answers) { $1 } }
        }

        /// Answers calls by this from now on, where nothing else is planned.
        func tell(_ json: String) {
            let page = WebStand.Answer.page(
                200,
                type: "text/javascript; charset=utf-8",
                Array(json.utf8)
            )
            plans.all.withLock { plans in
                plans["/lookup"] = page
                if plans["/search"] == nil { plans["/search"] = page }
            }
        }

        static func answer(at url: String, preview: String = "/preview.m4a") -> String {
            """
            {"resultCount": 1, "results": [{"wrapperType": "track", "kind": "song", "trackId": 77,
            "trackName": "Secret Song (Remastered)", "artistName": "Hidden Singer",
            "primaryGenreName": "Rock", "releaseDate": "1975-10-31T08:00:00Z",
            "previewUrl": "\(preview.hasPrefix("/") ? url + preview : preview)",
            "artworkUrl100": "\(url)/a/100x100bb.jpg"}]}
            """
        }

        func tunes(
            country: String? = nil,
            within times: RemoteTimes = .patient
        ) throws -> RemoteTunes {
            let home = try #require(WebBase(stand.url))
            return RemoteTunes(
                base: stand.url,
                country: country,
                by: try PublicWeb(home: home, client: "us/1"),
                with: MusicTool(),
                within: times
            ) { _, _ in }
        }

        func count(_ path: String) -> Int { stand.calls.count { $0.path == path } }
    }

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

    @Test func `a preview is found, picked and played, and tells nothing of where it is from`()
        async throws
    {
        let shop = try Shop()
        let tunes = try shop.tunes(country: "SE")
        let found = try await tunes.found(for: "söng & co")
        #expect(found.map(\.id) == ["remote-77"])
        let tune = try #require(found.first)
        #expect(tune.title == "Secret Song (Remastered)" && tune.aliases == ["Secret Song"])
        #expect(tune.artist == "Hidden Singer" && tune.year == 1975 && tune.genre == .rock)
        let query = try #require(shop.stand.calls.first?.query)
        #expect(query["term"] == "söng & co" && query["country"] == "SE")
        #expect(query["entity"] == "song" && query["media"] == "music")
        // The same words again are no call.
        _ = try await tunes.found(for: "SÖNG & co")
        #expect(shop.count("/search") == 1)
        let content = try await tunes.prepare("remote-77")
        #expect(content.tune == tune && content.hasCover)
        let clip = try #require(tunes.clip(of: "remote-77"))
        #expect(clip.starts(with: Array("RIFF".utf8)) && clip.count > 1 << 20)
        let cover = try #require(tunes.cover(of: "remote-77"))
        #expect(cover.sharp != cover.blurred)
        for bytes in [clip, cover.sharp, cover.blurred] {
            for word in Self.words {
                #expect(Data(bytes).range(of: Data(word.utf8)) == nil, "\(word)")
            }
        }
        // A clip that was made is held, and made anew by another gateway, or by this one after a restart.
        #expect(try await tunes.prepare("remote-77") == content)
        #expect(shop.count("/lookup") == 0 && shop.count("/preview.m4a") == 1)
        let again = try shop.tunes()
        #expect(await asScreen { again.clip(of: "remote-77") } == clip)
        #expect(again.cover(of: "remote-77") == cover)
        #expect(shop.count("/lookup") == 1 && shop.count("/preview.m4a") == 2)
        #expect(again.clip(of: "own-77") == nil)
    }

    @Test(
        arguments: [
            (.page(429, [], headers: ["Retry-After": "600"]), .limited), (.page(403, []), .limited),
            (.page(500, []), .away), (.page(503, []), .away), (.page(302, []), .garbled),
            (.page(404, []), .garbled),
            (.page(200, type: "text/html", Array("<html>".utf8)), .garbled),
            (.page(200, Array(#"{"results": 7}"#.utf8)), .garbled),
            (.endless(type: "application/json"), .garbled), (.silence, .slow),
        ] as [(WebStand.Answer, PickTrouble)]
    )
    func `a search that goes wrong says how`(_ answer: WebStand.Answer, _ wanted: PickTrouble)
        async throws
    {
        let shop = try Shop(["/search": answer])
        let times = wanted == .slow ? RemoteTimes(answer: 100) : RemoteTimes.patient
        let tunes = try shop.tunes(within: times)
        #expect(
            await trouble { () throws(PickTrouble) in try await tunes.found(for: "a") } == wanted
        )
        switch wanted {
        case .limited, .away, .slow:
            // It is left alone for a while.
            let next = await trouble { () throws(PickTrouble) in try await tunes.found(for: "b") }
            #expect(next == wanted && shop.count("/search") == 1)
        case .gone, .broken, .noClip, .elsewhere, .garbled, .noProgram: break
        }
        // Tunes that are here are found all the same, and the host is told.
        let notes = shop.music.data
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        let shelf = TuneShelf(
            try TuneBook(folder: notes, recordings: notes),
            own: nil,
            remote: tunes
        )
        let json = try JSONReader.read(try await shelf.found(for: ["q": "a"]))
        #expect(json["items"]?.array?.isEmpty == true)
        #expect(json["trouble"]?.string == wanted.rawValue)
    }

    @Test func `a server has a rest as long as it asks for, and no longer`() async throws {
        let shop = try Shop(["/search": .page(429, [], headers: ["Retry-After": "1"])])
        let tunes = try shop.tunes()
        #expect(await trouble { () throws(PickTrouble) in try await tunes.found(for: "a") } != nil)
        try await Task.sleep(for: .milliseconds(1_200))
        _ = await trouble { () throws(PickTrouble) in try await tunes.found(for: "a") }
        #expect(shop.count("/search") == 2)
    }

    @Test func `searches leave a fourth of twenty calls a minute to what is picked`() async throws {
        let shop = try Shop()
        let tunes = try shop.tunes()
        for number in 1...15 { _ = try await tunes.found(for: "song \(number)") }
        let next = await trouble { () throws(PickTrouble) in try await tunes.found(for: "more") }
        #expect(next == .limited && shop.count("/search") == 15)
        #expect(try await tunes.found(for: "song 7").count == 1, "what is known is known")
        for number in [0, 1, 2, 3, 4, 5] {
            let id = "remote-\(1_000 + number)"
            let got = await trouble { () throws(PickTrouble) in try await tunes.prepare(id) }
            #expect(got == (number < 5 ? .gone : .limited))
        }
        #expect(shop.count("/lookup") == 5)
    }

    @Test func `one session has its share of the calls, and others have the rest`() async throws {
        let shop = try Shop()
        let tunes = try shop.tunes()
        let shelf = TuneShelf(try shop.music.book(), own: nil, remote: tunes)
        let (one, other) = (SessionID(rawValue: "one"), SessionID(rawValue: "other"))
        func search(_ text: String, _ session: SessionID) async throws -> JSONValue? {
            let query: JSONObject = ["q": .string(text)]
            return try JSONReader.read(try await shelf.found(for: query, of: session))["trouble"]
        }
        for number in 1...10 { #expect(try await search("song \(number)", one) == .null) }
        #expect(try await search("more", one) == "limited" && shop.count("/search") == 10)
        #expect(try await search("song 7", one) == .null, "what is known is known")
        for number in 1...5 { #expect(try await search("tune \(number)", other) == .null) }
        #expect(try await search("more", other) == "limited" && shop.count("/search") == 15)
        // Picks that nobody knows are looked up, and are calls as well.
        let again = TuneShelf(try shop.music.book(), own: nil, remote: try shop.tunes())
        func pick(_ session: SessionID) async throws -> PickTrouble? {
            var wish = TuneWish(seed: 1, heard: [], heardBefore: [], roundsStarted: 0)
            wish.picks = ["remote-\(1_000 + shop.count("/lookup"))"]
            return await again.tune(for: wish, lately: [], of: session)?.refused.first?.trouble
        }
        for _ in 1...13 { #expect(try await pick(one) == .gone) }
        #expect(try await pick(one) == .limited && shop.count("/lookup") == 13)
        #expect(try await pick(other) == .gone)
    }

    @Test
    func `many who ask for one tune have it made once, and what fails is not tried by screens`()
        async throws
    {
        let shop = try Shop()
        let tunes = try shop.tunes()
        let contents = try await withThrowingTaskGroup(of: TuneContent.self) { group in
            for _ in 1...12 { group.addTask { try await tunes.prepare("remote-77") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(contents.count == 12 && Set(contents.map(\.tune.id)) == ["remote-77"])
        #expect(shop.count("/preview.m4a") == 1 && shop.count("/lookup") == 1)
        let broken = try Shop(["/preview.m4a": .page(200, type: "audio/mp4", [1])])
        let others = try broken.tunes()
        for _ in 1...3 { #expect(await asScreen { others.clip(of: "remote-77") } == nil) }
        #expect(broken.count("/preview.m4a") == 1)
        // A host who picks it again has it tried again.
        _ = await trouble { () throws(PickTrouble) in try await others.prepare("remote-77") }
        #expect(broken.count("/preview.m4a") == 2)
        #expect(await asScreen { others.clip(of: "remote-0077") } == nil)
        #expect(broken.count("/lookup") == 1)
    }

    @Test func `as many tunes are made at a time as there is room for`() async throws {
        let shop = try Shop(["/lookup": .silence])
        let tunes = try shop.tunes(within: RemoteTimes(answer: 3_000, ready: 2_000))
        await withTaskGroup(of: PickTrouble?.self) { group in
            for number in 1...20 {
                group.addTask {
                    await trouble { () throws(PickTrouble) in
                        try await tunes.prepare("remote-\(number)")
                    }
                }
            }
            for await got in group { #expect(got != nil) }
        }
        #expect(shop.count("/lookup") == 8)
    }

    @Test func `a preview that is none is said so, and the evening goes on with the book`()
        async throws
    {
        let other = try WebStand { _ in .page(200, type: "audio/mp4", [1, 2, 3]) }
        let html = Array("<html>Secret</html>".utf8)
        let cases: [(String, WebStand.Answer, PickTrouble)] = [
            ("/preview.m4a", .page(200, type: "text/html", html), .broken),
            ("/preview.m4a", .page(200, type: "audio/mp4", html), .broken),
            ("/preview.m4a", .page(200, type: "audio/mp4", []), .broken),
            ("/preview.m4a", .page(404, []), .gone), ("/preview.m4a", .page(500, []), .away),
            ("/preview.m4a", .page(429, []), .limited), ("/preview.m4a", .silence, .slow),
            ("/preview.m4a", .endless(type: "audio/mp4"), .broken),
            (
                "/preview.m4a", .page(302, [], headers: ["Location": "\(other.url)/x"]), .elsewhere
            ),
            ("\(other.url)/x", .silence, .elsewhere), ("file:///etc/passwd", .silence, .elsewhere),
            ("https://localhost/x", .silence, .elsewhere),
            ("https://[::1]:8443/x", .silence, .elsewhere),
            ("https://169.254.169.254/latest", .silence, .elsewhere), ("", .silence, .noClip),
        ]
        for (place, answer, wanted) in cases {
            let shop = try Shop(["/preview.m4a": answer])
            let json = Shop.answer(at: shop.stand.url, preview: place)
            shop.tell(json)
            var times = RemoteTimes.patient
            if wanted == .slow { times.preview = 100 }
            let tunes = try shop.tunes(within: times)
            let got = await trouble { () throws(PickTrouble) in try await tunes.prepare("remote-77")
            }
            #expect(got == wanted, "\(place) \(answer)")
        }
        #expect(other.calls.isEmpty, "nobody else is asked")
        // The shelf leaves the pick, says why, and plays what there is.
        let shop = try Shop(["/preview.m4a": .page(200, type: "text/html", html)])
        let shelf = TuneShelf(try shop.music.book(), own: nil, remote: try shop.tunes())
        var wish = TuneWish(
            seed: 1,
            heard: [],
            heardBefore: [],
            roundsStarted: 0
        )
        wish.picks = ["remote-77", "remote-0", "remote-x"]
        let content = try #require(await shelf.tune(for: wish, lately: []))
        #expect(content.tune.title == "Old Song")
        #expect(content.refused.map(\.trouble) == [.broken, .gone, .gone])
    }

    @Test func `a tune that is not ready in time is left, however little is wrong with it`()
        async throws
    {
        let shop = try Shop(["/preview.m4a": .silence])
        let tunes = try shop.tunes(within: RemoteTimes(ready: 100))
        let got = await trouble { () throws(PickTrouble) in try await tunes.prepare("remote-77") }
        #expect(got == .slow)
        #expect(await asScreen { tunes.clip(of: "remote-77") } == nil)
    }
}
