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
        let told = ToldTexts(of: package)
        return IdentityCheck.findings(in: package)
            + StructureCheck(followupCount: followupCount).findings(in: package)
            + MeasuredCheck.findings(in: package)
            + WritingCheck.findings(in: package)
            + EvidenceCheck.findings(in: package)
            + SecrecyCheck.findings(in: package, told)
            + SuperlativeCheck.findings(in: package, told)
            + FollowupLeakCheck.findings(in: package, told)
            + SaidCheck.findings(in: package)
    }
}

extension [Finding] {
    /// True when a finding keeps the package from being played.
    public var hasError: Bool { contains { $0.severity == .error } }
}

/// Checks the measured difficulty: one that is off is worth a second look.
enum MeasuredCheck {
    static func findings(in package: RoundPackage) -> [Finding] {
        guard let measured = package.measured else { return [] }
        let right = measured.right
        let isCurve =
            right.count == PackageLimits.cluePoints.count
            && PackageLimits.measuringPlayers.contains(measured.players)
            && zip([0] + right, right + [measured.players]).allSatisfy { $0 <= $1 }
        guard isCurve else {
            let sentence = "It is no number of players for each clue, never fewer than before."
            return [Finding(.measured, at: "measured", sentence)]
        }
        return measured.flaws.map { _, sentence in
            Finding(.measured, at: "measured.right", sentence, severity: .warning)
        }
    }
}

extension RoundPackage.Measured {
    /// Flaws of the curve, each with the worth of the clues that it lies in: the hardest gives the place away, or the
    /// easiest tells nobody.
    var flaws: [(points: Int, sentence: String)] {
        guard let first = right.first, let last = right.last else { return [] }
        let (hardest, easiest) = (PackageLimits.cluePoints.first, PackageLimits.cluePoints.last)
        var flaws: [(Int, String)] = []
        if first * 2 > players, let hardest {
            flaws.append((hardest, "\(first) of \(players) players knew the place at \(hardest)."))
        }
        if last == 0, let easiest {
            flaws.append((easiest, "None of \(players) players knew the place at \(easiest)."))
        }
        return flaws
    }
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
        var findings: [Finding] = []
        func check(
            _ text: String,
            _ allowed: ClosedRange<Int>,
            at path: @autoclosure () -> String
        ) {
            let count = text.plainCount ?? text.count
            guard !allowed.contains(count) else { return }
            let range = "\(allowed.lowerBound)–\(allowed.upperBound)"
            let sentence = "The text has \(count) characters, not \(range)."
            findings.append(Finding(.length, at: path(), sentence))
        }
        let destination = package.destination
        check(destination.name, PackageLimits.nameCharacters, at: "destination.name")
        check(destination.country, PackageLimits.nameCharacters, at: "destination.country")
        check(destination.region, PackageLimits.nameCharacters, at: "destination.region")
        check(package.intro, PackageLimits.introCharacters, at: "intro")
        check(package.revealText, PackageLimits.revealCharacters, at: "revealText")
        for (index, alias) in destination.aliases.enumerated() {
            check(alias, PackageLimits.nameCharacters, at: "destination.aliases[\(index)]")
        }
        for (path, _, words) in package.wordings {
            check(words.text, PackageLimits.clueCharacters, at: "\(path).text")
            for (number, claim) in words.claims.enumerated() {
                check(
                    claim.statement,
                    PackageLimits.statementCharacters,
                    at: "\(path).claims[\(number)].statement"
                )
            }
        }
        for (index, followup) in package.followups.enumerated() {
            check(followup.q, PackageLimits.questionCharacters, at: "followups[\(index)].q")
            check(followup.a, PackageLimits.answerCharacters, at: "followups[\(index)].a")
            for (number, accepted) in followup.accepted.enumerated() {
                check(
                    accepted,
                    PackageLimits.answerCharacters,
                    at: "followups[\(index)].accepted[\(number)]"
                )
            }
        }
        for (index, line) in package.banter.enumerated() {
            check(line, PackageLimits.banterCharacters, at: "banter[\(index)]")
        }
        for said in package.said { check(said.say, PackageLimits.sayCharacters, at: said.path) }
        return findings
    }

    private static func listFindings(in package: RoundPackage) -> [Finding] {
        var findings: [Finding] = []
        func check(
            _ count: Int,
            most: Int = PackageLimits.listEntries,
            at path: @autoclosure () -> String
        ) {
            guard count > most else { return }
            let sentence = "There are \(count) entries, more than \(most)."
            findings.append(Finding(.listLength, at: path(), sentence))
        }
        check(package.themes.count, at: "themes")
        check(package.destination.aliases.count, at: "destination.aliases")
        check(package.banter.count, at: "banter")
        for (index, clue) in package.clues.enumerated() {
            check(clue.variants.count, most: PackageLimits.variants, at: "clues[\(index)].variants")
        }
        for (path, _, words) in package.wordings {
            check(words.claims.count, at: "\(path).claims")
            check(words.sources.count, at: "\(path).sources")
            for (number, source) in words.sources.enumerated() {
                check(source.pages.count, at: "\(path).sources[\(number)].pages")
            }
        }
        for (index, followup) in package.followups.enumerated() {
            check(followup.accepted.count, at: "followups[\(index)].accepted")
            check(followup.sources.count, at: "followups[\(index)].sources")
            check(
                followup.antiLeak.bannedTerms.count,
                at: "followups[\(index)].antiLeak.bannedTerms"
            )
            for (number, source) in followup.sources.enumerated() {
                check(
                    source.pages.count,
                    at: "followups[\(index)].sources[\(number)].pages"
                )
            }
        }
        return findings
    }
}
