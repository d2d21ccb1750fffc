import Foundation
import GameState
import Testing

@testable import TriptoGame

@Suite struct RuleTests {
    @Test func `nothing can be said against the sample`() {
        #expect(PackageValidator.bundled.findings(in: Sample.package) == [])
    }

    @Test(arguments: Flaw.all)
    func `a flaw is found where it is`(_ flaw: Flaw) {
        var package = Sample.package
        flaw.make(&package)
        let findings = PackageValidator.bundled.findings(in: package)
        let isFound = findings.contains {
            $0.rule == flaw.rule && $0.path == flaw.path && $0.severity == flaw.severity
        }
        #expect(isFound, "\(PackageReport.render(findings))")
        #expect(findings.allSatisfy { !$0.sentence.isEmpty })
    }

    @Test(arguments: Flaw.all.filter { $0.path.hasPrefix("clues[") && $0.rule != .listLength })
    func `a variant has to be as good as its clue`(_ flaw: Flaw) throws {
        var package = Sample.package
        flaw.make(&package)
        let clue = flaw.path.prefix { $0 != "]" } + "]"
        let place = try #require(clue.dropLast().last?.wholeNumberValue)
        package.clues[place].variants = [package.clues[place].words]
        package.clues[place].words = Sample.package.clues[place].words
        let path = "\(clue).variants[0]\(flaw.path.dropFirst(clue.count))"
        let findings = PackageValidator.bundled.findings(in: package)
        let isFound = findings.contains {
            $0.rule == flaw.rule && $0.path == path && $0.severity == flaw.severity
        }
        #expect(isFound, "\(PackageReport.render(findings))")
    }

    @Test func `no variant says what a follow-up asks for`() {
        var package = Sample.package
        var variant = package.clues[2].words
        variant.text = "A young maiko hurries to the teahouse in her wooden clogs."
        package.clues[2].variants = [package.clues[2].words, variant]
        let findings = PackageValidator.bundled.findings(in: package)
        #expect(findings.first { $0.rule == .answerInClue }?.path == "followups[1].a")
        #expect(findings.contains { $0.sentence.contains("clues[2].variants[1]") })
    }

    @Test func `a name may be said as it sounds, and the place itself once it is revealed`() {
        var package = Sample.package
        package.clues[4].text =
            "Shuffle the letters of the old imperial city, as Machu Picchu can't."
        package.clues[4].say =
            "Shuffle the letters of the old imperial city, as Matchoo Peechoo can't."
        package.revealSay = package.revealText.replacing("Kyoto", with: "Kee-oto")
        #expect(PackageValidator.bundled.findings(in: package) == [])
    }

    /// Texts of Latin letters are read by their bytes, any other by whole characters: both find the same.
    @Test(arguments: Flaw.all) func `a text with another script's letters is judged alike`(
        _ flaw: Flaw
    ) {
        var package = Sample.package
        flaw.make(&package)
        let findings = PackageValidator.bundled.findings(in: package)
        func lengthened(_ text: inout String) { text = text.isEmpty ? "" : "Жж " + text }
        lengthened(&package.intro)
        lengthened(&package.revealText)
        for place in package.clues.indices { lengthened(&package.clues[place].text) }
        for place in package.followups.indices { lengthened(&package.followups[place].q) }
        for place in package.banter.indices { lengthened(&package.banter[place]) }
        let others = PackageValidator.bundled.findings(in: package)
        // A line that is said is compared with its text, and lengths are others.
        func compared(_ findings: [Finding]) -> [String] {
            findings.filter { $0.rule != .length && $0.rule != .said }
                .map { "\($0.rule) \($0.path) \($0.sentence)" }
        }
        #expect(compared(others) == compared(findings))
    }

    @Test func `there is a flaw for every rule`() {
        #expect(Set(Flaw.all.map(\.rule)) == Set(Finding.Rule.allCases))
    }

    @Test func `all flaws are found at once`() {
        var package = Sample.package
        package.destination.lat = 91
        package.banter[0] = "Kyoto!"
        package.clues[4].text += " It is the oldest."
        let rules = PackageValidator.bundled.findings(in: package).map(\.rule)
        #expect(Set(rules) == [.coordinates, .name, .superlative])
    }

    @Test func `a package with fewer than three follow-ups is refused`() {
        var package = Sample.package
        package.followups.removeLast(2)
        #expect(PackageValidator.bundled.findings(in: package).map(\.rule) == [.followupCount])
    }

    @Test func `a continent in the hardest clue of an easy package is a warning`() {
        var package = Sample.package
        package.difficulty = .easy
        package.clues[0].text += " So Asian!"
        let findings = PackageValidator.bundled.findings(in: package)
        #expect(findings.map(\.rule) == [.geography])
        #expect(!findings.hasError)
    }

    @Test func `a verified claim allows a superlative, an uncertain one does not`() {
        var package = Sample.package
        package.clues[4].text = "This is the oldest of all the towns around the lake."
        package.clues[4].claims[0].statement = "It is the oldest town around the lake."
        #expect(PackageValidator.bundled.findings(in: package) == [])
        package.clues[4].verification.claims["c2"] = .uncertain
        let rules = PackageValidator.bundled.findings(in: package).map(\.rule)
        #expect(rules.contains(.superlative))
    }

    @Test func `an overlap that is owned up to is still an error`() {
        var package = Sample.package
        package.followups[0].a = "Gold"
        package.followups[0].antiLeak.overlap = true
        let rules = PackageValidator.bundled.findings(in: package).map(\.rule)
        #expect(Set(rules) == [.answerInClue, .answerBanned])
    }

    @Test func `a report has a line for each finding, errors first`() {
        let findings = [
            Finding(.early, at: "intro", "One.", severity: .warning),
            Finding(.points, at: "clues", "Two."),
        ]
        #expect(
            PackageReport.render(findings)
                == "error clues [points] Two.\nwarning intro [early] One.\n"
        )
        #expect(PackageReport.render([], file: "sv/a.json") == "sv/a.json: nothing found\n")
    }
}
