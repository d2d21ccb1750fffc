@testable import GameState
@testable import TriptoGame

/// Packages whose every secret word is found nowhere else, so that a leak can be searched for.
enum SecretPackage {
    static let count = 12

    static func name(_ number: Int) -> String { "Namecity\(number)x" }
    static func answer(_ number: Int, _ question: Int) -> String { "Solution\(number)x\(question)" }
    static func clue(_ number: Int, _ points: Int) -> String { "Cluetext\(number)x\(points)!" }

    /// Degrees with three decimals, which are found nowhere else.
    private static func lat(_ number: Int) -> Double { 10.625 + Double(number) }

    /// Words that no player and no screen may see before the reveal.
    static func words(_ number: Int) -> [String] {
        [
            name(number), "Countryland\(number)x", "Region\(number)x", "Aliastown\(number)x",
            "Revealed\(number)x", "Claim\(number)x", "source\(number)x", "Q99\(number)99",
            "place\(number)x", "Solution\(number)x", "Synonym\(number)x",
            "\(lat(number))",
        ]
    }

    @Sendable static func choose(_ wish: PackageWish) -> RoundPackage? {
        (1...count).lazy.map(make).first {
            wish.pinned == $0.id
                || wish.pinned == nil && !wish.usedDestinations.contains($0.destination.id)
        }
    }

    /// They have no themes: this one is nobody's secret.
    @Sendable static func offer(theme: String, locale: String) -> ThemeOffer? {
        ["sv", "en"].contains(locale)
            ? ThemeOffer(
                themes: [.init("hav", count: count)],
                matching: theme == "hav" ? count : 0,
                total: count
            )
            : nil
    }

    static func make(_ number: Int) -> RoundPackage {
        RoundPackage(
            id: "place\(number)x.sv",
            locale: "sv",
            difficulty: .normal,
            themes: [],
            destination: RoundPackage.Destination(
                id: "place\(number)x",
                name: name(number),
                country: "Countryland\(number)x",
                region: "Region\(number)x",
                lat: lat(number),
                lon: 135.75,
                aliases: ["Aliastown\(number)x"],
                kind: .city,
                wikidata: "Q99\(number)99"
            ),
            intro: "Off we go",
            revealText: "Revealed\(number)x at last",
            clues: [10, 8, 6, 4, 2].map { makeClue(number, $0) },
            followups: (1...3).map { makeFollowup(number, $0) },
            banter: []
        )
    }

    private static func makeClue(_ number: Int, _ points: Int) -> RoundPackage.Clue {
        RoundPackage.Clue(
            points: points,
            text: clue(number, points),
            claims: [RoundPackage.Claim(id: "c1", statement: "Claim\(number)x\(points)!")],
            sources: [source(number, claim: "c1")],
            verification: RoundPackage.Verification(status: .verified, claims: ["c1": .verified])
        )
    }

    private static func makeFollowup(_ number: Int, _ index: Int) -> RoundPackage.Followup {
        RoundPackage.Followup(
            index: index,
            q: "Question\(number)x\(index)?",
            a: answer(number, index),
            accepted: ["Synonym\(number)x\(index)"],
            sources: [source(number, claim: nil)],
            antiLeak: RoundPackage.AntiLeak(bannedTerms: [], overlap: false)
        )
    }

    private static func source(_ number: Int, claim: String?) -> RoundPackage.Source {
        RoundPackage.Source(
            claim: claim,
            wikidata: "Q99\(number)99",
            pages: ["https://source\(number)x.test/a", "https://other\(number)x.test/b"]
        )
    }
}
