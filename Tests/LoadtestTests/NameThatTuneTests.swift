import Protocol
import Testing

@testable import LoadTest

/// The load test's reading of documents of tunes.
struct NameThatTuneTests {
    private func document(_ json: String) throws -> JSONValue {
        try JSONReader.read(Array("{\(json)}".utf8))
    }

    private let secret =
        #""secret":{"title":"Für Elise","artist":"Ludwig van Beethoven","whyFree":"It is old."}"#

    @Test func `a tune is kept secret under all its names until the reveal`() throws {
        let hidden = try document(#""state":"PLAYING","reveal":null,\#(secret)"#)
        let texts = NameThatTune.secrets(in: hidden)
        // The notes tell the alias and the name of the recording, which no document does.
        for text in ["Für Elise", "Ludwig van Beethoven", "Till Elise", "fur-elise"] {
            #expect(texts[text] != nil, "\(text)")
        }
        #expect(NameThatTune.disclosed(hidden) == [])
        let open = try document(#""state":"REVEAL","reveal":{"results":[]},\#(secret)"#)
        #expect(Set(NameThatTune.disclosed(open)) == Set(texts.keys))
    }

    private func reveal(points: Int) throws -> JSONValue {
        try document(
            #"""
            "state":"REVEAL","players":[{"playerId":"a","name":"Anna","joinedAtMs":1}],
            "round":{"roundId":"s-r1","index":1},"reveal":{"title":"Für Elise","results":[
            {"playerId":"a","artist":"Mozart","title":"Elise","isArtistCorrect":false,
            "isTitleCorrect":true,"pointsAwarded":\#(points)}]}
            """#
        )
    }

    @Test(arguments: [(2, 0), (3, 1), (0, 1)])
    func `a guess is two answers, and its points are those of both`(points: Int, faults: Int) throws
    {
        var record = Record(NameThatTune.self)
        let guess = Record.Answer(
            player: "a",
            round: "s-r1",
            words: [
                0: Ledger.Answer(text: "Mozart", verdict: .wrong, worth: 1),
                1: Ledger.Answer(text: "Elise", verdict: .either, worth: 2),
            ],
            type: "TUNE_GUESS",
            payload: [:],
            messageID: "1-1"
        )
        record.says(guess)
        record.settle("1-1", .acknowledged)
        #expect(record.saw(try reveal(points: points), version: 4) == [])
        #expect(record.reckon(questions: 0...1).faults.count == faults)
        // Acknowledged words must be in the tables as well.
        let row = { (question: Int, text: String) in
            #"{"roundId":"s-r1","playerId":"a","question":\#(question),"answerText":"\#(text)","#
                + #""pointsAwarded":\#(question == 0 ? 0 : points)}"#
        }
        let tables = { (artist: String) in
            try document(
                #""rounds":[{"roundId":"s-r1"}],"scores":[{"playerId":"a","points":2}],"#
                    + #""answers":[\#(row(0, artist)),\#(row(1, "Elise"))]"#
            )
        }
        #expect(record.compare(stored: try tables("Mozart"), awards: nil) == [])
        #expect(record.compare(stored: try tables("Bach"), awards: nil).count == 1)
    }

    @Test func `a tune that becomes another one is a contradiction`() throws {
        var record = Record(NameThatTune.self)
        let other = try document(
            #""round":{"roundId":"s-r1","index":1},"reveal":{"title":"The Trout","results":null}"#
        )
        #expect(record.saw(try reveal(points: 2), version: 4) == [])
        #expect(record.saw(other, version: 5).count == 1)
    }

    @Test func `a stage ends early once all who are here are done`() throws {
        let referee = Referee(NameThatTune.self, [])
        let before = try document(#""state":"PLAYING","round":{"roundId":"s-r1","index":1}"#)
        let after = try document(
            #""players":[{"playerId":"a","connected":true},{"playerId":"b","connected":false}]"#
        )
        let end = StageEnd(before: before, after: after, referee: referee, isDisturbed: false)
        for (isDone, id) in [(false, "1-1"), (true, "1-2")] {
            let payload: JSONObject = ["done": .bool(isDone)]
            referee.record.says(
                Record.Answer(
                    player: "a",
                    round: "s-r1",
                    words: [:],
                    type: "TUNE_GUESS",
                    payload: payload,
                    messageID: id
                )
            )
            #expect(NameThatTune.mayEndEarly(end) == isDone)
        }
    }
}
