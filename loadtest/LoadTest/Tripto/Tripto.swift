package import Protocol

/// The game that is played: all that the load test knows of it stands in this folder.
enum Tripto {
    static let name = "tripto"

    /// Settings of a game that stays at its first clue until somebody pulls: for runs that look at the
    /// gateway, and not at the game.
    static func standing(players: Int) -> JSONObject {
        [
            "destinationsCount": .int(1), "maxPlayers": .int(Int64(players)),
            "timings": Timings.storm.json,
        ]
    }

    /// The first clue is shown.
    static func hasBegun(_ document: JSONValue) -> Bool {
        document["state"]?.string == "CLUE_LEVEL"
    }
}

/// The length of each part of a game, in milliseconds: `settings.timings` of the wire contract.
package struct Timings: Sendable {
    enum Part: String, CaseIterable {
        case intro, clue, brakeAnswer, reveal, followup, followupResults, scoreboard, final
    }

    /// A line may be 320 characters long, which a slow voice reads in less than half a minute.
    private static let longestClipMs: Int64 = 30_000

    private let usual: Int64
    private let others: [Part: Int64]

    /// The same time for each part.
    package init(each ms: Int64) { self.init(each: ms, [:]) }

    private init(each ms: Int64, _ others: [Part: Int64]) {
        usual = ms
        self.others = others
    }

    subscript(part: Part) -> Int64 { others[part] ?? usual }

    /// A game that one can follow.
    static let watchable = Timings(
        each: 2_500,
        [
            .intro: 2_000, .clue: 5_000, .brakeAnswer: 4_000, .reveal: 3_500, .followup: 5_000,
            .scoreboard: 3_000, .final: 4_000,
        ]
    )

    /// A game that is over soon.
    static let fast = Timings(
        each: 500,
        [
            .intro: 300, .clue: 1_000, .brakeAnswer: 800, .reveal: 600, .followup: 1_000,
            .final: 1_000,
        ]
    )

    /// Soon over, but with time enough in each part for something to break in it.
    package static let brisk = Timings(
        each: 600,
        [
            .intro: 400, .clue: 1_600, .brakeAnswer: 3_000, .reveal: 800, .followup: 2_000,
            .final: 800,
        ]
    )

    /// Brisk, where many games are played one after the other.
    package static let quick = Timings(
        each: 300,
        [
            .intro: 200, .clue: 1_200, .brakeAnswer: 2_000, .reveal: 400, .followup: 1_500,
            .final: 400,
        ]
    )

    /// Clues stay open until somebody pulls; everything else passes as fast as it may.
    static let storm = Timings(each: 20, [.clue: 600_000, .brakeAnswer: 20_000])

    package var json: JSONValue {
        .object(JSONObject(Part.allCases.map { (key: $0.rawValue, value: .int(self[$0])) }))
    }

    /// The longest that a destination can take: what is read aloud holds its stage for as long as it sounds.
    var destinationMs: Int64 {
        func spoken(_ part: Part) -> Int64 { max(self[part], Self.longestClipMs) }
        return spoken(.intro) + 5 * (spoken(.clue) + self[.brakeAnswer]) + spoken(.reveal)
            + 3 * (spoken(.followup) + self[.followupResults]) + self[.scoreboard]
    }
}
