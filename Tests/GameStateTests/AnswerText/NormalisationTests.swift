import Seeded
import TestSupport
import Testing

@testable import GameState

@Suite struct NormalisationTests {
    @Test(arguments: [
        ("  STOCKHOLM!! ", "stockholm"), ("St. Petersburg", "st petersburg"),
        ("Saint-Denis", "st denis"), ("Xi'an", "xian"), ("Xi’an", "xian"),
        ("New\u{00A0}\t York", "new york"), ("Ｔｏｋｙｏ", "tokyo"), ("ⓟaris", "paris"),
        ("𝓟𝓪𝓻𝓲𝓼", "paris"), ("\u{200F}Pa\u{200D}ris\u{202E}", "paris"), ("Pa\u{AD}ris", "paris"),
        ("Paris 🎉👨‍👩‍👧🇫🇷", "paris"), ("Trinidad & Tobago", "trinidad tobago"),
        ("Trinidad och Tobago", "trinidad tobago"), ("Straße", "strasse"), ("ﬁji", "fiji"),
        ("ΑΘΗΝΑΣ", "αθηνασ"), ("Αθήνας", "αθήνασ"), ("МОСКВА", "москва"), ("東京", "東京"),
        ("3,5 km", "3.5 km"), ("1,000", "1000"), ("1 000", "1 000"), ("−5", "-5"),
        ("10–20", "10 20"), ("٣", "3"), ("m²", "m2"), ("And", "and"),
        ("Trinidad and", "trinidad and"),
    ])
    func `words are folded in case and freed of punctuation`(raw: String, expected: String) {
        #expect(NormalisedText(raw)?.text == expected)
    }

    @Test(arguments: [
        ("Malmö", "malmo"), ("Åre", "are"), ("A\u{30A}re", "are"), ("Łódź", "lodz"),
        ("São Tomé", "sao tome"), ("Þingvellir", "thingvellir"), ("Seyðisfjörður", "seydisfjordur"),
        ("İstanbul", "istanbul"), ("Diyarbakır", "diyarbakir"), ("Hà Nội", "ha noi"),
        ("Đà Nẵng", "da nang"), ("Ærø", "aero"), ("Tromsø", "tromso"), ("Kraków", "krakow"),
        ("Chișinău", "chisinau"), ("Nukuʻalofa", "nukualofa"), ("Cœur", "coeur"),
        ("Москва", "москва"), ("йод", "йод"), ("がぎ", "がぎ"),
    ])
    func `Latin letters fold to ASCII and other scripts stay`(raw: String, expected: String) {
        #expect(NormalisedText(raw)?.folded == expected)
    }

    @Test func `a letter folds alike however it is composed`() {
        #expect(NormalisedText("Ha\u{300} No\u{323}\u{302}i")?.folded == "ha noi")
        #expect(NormalisedText("A\u{30A}re") == NormalisedText("Åre"))
        let decomposed = NormalisedText("Malmo\u{308}")
        let written = NormalisedText("Malmoe")
        #expect(decomposed.flatMap { name in written.map(name.isSpelledLike) } == true)
    }

    @Test(arguments: ["", "   ", "!?.,", "🎉", "\u{301}\u{302}", "\u{200F}", "'", "\u{0}"])
    func `nothing to compare is no text`(raw: String) {
        #expect(NormalisedText(raw) == nil)
    }

    @Test func `more than the limit is no text`() {
        let limit = NormalisedText.maximumBytes
        #expect(NormalisedText(String(repeating: "a", count: limit)) != nil)
        #expect(NormalisedText(String(repeating: "a", count: limit + 1)) == nil)
    }

    @Test func `every scalar normalises and folds once and for all`() {
        var odd: [UInt32] = []
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = Normalisation.words(of: "a\(scalar)b").joined(separator: " ")
            let folded = Normalisation.folded(once)
            let isStable =
                Normalisation.words(of: once).joined(separator: " ") == once
                && Normalisation.folded(folded) == folded
            if !isStable { odd.append(value) }
        }
        #expect(odd.isEmpty, "\(odd.prefix(20).map { String($0, radix: 16) })")
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `normalising again changes nothing`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<3_000 {
            let raw = HostileText.random(using: &random)
            let once = Normalisation.words(of: raw).joined(separator: " ")
            let again = Normalisation.words(of: once).joined(separator: " ")
            #expect(again == once, "seed \(seed)")
        }
    }

    @Test func `every extended Latin letter of the table is one scalar and folds to ASCII`() {
        for (letter, replacement) in LatinLetters.ascii {
            #expect(!letter.isASCII && replacement.utf8.allSatisfy { (0x61...0x7A).contains($0) })
        }
        let uncovered = (UInt32(0xC0)...0x17F).compactMap(Unicode.Scalar.init).filter { letter in
            letter.properties.isAlphabetic && letter.properties.isLowercase
                && LatinLetters.ascii[letter] == nil
        }
        // Folding case makes two letters of it.
        #expect(uncovered == ["\u{149}"])
    }
}
