import GameState

/// Nothing is the largest unless somebody has verified it (T-10.3-3, G-65).
extension PackageValidator {
    static func superlativeFindings(in package: RoundPackage) -> [Finding] {
        guard let locale = PackageLocale(rawValue: package.locale) else { return [] }
        let language = Superlatives.of(locale)
        var verified: Set<String> = []
        var findings: [Finding] = []
        for (index, clue) in package.clues.enumerated() {
            let backed = clue.claims.filter { clue.verification.claims[$0.id] == .verified }
                .flatMap { language.superlatives(in: FoldedWords($0.statement)) }
            verified.formUnion(backed)
            for word in language.superlatives(in: FoldedWords(clue.text))
            where !backed.contains(word) {
                findings.append(
                    Finding(
                        .superlative,
                        at: "clues[\(index)].text",
                        "No verified claim of the clue says \(word)."
                    )
                )
            }
        }
        // The reveal has no claims of its own; what the clues have verified it may repeat.
        for word in language.superlatives(in: FoldedWords(package.revealText))
        where !verified.contains(word) {
            findings.append(
                Finding(
                    .superlative,
                    at: "revealText",
                    "No verified claim says \(word).",
                    severity: .warning
                )
            )
        }
        return findings
    }
}
