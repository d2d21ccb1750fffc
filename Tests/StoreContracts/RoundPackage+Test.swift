import Foundation
public import TriptoGame

extension RoundPackage {
    /// A whole package, `kyoto.en`: five clues, two questions.
    ///
    /// - Parameter clue: the beginning of its clues.
    public static func test(clue: String = "It was a capital") -> RoundPackage {
        let clues = [10, 8, 6, 4, 2].map { points in
            """
            {
                "points": \(points),
                "text": "\(clue) for \(points)",
                "claims": [{"id": "c1", "statement": "says \\"so\\""}],
                "sources": [
                    {"claim": "c1", "wikidata": "Q1", "pages": ["https://a.example/1"]}
                ],
                "verification": {"status": "verified", "claims": {"c1": "verified"}}
            }
            """
        }
        let followups = (1...2).map { index in
            """
            {
                "index": \(index),
                "q": "Question \(index)?",
                "a": "answer \(index)",
                "accepted": ["other \(index)"],
                "sources": [{"wikidata": "Q2", "pages": []}],
                "antiLeak": {"bannedTerms": ["temple"], "overlap": false}
            }
            """
        }
        let package = """
            {
                "id": "kyoto.en",
                "locale": "en",
                "difficulty": "normal",
                "themes": ["asia"],
                "destination": {
                    "id": "kyoto",
                    "name": "Kyoto",
                    "country": "Japan",
                    "region": "Asia",
                    "lat": 35.0116,
                    "lon": 135.7681,
                    "aliases": ["Kioto", "京都"],
                    "kind": "city",
                    "wikidata": "Q34600"
                },
                "intro": "Off we go",
                "revealText": "Kyoto!",
                "clues": [\(clues.joined(separator: ","))],
                "followups": [\(followups.joined(separator: ","))],
                "banter": []
            }
            """
        do {
            return try JSONDecoder().decode(RoundPackage.self, from: Data(package.utf8))
        } catch {
            preconditionFailure("the package of the tests can't be read: \(error)")
        }
    }
}
