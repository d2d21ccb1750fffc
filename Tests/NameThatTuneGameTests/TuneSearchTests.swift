import Foundation
import GameState
import Protocol
import Testing

@testable import NameThatTuneGame

/// A host's look through the book and the family's own music.
@Suite(.serialized) struct TuneSearchTests {
    private func query(_ query: JSONObject) throws -> TuneQuery { try TuneQuery(query) }

    private func tune(
        _ id: String,
        _ title: String,
        by artist: String = "Ada",
        swedish: String? = nil,
        year: Int = 0,
        genre: Tune.Genre = .pop
    ) -> Tune {
        Tune(
            id: id,
            title: title,
            swedishTitle: swedish,
            artist: artist,
            year: year,
            country: "",
            genre: genre,
            whyFree: ""
        )
    }

    @Test func `words may be cut short, in any order, in either language and without their dots`()
        throws
    {
        let index = TuneIndex()
        let tunes = [
            tune("a", "Symphony No. 5", by: "Ludwig van Beethoven", swedish: "Ödessymfonin"),
            tune("b", "Für Elise", by: "Ludwig van Beethoven"),
            tune("c", "Ode to Joy", by: "Ludwig van Beethoven"),
            tune("d", "Beet Song", by: "Ada"),
        ]
        func ids(_ text: String) throws -> [String] {
            index.found(for: try query(["q": .string(text)]), among: tunes).tunes.map(\.id)
        }
        #expect(try ids("beet") == ["d", "b", "c", "a"], "titles that begin so come first")
        #expect(try ids("beethoven jo") == ["c"])
        #expect(try ids("odes") == ["a"])
        #expect(try ids("FUR ELI") == ["b"])
        #expect(try ids("oven") == [])
        #expect(try ids("…") == [])
        #expect(try ids("").count == 4)
    }

    @Test func `kind and years hold, and fifty are shown`() throws {
        let index = TuneIndex()
        let tunes = (0..<200).map { number in
            let genre: Tune.Genre = number % 2 == 0 ? .pop : .rock
            return tune("t\(number)", "Song \(number)", year: 1900 + number % 100, genre: genre)
        }
        let all = index.found(for: try query([:]), among: tunes)
        #expect(all.tunes.count == 50 && all.isCut)
        let rock = index.found(
            for: try query(["genre": "rock", "fromYear": "1970", "toYear": "1979"]),
            among: tunes
        )
        #expect(rock.tunes.count == 10 && !rock.isCut)
        #expect(rock.tunes.allSatisfy { $0.genre == .rock && (1970...1979).contains($0.year) })
        let late = index.found(for: try query(["fromYear": "1999"]), among: tunes)
        #expect(late.tunes.map(\.id) == ["t199", "t99"])
    }

    @Test func `a query that is wrong says where`() {
        let long = JSONValue.string(String(repeating: "x", count: 101))
        for (name, value) in [
            ("q", long), ("genre", "noise"), ("fromYear", "soon"), ("fromYear", "999"),
            ("toYear", "2101"), ("locale", "de"), ("colour", "red"),
        ] as [(String, JSONValue)] {
            let error = #expect(throws: WireError.self) { try query([name: value]) }
            #expect(error?.code == .badMessage && error?.field == name, "\(name)")
        }
        let error = #expect(throws: WireError.self) {
            try query(["fromYear": "1990", "toYear": "1980"])
        }
        #expect(error?.field == "toYear")
    }

    @Test func `one of twenty thousand tunes is found, before their words are known and after`()
        throws
    {
        let index = TuneIndex()
        let tunes = (0..<20_000).map {
            tune("t\($0)", "Song about \($0)", by: "Singer \($0 % 500)")
        }
        for number in [19_999, 12_345] {
            let found = index.found(for: try query(["q": .string("about \(number)")]), among: tunes)
            #expect(found.tunes.map(\.id) == ["t\(number)"])
        }
        let all = index.found(for: try query(["q": "song"]), among: tunes)
        #expect(all.isCut && all.tunes.count == TuneIndex.maxFound)
    }

    // MARK: Played

    private static let header = """
        X: 1
        T: Old Song
        %%x-title-sv: Gamla visan
        C: Traditional
        %%x-year: 1825
        %%x-country: AT
        %%x-genre: folk
        %%x-free: Nobody knows who made it.
        K: C
        """

    private func shelf(_ music: Music) async throws -> TuneShelf {
        let notes = music.data.appending(path: "notes")
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        for id in ["old", "silent"] {
            try Data(Self.header.utf8).write(to: notes.appending(path: "\(id).abc"))
        }
        try Data("RIFF".utf8).write(to: notes.appending(path: "old.wav"))
        try music.record("a.mp3", seconds: 5, tags: ["title": "Air", "artist": "Bach"])
        try music.record("b.mp3", seconds: 5, tags: ["title": "Broken", "artist": "Bach"])
        let book = try TuneBook(folder: notes, recordings: notes)
        return TuneShelf(book, own: try await music.settledLibrary())
    }

    private func items(_ shelf: TuneShelf, _ query: JSONObject) async throws -> [JSONValue] {
        let answer = try JSONReader.read(try await shelf.found(for: query))
        return try #require(answer["items"]?.array)
    }

    private func wish(_ picks: [String]) -> TuneWish {
        TuneWish(
            seed: 7,
            genre: nil,
            years: nil,
            heard: [],
            heardBefore: [],
            device: nil,
            roundsStarted: 0,
            source: nil,
            artist: nil,
            picks: picks
        )
    }

    @Test func `what is found is played when it is picked, and what can't be played is told`()
        async throws
    {
        let music = try Music()
        let shelf = try await shelf(music)
        let all = try await items(shelf, [:])
        #expect(all.compactMap { $0["title"]?.string } == ["Air", "Broken", "Gamla visan"])
        #expect(all.compactMap { $0["source"]?.string } == ["own", "own", "book"])
        let english = try await items(shelf, ["q": "old", "locale": "en"])
        #expect(english.count == 1)
        #expect(english.first?["artist"] == "Traditional" && english.first?["year"] == 1825)
        let air = try #require(all[0]["tuneId"]?.string)
        let broken = try #require(all[1]["tuneId"]?.string)
        // The file is lost between the search and its round.
        try FileManager.default.removeItem(at: music.place("b.mp3"))
        let content = try #require(
            await shelf.tune(for: wish([broken, "silent", "nobody", air, "old"]), lately: [])
        )
        #expect(content.tune.title == "Air")
        #expect(content.refused.map(\.id) == [broken, "silent", "nobody"])
        #expect(content.refused.dropFirst().allSatisfy { $0.trouble == .gone })
        // A pick is the host's word: what the settings ask for does not count.
        var other = wish(["old"])
        (other.source, other.genre) = (.own, .metal)
        #expect(await shelf.tune(for: other, lately: [])?.tune.id == "old")
        // Without one that plays the evening goes on.
        let rest = try #require(await shelf.tune(for: wish(["nobody"]), lately: []))
        #expect(rest.tune.id == "old")
        #expect(rest.refused == [PickRefusal(id: "nobody", trouble: .gone)])
    }
}
