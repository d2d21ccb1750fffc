import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct FollowupAnswerTests {
    @Test(arguments: [
        ("Eiffeltornet", ["eiffeltornet"]), ("the Louvre", ["Louvre"]), ("Louvre", ["The Louvre"]),
        ("en björn", ["Björn"]), ("bjorn", ["Björn"]), ("tolv", ["12"]), ("12", ["tolv"]),
        ("Twelve", ["12"]), ("tjugo", ["twenty"]), ("åtta", ["8"]), ("Atta", ["åtta"]),
        ("330", ["330 meter"]), ("330 m", ["330 metres"]), ("12 stycken", ["12"]),
        ("år 1889", ["1889"]), ("1889", ["år 1889"]), ("1 000", ["1000"]), ("1,000", ["1 000"]),
        ("3.5", ["3,5"]), ("seine", ["Themsen", "Seine"]), ("salt and pepper", ["Salt & pepper"]),
        ("en", ["1"]), ("a", ["A"]), ("−40", ["-40"]), ("-40", ["−40 grader"]), ("50", ["50 %"]),
        ("50 procent", ["50 percent"]), ("東京", ["東京"]), ("two lions", ["2 lions"]),
    ])
    func `an answer is known by its normalised form`(guess: String, accepted: [String]) {
        #expect(AnswerMatcher.standard.accepts(guess, forAnyOf: accepted))
    }

    @Test(arguments: [
        ("sein", ["Seine"]), ("1945", ["1946"]), ("35", ["3.5"]), ("40", ["-40"]),
        ("330 km", ["330 m"]), ("330 feet", ["330"]), ("12 apor", ["12"]), ("the", ["Louvre"]),
        ("", ["Seine"]), ("?", ["?"]), ("Seine", []), ("tjugoett", ["21"]),
        ("meter", ["330 meter"]),
        ("5 miljoner", ["5"]), ("Seine Themsen", ["Seine", "Themsen"]),
    ])
    func `nothing is guessed`(guess: String, accepted: [String]) {
        #expect(!AnswerMatcher.standard.accepts(guess, forAnyOf: accepted))
    }
}
