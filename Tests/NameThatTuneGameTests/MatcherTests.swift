import Testing

@testable import NameThatTuneGame

@Suite struct MatcherTests {
    private let fifth = Parlour.fifth

    @Test(arguments: [
        "Ludwig van Beethoven", "beethoven", "Bethoven", "Beethofen", "L. van Beethoven",
        "L v Beethoven",
        "van Beethoven", "BEETHOVEN!",
    ])
    func `an artist in everybody's spelling`(_ guess: String) {
        #expect(TuneMatcher(fifth).accepts(artist: guess))
    }

    @Test(arguments: [
        "", "Ludwig", "van", "Mozart", "Bach", "Johann Beethoven", "Beet", "composer", "?",
    ])
    func `another artist, or none`(_ guess: String) {
        #expect(!TuneMatcher(fifth).accepts(artist: guess))
    }

    @Test(arguments: [
        "Symphony No. 5", "The Symphony no 5", "symfony no 5", "ödessymfonin", "Odessymfonin",
        "the fate symphony", "Fate symfony",
    ])
    func `a title in either language, with slips and articles`(_ guess: String) {
        #expect(TuneMatcher(fifth).accepts(title: guess))
    }

    @Test(arguments: ["Symphony No. 9", "Symphony", "5", "Fate", "Symphony No. 15", "the"])
    func `another title: a number is no slip`(_ guess: String) {
        #expect(!TuneMatcher(fifth).accepts(title: guess))
    }

    @Test func `a short name has to be written right`() {
        let tune = Tune(
            id: "air",
            title: "Air",
            artist: "Johann Sebastian Bach",
            year: 1731,
            country: "DE",
            genre: .classical,
            whyFree: "Bach died in 1750."
        )
        #expect(TuneMatcher(tune).accepts(title: "an air"))
        #expect(!TuneMatcher(tune).accepts(title: "Aid"))
        #expect(TuneMatcher(tune).accepts(artist: "J.S. Bach"))
        #expect(!TuneMatcher(tune).accepts(artist: "C.P.E. Bach"))
        #expect(!TuneMatcher(tune).accepts(artist: "Back"))
    }
}
