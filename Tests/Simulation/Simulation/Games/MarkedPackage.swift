import FoundationEssentials
import GameState
import Protocol
import TriptoGame

/// Packages whose every secret carries an unmistakable mark: `Zq`, two letters for the package, one
/// for the secret.
enum MarkedPackage {
    static let count = 26 * 26

    /// The letter of each kind of secret.
    enum Mark {
        static let name: Character = "n"
        static let country: Character = "c"
        static let revealText: Character = "t"
        static let alias: Character = "a"
        static let region: Character = "g"
        static let identifier: Character = "i"
        static let source: Character = "s"
        static let synonym: Character = "u"
        /// Of what is said in place of a text, which nobody ever reads.
        static let said: Character = "h"
        static let revealed = [name, country, revealText]
        static let clues: [Character] = ["1", "2", "3", "4", "5"]
        static let questions: [Character] = ["x", "y", "w"]
        static let answers: [Character] = ["X", "Y", "W"]
        // Of clips, by their segments.
        static let introClip: Character = "I"
        static let clueClips: [Character] = ["P", "Q", "R", "S", "T"]
        static let revealClip: Character = "V"
        static let questionClips: [Character] = ["K", "L", "M"]
        static let clips = [introClip] + clueClips + [revealClip] + questionClips
    }

    static func code(_ number: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return "\(letters[number / 26 % 26])\(letters[number % 26])"
    }

    static func number(of package: RoundPackage) -> Int {
        let letters = Array(package.id.utf8.dropFirst(2).prefix(2))
        return letters.reduce(0) { $0 * 26 + Int($1) - 97 }
    }

    /// Beginnings of the ids of a package's clips, in the order of its script.
    static func clipMarks(of package: RoundPackage) -> [String] {
        let mark = "Zq" + code(number(of: package))
        return Mark.clips.prefix(7 + package.followups.count).map { "\(mark)\($0)" }
    }

    /// Text that a guest types, without the mark: case does not matter to the rules.
    static func rightAnswer(_ package: RoundPackage) -> String {
        package.destination.name.lowercased()
    }

    /// Content for a wish: the first that was not used, or the pinned one.
    static func choose(for wish: PackageWish) -> RoundPackage? {
        let used = Set(wish.usedDestinations)
        return (wish.isSpoken ? spoken : unspoken).first { package in
            wish.pinned == package.id
                || wish.pinned == nil && !used.contains(package.destination.id)
        }
    }

    private static let spoken = (0..<60).map { make($0, isSpoken: true) }
    private static let unspoken = (0..<60).map { make($0, isSpoken: false) }

    private static func make(_ number: Int, isSpoken: Bool) -> RoundPackage {
        let mark = "Zq" + code(number)
        let say: JSONValue = isSpoken ? .string("\(mark)\(Mark.said) is said of it") : .null
        let sources: JSONValue = [
            [
                "claim": "c1", "wikidata": .string("\(mark)\(Mark.source)1"),
                "pages": [.string("https://\(mark)\(Mark.source).test/a")],
            ]
        ]
        let clues = zip([10, 8, 6, 4, 2], Mark.clues).map { points, letter -> JSONValue in
            [
                "points": .int(points), "text": .string("\(mark)\(letter) is said of it"),
                "say": say,
                "claims": [["id": "c1", "statement": .string("\(mark)\(Mark.source)")]],
                "sources": sources,
                "verification": ["status": "verified", "claims": ["c1": "verified"]],
            ]
        }
        let followups = (0..<number % 4).map { index -> JSONValue in
            [
                "index": .int(Int64(index + 1)), "q": .string("\(mark)\(Mark.questions[index])?"),
                "say": say,
                "a": .string("\(mark)\(Mark.answers[index])ium"),
                "accepted": [.string("\(mark)\(Mark.synonym)\(index)")], "sources": sources,
                "antiLeak": ["bannedTerms": [], "overlap": .bool(false)],
            ]
        }
        let package: JSONValue = [
            "id": .string("\(mark)\(Mark.identifier).sv"), "locale": "sv",
            "difficulty": "normal", "themes": [], "intro": "Off we go", "banter": [],
            "introSay": say, "revealSay": say,
            "revealText": .string("\(mark)\(Mark.revealText) at last"),
            "destination": [
                "id": .string("\(mark)\(Mark.identifier)"),
                "name": .string("\(mark)\(Mark.name)opolis"),
                "country": .string("\(mark)\(Mark.country)landia"),
                "region": .string("\(mark)\(Mark.region)"), "lat": .double(35.5),
                "lon": .double(135.75), "aliases": [.string("\(mark)\(Mark.alias)burg")],
                "kind": "city", "wikidata": .string("\(mark)\(Mark.source)0"),
            ],
            "clues": .array(clues), "followups": .array(followups),
        ]
        do {
            return try JSONDecoder().decode(RoundPackage.self, from: Data(package.bytes))
        } catch {
            preconditionFailure("a package that can't be read: \(error)")
        }
    }
}
