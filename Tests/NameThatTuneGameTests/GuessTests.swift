import Foundation
import Testing

@testable import NameThatTuneGame

/// Guesses of families, beside what people with common sense say of them: written down before the rules were asked.
@Suite struct GuessTests {
    /// Lists of such guesses, in `Guesses`.
    enum List: String, CaseIterable {
        /// The rules and the names of the tunes were made better with them.
        case fitted
        /// Written by people who knew a list of titles and artists alone, when all else was done: nothing was made to fit it.
        case fresh
    }

    @Test(arguments: List.allCases)
    func `at most one guess in fifty is judged against common sense`(_ list: List) throws {
        let guesses = try Self.guesses(list)
        #expect(guesses.count >= 300)
        let tunes = try TuneBook(folder: Self.bundled, recordings: Self.bundled).tunes
        let byID = Dictionary(uniqueKeysWithValues: tunes.map { ($0.id, $0) })
        let wrong = try guesses.filter {
            try $0.isAccepted(for: #require(byID[$0.tune])) != $0.isRight
        }
        #expect(
            wrong.count * 50 <= guesses.count,
            "\(wrong.map(\.description).joined(separator: "\n"))"
        )
        let accepted = wrong.filter { !$0.isRight }.map { "\($0.tune): \($0.text)" }
        #expect(Set(accepted) == Self.knownFalseAccepts[list])
    }

    /// Guesses that count, though they should not.
    private static let knownFalseAccepts: [List: Set<String>] = [
        // Its refrain is one of its names.
        .fitted: ["deck-the-halls: fa la la la la"],
        // A title and three words more are a first line, as a rule.
        .fresh: ["prelude-in-c: prelude in c sharp minor rachmaninov"],
    ]

    private struct Guess: CustomStringConvertible {
        let tune: String
        let isTitle, isRight: Bool
        let text: String

        func isAccepted(for tune: Tune) -> Bool {
            isTitle
                ? TuneMatcher(tune).accepts(title: text)
                : TuneMatcher(tune).accepts(artist: text)
        }

        var description: String {
            "\(tune): \(text) is \(isRight ? "refused" : "accepted") as \(isTitle ? "title" : "artist")"
        }
    }

    /// Rows like `four-seasons-spring, not title: winter | summer`.
    private static func guesses(_ list: List) throws -> [Guess] {
        let file = here.appendingPathComponent("Guesses/\(list.rawValue).txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").flatMap { row in
            let head = row.prefix { $0 != ":" }.split(separator: ", ")
            let part = try #require(head.count == 2 ? head[1] : nil)
            return row.dropFirst(head[0].count + part.count + 3).split(separator: "|").map { text in
                Guess(
                    tune: String(head[0]),
                    isTitle: part.hasSuffix("title"),
                    isRight: !part.hasPrefix("not "),
                    text: text.trimmingCharacters(in: .whitespaces)
                )
            }
        }
    }

    private static let here = URL(filePath: #filePath).deletingLastPathComponent()
    private static let bundled =
        here.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Games/NameThatTune/Bundled/tunes")
}
