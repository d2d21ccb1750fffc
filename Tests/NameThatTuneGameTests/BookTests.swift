import Foundation
import GameState
import TestSupport
import Testing

@testable import NameThatTuneGame

@Suite struct BookTests {
    private static let header = """
        X: 1
        T: Symphony No. 5
        %%x-title-sv: Ödessymfonin
        %%x-alias: Fate Symphony
        C: Ludwig van Beethoven
        %%x-artist-alias: van Beethoven
        %%x-year: 1808
        %%x-country: AT
        %%x-genre: classical
        %%x-free: Beethoven died in 1827.
        %%x-trivia-en: Which key? | C minor | D | E | F
        %%x-trivia-sv: Vilken tonart? | c-moll | D | E | F
        M: 2/4
        %%MIDI program 48
        K: Cm
        z GGG | E4 |
        T: no header any more
        """

    @Test func `a file is a tune by its header`() throws {
        #expect(try TuneFile.tune("beethoven-5", Self.header) == Parlour.fifth)
    }

    @Test(arguments: [
        ("T: Symphony No. 5\n", "", TuneRefusal.Reason.missing("T")),
        ("%%x-year: 1808", "%%x-year: long ago", .bad("%%x-year")),
        ("%%x-genre: classical", "%%x-genre: polka", .bad("%%x-genre")),
        ("%%x-country: AT", "%%x-country: at", .bad("%%x-country")),
        ("| E | F\n%%x-trivia-sv", "| E | E\n%%x-trivia-sv", .bad("%%x-trivia-en")),
        ("K: Cm", "", .missing("K")),
        ("C: L", "C:\nC: L", .bad("C")),
    ])
    func `what is wrong is named`(_ line: String, _ other: String, _ reason: TuneRefusal.Reason) {
        let text = Self.header.replacingOccurrences(of: line, with: other)
        #expect(text != Self.header)
        #expect(throws: reason) { try TuneFile.tune("beethoven-5", text) }
    }

    @Test func `an id is no path`() {
        for id in ["../x", "", "A", "a/b", String(repeating: "a", count: 41)] {
            #expect(throws: TuneRefusal.Reason.badID) { try TuneFile.tune(id, Self.header) }
        }
    }

    @Test func `every tune that comes along is read, and no title is another's too`() throws {
        let place = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Games/NameThatTune/Bundled/tunes")
        let book = try TuneBook(folder: place, recordings: place)
        #expect(book.refusals == [])
        #expect(book.tunes.count >= 80)
        let matchers = book.tunes.map { (id: $0.id, matcher: TuneMatcher($0)) }
        for (tune, own) in zip(book.tunes, matchers) {
            for name in tune.titles {
                #expect(own.matcher.accepts(title: name))
                for other in matchers where other.id != tune.id {
                    let isTaken = other.matcher.accepts(title: name)
                    #expect(!isTaken, "\(name) of \(tune.id) is \(other.id) too")
                }
            }
            for name in tune.artists { #expect(own.matcher.accepts(artist: name)) }
            #expect(tune.englishTrivia != nil && tune.swedishTrivia != nil)
        }
    }

    /// A folder of tunes by their ids, the first `recorded` of them with recordings.
    private func book(_ ids: [String], recorded: Int) throws -> TuneBook {
        let folder = Scratch.place("tunes")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for id in ids {
            let text = Self.header.replacingOccurrences(of: "T: S", with: "T: \(id) S")
            try Data(text.utf8).write(to: folder.appendingPathComponent("\(id).abc"))
        }
        for id in ids.prefix(recorded) {
            try Data("RIFF".utf8).write(to: folder.appendingPathComponent("\(id).wav"))
        }
        return try TuneBook(folder: folder, recordings: folder)
    }

    private func wish(
        heard: [String] = [],
        before: [String] = [],
        genre: Tune.Genre? = nil,
        years: ClosedRange<Int>? = nil
    ) -> TuneWish {
        TuneWish(
            seed: 7,
            genre: genre,
            years: years,
            heard: heard,
            heardBefore: before,
            device: nil,
            roundsStarted: heard.count
        )
    }

    @Test func `no tune comes twice in a game, and none without a recording`() async throws {
        let book = try book(["a", "b", "c", "d"], recorded: 3)
        #expect(book.refusals == [])
        var heard: [String] = []
        while let content = await book.tune(for: wish(heard: heard), lately: []) {
            heard.append(content.tune.id)
        }
        #expect(heard.sorted() == ["a", "b", "c"])
    }

    @Test func `what this device had comes last, the oldest first`() async throws {
        let book = try book(["a", "b", "c"], recorded: 3)
        #expect(await book.tune(for: wish(), lately: ["a", "c"])?.tune.id == "b")
        #expect(await book.tune(for: wish(before: ["b"]), lately: ["a", "c"])?.tune.id == "c")
        #expect(await book.tune(for: wish(before: ["c", "a", "b"]), lately: [])?.tune.id == "c")
    }

    @Test func `a kind and a time are kept to`() async throws {
        let book = try book(["a"], recorded: 1)
        #expect(
            await book.tune(for: wish(genre: .classical, years: 1800...1899), lately: []) != nil
        )
        #expect(await book.tune(for: wish(genre: .folk), lately: []) == nil)
        #expect(await book.tune(for: wish(years: 1900...2000), lately: []) == nil)
    }

    @Test func `a file is read of the book's own tunes alone`() throws {
        let book = try book(["a"], recorded: 1)
        #expect(book.file(of: Recording(name: "a", durationMs: 1)) == Array("RIFF".utf8))
        #expect(book.file(of: Recording(name: "../a", durationMs: 1)) == nil)
    }

    @Test func `a file that holds no tune is left out and named`() throws {
        let book = try book(["a", "B"], recorded: 2)
        #expect(book.tunes.map(\.id) == ["a"])
        #expect(book.refusals.map(\.description).first?.hasPrefix("B.abc: its name") == true)
    }
}
