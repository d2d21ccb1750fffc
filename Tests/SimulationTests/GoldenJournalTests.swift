import Foundation
import GameState
import NameThatTuneGame
import Simulation
import Testing
import TriptoGame

/// Sessions of all versions of the rules, which every build must replay alike.
@Suite struct GoldenJournalTests {
    @Test(arguments: try Self.files())
    func `a golden journal gives what it gave`(_ file: String) throws {
        let game = simulatedGames.first { file.contains("/\($0.name)/") } ?? simulatedGames[0]
        try replay(file, of: game)
    }

    private func replay(_ file: String, of game: (some SimulatedGame).Type) throws {
        let journal = try Self.read(file, of: game)
        let replayed = try journal.replayed()
        #expect(replayed.differing == [])
        #expect(replayed.comparedCount == journal.outcome.comparedCount)
        #expect(replayed.standings == journal.outcome.standings)
        #expect(replayed.awards == journal.outcome.awards)
        #expect(replayed.state == journal.outcome.state)
    }

    @Test(arguments: 1...RulesVersion.latest.rawValue)
    func `every version of the rules has its journals`(_ number: Int) throws {
        let files = try Self.files().filter { file in
            file.split(separator: "/").count == 2 && file.contains("/rules-\(number)-")
        }
        let journals = try files.map { try Self.read($0, of: Tripto.self) }
        let kinds = Self.kinds(in: journals)
        #expect(kinds.isSuperset(of: Self.essential), "\(Self.essential.subtracting(kinds))")
        #expect(journals.contains { $0.outcome.comparedCount > 3 })
    }

    @Test func `hosts who write for players without a device have their journals`() throws {
        let files = try Self.files().filter { $0.contains("/\(NameThatTune.name)/") }
        let journals = try files.map { try Self.read($0, of: NameThatTune.self) }
        let kinds = Self.kinds(in: journals)
        #expect(kinds.isSuperset(of: ["command addPlayer", "command guess", "command choose"]))
        #expect(journals.contains { $0.text.contains(#""for":""#) })
        #expect(journals.contains { $0.text.contains(#""sharp":""#) }, "tunes with covers")
    }

    private static func kinds<G>(in journals: [GoldenJournal<G>]) -> Set<String> {
        journals.reduce(into: []) { kinds, journal in
            kinds.formUnion(journal.kinds.map { $0.replacing("judged ", with: "command ") })
        }
    }

    /// Inputs without which an evening is none.
    private static let essential: Set = [
        "command brakeAnswer", "command followupAnswer", "command kick", "command overrideAnswer",
        "command pause", "command skip", "command startGame", "content", "join", "presence",
        "timer",
    ]

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "GoldenJournals")

    /// By folder and name; those of a game but Tripto in a folder of its name within.
    private static func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
            $0.hasSuffix(".jsonl")
        }.sorted()
    }

    private static func read<G>(_ file: String, of game: G.Type) throws -> GoldenJournal<G> {
        let data = try Data(contentsOf: root.appending(path: file))
        return try GoldenJournal<G>(String(decoding: data, as: UTF8.self))
    }
}
