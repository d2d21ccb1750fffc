import GameState

/// Checks what is said in place of a text: it is the same line, and gives away no more and no sooner.
enum SaidCheck {
    static func findings(in package: RoundPackage) -> [Finding] {
        let said = package.said
        guard !said.isEmpty else { return [] }
        let names = DestinationNames(of: package.destination, in: .bundled)
        return said.flatMap { Self.likenessFindings(of: $0) + soundFindings(of: $0, names) }
            + leakFindings(in: package)
    }

    /// Findings of the rules for texts in a package of what is said.
    private static func leakFindings(in package: RoundPackage) -> [Finding] {
        let heard = package.heard
        let told = ToldTexts(of: heard)
        let repeated = FollowupLeakCheck.answerFindings(in: heard, told)
        return
            (SecrecyCheck.findings(in: heard, told) + SuperlativeCheck.findings(in: heard, told)
            + repeated)
            .map { finding in
                let text = package.said.first { $0.textPath == finding.path }
                return Finding(
                    .said,
                    at: text?.path ?? finding.path,
                    "Aloud: \(finding.sentence)",
                    severity: finding.severity
                )
            }
    }

    /// A name that is spelt for the ear is as good as the name: what would be taken for an answer is not said.
    private static func soundFindings(
        of said: RoundPackage.Said,
        _ names: DestinationNames
    ) -> [Finding] {
        guard said.isBeforeReveal else { return [] }
        let told = Self.runs(of: said).first { run in
            NormalisedText(run).map { AnswerMatcher.standard.accepts($0, for: names) } == true
        }
        guard let told else { return [] }
        return [Finding(.said, at: said.path, "Aloud: \(told) is as good as the answer.")]
    }

    private static func likenessFindings(of said: RoundPackage.Said) -> [Finding] {
        let (words, text) = (FoldedWords(said.say).words, FoldedWords(said.text).words)
        if said.say == said.text {
            let sentence = "It is the text as it stands."
            return [Finding(.said, at: said.path, sentence, severity: .warning)]
        }
        let known = Set(text)
        let kept = words.count { known.contains($0) }
        guard kept * 2 < text.count else { return [] }
        return [Finding(.said, at: said.path, "Less than half of the text is in it.")]
    }

    /// Words that the text does not have, and what they make together with those beside them.
    private static func runs(of said: RoundPackage.Said) -> [String] {
        let known = Set(FoldedWords(said.text).words)
        let runs = FoldedWords(said.say).words.split { known.contains($0) }
        return runs.flatMap { run in
            run.indices.flatMap { start in
                run[start...].prefix(longestRun).indices.map {
                    run[start...$0].joined(separator: " ")
                }
            }
        }
    }

    /// A name spelt letter by letter is no longer.
    private static let longestRun = 12
}

extension RoundPackage {
    /// One `say`, and the text that it stands for.
    struct Said {
        let path: String
        let say: String
        let textPath: String
        let text: String

        var isBeforeReveal: Bool { textPath != "revealText" }
    }

    /// In the order of the document.
    var said: [Said] {
        var said: [Said] = []
        func add(_ path: String, _ say: String?, for textPath: String, _ text: String) {
            guard let say else { return }
            said.append(Said(path: path, say: say, textPath: textPath, text: text))
        }
        add("introSay", introSay, for: "intro", intro)
        add("revealSay", revealSay, for: "revealText", revealText)
        for (path, _, words) in wordings {
            add("\(path).say", words.say, for: "\(path).text", words.text)
        }
        for (index, followup) in followups.enumerated() {
            let path = "followups[\(index)]"
            add("\(path).say", followup.say, for: "\(path).q", followup.q)
        }
        return said
    }

    /// With what is said as its texts, and nothing where a text is read as it stands.
    fileprivate var heard: RoundPackage {
        var heard = self
        heard.intro = introSay ?? ""
        heard.revealText = revealSay ?? ""
        heard.banter = []
        for clue in clues.indices {
            heard.clues[clue].text = clues[clue].say ?? ""
            for variant in clues[clue].variants.indices {
                heard.clues[clue].variants[variant].text = clues[clue].variants[variant].say ?? ""
            }
        }
        for index in followups.indices { heard.followups[index].q = followups[index].say ?? "" }
        return heard
    }

    /// With its texts alone, for sessions whose rules know of nothing else.
    var unspoken: RoundPackage {
        guard !said.isEmpty else { return self }
        var package = self
        (package.introSay, package.revealSay) = (nil, nil)
        for clue in clues.indices {
            package.clues[clue].say = nil
            for variant in clues[clue].variants.indices {
                package.clues[clue].variants[variant].say = nil
            }
        }
        for index in followups.indices { package.followups[index].say = nil }
        return package
    }
}
