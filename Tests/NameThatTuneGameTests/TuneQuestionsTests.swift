import Foundation
import GameState
import Making
import ProviderStand
import Synchronization
import TestSupport
import Testing
import Workshop

@testable import NameThatTuneGame

/// Questions that a model puts ahead of their rounds: kept, within a budget, and nobody's wait.
@Suite(.serialized) struct TuneQuestionsTests {
    /// A model's server as a test wants it, and what is kept of its questions.
    private final class Desk: Sendable {
        let folder = Scratch.place("questions")
        let stand: ProviderStand
        let plant: Plant
        private let told = Mutex<[TuneQuestions.News]>([])
        private let clock = Mutex(ContinuousClock.now)

        /// The answer of the stand from now on.
        final class Plant: Sendable {
            let answer = Mutex(ProviderStand.Answer.honest)
        }

        init(_ answer: ProviderStand.Answer = .honest) throws {
            let plant = Plant()
            plant.answer.withLock { $0 = answer }
            self.plant = plant
            stand = try ProviderStand(World(count: 1)) { _, _ in plant.answer.withLock { $0 } }
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var news: [TuneQuestions.News] { told.withLock { $0 } }
        var calls: Int { stand.calls.count }

        func answer(_ answer: ProviderStand.Answer) { plant.answer.withLock { $0 = answer } }
        func pass(_ seconds: Int) { clock.withLock { $0 += .seconds(seconds) } }

        func model(at url: String? = nil, callMs: Int64 = 60_000) throws -> any LanguageModel {
            let base = try #require(WebBase(url ?? "\(stand.url)/v1"))
            let patience = Patience(callMs: callMs, tries: 1)
            return try ChatCompletions(at: base, model: "m", key: nil, client: "us/1", patience)
        }

        func questions(
            by model: (any LanguageModel)? = nil,
            within limits: TriviaLimits = TriviaLimits()
        ) throws -> TuneQuestions {
            TuneQuestions(
                try model ?? self.model(),
                data: folder,
                within: limits,
                now: { [self] in clock.withLock { $0 } }
            ) { [self] news in told.withLock { $0.append(news) } }
        }
    }

    private func until(_ what: String, _ isSo: () throws -> Bool) async throws {
        let end = Date(timeIntervalSinceNow: 300)
        while try !isSo() {
            try #require(Date() < end, "\(what)")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func untilKept(
        _ tracks: Track...,
        by questions: TuneQuestions,
        in locale: NameThatTune.Settings.Locale = .en
    ) async throws {
        try await until("kept") {
            tracks.allSatisfy { questions.trivia(of: $0, in: locale) != nil }
        }
    }

    private let song = TriviaTests.song
    private let others = TriviaTests.others

    private func want(
        _ tracks: [Track],
        of questions: TuneQuestions,
        in locale: NameThatTune.Settings.Locale = .en
    ) {
        let all = others + [song]
        questions.want(tracks, in: locale) { all }
    }

    @Test func `what is put is kept by tune and language, also over a restart`() async throws {
        let desk = try Desk()
        let questions = try desk.questions()
        #expect(questions.trivia(of: song, in: .en) == nil)
        want([song], of: questions)
        try await untilKept(song, by: questions)
        let english = try #require(questions.trivia(of: song, in: .en))
        #expect(english.question == "Which of these answers belongs to this song?")
        #expect(english.options.first == "Copper Garden")
        #expect(questions.trivia(of: song, in: .sv) == nil)
        want([song], of: questions, in: .sv)
        try await untilKept(song, by: questions, in: .sv)
        let swedish = try #require(questions.trivia(of: song, in: .sv))
        #expect(swedish.question == "Vilket av svaren hör till den här låten?")
        #expect(desk.calls == 2)

        let again = try desk.questions()
        #expect(again.trivia(of: song, in: .en) == english)
        want([song, others[0]], of: again)
        try await untilKept(others[0], by: again)
        #expect(desk.calls == 3, "nothing is asked twice")
        // A file whose tags were mended is another song to ask about.
        let mended = TriviaTests.track("Winter Road", by: "Ada", on: "Silver Garden")
        #expect(mended.tune.id == song.tune.id && again.trivia(of: mended, in: .en) == nil)
        want([mended], of: again)
        try await untilKept(mended, by: again)
        #expect(again.trivia(of: song, in: .en) == nil && desk.calls == 4)
        #expect(desk.news.isEmpty)
    }

    @Test func `a damaged one is none, and is put again`() async throws {
        let desk = try Desk()
        let questions = try desk.questions()
        want([song], of: questions)
        try await untilKept(song, by: questions)
        let folder = desk.folder.appending(path: "trivia")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let place = folder.appending(path: name)
            let mode = try FileManager.default.attributesOfItem(atPath: place.path)
            #expect(mode[.posixPermissions] as? Int == 0o600)
            var bytes = try Data(contentsOf: place)
            bytes[bytes.count - 3] ^= 1
            try bytes.write(to: place)
        }
        #expect(questions.trivia(of: song, in: .en) == nil)
        want([song], of: questions)
        try await untilKept(song, by: questions)
        #expect(desk.calls == 2)
    }

    @Test func `a budget of calls holds for an hour and for a day`() async throws {
        let desk = try Desk()
        var limits = TriviaLimits()
        (limits.anHour, limits.aDay) = (2, 3)
        let questions = try desk.questions(within: limits)
        want(others, of: questions)
        try await until("spent") { desk.news == [.spent] }
        #expect(desk.calls == 2)
        desk.pass(3_599)
        want(others, of: questions)
        want([song], of: questions, in: .sv)
        desk.pass(2)
        // Nobody is told twice of one pause, so what is asked after it shows that the others were not.
        try await until("asked again") {
            want(others, of: questions)
            return desk.calls == 3
        }
        try await until("spent again") { desk.news == [.spent, .spent] }
        #expect(desk.calls == 3, "the hour would have had one more")
        desk.pass(40_000)
        want(others, of: questions)
        desk.pass(43_000)
        try await until("another day") {
            want(others, of: questions)
            return desk.calls > 3
        }
    }

    @Test(arguments: [
        ProviderStand.Answer.status(429, retryAfter: 1), .status(500, retryAfter: nil),
        .status(401, retryAfter: nil), .status(404, retryAfter: nil), .body("hello"), .body("{}"),
    ])
    func `a server in trouble is told of once, and left alone for a while`(
        _ answer: ProviderStand.Answer
    ) async throws {
        let desk = try Desk(answer)
        let questions = try desk.questions()
        want([song] + others, of: questions)
        try await until("trouble") { !desk.news.isEmpty }
        guard case .trouble(let why)? = desk.news.first else {
            Issue.record("\(desk.news)")
            return
        }
        #expect(!why.contains("Winter") && desk.calls == 1)
        desk.answer(.honest)
        desk.pass(TriviaLimits().pauseSeconds - 1)
        want([others[0]], of: questions)
        desk.pass(1)
        want([song], of: questions)
        try await untilKept(song, by: questions)
        #expect(desk.calls == 2 && desk.news == [.trouble(why), .back])
        #expect(questions.trivia(of: others[0], in: .en) == nil, "it came in the pause")
    }

    @Test func `a server that hangs, or is not there, is left too`() async throws {
        let silent = try WebStand { _ in .silence }
        for (url, callMs) in [("\(silent.url)/v1", Int64(100)), ("http://127.0.0.1:1", 60_000)] {
            let desk = try Desk()
            let model = try desk.model(at: url, callMs: callMs)
            let questions = try desk.questions(by: model)
            want([song], of: questions)
            try await until("trouble") { !desk.news.isEmpty }
            guard case .trouble? = desk.news.first else {
                Issue.record("\(desk.news)")
                return
            }
        }
    }

    @Test(arguments: [
        (ProviderStand.Answer.refusal, "refusal"), (.cutOff, "cut-off"),
        (.text("no JSON"), "broken-json"), (.text("{}"), "wrong-form"),
        (.text(#"{"question":"Is it Copper Garden?","wrong":[]}"#), "tells"),
    ])
    func `an answer of no use is dropped with one line, and its tune is not asked about again`(
        _ answer: ProviderStand.Answer,
        _ check: String
    ) async throws {
        let desk = try Desk(answer)
        let questions = try desk.questions()
        want([song], of: questions)
        try await until("dropped") { !desk.news.isEmpty }
        guard case .dropped(let fault)? = desk.news.first else {
            Issue.record("\(desk.news)")
            return
        }
        #expect(fault.check == check)
        desk.answer(.honest)
        want([song, others[0]], of: questions)
        try await untilKept(others[0], by: questions)
        #expect(desk.calls == 2 && questions.trivia(of: song, in: .en) == nil)
        #expect(desk.news.count == 1)
    }

    @Test func `where nothing can be kept nothing more is asked for a while`() async throws {
        let desk = try Desk()
        #expect(FileManager.default.createFile(atPath: desk.folder.path, contents: nil))
        let questions = try desk.questions()
        want([song] + others, of: questions)
        let folder = desk.folder.appending(path: "trivia").path
        try await until("not kept") { desk.news == [.notKept(folder: folder)] }
        #expect(desk.calls == 1)
    }

    // MARK: Rounds

    /// A model that says nothing until it may, and counts who asks meanwhile.
    private final class SlowModel: LanguageModel {
        private struct State {
            var isOpen = false
            var waiting: [CheckedContinuation<Void, Never>] = []
            var asked = 0
            var most = 0
        }

        private let state = Mutex(State())
        private let model: any LanguageModel

        init(_ model: any LanguageModel) { self.model = model }

        var asked: Int { state.withLock { $0.asked } }
        var most: Int { state.withLock { $0.most } }

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for one in waiting { one.resume() }
        }

        func answer(_ question: Question) async throws(ProviderError) -> Reply {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    state.asked += 1
                    if !state.isOpen { state.waiting.append(continuation) }
                    state.most = max(state.most, state.waiting.count)
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
            return try await model.answer(question)
        }
    }

    private func wish(_ heard: [String], _ trivia: NameThatTune.Settings.Locale?) -> TuneWish {
        var wish = TuneWish(
            seed: 7,
            heard: heard,
            heardBefore: [],
            roundsStarted: heard.count,
            source: .own
        )
        wish.trivia = trivia
        return wish
    }

    private static func family(_ music: Music) async throws -> MusicLibrary {
        let albums = ["Copper Garden", "Velvet Thunder", "Amber Harbour", "Paper Lantern"]
        for (number, album) in albums.enumerated() {
            let tags = [
                "title": "Song of \(number)", "artist": "Singer \(number)", "album": album,
                "album_artist": "Singer \(number)", "composer": "Writer \(number)",
            ]
            try music.record("\(number).mp3", seconds: 3, tags: tags)
        }
        let hits = ["title": "Tide", "artist": "Maj", "album": "Hits", "composer": "Maj"]
        try music.record(
            "hits.mp3",
            seconds: 3,
            tags: hits.merging(["album_artist": "Various Artists"]) { $1 }
        )
        return try await music.settledLibrary()
    }

    @Test
    func `no round waits for a model, and the next ones have their questions once it answers`()
        async throws
    {
        let (music, desk) = (try Music(), try Desk())
        let library = try await Self.family(music)
        let tide = try #require(library.track(library.tune("Tide").id))
        #expect(tide.album == nil && tide.composer == nil, "everybody's album, and the singer")
        let first = try #require(library.track(library.tune("Song of 0").id))
        #expect(first.album == "Copper Garden" && first.composer == "Writer 0")

        let model = SlowModel(try desk.model())
        let questions = try desk.questions(by: model)
        let shelf = TuneShelf(
            try music.book(),
            own: library,
            remote: nil,
            questions: questions,
            within: TuneTimes(ready: 300_000)
        )
        var heard: [String] = []
        func next(_ trivia: NameThatTune.Settings.Locale?) async throws -> Tune {
            let content = await shelf.tune(for: wish(heard, trivia), lately: [])
            let tune = try #require(content?.tune)
            heard.append(tune.id)
            return tune
        }
        // Nothing is asked for a game without trivia.
        _ = try await next(nil)
        #expect(model.asked == 0)
        #expect(try await next(.sv).trivia(in: .sv) == nil)
        try await until("asked") { model.asked == 1 }
        #expect(try await next(.sv).trivia(in: .sv) == nil, "the model has said nothing yet")
        model.open()
        let rest = library.tunes.filter { !heard.contains($0.id) }
        try await until("put") {
            try rest.allSatisfy { tune in
                let track = try #require(library.track(tune.id))
                return tune.title == "Tide" || questions.trivia(of: track, in: .sv) != nil
            }
        }
        #expect(model.most == 1, "one at a time")
        for tune in [try await next(.sv), try await next(.sv)] where tune.title != "Tide" {
            let trivia = try #require(tune.trivia(in: .sv))
            let track = try #require(library.track(tune.id))
            #expect([track.album, track.composer].contains(trivia.options[0]))
            #expect(tune.trivia(in: .en) == nil)
        }
        #expect(await shelf.tune(for: wish(heard, .sv), lately: []) == nil)
        // A tune of the book has its own, or none.
        var picked = wish([], .sv)
        picked.picks = ["old"]
        #expect(await shelf.tune(for: picked, lately: [])?.tune.trivia(in: .sv) == nil)
        #expect(desk.news.isEmpty)
    }

    @Test func `a pick from elsewhere that comes next has one too, of the album that it is on`()
        async throws
    {
        let songs = [("Winter Road", "Ada", "Copper Garden"), ("Red Sky", "Dina", "Amber Harbour")]
        let tracks = songs.enumerated().map { number, song in
            """
            {"wrapperType": "track", "kind": "song", "trackId": \(number + 1), "trackName": "\(song.0)",
            "artistName": "\(song.1)", "collectionName": "\(song.2)"}
            """
        }
        let body = Array(#"{"results": [\#(tracks.joined(separator: ","))]}"#.utf8)
        let shop = try WebStand { _ in .page(200, body) }
        let home = try #require(WebBase(shop.url))
        let remote = RemoteTunes(
            base: shop.url,
            country: nil,
            by: try PublicWeb(home: home, client: "us/1")
        ) { _, _ in }
        let (music, desk) = (try Music(), try Desk())
        let questions = try desk.questions()
        let shelf = TuneShelf(try music.book(), own: nil, remote: remote, questions: questions)
        _ = try await shelf.found(for: ["q": "song"])
        var picks = wish([], .en)
        (picks.source, picks.picks) = (nil, ["old", "remote-1", "remote-9"])
        #expect(await shelf.tune(for: picks, lately: [])?.tune.id == "old")
        let track = try #require(remote.track("remote-1"))
        try await untilKept(track, by: questions)
        let trivia = try #require(questions.trivia(of: track, in: .en))
        #expect(trivia.options.prefix(2) == ["Copper Garden", "Amber Harbour"])
        #expect(shop.calls.count == 1, "nobody is asked for what is not remembered")
    }
}
