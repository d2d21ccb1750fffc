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
        ("I think it's the Seine", ["Seine"]), ("kanske Seine?", ["Seine"]), ("in 1453", ["1453"]),
        ("i Seine", ["Seine"]), ("floden Seine", ["Seine"]), ("Te Papa museum", ["Te Papa"]),
        ("bishop Tutu", ["Tutu"]), ("Mr Eiffel", ["Eiffel"]), ("vulkanen Fuji", ["Fuji"]),
    ])
    func `an answer is known by its normalised form`(guess: String, accepted: [String]) {
        #expect(AnswerMatcher.standard.accepts(guess, forAnyOf: accepted))
    }

    @Test(arguments: [
        ("Godzila", ["Godzilla"]), ("Marko Polo", ["Marco Polo"]), ("Eifel", ["Eiffel"]),
        ("Charles Darwen", ["Charles Darwin"]), ("Brazilia", ["Brasilia"]),
        ("kanske Giuseppi Verdi", ["Giuseppe Verdi"]), ("the Bastile", ["Bastille"]),
        ("Orient expres 2", ["Orient Express 2"]),
    ])
    func `one slip in the words of an answer is forgiven`(guess: String, accepted: [String]) {
        #expect(AnswerMatcher.standard.accepts(guess, forAnyOf: accepted))
    }

    @Test(arguments: [
        ("pingvinerna", ["pingvin"]), ("pingvin", ["pingvinerna"]), ("snakes", ["snake"]),
        ("ormar", ["orm"]), ("saltet", ["salt"]), ("svarta ormar", ["svarta orm"]),
    ])
    func `the ending of an answer does not matter`(guess: String, accepted: [String]) {
        #expect(AnswerMatcher.standard.accepts(guess, forAnyOf: accepted))
    }

    @Test(arguments: [
        ("Manet", ["Monet"]), ("Zambia", ["Gambia"]), ("Austria", ["Australia"]), ("par", ["part"]),
        ("seventy", ["seventh"]), ("fourteen", ["fifteen"]), ("Henrik VII", ["Henrik VIII"]),
        ("Ludvig XVI", ["Ludvig XIV"]), ("Ludvig den femtonde", ["Ludvig den fjortonde"]),
        ("1800-talet", ["1900-talet"]), ("in 1454", ["1453"]), ("Godzlia mosra", ["Godzilla"]),
        ("Godzzila", ["Gozilla"]), ("museum", ["Seine"]), ("kanske", ["Seine"]),
        ("Orient Express 3", ["Orient Express 2"]), ("snakeish", ["snake"]),
    ])
    func `what may be another answer is not forgiven`(guess: String, accepted: [String]) {
        #expect(!AnswerMatcher.standard.accepts(guess, forAnyOf: accepted))
    }

    @Test(arguments: [
        ("sein", ["Seine"]), ("1945", ["1946"]), ("35", ["3.5"]), ("40", ["-40"]),
        ("330 km", ["330 m"]), ("330 feet", ["330"]), ("12 apor", ["12"]), ("the", ["Louvre"]),
        ("", ["Seine"]), ("?", ["?"]), ("Seine", []), ("tjugoett", ["21"]),
        ("meter", ["330 meter"]),
        ("5 miljoner", ["5"]), ("Seine Themsen", ["Seine", "Themsen"]),
    ])
    func `another number, unit or word is another answer`(guess: String, accepted: [String]) {
        #expect(!AnswerMatcher.standard.accepts(guess, forAnyOf: accepted))
    }
}
