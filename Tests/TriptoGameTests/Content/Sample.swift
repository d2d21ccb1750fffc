@testable import GameState
@testable import TriptoGame

/// A package without any fault.
enum Sample {
    static let package = RoundPackage(
        id: "kyoto.en",
        locale: "en",
        difficulty: .normal,
        themes: ["temples", "gardens", "Asia"],
        destination: .init(
            id: "kyoto",
            name: "Kyoto",
            country: "Japan",
            region: "Asia",
            lat: 35.01,
            lon: 135.77,
            aliases: ["Kioto", "Heian-kyo", "Edo"],
            kind: .city,
            wikidata: "Q34600"
        ),
        intro: "Lower your voice and take it slowly.",
        revealText: "Welcome to Kyoto, where shrines and teahouses stand close together!",
        clues: [
            clue(10, "Fifteen stones lie in a garden, and you cannot see them all at once."),
            clue(8, "A maker of video games began here in 1889 with playing cards."),
            clue(6, "Thousands of vermilion gates line the paths up a sacred hill."),
            clue(4, "A climate treaty bears its name, a pavilion is covered in gold leaf."),
            clue(2, "Shuffle the letters of the old imperial city and get today's capital."),
        ],
        followups: [
            followup(1, "In which year did it become the capital?", "794"),
            followup(2, "What is a young dancer in training called?", "Maiko"),
            followup(3, "Which river runs through the east of the city?", "The Kamo"),
        ],
        banter: ["Breathe in, breathe out, then guess."]
    )

    /// The same under another name, with nothing else to tell it apart by.
    static func package(
        _ id: String,
        locale: String = "en",
        country: String = "Japan",
        difficulty: RoundPackage.Difficulty = .normal,
        themes: [String] = ["temples"]
    ) -> RoundPackage {
        var package = package
        package.id = "\(id).\(locale)"
        package.locale = locale
        package.difficulty = difficulty
        package.themes = themes
        package.destination.id = id
        package.destination.country = country
        return package
    }

    private static func clue(_ points: Int, _ text: String) -> RoundPackage.Clue {
        .init(
            points: points,
            text: text,
            claims: [.init(id: "c\(points)", statement: text)],
            sources: [source(of: "c\(points)")],
            verification: .init(status: .verified, claims: ["c\(points)": .verified])
        )
    }

    private static func followup(_ index: Int, _ q: String, _ a: String) -> RoundPackage.Followup {
        .init(
            index: index,
            q: q,
            a: a,
            accepted: ["\(a), of course"],
            sources: [source(of: nil)],
            antiLeak: .init(bannedTerms: ["fifteen stones", "1889", "gold"], overlap: false)
        )
    }

    private static func source(of claim: String?) -> RoundPackage.Source {
        .init(
            claim: claim,
            wikidata: "Q34600",
            pages: ["https://en.wikipedia.org/wiki/Kyoto", "https://www.example.com/kyoto"]
        )
    }
}
