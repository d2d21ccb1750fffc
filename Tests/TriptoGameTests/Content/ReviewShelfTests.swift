import Foundation
import GameState
import Protocol
import TestSupport
import Testing

@testable import TriptoGame

/// The desk's files: what is shown, what may be changed, and who was first.
@Suite struct ReviewShelfTests {
    private let folders: Folders
    private let shelf: ReviewShelf

    /// A bundled package and an operator's folder that is not there yet.
    private struct Folders {
        let bundled: URL
        let own: URL

        init() throws {
            let place = Scratch.place("review")
            bundled = place.appendingPathComponent("bundled")
            own = place.appendingPathComponent("own")
            for locale in ["sv", "en"] {
                try FileManager.default.createDirectory(
                    at: bundled.appendingPathComponent(locale),
                    withIntermediateDirectories: true
                )
            }
        }

        func write(_ package: RoundPackage, in folder: URL) throws {
            let file = folder.appendingPathComponent(package.file)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try JSONEncoder().encode(package).write(to: file)
        }

        func names(in folder: String = "") -> [String] {
            let path = own.appendingPathComponent(folder).path
            return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        }
    }

    init() throws {
        folders = try Folders()
        try folders.write(Self.package, in: folders.bundled)
        shelf = ReviewShelf(bundled: folders.bundled, own: folders.own) { bytes in
            String(bytes.reduce(UInt64(5_381)) { $0 &* 33 &+ UInt64($1) }, radix: 16)
        }
    }

    /// With another text for its first clue.
    private static var package: RoundPackage {
        var package = Sample.package
        var variant = package.clues[0].words
        variant.text = "Fourteen stones can be counted from any side of that garden, never all."
        package.clues[0].variants = [variant]
        return package
    }

    private func edit(_ changes: JSONValue, knowing tag: String? = nil) throws {
        let edit = try PackageEdit(["changes": changes])
        let tag = try tag ?? shelf.find("kyoto.en").card.tag
        try shelf.edit("kyoto.en", knowing: tag) { package throws(DeskFailure) in
            do throws(WireError) {
                try edit.apply(to: &package)
            } catch {
                throw .wrong(error)
            }
        }
    }

    @Test
    func `an edit of a bundled package is a copy in the folder, which is played in its place`()
        throws
    {
        #expect(try shelf.stock().cards.map(\.isOwn) == [false])
        try edit([
            ["set": "intro", "text": "Walk softly now."],
            ["set": "clues[1].say", "text": .string(Self.package.clues[1].text + " Yes")],
            ["add": "banter", "text": "Any idea?"],
        ])
        let found = try shelf.find("kyoto.en")
        #expect(found.card.isOwn && found.replaces)
        #expect(found.text.package.intro == "Walk softly now.")
        #expect(found.text.package.banter == Self.package.banter + ["Any idea?"])
        #expect(try shelf.stock().replaced == ["kyoto.en"])
        // Nothing half written is left, and whoever plays reads the same.
        #expect(folders.names(in: "en") == ["kyoto.json"])
        let bank = try PackageBank(folder: folders.own)
        #expect(bank.packages.map(\.intro) == ["Walk softly now."])
        let bundled = try PackageBank(folder: folders.bundled)
        #expect(bundled.packages.map(\.intro) == [Self.package.intro])
        try edit([["set": "clues[1].say", "text": .null], ["remove": "banter[1]"]])
        let again = try shelf.find("kyoto.en").text.package
        #expect(again.clues[1].say == nil && again.banter == Self.package.banter)
    }

    @Test func `a clue takes the place of its variant with its evidence, and a variant goes`()
        throws
    {
        try edit([["swap": "clues[0].variants[0]"]])
        let clue = try shelf.find("kyoto.en").text.package.clues[0]
        #expect(clue.words == Self.package.clues[0].variants[0])
        #expect(clue.variants == [Self.package.clues[0].words])
        try edit([["remove": "clues[0].variants[0]"]])
        #expect(try shelf.find("kyoto.en").text.package.clues[0].variants.isEmpty)
    }

    /// Evidence as a file has it.
    private static func evidence<Words: Encodable>(of words: Words) throws -> JSONObject {
        let value = try JSONReader.read([UInt8](JSONEncoder().encode(words)))
        let kept = ["claims", "sources", "verification"]
        return JSONObject(value.object?.members.filter { kept.contains($0.key) } ?? [])
    }

    @Test func `claims and evidence of a text are changed as a whole, by the rules of files`()
        throws
    {
        var clue = Self.package.clues[0].words
        clue.claims[0].statement = "A garden there has fifteen stones."
        clue.sources[0].evidence = [
            .init(
                .statement(item: "Q34600", property: "P571", value: "1450"),
                checkedOn: "2026-11-24",
                checkAgainOn: nil
            )
        ]
        let variant = Self.package.clues[0].variants[0]
        var followup = Self.package.followups[0]
        followup.sources[0].pages.append("https://example.org/more")
        let (ofClue, ofVariant, ofFollowup) = try (
            Self.evidence(of: clue), Self.evidence(of: variant), Self.evidence(of: followup)
        )
        try edit([
            ["set": "clues[0]", "evidence": .object(ofClue)],
            ["set": "clues[0].variants[0]", "evidence": .object(ofVariant)],
            ["set": "followups[0]", "evidence": .object(ofFollowup)],
            ["set": "intro", "text": "Walk softly now."],
        ])
        let kept = try shelf.find("kyoto.en").text.package
        #expect(kept.clues[0].words == clue && kept.clues[0].variants == [variant])
        #expect(kept.followups[0] == followup && kept.intro == "Walk softly now.")
    }

    @Test(arguments: [
        ("claims[0].id", "claim"), ("claims[0]", "source"), ("sources[0].wikidata", "wikidata-id"),
        ("sources[0].pages[0]", "page"), ("sources[0].evidence[0].property", "evidence"),
        ("verification.status", "unverified"), ("verification.claims", "verification"),
    ])
    func `evidence that breaks a rule is not kept, and the rule is told with its place`(
        path: String,
        rule: String
    ) throws {
        var clue = Self.package.clues[0].words
        let id = clue.claims[0].id
        switch path {
        case "claims[0].id": clue.claims[0].id = ""
        case "claims[0]": clue.sources = []
        case "sources[0].wikidata": clue.sources[0].wikidata = "Kyoto"
        case "sources[0].pages[0]": clue.sources[0].pages[0] = "javascript:alert(1)"
        case "verification.status":
            clue.verification.claims[id] = .uncertain
            clue.verification.status = .uncertain
        case "verification.claims": clue.verification.claims = [:]
        case _:
            clue.sources[0].evidence = [
                .init(
                    .statement(item: "Q1", property: "born", value: "1"),
                    checkedOn: "2026-11-24",
                    checkAgainOn: nil
                )
            ]
        }
        let evidence = try Self.evidence(of: clue)
        let error = #expect(throws: DeskFailure.self) {
            try edit([["set": "clues[0]", "evidence": .object(evidence)]])
        }
        guard case .againstRules(let json)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let findings = try JSONReader.read(json).array ?? []
        let place = "clues[0].\(path)"
        #expect(findings.contains { $0["rule"]?.string == rule && $0["path"]?.string == place })
        #expect(folders.names().isEmpty || folders.names(in: "en").isEmpty)
    }

    @Test(
        arguments: [
            ("clues[0]", ["sources": []], "clues[0].claims"),
            ("followups[0]", [:], "followups[0].sources"),
            ("followups[0]", ["claims": [], "sources": []], "followups[0].claims"),
            (
                "clues[1].variants[0]",
                ["claims": [["id": "a"]], "sources": [], "verification": [:]],
                "clues[1].variants[0].claims[0].statement"
            ),
            (
                "clues[0]",
                [
                    "claims": [], "sources": [["wikidata": "Q1", "pages": [], "more": 1]],
                    "verification": ["status": "verified", "claims": [:]],
                ], "clues[0].sources[0].more"
            ),
            (
                "clues[0]",
                [
                    "claims": [], "sources": [],
                    "verification": ["status": "sure", "claims": [:]],
                ], "clues[0].verification.status"
            ),
            ("intro", ["sources": []], "intro"),
            ("clues[0].text", ["sources": []], "clues[0].text"),
        ] as [(String, JSONObject, String)]
    )
    func `evidence that makes no sense is told by its path into the package`(
        path: String,
        evidence: JSONObject,
        field: String
    ) {
        let change: JSONValue = ["set": .string(path), "evidence": .object(evidence)]
        let error = #expect(throws: WireError.self) { try PackageEdit(["changes": [change]]) }
        #expect(error?.code == .badMessage && error?.field == field)
    }

    @Test(arguments: [
        ("intro", "Off to Kyoto we go!", "name"),
        (
            "clues[0].text", "Somewhere in Japan fifteen stones lie in a garden of raked sand.",
            "country"
        ),
        ("clues[2].text", "Too short", "length"),
        ("banter[0]", "Look at <b>that</b>", "markup"),
        (
            "clues[0].variants[0].text",
            "In Asia fifteen stones lie in a garden, never seen at once.", "geography"
        ),
        ("followups[0].q", "What was made in Kyoto in that year?", "name"),
        ("revealText", "Welcome  to Kyoto", "spacing"),
    ])
    func `what breaks a rule is not kept, and the rule is told with its place`(
        path: String,
        text: String,
        rule: String
    ) throws {
        let error = #expect(throws: DeskFailure.self) {
            try edit([["set": .string(path), "text": .string(text)]])
        }
        guard case .againstRules(let json)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let findings = try JSONReader.read(json).array ?? []
        #expect(findings.contains { $0["rule"]?.string == rule && $0["path"]?.string == path })
        #expect(folders.names().isEmpty || folders.names(in: "en").isEmpty)
    }

    @Test(
        arguments: [
            [], "intro", [["set": "destination.name", "text": "Oslo"]],
            [["set": "clues[0].claims[0].statement", "text": "x"]],
            [["set": "clues[0].variants[0]", "text": "x"]], [["set": "intro", "text": .null]],
            [["set": "intro"]], [["swap": "clues[0]"]], [["swap": "banter[0]"]],
            [["remove": "clues[0].text"]], [["add": "clues", "text": "x"]], [["add": "banter"]],
            [["set": "intro", "swap": "clues[0].variants[0]", "text": "x"]],
            [["remove": "banter[0]", "text": "x"]], [["set": "intro", "text": "x", "and": 1]], [7],
            [["set": "clues[0]", "text": "x"]], [["set": "followups[0]", "text": "x"]],
            [["swap": "clues[0].variants[0]", "evidence": [:]]],
            [["set": "clues[0]", "evidence": 1]],
            [["set": "clues[0]", "text": "x", "evidence": [:]]], [["set": "x", "evidence": [:]]],
            [["remove": "clues[0]"]], [["remove": "followups[0]"]],
            [["set": "intro", "text": .string(String(repeating: "x", count: 5_000))]],
            .array(Array(repeating: ["remove": "banter[0]"], count: 65)),
        ] as [JSONValue]
    )
    func `a change that makes no sense is told so`(changes: JSONValue) {
        let error = #expect(throws: WireError.self) { try PackageEdit(["changes": changes]) }
        #expect(error?.code == .badMessage && error?.field?.hasPrefix("changes") == true)
    }

    @Test(arguments: [
        "clues[5].text", "clues[0].variants[1].text", "followups[3].q", "banter[1]",
        "clues[9]", "followups[9]", "clues[1].variants[3]",
    ])
    func `a place that is not there is told so, and nothing changes`(path: String) throws {
        let error = #expect(throws: DeskFailure.self) {
            let isWhole = path.hasSuffix("]") && !path.hasPrefix("banter")
            let evidence = try Self.evidence(of: Self.package.clues[0].words)
            let sources = JSONObject(evidence.members.filter { $0.key == "sources" })
            let other = JSONValue.object(path.hasPrefix("followups") ? sources : evidence)
            try edit([
                ["set": "intro", "text": "Hush."],
                isWhole
                    ? ["set": .string(path), "evidence": other]
                    : ["set": .string(path), "text": "x"],
            ])
        }
        guard case .wrong(let wrong)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(wrong.field == "changes[1]")
        #expect(try shelf.find("kyoto.en").text.package == Self.package)
    }

    @Test func `of two editors the second is told that somebody was faster`() throws {
        let tag = try shelf.find("kyoto.en").card.tag
        try edit([["set": "intro", "text": "Walk softly now."]], knowing: tag)
        let attempts: [() throws -> Void] = [
            { try edit([["set": "intro", "text": "Mind your step."]], knowing: tag) },
            { try shelf.approve("kyoto.en", knowing: tag, by: "", at: ServerTime(ms: 0)) },
        ]
        for attempt in attempts {
            let error = #expect(throws: DeskFailure.self) { try attempt() }
            guard case .stale? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(try shelf.find("kyoto.en").text.package.intro == "Walk softly now.")
    }

    @Test func `of many who save at one moment one alone gets through`() async throws {
        let tag = try shelf.find("kyoto.en").card.tag
        let kept = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<12 {
                group.addTask {
                    let text = JSONValue.string("Walk softly, for the \(number)th time.")
                    return (try? edit([["set": "intro", "text": text]], knowing: tag)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(kept == 1)
        #expect(folders.names(in: "en") == ["kyoto.json"])
    }

    @Test func `an approval is of one text, and says when and by whom`() throws {
        let time = ServerTime(ms: 1_764_115_200_000)
        let tag = try shelf.find("kyoto.en").card.tag
        try shelf.approve("kyoto.en", knowing: tag, by: "Ada of Lund", at: time)
        let approval = try #require(try shelf.find("kyoto.en").approval)
        #expect(approval == .init(tag: tag, time: time, by: "Ada of Lund"))
        #expect(try shelf.approved() == ["kyoto.en": true])
        try edit([["set": "intro", "text": "Walk softly now."]])
        #expect(try shelf.approved() == ["kyoto.en": false])
        let after = try shelf.find("kyoto.en")
        #expect(after.approval?.tag != after.card.tag)
        try shelf.approve("kyoto.en", knowing: after.card.tag, by: "", at: time)
        #expect(try shelf.find("kyoto.en").approval?.by == "")
        let lines = try String(
            contentsOf: folders.own.appendingPathComponent("approved"),
            encoding: .utf8
        ).split(separator: "\n")
        #expect(lines == ["kyoto.en \(after.card.tag) 2025-11-26T00:00:00Z "])
        try shelf.takeApprovalBack("kyoto.en")
        #expect(try shelf.find("kyoto.en").approval == nil)
        #expect(try shelf.approved() == [:])
    }

    @Test func `what is retired in all languages comes back in one`() throws {
        var swedish = Sample.package("kyoto", locale: "sv")
        swedish.intro = "Sakta i backarna."
        try folders.write(swedish, in: folders.own)
        try Data("# tired of it\nkyoto\n".utf8)
            .write(to: folders.own.appendingPathComponent("retired"))
        let both = try shelf.stock().cards.map(\.id)
        #expect(both.contains("kyoto.en"))
        try shelf.retire("kyoto.en", false)
        #expect(try shelf.find("kyoto.en").isRetired == false)
        let lines = try PackageShelf.retiredLines(in: folders.own)
        #expect(lines.first == "# tired of it")
        #expect(Set(lines.dropFirst()) == Set(both.filter { $0 != "kyoto.en" }))
        try shelf.retire("kyoto.en", true)
        try shelf.retire("kyoto.en", true)
        #expect(try PackageShelf.retiredLines(in: folders.own).count { $0 == "kyoto.en" } == 1)
    }

    @Test(arguments: [
        "../kyoto.en", "kyoto", "kyoto.EN", "kyoto.en/..", "", ".en", "kyoto..en", "en/kyoto.en",
        "kyoto.en.en", "a%2Fb.en",
    ])
    func `what is no id is not looked for`(id: String) {
        let error = #expect(throws: DeskFailure.self) { try shelf.find(id) }
        guard case .unknown? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a broken file of the operator's is told, and not written over`() throws {
        try folders.write(Self.package, in: folders.own)
        let file = folders.own.appendingPathComponent("en/kyoto.json")
        try Data("{".utf8).write(to: file)
        let stock = try shelf.stock()
        #expect(stock.refusals.map(\.file) == ["en/kyoto.json"])
        #expect(stock.cards.map(\.isOwn) == [false])
        #expect(throws: DeskFailure.self) { try edit([["set": "intro", "text": "Hush."]]) }
        #expect(try Data(contentsOf: file) == Data("{".utf8))
    }

    @Test func `what a host reports is read strictly`() throws {
        let report = try HostReport(["part": "clue_10", "reason": "wrong", "text": " a \n b "])
        #expect(report.part.rawValue == "clue_10" && report.reason == .wrong)
        #expect(report.words == "a b")
        for body: JSONObject in [
            [:], ["part": "clue_10"], ["part": "clue_3", "reason": "wrong"],
            ["part": "followup_4", "reason": "wrong"], ["part": "intro", "reason": "bad"],
            ["part": "intro", "reason": "wrong", "text": 1], ["part": 7, "reason": "wrong"],
            ["part": "intro", "reason": "wrong", "more": 1],
            [
                "part": "intro", "reason": "wrong",
                "text": .string(String(repeating: "x", count: 301)),
            ],
        ] {
            #expect(throws: WireError.self) { try HostReport(body) }
        }
    }
}
