import Protocol
import Testing

@testable import LoadTest

/// The books of a party: they must find every answer that is lost, changed or counted twice.
struct RecordTests {
    private var record = Record(Tripto.self)

    private func document(_ json: String) throws -> JSONValue {
        let players = #"""
            "players":[{"playerId":"a","name":"Anna","joinedAtMs":1,"connected":true},
            {"playerId":"b","name":"Bo","joinedAtMs":2,"connected":true}]
            """#
        return try JSONReader.read(Array(#"{\#(players),\#(json)}"#.utf8))
    }

    private mutating func see(_ json: String, _ version: Int64) throws -> [String] {
        record.saw(try document(json), version: version)
    }

    private let round = #""round":{"roundId":"r1","index":1,"total":1}"#

    private func reveal(anna: String, isCorrect: Bool, points: Int) -> String {
        #"""
        "state":"REVEAL_DESTINATION",\#(round),"reveal":{"results":[
        {"playerId":"a","isCorrect":\#(isCorrect),"pointsAwarded":\#(points),
        "lockedAtLevelPoints":8,"answerText":"\#(anna)"},
        {"playerId":"b","isCorrect":false,"pointsAwarded":0,"lockedAtLevelPoints":null,
        "answerText":null}]}
        """#
    }

    private func final(anna: Int, winner: String) -> String {
        #"""
        "state":"ROUND_END","final":{"isTie":false,"winnerPlayerId":\#(winner),"tieWinners":[],
        "standingsFull":[{"playerId":"a","name":"Anna","points":\#(anna)},
        {"playerId":"b","name":"Bo","points":0}]}
        """#
    }

    /// Anna pulls at 8 and says Rome, which is right.
    private mutating func annaAnswers(_ fate: Record.Fate) throws {
        _ = try see(
            #""state":"PAUSED_FOR_BRAKE",\#(round),"brake":{"brakeOwnerPlayerId":"a","levelPoints":8}"#,
            5
        )
        record.says(
            Record.Answer(
                player: "a",
                round: "r1",
                words: [0: Ledger.Answer(text: "Rome", verdict: .right, worth: 8)],
                type: "BRAKE_ANSWER_SUBMIT",
                payload: ["answerText": .string("Rome")],
                messageID: "1-1"
            )
        )
        record.settle("1-1", fate)
    }

    @Test mutating func `a game that is told as it was played has no fault`() throws {
        try annaAnswers(.acknowledged)
        let seen = try see(reveal(anna: "Rome", isCorrect: true, points: 8), 6)
        let told = try see(final(anna: 8, winner: #""a""#), 7)
        #expect(seen == [] && told == [])
        let reckoning = record.reckon(questions: 0...0)
        #expect(reckoning.faults == [])
        #expect(reckoning.isWitnessed && reckoning.comparedResults == 1)
        #expect(reckoning.awards == ["a": 8, "b": 0])
    }

    @Test mutating func `an acknowledged answer that is lost is a fault`() throws {
        try annaAnswers(.acknowledged)
        _ = try see(reveal(anna: "", isCorrect: false, points: 0), 6)
        _ = try see(final(anna: 0, winner: "null"), 7)
        let faults = record.reckon(questions: 0...0).faults
        #expect(faults.contains { $0.contains("Rome") })
    }

    @Test mutating func `an answer that was refused must not count`() throws {
        try annaAnswers(.refused)
        _ = try see(reveal(anna: "Rome", isCorrect: true, points: 8), 6)
        _ = try see(final(anna: 8, winner: #""a""#), 7)
        #expect(!record.reckon(questions: 0...0).faults.isEmpty)
    }

    @Test mutating func `points that are counted twice are a fault`() throws {
        try annaAnswers(.acknowledged)
        _ = try see(reveal(anna: "Rome", isCorrect: true, points: 8), 6)
        _ = try see(final(anna: 16, winner: #""a""#), 7)
        #expect(!record.reckon(questions: 0...0).faults.isEmpty)
    }

    @Test mutating func `an answer that nobody ever answered is a fault`() throws {
        try annaAnswers(.open)
        #expect(!record.reckon(questions: 0...0).faults.isEmpty)
    }

    @Test mutating func `one brake with two owners is a contradiction`() throws {
        try annaAnswers(.open)
        let faults = try see(
            #""state":"PAUSED_FOR_BRAKE",\#(round),"brake":{"brakeOwnerPlayerId":"b","levelPoints":8}"#,
            9
        )
        #expect(faults.count == 1)
    }

    @Test mutating func `results that change are a contradiction`() throws {
        _ = try see(reveal(anna: "Rome", isCorrect: true, points: 8), 6)
        let faults = try see(reveal(anna: "Rome", isCorrect: false, points: 0), 9)
        #expect(faults.count == 1)
    }

    @Test mutating func `two documents of one version must be the same`() throws {
        let first = try see(#""state":"CLUE_LEVEL",\#(round)"#, 3)
        let same = try see(#""state":"CLUE_LEVEL",\#(round)"#, 3)
        let other = try see(#""state":"SCOREBOARD",\#(round)"#, 3)
        #expect(first == [] && same == [] && other.count == 1)
    }

    @Test mutating func `a timer whose end moves is a contradiction`() throws {
        let timer = { (start: Int) in
            #"""
            "state":"CLUE_LEVEL","timers":[{"timerId":"t","phase":"started","paused":false,
            "startAtServerMs":\#(start),"durationMs":500}]
            """#
        }
        let first = try see(timer(1_000), 3)
        let second = try see(timer(1_000), 4)
        let third = try see(timer(1_200), 5)
        #expect(first == [] && second == [] && third.count == 1)
    }

    @Test mutating func `a pause may move the end of a timer, whoever hears of it when`() throws {
        let timer = { (start: Int, isPaused: Bool) in
            #"""
            "state":"CLUE_LEVEL","timers":[{"timerId":"t","phase":"started","paused":\#(isPaused),
            "startAtServerMs":\#(start),"durationMs":500}]
            """#
        }
        var faults = try see(timer(1_000, false), 3)
        faults += try see(timer(1_000, true), 4)
        faults += try see(timer(1_200, false), 5)
        faults += try see(timer(1_000, false), 3)
        #expect(faults == [])
        faults += try see(timer(1_300, false), 6)
        #expect(faults.count == 1)
    }

    @Test mutating func `a guest who comes at the reveal stands in its results, with nothing`()
        throws
    {
        let entry = { (id: String, points: Int) in
            #"{"playerId":"\#(id)","isCorrect":false,"pointsAwarded":\#(points)}"#
        }
        let round = round
        let told = { (entries: String...) in
            #""state":"REVEAL_DESTINATION",\#(round),"reveal":{"results":[\#(entries.joined(separator: ","))]}"#
        }
        var faults = try see(told(entry("a", 8), entry("b", 0)), 6)
        faults += try see(told(entry("a", 8), entry("b", 0), entry("late", 0)), 7)
        faults += try see(told(entry("a", 8), entry("b", 0)), 6)
        #expect(faults == [])
        let gift = try see(told(entry("a", 8), entry("b", 0), entry("later", 2)), 8)
        let lost = try see(told(entry("a", 8)), 9)
        #expect(gift.count == 1 && lost.count == 1)
    }

    @Test mutating func `what the host heard is reckoned in its order, standings and all`() throws {
        try annaAnswers(.acknowledged)
        _ = try see(reveal(anna: "Rome", isCorrect: true, points: 8), 6)
        let document = try document(final(anna: 8, winner: #""a""#))
        let told = Tripto.results(
            in: try self.document(reveal(anna: "Rome", isCorrect: true, points: 8))
        )
        let results = try #require(told.first)
        let standings = { (anna: Int) in
            try JSONReader.read(
                Array(
                    #"[{"name":"Anna","points":\#(anna)},{"name":"Bo","points":0}]"#.utf8
                )
            )
        }
        // Standings may come first: of one version results count before them.
        record.heard(.standings(try standings(8)), at: 6, in: document)
        record.heard(.results(results, round: "r1"), at: 6, in: document)
        record.heard(.final(document["final"] ?? .null), at: 7, in: document)
        #expect(record.reckonTold() == [])
        var wrong = record
        wrong.heard(.standings(try standings(10)), at: 8, in: document)
        #expect(wrong.reckonTold().count == 1)
        wrong.heard(.results(results, round: "r1"), at: 9, in: document)
        #expect(wrong.reckonTold().count == 2)
    }
}
