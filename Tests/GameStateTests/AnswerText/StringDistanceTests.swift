import Seeded
import Testing

@testable import GameState

@Suite struct StringDistanceTests {
    @Test(arguments: [
        ("MARTHA", "MARHTA", 0.961), ("DIXON", "DICKSONX", 0.813), ("DWAYNE", "DUANE", 0.840),
        ("austria", "australia", 0.927), ("niger", "nigeria", 0.943),
    ])
    func `Jaro–Winkler gives the published values`(one: String, other: String, value: Double) {
        #expect(abs(jaroWinkler(one, other) - value) < 0.0006)
        #expect(abs(jaroWinkler(other, one) - value) < 0.0006)
    }

    @Test func `equal words are alike and words without a common letter are not`() {
        #expect(jaroWinkler("paris", "paris") == 1)
        #expect(jaroWinkler("", "") == 1)
        #expect(jaroWinkler("", "paris") == 0)
        #expect(jaroWinkler("a", "b") == 0)
    }

    @Test func `a letter counts as common up to half a word away and no further`() {
        #expect(jaroWinkler("axxxxx", "yyayyy") > 0)
        #expect(jaroWinkler("axxxxx", "yyyayy") == 0)
    }

    @Test(arguments: [
        ("kitten", "sitting", 3), ("stokholm", "stockholm", 1), ("prais", "paris", 1),
        ("ca", "abc", 3), ("", "abc", 3), ("", "", 0), ("flaw", "lawn", 2),
    ])
    func `edits are counted, a swap of neighbours as one`(one: String, other: String, edits: Int) {
        #expect(self.edits(one, other, atMost: 9) == edits)
        #expect(self.edits(other, one, atMost: 9) == edits)
    }

    @Test func `a distance beyond the limit is not told`() {
        #expect(edits("kitten", "sitting", atMost: 3) == 3)
        #expect(edits("kitten", "sitting", atMost: 2) == nil)
        #expect(edits("oslo", "oslo", atMost: 0) == 0)
        #expect(edits("oslo", "olso", atMost: 0) == nil)
    }

    @Test func `a limit changes no distance within it`() {
        var random = SplitMix64(seed: 11)
        let alphabet = Array("abc".unicodeScalars)
        for _ in 0..<2_000 {
            let one = (0..<Int.random(in: 0...7, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<3, using: &random)]
            }
            let other = (0..<Int.random(in: 0...7, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<3, using: &random)]
            }
            let exact = StringDistance.edits(one, other, atMost: 20)
            for limit in 0...3 {
                let limited = StringDistance.edits(one, other, atMost: limit)
                #expect(limited == exact.flatMap { $0 <= limit ? $0 : nil }, "seed 11")
            }
        }
    }

    private func jaroWinkler(_ one: String, _ other: String) -> Double {
        StringDistance.jaroWinkler(Array(one.unicodeScalars), Array(other.unicodeScalars))
    }

    private func edits(_ one: String, _ other: String, atMost limit: Int) -> Int? {
        StringDistance.edits(Array(one.unicodeScalars), Array(other.unicodeScalars), atMost: limit)
    }
}
