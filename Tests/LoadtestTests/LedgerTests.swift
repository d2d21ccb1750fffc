import Protocol
import Testing

@testable import LoadTest

struct LedgerTests {
    private var ledger = Ledger()
    private let all: Set<String> = ["a", "b", "c"]

    init() {
        ledger.seat("a", name: "Anna", joinedAtMs: 30)
        ledger.seat("b", name: "Bo", joinedAtMs: 10)
        ledger.seat("c", name: "Cia", joinedAtMs: 20)
        ledger.beginRound()
    }

    private func json(_ text: String) throws -> JSONValue {
        try JSONReader.read(Array(text.utf8))
    }

    private func result(
        _ id: String,
        _ isCorrect: Bool,
        _ points: Int,
        _ locked: String,
        _ text: String
    )
        -> String
    {
        #"{"playerId":"\#(id)","isCorrect":\#(isCorrect),"pointsAwarded":\#(points),"#
            + #""lockedAtLevelPoints":\#(locked),"answerText":"\#(text)"}"#
    }

    private func told(_ results: [String]) throws -> Results {
        let text = #"{"reveal":{"results":[\#(results.joined(separator: ","))]}}"#
        return try #require(Tripto.results(in: try json(text)).first)
    }

    private func followup(_ results: String) throws -> Results {
        let text = #"{"followup":{"index":1,"results":[\#(results)]}}"#
        return try #require(Tripto.results(in: try json(text)).first)
    }

    private mutating func destination(_ results: String...) throws -> [String] {
        ledger.compare(try told(results), present: all)
    }

    private func answer(_ text: String, _ verdict: Ledger.Verdict, _ worth: Int) -> Ledger.Answer {
        Ledger.Answer(text: text, verdict: verdict, worth: worth)
    }

    /// Anna is right at 8, Bo wrong at 6, Cia never pulls.
    private mutating func play() {
        ledger.answer("a", 0, answer("Rom", .right, 8))
        ledger.answer("b", 0, answer("Narnia", .wrong, 6))
    }

    @Test mutating func `results that follow from the answers are right`() throws {
        play()
        let faults = try destination(
            result("a", true, 8, "8", "Rom"),
            result("b", false, 0, "6", "Narnia"),
            result("c", false, 0, "null", "")
        )
        #expect(faults == [])
        #expect(ledger.standings.map(\.name) == ["Anna", "Bo", "Cia"])
    }

    @Test mutating func `points, verdict, level and text are each compared`() throws {
        play()
        let anna = result("a", true, 8, "8", "Rom")
        let bo = result("b", false, 0, "6", "Narnia")
        let cia = result("c", false, 0, "null", "")
        for wrong in [
            [result("a", true, 10, "8", "Rom"), bo, cia],
            [result("a", false, 0, "8", "Rom"), bo, cia],
            [anna, result("b", true, 6, "6", "Narnia"), cia],
            [anna, result("b", false, 0, "4", "Narnia"), cia],
            [anna, result("b", false, 0, "6", "Rom"), cia],
            [anna, bo, result("c", false, 0, "2", "")],
            [anna, bo],
            [anna, bo, cia, anna],
        ] {
            var copy = ledger
            let faults = copy.compare(try told(wrong), present: all)
            #expect(!faults.isEmpty, "\(wrong)")
        }
    }

    @Test mutating func `a misspelling may go either way, but points follow the verdict`() throws {
        ledger.answer("a", 0, answer("Rmo", .either, 4))
        for (isCorrect, points, isRight) in [(true, 4, true), (false, 0, true), (true, 0, false)] {
            var copy = ledger
            let results = [
                result("a", isCorrect, points, "4", "Rmo"), result("b", false, 0, "null", ""),
                result("c", false, 0, "null", ""),
            ]
            let faults = copy.compare(try told(results), present: all)
            #expect(faults.isEmpty == isRight)
        }
    }

    @Test mutating func `a follow-up gives two, and its last answer counts`() throws {
        ledger.answer("a", 1, answer("x", .wrong, 2))
        ledger.answer("a", 1, answer("y", .right, 2))
        ledger.answer("b", 1, answer("y", .right, 2))
        let results = try followup(
            #"""
            {"playerId":"a","isCorrect":true,"pointsAwarded":2},
            {"playerId":"b","isCorrect":true,"pointsAwarded":3}
            """#
        )
        let faults = ledger.compare(results, present: all)
        #expect(faults == ["Bo earned 2, was given 3"])
    }

    @Test mutating func `equal points stand in the order of joining, with equal ranks`() throws {
        let good = """
            [{"name":"Bo","points":0,"rank":1},{"name":"Cia","points":0,"rank":1},
            {"name":"Anna","points":0,"rank":1}]
            """
        #expect(ledger.compare(standings: try json(good), present: all) == [])
        let badOrder = """
            [{"name":"Anna","points":0},{"name":"Bo","points":0},{"name":"Cia","points":0}]
            """
        #expect(ledger.compare(standings: try json(badOrder), present: all) != [])
        let badRank = good.replacing("\"rank\":1}]", with: "\"rank\":3}]")
        #expect(ledger.compare(standings: try json(badRank), present: all) != [])
    }

    @Test mutating func `all on zero is no winner and no tie`() throws {
        let standings =
            #"[{"name":"Bo","points":0},{"name":"Cia","points":0},{"name":"Anna","points":0}]"#
        let good =
            #"{"winnerPlayerId":null,"isTie":false,"tieWinners":[],"standingsFull":\#(standings)}"#
        #expect(ledger.compare(finalResults: try json(good), present: all) == [])
        let bad =
            #"{"winnerPlayerId":"b","isTie":true,"tieWinners":["b"],"standingsFull":\#(standings)}"#
        #expect(ledger.compare(finalResults: try json(bad), present: all).count == 3)
    }

    @Test mutating func `a tie names those who share it, in the order of joining`() throws {
        ledger.answer("a", 1, answer("y", .right, 2))
        ledger.answer("c", 1, answer("y", .right, 2))
        let results = try followup(
            #"""
            {"playerId":"a","isCorrect":true,"pointsAwarded":2},
            {"playerId":"c","isCorrect":true,"pointsAwarded":2}
            """#
        )
        _ = ledger.compare(results, present: all)
        let standings =
            #"[{"name":"Cia","points":2},{"name":"Anna","points":2},{"name":"Bo","points":0}]"#
        let good =
            #"{"winnerPlayerId":null,"isTie":true,"tieWinners":["c","a"],"standingsFull":\#(standings)}"#
        #expect(ledger.compare(finalResults: try json(good), present: all) == [])
        let bad = good.replacing(#"["c","a"]"#, with: #"["a","c"]"#)
        #expect(ledger.compare(finalResults: try json(bad), present: all) != [])
    }
}
