import Foundation
import TestSupport
import Voice

/// Thirty phones that guess a tune within a second, tune after tune, on one gateway: from a guess to its
/// receipt, as the phone sees it. That the laws are kept meanwhile is a figure too.
enum GuessWork {
    private static let game = "name-that-tune"
    private static let phones = 30
    private static let notes = "Sources/Games/NameThatTune/Bundled/tunes"
    /// Issue 19: p99 at most 20 ms.
    private static let receiptBudgetUs = 20_000.0

    private struct Evening: Decodable {
        struct Times: Decodable {
            let count, p50, p99: Double
        }

        struct Law: Decodable {
            let breaches: Double
        }

        let receipts: Times
        let laws: [String: Law]

        private enum CodingKeys: String, CodingKey {
            case receipts = "receipts of answers"
            case laws
        }
    }

    static func rows(_ executables: Executables, rounds: Int) throws -> [Row] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try makeRecordings(in: folder.appending(path: game))
        let gateway = try ServerProcess(.tuned(executables, recordings: folder.path))
        let evenings = try (0..<rounds).map { round in
            Progress.show("guesses: round \(round + 1) of \(rounds)")
            return try play(executables.loadtest, on: gateway, in: folder)
        }
        Progress.clear()
        func row(
            _ what: String,
            _ unit: String,
            budget: Budget? = nil,
            _ value: (Evening) -> Double
        )
            -> Row
        {
            Row(
                name: "guesses of \(phones) phones: \(what)",
                unit: unit,
                gateway: evenings.map(value),
                budget: budget
            )
        }
        return [
            row("receipts", "a round") { $0.receipts.count },
            row("receipt p50, at the phone", "µs") { $0.receipts.p50 },
            row("receipt p99, at the phone", "µs", budget: .atMost(receiptBudgetUs)) {
                $0.receipts.p99
            },
            row("broken laws", "a round") { evening in
                evening.laws.values.map(\.breaches).reduce(0, +)
            },
        ]
    }

    /// A tone for each tune: what one sounds like is no matter here.
    private static func makeRecordings(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let rate = 8_000
        let tone = (0..<rate * 30).map { Float($0 / 20 % 2) * 0.2 - 0.1 }
        let wav = Data(Sound(samples: tone, rate: rate).wav)
        for name in try FileManager.default.contentsOfDirectory(atPath: notes)
        where name.hasSuffix(".abc") {
            try wav.write(to: folder.appending(path: "\(name.dropLast(4)).wav"))
        }
    }

    private static func play(
        _ loadtest: String,
        on gateway: ServerProcess,
        in folder: URL
    ) throws -> Evening {
        let file = folder.appending(path: "play.json")
        let words = [
            "play", "--url", "http://127.0.0.1:\(gateway.port)", "--game", game, "--players",
            "\(phones)", "--fast", "--json", file.path,
        ]
        let pipe = try Command.Pipe()
        let tester = try pipe.write { try Child(loadtest, words, output: $0) }
        let text = pipe.readAll()
        // 1: a law was broken, and the figures say so.
        guard [0, 1].contains(tester.waitForEnd()) else {
            throw ServerProcess.Problem.didNotEndWell(text)
        }
        return try JSONDecoder().decode(Evening.self, from: Data(contentsOf: file))
    }
}
