public import GameState

/// Everything one destination needs to be played in one language (T-10.1).
///
/// A package is data alone. Whether it may be played is decided by `Content`'s validator before a
/// game ever sees it; a game trusts what it is given.
public struct RoundPackage: Codable, Hashable, Sendable {
    /// Unique over all packages: `<destination id>.<locale>`, such as `kyoto.sv`.
    public var id: String
    /// `sv` or `en`.
    public var locale: String
    /// `easy`, `normal` or `hard`.
    public var difficulty: Difficulty
    /// The difficulty as players found it; nil where nobody tried. In a game nobody asks for it, so it is left in
    /// the file.
    public var measured: Measured?
    /// Free words a host's theme is matched against, in the package's language.
    public var themes: [String]
    public var destination: Destination
    /// Read aloud when the journey starts; gives nothing away.
    public var intro: String
    /// The intro as it is said, where reading it as it stands would go wrong: names of other languages, spelt
    /// for the ear. So with every `say` here; nil: as it stands. Nobody sees it.
    public var introSay: String?
    /// Read aloud and shown at the reveal.
    public var revealText: String
    public var revealSay: String?
    /// Five, from 10 points down to 2.
    public var clues: [Clue]
    /// Up to three, from index 1.
    public var followups: [Followup]
    /// Short lines between clues; give nothing away.
    public var banter: [String]

    public enum Difficulty: String, Codable, CaseIterable, Sendable {
        case easy, normal, hard
    }

    /// The difficulty as it was measured: players who heard the clues one after the other, and guessed
    /// after each.
    public struct Measured: Codable, Hashable, Sendable {
        public var players: Int
        /// The number of them that knew the place by then, for each clue, 10 points first.
        public var right: [Int]
    }

    /// The secret.
    public struct Destination: Codable, Hashable, Sendable {
        /// The same in every language: lower-case ASCII, such as `kyoto`.
        public var id: String
        public var name: String
        public var country: String
        public var region: String
        /// Degrees north.
        public var lat: Double
        /// Degrees east.
        public var lon: Double
        /// Other names that count as right, in any language.
        public var aliases: [String]
        /// Decides whether a country's name is an answer at all (G-62).
        public var kind: Kind
        /// Wikidata item, such as `Q34600`.
        public var wikidata: String

        public enum Kind: String, Codable, Sendable {
            case city, country, place
        }
    }

    public struct Clue: Codable, Hashable, Sendable {
        public var points: Int
        public var text: String
        public var say: String?
        public var claims: [Claim]
        public var sources: [Source]
        public var verification: Verification
        /// Other things to say at this level; one of all is played.
        @Added<NoVariants> public var variants: [Variant]

        /// Absent where a level has but one text.
        public enum NoVariants: Default {
            public static let value: [Variant] = []
        }
    }

    /// A text for a clue, with its evidence.
    public struct Variant: Codable, Hashable, Sendable {
        public var text: String
        public var say: String?
        public var claims: [Claim]
        public var sources: [Source]
        public var verification: Verification
    }

    /// One checkable statement of a clue.
    public struct Claim: Codable, Hashable, Sendable {
        public var id: String
        public var statement: String
    }

    /// Evidence for a claim: one structured item and two pages that do not share a domain (G-68).
    public struct Source: Codable, Hashable, Sendable {
        /// The claim's id; nil when the source is a follow-up's.
        public var claim: String?
        public var wikidata: String
        public var pages: [String]
        /// Absent in packages that people wrote; in a game nobody asks for it, so it is left in the file.
        @Added<NoEvidence> public var evidence: [Evidence]

        public enum NoEvidence: Default {
            public static let value: [Evidence] = []
        }
    }

    /// The worst of the claims' (G-67), and each claim's own.
    public struct Verification: Codable, Hashable, Sendable {
        public var status: Status
        public var claims: [String: Status]

        public enum Status: String, Codable, Sendable {
            case verified, uncertain, rejected
        }
    }

    public struct Followup: Codable, Hashable, Sendable {
        /// From 1.
        public var index: Int
        public var q: String
        public var say: String?
        public var a: String
        /// Other answers that count as right.
        public var accepted: [String]
        public var sources: [Source]
        public var antiLeak: AntiLeak
    }

    /// Terms that the clues have used already, so that no answer repeats them.
    public struct AntiLeak: Codable, Hashable, Sendable {
        public var bannedTerms: [String]
        public var overlap: Bool
    }
}

extension RoundPackage.Verification {
    /// By name and not in a dictionary's order, which changes: of several faults the same one is told
    /// each time.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.decode(Status.self, forKey: .status)
        let judged = try container.nestedContainer(keyedBy: ClaimName.self, forKey: .claims)
        claims = [:]
        for name in judged.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            claims[name.stringValue] = try judged.decode(Status.self, forKey: name)
        }
    }

    private struct ClaimName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// A package is a secret; printing it, or anything that holds it, tells none.
extension RoundPackage: CustomStringConvertible {
    public var description: String { "a package in \(locale)" }
}

extension RoundPackage.Destination: CustomStringConvertible {
    public var description: String { "a destination" }
}
