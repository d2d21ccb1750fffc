package import Seeded

/// Text from the pieces that break normalisers: marks without end, directions, joiners, numbers.
package enum HostileText {
    private static let pieces = [
        "a", "É", "e\u{301}", "å", "ß", "ﬁ", "İ", "ı", "ŉ", "Σ", "ς", "Ⓢ", "𝓢", "Ｓ", "½", "²",
        "1", "23", "456", ".", ",", "-", "−", "'", "’", " ", "\u{A0}", "\r\n", "\u{0}", "\u{301}",
        "\u{489}", "\u{200D}", "\u{202E}", "\u{FE0F}", "\u{20E3}", "👨‍👩‍👧‍👦", "🇸🇪", "가", "\u{1100}",
        "が", "か\u{3099}", "क्ष", "й", "saint", " and ", " och ", " city ", "the ", "stockholm",
        "\u{E000}", "\u{10FFFF}", "\u{FFFD}", "\u{344}", "\u{2126}", "\u{212B}", "ǅ",
    ]

    package static let extremes = [
        "Stockholm" + String(repeating: "\u{301}", count: 5_000),
        "S" + String(repeating: "\u{316}\u{301}", count: 198),
        String(repeating: "\u{301}", count: 400),
        String(repeating: "👨‍👩‍👧‍👦", count: 200),
        String(repeating: "🇸", count: 199),
        String(repeating: "\u{202E}", count: 200),
        String(repeating: "the ", count: 200),
        String(repeating: "city ", count: 160),
        String(repeating: "a", count: 200),
        String(repeating: "1.", count: 400),
        String(repeating: "1", count: 800),
        String(repeating: " ", count: 16_384),
        String(repeating: "\u{1100}", count: 266),
        String(repeating: "ﷺ", count: 266),
        String(repeating: "-", count: 800),
        "\u{0}", "\u{FEFF}", "\r\n\r\n", "",
    ]

    package static func random(using random: inout SplitMix64) -> String {
        let count = Int.random(in: 0...24, using: &random)
        return (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
            .joined()
    }
}
