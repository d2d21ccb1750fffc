import GameState

/// Checks that a round package may be played (T-10.1, T-10.3, G-63…G-68), and finds all objections,
/// not just the first.
public struct PackageValidator: Sendable {
    /// For the packages that come with the program: three follow-ups, so that any game can ask
    /// as many as its host may wish.
    public static let bundled = PackageValidator(followupCount: 3)

    let followupCount: Int

    /// In the order of the rules; the package may be played when none is an error.
    public func findings(in package: RoundPackage) -> [Finding] {
        IdentityCheck.findings(in: package)
            + StructureCheck(followupCount: followupCount).findings(in: package)
            + WritingCheck.findings(in: package)
            + EvidenceCheck.findings(in: package)
            + SecrecyCheck.findings(in: package)
            + SuperlativeCheck.findings(in: package)
            + FollowupLeakCheck.findings(in: package)
    }
}

extension [Finding] {
    /// True when a finding keeps the package from being played.
    public var hasError: Bool { contains { $0.severity == .error } }
}

/// Checks counts, order and lengths (T-10.1).
struct StructureCheck {
    let followupCount: Int

    func findings(in package: RoundPackage) -> [Finding] {
        var findings: [Finding] = []
        if package.clues.map(\.points) != PackageLimits.cluePoints {
            findings.append(
                Finding(.points, at: "clues", "There must be five clues: 10, 8, 6, 4, 2 points.")
            )
        }
        if package.followups.count != followupCount {
            let sentence = "There are \(package.followups.count) follow-ups, not \(followupCount)."
            findings.append(Finding(.followupCount, at: "followups", sentence))
        }
        for (offset, followup) in package.followups.enumerated()
        where followup.index != offset + 1 {
            let sentence = "The index is \(followup.index), not \(offset + 1)."
            findings.append(Finding(.followupIndex, at: "followups[\(offset)].index", sentence))
        }
        return findings + Self.lengthFindings(in: package) + Self.listFindings(in: package)
    }

    private static func lengthFindings(in package: RoundPackage) -> [Finding] {
        let destination = package.destination
        var texts = [
            ("destination.name", destination.name, PackageLimits.nameCharacters),
            ("destination.country", destination.country, PackageLimits.nameCharacters),
            ("destination.region", destination.region, PackageLimits.nameCharacters),
            ("intro", package.intro, PackageLimits.introCharacters),
            ("revealText", package.revealText, PackageLimits.revealCharacters),
        ]
        for (index, alias) in destination.aliases.enumerated() {
            texts.append(("destination.aliases[\(index)]", alias, PackageLimits.nameCharacters))
        }
        for (path, _, words) in package.wordings {
            texts.append(("\(path).text", words.text, PackageLimits.clueCharacters))
            for (number, claim) in words.claims.enumerated() {
                let path = "\(path).claims[\(number)].statement"
                texts.append((path, claim.statement, PackageLimits.statementCharacters))
            }
        }
        for (index, followup) in package.followups.enumerated() {
            let path = "followups[\(index)]"
            texts.append(("\(path).q", followup.q, PackageLimits.questionCharacters))
            texts.append(("\(path).a", followup.a, PackageLimits.answerCharacters))
            for (number, accepted) in followup.accepted.enumerated() {
                let path = "\(path).accepted[\(number)]"
                texts.append((path, accepted, PackageLimits.answerCharacters))
            }
        }
        for (index, line) in package.banter.enumerated() {
            texts.append(("banter[\(index)]", line, PackageLimits.banterCharacters))
        }
        return texts.compactMap { path, text, allowed in
            let count = text.count
            guard !allowed.contains(count) else { return nil }
            let range = "\(allowed.lowerBound)–\(allowed.upperBound)"
            return Finding(.length, at: path, "The text has \(count) characters, not \(range).")
        }
    }

    private static func listFindings(in package: RoundPackage) -> [Finding] {
        let most = PackageLimits.listEntries
        var lists = [
            ("themes", package.themes.count, most),
            ("destination.aliases", package.destination.aliases.count, most),
            ("banter", package.banter.count, most),
        ]
        for (index, clue) in package.clues.enumerated() {
            let path = "clues[\(index)].variants"
            lists.append((path, clue.variants.count, PackageLimits.variants))
        }
        for (path, _, words) in package.wordings {
            lists.append(("\(path).claims", words.claims.count, most))
            lists.append(("\(path).sources", words.sources.count, most))
            for (number, source) in words.sources.enumerated() {
                lists.append(("\(path).sources[\(number)].pages", source.pages.count, most))
            }
        }
        for (index, followup) in package.followups.enumerated() {
            let path = "followups[\(index)]"
            lists.append(("\(path).accepted", followup.accepted.count, most))
            lists.append(("\(path).sources", followup.sources.count, most))
            let terms = followup.antiLeak.bannedTerms
            lists.append(("\(path).antiLeak.bannedTerms", terms.count, most))
            for (number, source) in followup.sources.enumerated() {
                lists.append(("\(path).sources[\(number)].pages", source.pages.count, most))
            }
        }
        return lists.compactMap { path, count, most in
            guard count > most else { return nil }
            let sentence = "There are \(count) entries, more than \(most)."
            return Finding(.listLength, at: path, sentence)
        }
    }
}
