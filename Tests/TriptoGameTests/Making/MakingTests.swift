import Foundation
import Making
import ProviderStand
import Testing
import Workshop

@testable import TriptoGame

/// From a theme to packages that may be played.
@Suite struct MakingTests {
    @Test(arguments: [false, true])
    func `a package is made in each language, and speaks of nothing unverified`(
        _ messages: Bool
    ) async throws {
        let studio = try Studio(World(count: 2))
        #expect(try await studio.make(2, ["sv", "en"], messages: messages) == 2)
        #expect(studio.products.count == 4)
        #expect(studio.checks == [])
        for (file, bytes) in studio.products {
            let package = try PackageReader.read(bytes)
            #expect(PackageValidator.bundled.findings(in: package) == [], "\(file)")
            #expect(package.clues.allSatisfy { $0.variants.count == 1 })
            for (_, _, words) in package.wordings {
                for claim in words.claims {
                    let evidence = words.sources.filter { $0.claim == claim.id }.flatMap(\.evidence)
                    let isBorne =
                        evidence.contains(where: \.isStructured)
                        || Set(evidence.compactMap(\.page)).count >= 2
                    #expect(isBorne, "\(claim.statement)")
                }
            }
        }
    }

    @Test func `evidence stays in the file, and is not played`() async throws {
        let studio = try Studio(World(count: 1))
        try await studio.make()
        let file = "en/\(World.name(0).lowercased()).json"
        let package = try studio.package(file)
        #expect(
            package.wordings.allSatisfy { $0.words.sources.allSatisfy { !$0.evidence.isEmpty } }
        )
        let content = studio.folder.appending(path: "content")
        try FileManager.default.createDirectory(
            at: content.appending(path: "en"),
            withIntermediateDirectories: true
        )
        try Data(try #require(studio.products[file])).write(to: content.appending(path: file))
        let played = try #require(try PackageBank(folder: content).packages.first)
        #expect(played == package.withoutEvidence && played != package)
    }

    @Test func `no instruction holds anything that was read`() async throws {
        let studio = try Studio(World(count: 1))
        try await studio.make(1, ["sv", "en"], players: 3)
        let calls = studio.stand.calls.filter { !$0.user.isEmpty }
        var instructions: [String: Set<String>] = [:]
        for call in calls { instructions[call.task, default: []].insert(call.system) }
        #expect(instructions.count == 8)
        // As the document counts them: one for the selection, then those for the place, then those of three
        // players in two languages who know it at the fourth clue.
        #expect(calls.count == 1 + 12 + 24)
        #expect(studio.stand.calls.count == 2 + 19 + 24)
        for (task, systems) in instructions {
            #expect(systems.count == 1, "\(task) has the same instruction in both languages")
            #expect(systems.allSatisfy { !$0.contains(World.name(0)) && !$0.contains("1207") })
        }
        for call in calls {
            let lines = call.user.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("=====BEGIN") } * 3 == lines.count, "\(call.task)")
        }
    }

    @Test func `a run that is made again asks nobody and makes the same`() async throws {
        let studio = try Studio(World(count: 2))
        try await studio.make(2)
        let (made, calls) = (studio.products, studio.stand.calls.count)
        #expect(try await studio.make(2) == 2)
        #expect(studio.products == made)
        #expect(studio.stand.calls.count == calls)
    }

    @Test func `what is made is measured by players who hear one clue after the other`()
        async throws
    {
        let studio = try Studio(World(count: 1))
        #expect(try await studio.make(players: 3) == 1)
        let package = try studio.package("en/\(World.name(0).lowercased()).json")
        #expect(package.measured == .init(players: 3, right: [0, 0, 0, 3, 3]))
        #expect(package.withoutEvidence.measured == nil)
        #expect(studio.remarks == [])
        let calls = studio.stand.calls.filter { $0.task == "guesses" }
        #expect(calls.count == 3 * 4)
        for (number, call) in calls.enumerated() {
            let hints = call.user.ranges(of: "\"points\":").count
            #expect(hints == number % 4 + 1, "a player hears the clues so far, and no other")
            #expect(!call.user.contains(World.name(0)))
        }
        // The second player hears the other text of each level.
        #expect(calls[0].user.contains("founded: 1207") && !calls[4].user.contains("founded: 1207"))
        let curve = studio.folder.appending(
            path: "\(World.name(0).lowercased())/en-curve-1.json"
        )
        #expect(try String(contentsOf: curve, encoding: .utf8).contains("\"right\" : [\n"))
        try await studio.make(players: 3)
        #expect(studio.stand.calls.count { $0.task == "guesses" } == calls.count)
    }

    @Test func `clues that are off are written anew once, and the package is kept either way`()
        async throws
    {
        let studio = try Studio(World(count: 1)) { call, _ in
            call.task == "guesses"
                ? .text("{\"guess\":\"\(World.name(0).uppercased())?\"}") : .honest
        }
        #expect(try await studio.make(players: 2) == 1)
        let texts = studio.stand.calls.filter { $0.task == "texts" }
        #expect(texts.count == 2)
        let again = try #require(texts.last)
        #expect(again.user.contains("BEGIN wanted\n[\"10a\",\"10b\"]\n"))
        #expect(again.user.contains("2 of 2 players knew the place at 10."))
        #expect(studio.stand.calls.count { $0.task == "guesses" } == 4)
        let package = try studio.package("en/\(World.name(0).lowercased()).json")
        #expect(package.measured == .init(players: 2, right: [2, 2, 2, 2, 2]))
        #expect(package.clues.allSatisfy { $0.variants.count == 1 })
        #expect(studio.remarks == ["2 of 2 players knew the place at 10."])
        let findings = PackageValidator.bundled.findings(in: package)
        #expect(findings.map(\.rule) == [.measured] && !findings.hasError)
    }

    @Test func `a player who says nothing that can be used passes, and so does a rewriting`()
        async throws
    {
        let studio = try Studio(World(count: 1)) { call, _ in
            switch call.task {
            case "guesses": .refusal
            case "texts" where call.number > 1: .text("nothing of the kind")
            case _: .honest
            }
        }
        #expect(try await studio.make(players: 1) == 1)
        #expect(studio.checks == ["refusal", "unsolved", "broken-json"])
        #expect(studio.stand.calls.count { $0.task == "guesses" } == 2 * 5)
        #expect(studio.stand.calls.count { $0.task == "texts" } == 1 + 2)
        let package = try studio.package("en/\(World.name(0).lowercased()).json")
        #expect(package.measured == .init(players: 1, right: [0, 0, 0, 0, 0]))
        #expect(studio.remarks == ["None of 1 players knew the place at 2."])
    }

    @Test func `a provider that goes away ends the run, and the next one goes on`() async throws {
        let studio = try Studio(World(count: 1)) { call, _ in
            call.task == "verdicts" && call.number <= 5 ? .status(500, retryAfter: 0) : .honest
        }
        await #expect(throws: Worker.Stop.self) { try await studio.make() }
        let texts = studio.stand.calls.count { $0.task == "texts" }
        #expect(try await studio.make() == 1)
        #expect(studio.checks == [])
        #expect(studio.stand.calls.count { $0.task == "texts" } == texts)
    }

    @Test func `a server that is no model ends a run for now, and another one goes on`()
        async throws
    {
        let studio = try Studio(World(count: 1)) { call, _ in
            let isOther = call.task == "proposals" && call.number <= Worker.maxRejections
            return isOther ? .body("<html>") : .honest
        }
        #expect(try await studio.make() == 0)
        #expect(studio.failures.map(\.check) == ["unreadable"])
        #expect(studio.failures.first?.sentence.contains(studio.stand.url) == true)
        #expect(try await studio.make() == 1)
    }

    @Test func `a place that is there already is not made, nor one twice`() async throws {
        let studio = try Studio(World(count: 3)) { call, _ in
            let places = [0, 1, 1, 2].map { "\"\(World.name($0))\"" }.joined(separator: ",")
            return call.task == "proposals" ? .text("{\"places\":[\(places)]}") : .honest
        }
        #expect(try await studio.make(3, taken: [World.item(0)]) == 2)
        #expect(studio.checks == ["taken"])
    }

    @Test func `two places of one country do not follow each other while there are others`()
        async throws
    {
        let studio = try Studio(World(count: 5)) { call, _ in
            let places = [0, 4, 1].map { "\"\(World.name($0))\"" }.joined(separator: ",")
            return call.task == "proposals" ? .text("{\"places\":[\(places)]}") : .honest
        }
        #expect(try await studio.make(2) == 2)
        let countries = try studio.products.keys.map { try studio.package($0).destination.country }
        #expect(Set(countries) == ["Norway", "Japan"])
    }

    @Test func `a budget that is used up ends a job, and a larger one lets it go on`() async throws
    {
        let studio = try Studio(World(count: 1))
        #expect(try await studio.make(budget: Budget(maxCalls: 8)) == 0)
        #expect(studio.failures.map(\.check) == ["budget"])
        #expect(try await studio.make(budget: Budget(maxTokens: 300)) == 0)
        #expect(try await studio.make() == 1)
    }
}

/// Checks that compare words with facts.
@Suite struct MakingCheckTests {
    @Test(arguments: [
        ("It opened in 1889, with 24 951 people.", [1889, 24951]),
        ("Founded in nineteen seventy-three.", [1973]),
        ("In sixteen fifty the ground shook; one or two fell.", [1650]),
        ("Some nineteen hundred steps, and two thousand and six lamps.", [1900, 2006]),
        ("Twelve angry men.", []),
        ("Thirteen of them, then fourteen.", [13, 14]),
    ])
    func `numbers are found in English`(_ text: String, _ numbers: [Int]) {
        #expect(NumbersInText(text, .en).all == Set(numbers))
    }

    @Test(arguments: [
        ("Sedan nittonhundrasjuttiotre.", [1973]),
        ("På sextonhundratalet bodde 24 951 här.", [1600, 24951]),
        ("År ett tusen sexhundra femtiotvå.", [1652]),
        ("En eller två, högst tolv.", []),
        ("Arton trappor och tusen lampor.", [18, 1000]),
    ])
    func `numbers are found in Swedish`(_ text: String, _ numbers: [Int]) {
        #expect(NumbersInText(text, .sv).all == Set(numbers))
    }

    @Test func `evidence that can't be opened is no evidence`() {
        func findings(_ place: RoundPackage.Evidence.Place, _ day: String = "2026-11-24") -> Int {
            RoundPackage.Evidence(place, checkedOn: day, checkAgainOn: nil).findings(at: "x").count
        }
        #expect(findings(.statement(item: "Q1", property: "P571", value: "1207")) == 0)
        #expect(findings(.statement(item: "1", property: "P571", value: "1207")) == 1)
        #expect(findings(.statement(item: "Q1", property: "571", value: "1207")) == 1)
        #expect(findings(.statement(item: "Q1", property: "P571", value: "")) == 1)
        let url = "https://en.wikipedia.org/wiki/Kyoto"
        #expect(findings(.page(url: url, revision: 7, says: "It is old.")) == 0)
        #expect(findings(.page(url: "http://a b", revision: 7, says: "It is old.")) == 1)
        #expect(findings(.page(url: url, revision: nil, says: "It is old.")) == 0)
        #expect(findings(.page(url: url, revision: 0, says: "It is old.")) == 1)
        #expect(findings(.page(url: url, revision: 7, says: "")) == 1)
        #expect(findings(.page(url: url, revision: 7, says: "It is old."), "yesterday") == 1)
    }

    @Test func `of pages a claim needs two that do not share a domain`() {
        var package = Sample.package
        func page(_ host: String) -> RoundPackage.Evidence {
            .init(
                .page(url: "https://\(host)/a", revision: 1, says: "It is old."),
                checkedOn: "2026-11-24",
                checkAgainOn: nil
            )
        }
        func rules() -> [Finding.Rule] {
            PackageValidator.bundled.findings(in: package).map(\.rule)
        }
        package.clues[0].sources[0].evidence = [page("en.wikipedia.org"), page("sv.wikipedia.org")]
        #expect(rules() == [.domains])
        package.clues[0].sources[0].evidence = [
            page("en.wikipedia.org"), page("en.wikivoyage.org"),
        ]
        #expect(rules() == [])
        package.clues[0].sources[0].evidence = [page("en.wikipedia.org")]
        package.clues[0].sources[0].evidence.append(
            .init(
                .statement(item: "Q34600", property: "P571", value: "794"),
                checkedOn: "2026-11-24",
                checkAgainOn: nil
            )
        )
        #expect(rules() == [])
    }

    @Test func `a page's text becomes sentences without anything hidden`() {
        let text =
            "Short.\nThe hall\u{200B} has <b>nine</b> arches over the water. == Heading ==\u{2028}Next"
        #expect(FactPack.sentences(of: text) == ["The hall has bnine/b arches over the water."])
        #expect(FactPack.cleaned(" a\u{202E}\tb\u{2028}c ") == "a b c")
    }
}
