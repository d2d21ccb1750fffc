import GameState

/// No follow-up asks for what the clues have told (T-10.3-4, T-10.2-10, T-10.2-11).
extension PackageValidator {
    static func antiLeakFindings(in package: RoundPackage) -> [Finding] {
        let clues = package.clues.map { FoldedWords($0.text) }
        return package.followups.enumerated().flatMap { index, followup in
            let path = "followups[\(index)]"
            let leaks = leakFindings(in: followup, at: path, clues: clues)
            return leaks
                + overlapFindings(in: followup, at: path, isOverlapping: !leaks.isEmpty)
                + termFindings(in: followup, at: "\(path).antiLeak.bannedTerms", clues: clues)
        }
    }

    /// An answer that stands in a clue, or shares a banned term.
    private static func leakFindings(
        in followup: RoundPackage.Followup,
        at path: String,
        clues: [FoldedWords]
    ) -> [Finding] {
        let answers =
            [("\(path).a", followup.a)]
            + followup.accepted.enumerated().map { ("\(path).accepted[\($0)]", $1) }
        let terms = followup.antiLeak.bannedTerms.map { FoldedWords($0) }
        return answers.flatMap { path, answer in
            let words = FoldedWords(answer).withoutArticle
            var findings: [Finding] = []
            if let clue = clues.firstIndex(where: { $0.contains(words) }) {
                findings.append(
                    Finding(.answerInClue, at: path, "clues[\(clue)] has said \(answer) already.")
                )
            }
            if let term = terms.first(where: { $0.contains(words) || words.contains($0) }) {
                let banned = term.words.joined(separator: " ")
                findings.append(
                    Finding(
                        .answerBanned,
                        at: path,
                        "\(answer) overlaps the banned term \(banned)."
                    )
                )
            }
            return findings
        }
    }

    private static func overlapFindings(
        in followup: RoundPackage.Followup,
        at path: String,
        isOverlapping: Bool
    ) -> [Finding] {
        guard followup.antiLeak.overlap != isOverlapping else { return [] }
        return [
            Finding(.overlap, at: "\(path).antiLeak.overlap", "It is \(isOverlapping) in truth.")
        ]
    }

    private static func termFindings(
        in followup: RoundPackage.Followup,
        at path: String,
        clues: [FoldedWords]
    ) -> [Finding] {
        let terms = followup.antiLeak.bannedTerms
        guard !terms.isEmpty else {
            return [Finding(.bannedTerms, at: path, "No clue bans nothing.")]
        }
        let bad = terms.enumerated().filter { _, term in
            FoldedWords(term).isEmpty || term != term.lowercased()
        }
        let banned = Set(terms.flatMap { FoldedWords($0).words })
        let years = Set(clues.flatMap(\.words).filter(isYear)).subtracting(banned).sorted()
        return bad.map { index, term in
            Finding(.bannedTerms, at: "\(path)[\(index)]", "\(term) is empty or not lower-case.")
        }
            + years.map { year in
                Finding(.bannedYear, at: path, "A clue says \(year).", severity: .warning)
            }
    }

    /// Of our era and in four digits; fewer are more often a number of things.
    private static func isYear(_ word: String) -> Bool {
        word.utf8.count == 4 && Int(word).map { 1000..<2100 ~= $0 } == true
    }
}
