import Protocol

/// The length of each part of a game, in milliseconds: `settings.timings` of the wire contract.
package struct Timings: Equatable, Sendable {
    var introMs: Int64
    var clueMs: Int64
    var brakeAnswerMs: Int64
    var revealMs: Int64
    var followupMs: Int64
    var followupResultsMs: Int64
    var scoreboardMs: Int64
    var finalMs: Int64

    /// A game that one can follow.
    static let watchable = Timings(
        introMs: 2_000,
        clueMs: 5_000,
        brakeAnswerMs: 4_000,
        revealMs: 3_500,
        followupMs: 5_000,
        followupResultsMs: 2_500,
        scoreboardMs: 3_000,
        finalMs: 4_000
    )

    /// A game that is over soon.
    static let fast = Timings(
        introMs: 300,
        clueMs: 1_000,
        brakeAnswerMs: 800,
        revealMs: 600,
        followupMs: 1_000,
        followupResultsMs: 500,
        scoreboardMs: 500,
        finalMs: 1_000
    )

    /// Soon over, but with time enough in each part for something to break in it.
    package static let brisk = Timings(
        introMs: 400,
        clueMs: 1_600,
        brakeAnswerMs: 3_000,
        revealMs: 800,
        followupMs: 2_000,
        followupResultsMs: 600,
        scoreboardMs: 600,
        finalMs: 800
    )

    /// Brisk, where many games are played one after the other.
    package static let quick = Timings(
        introMs: 200,
        clueMs: 1_200,
        brakeAnswerMs: 2_000,
        revealMs: 400,
        followupMs: 1_500,
        followupResultsMs: 300,
        scoreboardMs: 300,
        finalMs: 400
    )

    /// Clues stay open until somebody pulls; everything else passes as fast as it may.
    static let storm = Timings(
        introMs: 20,
        clueMs: 600_000,
        brakeAnswerMs: 20_000,
        revealMs: 20,
        followupMs: 20,
        followupResultsMs: 20,
        scoreboardMs: 20,
        finalMs: 20
    )

    var json: JSONValue {
        .object([
            "intro": .int(introMs), "clue": .int(clueMs), "brakeAnswer": .int(brakeAnswerMs),
            "reveal": .int(revealMs), "followup": .int(followupMs),
            "followupResults": .int(followupResultsMs), "scoreboard": .int(scoreboardMs),
            "final": .int(finalMs),
        ])
    }

    /// The longest that a destination can take: what is read aloud holds its stage for as long as it sounds.
    var destinationMs: Int64 {
        let clue = max(clueMs, Self.longestClipMs) + brakeAnswerMs
        let question = max(followupMs, Self.longestClipMs) + followupResultsMs
        return max(introMs, Self.longestClipMs) + 5 * clue
            + max(revealMs, Self.longestClipMs) + 3 * question + scoreboardMs
    }

    /// A line may be 320 characters long, which a slow voice reads in less than half a minute.
    private static let longestClipMs: Int64 = 30_000
}
