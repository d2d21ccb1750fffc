import GameState
import Seeded
import Testing

@testable import Voice

/// Texts as a voice is given them: in words alone.
@Suite struct SpokenTextTests {
    private func words(_ text: String, _ locale: String) -> String {
        VoiceLine(text: text, locale: locale).inWords.text
    }

    static let swedish = [
        // Years, and numbers that are none.
        ("Det hände 1652.", "Det hände sextonhundrafemtiotvå."),
        ("1100, 1900, 2000 och 2007", "elvahundra, nittonhundra, tvåtusen och tvåtusensju"),
        ("1905 och 2013", "nittonhundrafem och tjugohundratretton"),
        ("1099 och 2100", "ett tusen nittionio och tvåtusen etthundra"),
        ("1500 m bort", "ett tusen femhundra meter bort"),
        ("på 1930-talet", "på nittonhundratrettiotalet"),
        ("2000-talets 90-talister", "tjugohundratalets nittiotalister"),
        ("en 800-talskyrka", "en åttahundratalskyrka"),
        ("1914–1918", "nittonhundrafjorton till nittonhundraarton"),
        ("1914 – 1918", "nittonhundrafjorton till nittonhundraarton"),
        // Whole numbers.
        (
            "0, 7, 15, 30, 44, 100, 365",
            "noll, sju, femton, trettio, fyrtiofyra, etthundra, trehundrasextiofem"
        ),
        ("24 951 steg", "tjugofyratusen niohundrafemtioen steg"),
        ("24.951", "tjugofyratusen niohundrafemtioett"),
        ("21 000", "tjugoett tusen"),
        ("1 500 000", "en miljon femhundratusen"),
        ("3 000 000 000", "tre miljarder"),
        ("1 stad, 1.", "en stad, ett."),
        ("1234567890123456", "ett två tre fyra fem sex sju åtta nio noll ett två tre fyra fem sex"),
        ("agent 007", "agent noll noll sju"),
        ("A380, G20 och 3D", "A trehundraåttio, G tjugo och tre D"),
        // Parts of one.
        ("3,5 och 3,14", "tre komma fem och tre komma fjorton"),
        ("0,05 och 2.5", "noll komma noll fem och två komma fem"),
        ("½ kopp, 2½, 1/2", "en halv kopp, två och en halv, en halv"),
        // With units.
        ("5 km, 1 km, 1 kg", "fem kilometer, en kilometer, ett kilo"),
        ("50 % och 3‰", "femtio procent och tre promille"),
        (
            "−30 °C, -5° och 451 °F",
            "minus trettio grader Celsius, minus fem grader och fyrahundrafemtioen grader Fahrenheit"
        ),
        ("80 km/h på 12 m²", "åttio kilometer i timmen på tolv kvadratmeter"),
        ("2 106 m ö.h.", "tvåtusen etthundrasex meter över havet"),
        ("20 kr, 1 kr, $5, 10 €", "tjugo kronor, en krona, fem dollar, tio euro"),
        ("$3 miljoner", "tre miljoner dollar"),
        // Places in a row, days and times.
        ("1:a, 2:a, 3:e och 19:e", "första, andra, tredje och nittonde"),
        ("21:a, 30:e, 100:e, 105:e", "tjugoförsta, trettionde, etthundrade, etthundrafemte"),
        ("den 3 maj 1889", "den tredje maj artonhundraåttionio"),
        ("kl. 18.30", "klockan arton trettio"),
        ("Klockan 7.05, 07:00", "Klockan sju noll fem, sju"),
        ("5–10 km", "fem till tio kilometer"),
        ("Gustav III och Karl XII:s", "Gustav den tredje och Karl den tolftes"),
        ("Del II av Apollo XI", "Del två av Apollo elva"),
        // Signs and short forms.
        ("A & B, R&B", "A och B, R och B"),
        ("a+b=c, 2 × 3", "a plus b är lika med c, två gånger tre"),
        ("#1 # *x* [y] a_b", "nummer ett x y a b"),
        ("t.ex. S:t Göran, bl.a. dr Jekyll", "till exempel Sankt Göran, bland annat doktor Jekyll"),
        ("ca 5, nr 7, s.k. m.m. Nu", "cirka fem, nummer sju, så kallade med mera. Nu"),
        ("år 44 f.Kr.", "år fyrtiofyra före Kristus."),
        ("osv. och så", "och så vidare och så"),
    ]

    static let english = [
        ("In 1652.", "In sixteen fifty-two."),
        ("1100, 1905, 1900", "eleven hundred, nineteen oh five, nineteen hundred"),
        ("2000, 2005, 2013", "two thousand, two thousand and five, twenty thirteen"),
        ("1099 and 2100", "one thousand and ninety-nine and two thousand one hundred"),
        ("1500 m away", "one thousand five hundred metres away"),
        ("the 1930s, the 1270s", "the nineteen thirties, the twelve seventies"),
        ("the 1400s, the 80's, the 2010s", "the fourteen hundreds, the eighties, the twenty tens"),
        (
            "1914–1918, 1914-18",
            "nineteen fourteen to nineteen eighteen, nineteen fourteen to eighteen"
        ),
        (
            "0, 7, 15, 30, 44, 100, 365",
            "zero, seven, fifteen, thirty, forty-four, one hundred, three hundred and sixty-five"
        ),
        ("24,951 steps", "twenty-four thousand nine hundred and fifty-one steps"),
        ("24 951", "twenty-four thousand nine hundred and fifty-one"),
        ("105,003", "one hundred and five thousand and three"),
        ("1,002,000", "one million two thousand"),
        ("agent 007", "agent zero zero seven"),
        ("an A380, a 12-year-old", "an A three hundred and eighty, a twelve-year-old"),
        ("3.5 and 3.14", "three point five and three point one four"),
        ("2½ of ¾, 1/2", "two and a half of three quarters, a half"),
        ("5 km, 1 km, 60 mph", "five kilometres, one kilometre, sixty miles an hour"),
        ("50% and 20 °C", "fifty per cent and twenty degrees Celsius"),
        ("−5° or -5°", "minus five degrees or minus five degrees"),
        ("£1, $3.5 million, 10 €", "one pound, three point five million dollars, ten euros"),
        ("US$5", "US five dollars"),
        ("1st, 2nd, 3rd, 4th, 21st", "first, second, third, fourth, twenty-first"),
        (
            "5th, 8th, 9th, 12th, 20th, 100th",
            "fifth, eighth, ninth, twelfth, twentieth, one hundredth"
        ),
        ("on 3 May 1889, on May 3", "on the third of May eighteen eighty-nine, on May the third"),
        ("the 3 May, in May 2015", "the third of May, in May twenty fifteen"),
        ("In May 12 people came", "In May twelve people came"),
        ("at 18:30, 7:05 and 7:00", "at eighteen thirty, seven oh five and seven o'clock"),
        ("5–10 km", "five to ten kilometres"),
        ("Henry VIII's, Louis XIV", "Henry the eighth's, Louis the fourteenth"),
        ("World War II", "World War two"),
        ("R&B, A & B", "R and B, A and B"),
        ("#1 # *x* [y] a_b", "number one x y a b"),
        (
            "e.g. St. Mary's, Mt Etna, etc. Then",
            "for example Saint Mary's, Mount Etna, et cetera. Then"
        ),
        (
            "No. 7, Dr Who, AD 79, 44 BC",
            "number seven, Doctor Who, A D seventy-nine, forty-four B C"
        ),
    ]

    @Test(arguments: swedish) func `Swedish is said as Swedes say it`(text: String, said: String) {
        #expect(words(text, "sv") == said)
    }

    @Test(arguments: english) func `English is said as the British say it`(
        text: String,
        said: String
    ) {
        #expect(words(text, "en") == said)
    }

    @Test(arguments: ["sv", "en"]) func `words stay as they are`(_ locale: String) {
        for text in [
            "Hon sa: ”Nej!” – och gick … eller?", "It’s King’s Cross, isn't it; “yes” (no).",
            "La Paz, São Paulo, Łódź och Ærø. I Vi XXL MIX via IV, Xi", "D.C., NHL, USA", "東京",
        ] {
            #expect(words(text, locale) == text)
        }
    }

    @Test func `what there is no word for is passed over`() {
        #expect(words(" a\u{A0}b\t|c|\n{d} <e> ~~ \\ ^ 🗼 © ", "sv") == "a b c d e ungefär ungefär")
        #expect(words("٣ och ７", "sv") == "tre och sju")
        #expect(words("5️⃣", "en").isEmpty)
        #expect(words("*", "en").isEmpty)
    }

    /// Of anything that comes no digit and no sign goes on, and what has been made words stays so.
    @Test(arguments: ["sv", "en"]) func `anything becomes words, once and for all`(_ locale: String)
    {
        let pieces = [
            "1", "0", "19", "007", "1984", "24 951", " ", " ", ",", ".", ":", "-", "–", "−", "/",
            "'",
            "a", "S", "XIV", "Karl", "maj", "May", "kl.", "km", "%", "°", "C", "½", "²", "$", "#",
            "&",
            "tal", "st", "s", "million", "5️⃣", "٣", "é", "東", "(", "”",
        ]
        var random = SplitMix64(seed: 11)
        for round in 0..<4_000 {
            let count = 1 + random.next(below: 9)
            let text = (0..<count).map { _ in pieces[random.next(below: pieces.count)] }.joined()
            let said = words(text, locale)
            let strange = said.filter {
                !$0.isLetter && $0 != " " && !SpokenText.pauses.contains($0)
            }
            #expect(strange.isEmpty, "round \(round): \(text) became \(said)")
            #expect(words(said, locale) == said, "round \(round): \(text)")
        }
    }

    @Test(arguments: SpokenLanguage.allCases) func `no two numbers are said alike`(
        _ language: SpokenLanguage
    ) {
        let numbers = NumberWords(language: language)
        let all = Array(0...3_000) + [10_000, 100_000, 999_999, 1_000_000, 999_999_999_999_999]
        #expect(Set(all.map { numbers.cardinal($0) }).count == all.count)
        #expect(Set(all.map { numbers.ordinal($0) }).count == all.count)
        #expect(Set(NumberWords.years.map { numbers.year($0) }).count == NumberWords.years.count)
    }
}
