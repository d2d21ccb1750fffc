import Seeded
import Testing

@testable import LoadTest

struct WordSearchTests {
    private func found(_ words: [String], in text: String) -> [String] {
        let search = WordSearch(words.map { WordSearch.fold($0.utf8) })
        var found: [String] = []
        Array(text.utf8).withUnsafeBytes { bytes in
            search.search(bytes) { word, range in found.append("\(words[word])@\(range.lowerBound)")
            }
        }
        return found
    }

    @Test func `words within words are found`() {
        #expect(found(["he", "she", "hers", "his"], in: "ushers") == ["she@1", "he@2", "hers@2"])
    }

    @Test func `case does not matter, for Swedish letters either`() {
        #expect(found(["Åre", "ÉTÉ"], in: "i ÅRE, été") == ["Åre@2", "ÉTÉ@8"])
    }

    @Test(arguments: [3, 77, 4_096] as [UInt64])
    func `it finds what a plain search finds`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let letters = Array("abåÅ")
        func text(_ count: Int) -> String {
            String((0..<count).map { _ in letters[Int.random(in: 0..<4, using: &random)] })
        }
        let words = Array(Set((0..<20).map { _ in text(Int.random(in: 1...5, using: &random)) }))
        let hay = text(300)
        var expected: Set<String> = []
        let folded = WordSearch.fold(hay.utf8)
        for word in words {
            let needle = WordSearch.fold(word.utf8)
            for start in 0...(folded.count - needle.count)
            where Array(folded[start..<start + needle.count]) == needle {
                expected.insert("\(word)@\(start)")
            }
        }
        let result = found(words, in: hay)
        #expect(Set(result) == expected, "seed \(seed)")
        #expect(result.count == expected.count, "seed \(seed)")
    }
}
