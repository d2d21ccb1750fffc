import GameState

/// Finds what would give the destination away too soon (T-10.3-1, T-10.3-2, G-63, G-64).
extension PackageValidator {
    /// The name, in any form, before the reveal.
    static func nameFindings(in package: RoundPackage) -> [Finding] {
        let destination = package.destination
        // For a country its own name is the answer (G-62).
        let country = destination.kind == .country ? [destination.country] : []
        let names = ([destination.name] + destination.aliases + country)
            .map { (name: $0, folded: FoldedWords($0).withoutArticle) }
        return textsBeforeReveal(of: package).compactMap { path, text in
            let text = FoldedWords(text)
            guard let said = names.first(where: { text.contains($0.folded) }) else { return nil }
            return Finding(.name, at: path, "The text says \(said.name).")
        }
    }

    /// The country before the reveal: it is a part of the secret (protocol §3.2).
    static func countryFindings(in package: RoundPackage) -> [Finding] {
        let country = GeographicForms(country: package.destination.country)
        let clues = package.clues.enumerated().map { ("clues[\($0)].text", $1.text) }
        return (textsBetweenClues(of: package) + clues).compactMap { path, text in
            guard let said = country.first(in: text, locale: package.locale) else { return nil }
            return Finding(.country, at: path, "The text tells the country: \(said).")
        }
    }

    /// Region and continent in the first clue; elsewhere before the clues it is worth a look.
    static func geographyFindings(in package: RoundPackage) -> [Finding] {
        let places = GeographicForms(region: package.destination.region)
        var findings: [Finding] = []
        for (index, clue) in package.clues.enumerated()
        where clue.points == PackageLimits.cluePoints.first {
            guard let said = places.first(in: clue.text, locale: package.locale) else { continue }
            findings.append(
                Finding(
                    .geography,
                    at: "clues[\(index)].text",
                    "The hardest clue tells the part of the world: \(said).",
                    severity: package.difficulty == .easy ? .warning : .error
                )
            )
        }
        for (path, text) in textsBetweenClues(of: package) {
            guard let said = places.first(in: text, locale: package.locale) else { continue }
            findings.append(
                Finding(
                    .early,
                    at: path,
                    "The text tells the part of the world: \(said).",
                    severity: .warning
                )
            )
        }
        return findings
    }

    private static func textsBeforeReveal(
        of package: RoundPackage
    ) -> [(path: String, text: String)] {
        textsBetweenClues(of: package)
            + package.clues.enumerated().map { ("clues[\($0)].text", $1.text) }
            + package.followups.enumerated().map { ("followups[\($0)].q", $1.q) }
    }

    private static func textsBetweenClues(
        of package: RoundPackage
    ) -> [(path: String, text: String)] {
        [("intro", package.intro)]
            + package.banter.enumerated().map { ("banter[\($0)]", $1) }
    }
}
