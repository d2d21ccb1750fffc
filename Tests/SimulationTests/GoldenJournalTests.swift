import Foundation
import GameState
import Simulation
import Testing

/// Sessions of all versions of the rules, which every build must replay alike.
@Suite struct GoldenJournalTests {
    @Test(arguments: try Self.files())
    func `a golden journal gives what it gave`(_ file: String) throws {
        let journal = try Self.read(file)
        let replayed = try journal.replayed()
        #expect(replayed.differing == [])
        #expect(replayed.comparedCount == journal.outcome.comparedCount)
        #expect(replayed.standings == journal.outcome.standings)
        #expect(replayed.awards == journal.outcome.awards)
        #expect(replayed.state == journal.outcome.state)
    }

    @Test(arguments: 1...RulesVersion.latest.rawValue)
    func `every version of the rules has its journals`(_ number: Int) throws {
        let journals = try Self.files().filter { $0.contains("/rules-\(number)-") }.map(Self.read)
        let kinds = journals.reduce(into: Set<String>()) { kinds, journal in
            kinds.formUnion(journal.kinds.map { $0.replacing("judged ", with: "command ") })
        }
        #expect(kinds.isSuperset(of: Self.essential), "\(Self.essential.subtracting(kinds))")
        #expect(journals.contains { $0.outcome.comparedCount > 3 })
    }

    /// Inputs without which an evening is none.
    private static let essential: Set = [
        "command brakeAnswer", "command followupAnswer", "command kick", "command overrideAnswer",
        "command pause", "command skip", "command startGame", "content", "join", "presence",
        "timer",
    ]

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "GoldenJournals")

    /// By folder and name.
    private static func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
            $0.hasSuffix(".jsonl")
        }.sorted()
    }

    private static func read(_ file: String) throws -> GoldenJournal {
        let data = try Data(contentsOf: root.appending(path: file))
        return try GoldenJournal(String(decoding: data, as: UTF8.self))
    }
}
