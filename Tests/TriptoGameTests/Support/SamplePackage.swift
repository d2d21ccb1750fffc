import Protocol

@testable import GameState
@testable import TriptoGame

/// Packages whose every secret word is found nowhere else, so that a leak can be searched for.
enum SamplePackage {
    static func name(_ number: Int) -> String { "Namecity\(number)x" }
    static func answer(_ number: Int, _ question: Int) -> String { "Solution\(number)x\(question)" }

    static func make(_ number: Int, followups: Int = 3) -> RoundPackage {
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
                lat: 35.0078125,
                lon: 135.7578125,
                aliases: ["Aliastown\(number)x"],
                kind: .city,
                wikidata: "Q99\(number)99"
            ),
            intro: "Off we go",
            revealText: "Revealed\(number)x at last",
            clues: [10, 8, 6, 4, 2].map { clue(number, $0) },
            followups: followups == 0 ? [] : (1...followups).map { followup(number, $0) },
            banter: []
        )
    }

    /// Content for a wish: the first that has not been used, or the pinned one; nil after `count`.
    static func choose(for wish: PackageWish, of count: Int = 1000) -> RoundPackage? {
        (1...count).lazy.map { make($0) }.first {
            wish.pinned == $0.id
                || wish.pinned == nil && !wish.usedDestinations.contains($0.destination.id)
        }
    }

    /// The same with two more texts for 10 points, and one more for 8.
    static func varied(_ number: Int) -> RoundPackage {
        var package = make(number)
        package.clues[0].variants = [variant(number, 10, "b"), variant(number, 10, "c")]
        package.clues[1].variants = [variant(number, 8, "b")]
        return package
    }

    /// The same with something else to say for the intro, 8 points, the reveal and the second question, and of
    /// the other text for 8 points.
    static func spoken(_ number: Int) -> RoundPackage {
        var package = varied(number)
        package.introSay = said(number, "intro")
        package.clues[1].say = said(number, "clue_8")
        package.clues[1].variants[0].say = said(number, "clue_8b")
        package.revealSay = said(number, "reveal")
        package.followups[1].say = said(number, "followup_2")
        return package
    }

    static func said(_ number: Int, _ refKey: String) -> String { "Said\(number)x\(refKey)" }

    private static func variant(
        _ number: Int,
        _ points: Int,
        _ letter: String
    ) -> RoundPackage.Variant {
        var words = clue(number, points).words
        words.text = "Othertext\(number)x\(points)\(letter)!"
        words.claims[0].statement = "Otherclaim\(number)x\(points)\(letter)!"
        return words
    }

    /// Stands in every clip's name.
    static let clipMark = "clip-of-"

    static func clipName(_ package: RoundPackage, _ refKey: String) -> String {
        "\(clipMark)\(package.destination.id.filter(\.isNumber))-\(refKey)-"
    }

    /// A package that is read aloud, every clip two seconds long.
    ///
    /// - Parameter silent: segments, by their names in the archive, that were not ready in time.
    static func voiced(_ package: RoundPackage, silent: Set<String> = []) -> RoundContent {
        let clips = package.segments.map { segment -> Clip? in
            guard !silent.contains(segment.rawValue) else { return nil }
            let id = ClipID(rawValue: clipName(package, segment.rawValue))
            return Clip(id: id, durationMs: 2_000, lufs: -19)
        }
        return Tripto.voiced(RoundContent(package), by: credit, clips: clips)
    }

    static let credit = VoiceCredit(provider: "nobody", licence: "none")

    private static func clue(_ number: Int, _ points: Int) -> RoundPackage.Clue {
        RoundPackage.Clue(
            points: points,
            text: "Cluetext\(number)x\(points)!",
            claims: [RoundPackage.Claim(id: "c1", statement: "Claim\(number)x\(points)!")],
            sources: [source(number, claim: "c1")],
            verification: RoundPackage.Verification(status: .verified, claims: ["c1": .verified])
        )
    }

    private static func followup(_ number: Int, _ index: Int) -> RoundPackage.Followup {
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
