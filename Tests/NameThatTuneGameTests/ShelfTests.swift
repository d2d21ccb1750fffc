import Foundation
import GameState
import Testing

@testable import NameThatTuneGame

/// The book and the family's own music side by side.
@Suite(.serialized) struct ShelfTests {
    private let music: Music
    private let book: TuneBook

    init() throws {
        music = try Music()
        book = try music.book()
    }

    /// With patience, as a busy machine is not what is tested.
    private func shelf(_ own: MusicLibrary?) -> TuneShelf {
        TuneShelf(book, own: own, remote: nil, within: TuneTimes(ready: 300_000))
    }

    private func wish(
        _ source: TuneSource?,
        heard: [String] = [],
        genre: Tune.Genre? = nil,
        years: ClosedRange<Int>? = nil,
        by artist: String? = nil
    ) -> TuneWish {
        TuneWish(
            seed: 7,
            genre: genre,
            years: years,
            heard: heard,
            heardBefore: [],
            device: nil,
            roundsStarted: heard.count,
            source: source,
            artist: artist
        )
    }

    /// Titles of a whole evening, in alphabetical order.
    private func evening(
        _ shelf: TuneShelf,
        _ wish: TuneWish
    ) async -> [String] {
        var (wish, titles) = (wish, [String]())
        while let content = await shelf.tune(for: wish, lately: []) {
            wish.heard.append(content.tune.id)
            titles.append(content.tune.title)
        }
        return titles.sorted()
    }

    @Test func `a host chooses between them, and all other choices hold for both`() async throws {
        try music.record(
            "a.mp3",
            seconds: 5,
            tags: ["title": "Disco", "artist": "Ada", "date": "1979", "genre": "Disco"]
        )
        try music.record(
            "b.mp3",
            seconds: 5,
            tags: ["title": "Air", "artist": "Johann Sebastian Bach", "genre": "Classical"]
        )
        let shelf = self.shelf(try await music.settledLibrary())
        #expect(await evening(shelf, wish(nil)) == ["Old Song"])
        #expect(await evening(shelf, wish(.book)) == ["Old Song"])
        #expect(await evening(shelf, wish(.own)) == ["Air", "Disco"])
        #expect(await evening(shelf, wish(.both)) == ["Air", "Disco", "Old Song"])
        #expect(await evening(shelf, wish(.both, genre: .classical)) == ["Air", "Old Song"])
        #expect(await evening(shelf, wish(.both, years: 1970...1979)) == ["Disco"])
        #expect(await evening(shelf, wish(.both, years: 1800...2000)) == ["Disco", "Old Song"])
        #expect(await evening(shelf, wish(.both, by: "bach")) == ["Air"])
        #expect(await evening(shelf, wish(.both, by: "schubert")) == ["Old Song"])
        #expect(await evening(self.shelf(nil), wish(.both)) == ["Old Song"])
    }

    @Test func `when all files fail the evening goes on with the book`() async throws {
        for number in 1...3 {
            let tags = ["title": "Song \(number)", "artist": "Ada"]
            try music.record("\(number).mp3", seconds: 3, tags: tags)
        }
        let programs = try music.programs("ffmpeg", "exit 1")
        let library = try await music.settledLibrary(programs: programs)
        let shelf = self.shelf(library)
        #expect(await evening(shelf, wish(.both)) == ["Old Song"])
        #expect(library.stock.refused == 3)
        #expect(await evening(shelf, wish(.own)) == [])
    }

    @Test func `where nothing can be kept the book is played, and nothing is tried for a while`()
        async throws
    {
        try music.record("a.mp3", seconds: 3)
        try music.put([0], "no-folder.txt")
        let told = Music.Told()
        let library = MusicLibrary(
            folder: music.folder,
            data: music.place("no-folder.txt"),
            by: MusicTool(),
            everyMs: 50
        ) { told.take($0) }
        try await music.until("read") { _ in library.tunes.count == 1 }
        let shelf = self.shelf(library)
        #expect(await evening(shelf, wish(.both)) == ["Old Song"])
        #expect(library.tunes.isEmpty)
        let place = music.place("no-folder.txt").path
        // The list of files, which is told a moment after it is read, and one clip.
        let count = told.news.count { $0 == .notKept(folder: place) }
        #expect((1...2).contains(count))
    }

    @Test func `a clip that hangs is ended, and the evening goes on`() async throws {
        for number in 1...3 {
            let tags = ["title": "Song \(number)", "artist": "Ada"]
            try music.record("\(number).mp3", seconds: 3, tags: tags)
        }
        let programs = try music.programs("ffmpeg", "exec sleep 600")
        let library = try await music.settledLibrary(programs: programs)
        let shelf = self.shelf(library)
        #expect(await shelf.tune(for: wish(.own), lately: []) == nil)
        #expect(music.news.contains(.programHangs) && library.tunes.isEmpty)
        #expect(await shelf.tune(for: wish(.both), lately: [])?.tune.title == "Old Song")
    }

    @Test func `picks and files that hang have one deadline, and no file is to blame`()
        async throws
    {
        try music.record("a.mp3", seconds: 3, tags: ["title": "Song", "artist": "Ada"])
        let programs = try music.programs("ffmpeg", "exec sleep 600")
        let library = try await music.settledLibrary(programs: programs)
        let times = TuneTimes(picks: 60_000, pick: 50, ready: 200)
        let shelf = TuneShelf(book, own: library, remote: nil, within: times)
        var picked = wish(.both)
        picked.picks = [try #require(library.tunes.first?.id)]
        let content = try #require(await shelf.tune(for: picked, lately: []))
        #expect(content.tune.title == "Old Song")
        #expect(content.refused.map(\.trouble) == [.slow])
        #expect(await shelf.tune(for: wish(.own), lately: []) == nil)
        #expect(library.stock.refused == 0 && library.tunes.count == 1)
    }

    @Test func `clips of all tunes come from one place`() async throws {
        try music.record("a.mp3", seconds: 5)
        let library = try await music.settledLibrary()
        let shelf = self.shelf(library)
        let content = try #require(await shelf.tune(for: wish(.own), lately: []))
        let own = Recording(name: content.tune.id, durationMs: 10_000)
        #expect(shelf.file(of: own)?.starts(with: Array("RIFF".utf8)) == true)
        #expect(shelf.file(of: Recording(name: "old", durationMs: 1)) == Array("RIFF".utf8))
        for name in ["a.mp3", "own-", "../a", content.tune.id + "-clip"] {
            #expect(shelf.file(of: Recording(name: name, durationMs: 1)) == nil, "\(name)")
        }
        #expect(shelf.file(of: Picture(name: content.tune.id, isBlurred: true)) == nil)
    }

    @Test func `sessions of before are played from the book, new ones from both`() throws {
        let settings = try NameThatTune.Settings(["seed": 1], randomSeed: 1)
        #expect(settings.source == .both)
        var stored = try JSONEncoder().encode(settings)
        var members = try #require(JSONSerialization.jsonObject(with: stored) as? [String: Any])
        #expect(members.removeValue(forKey: "source") as? String == "both")
        stored = try JSONSerialization.data(withJSONObject: members)
        let old = try JSONDecoder().decode(NameThatTune.Settings.self, from: stored)
        #expect(old.source == .book)
        let again = try JSONSerialization.jsonObject(with: JSONEncoder().encode(old))
        #expect((again as? [String: Any])?["source"] == nil)
        var parlour = try Parlour(settings: ["source": "own", "artist": "Ada"])
        parlour.host(.startGame)
        #expect(parlour.game.wish?.source == .own && parlour.game.wish?.artist == "Ada")
    }
}
