import Testing

/// Citations name things in the repository, and everything listed there to be cited is cited.
@Suite struct CitationTests {
    @Test func `rules that are cited are listed, and those that are listed are cited`() throws {
        let list = try Tree.page("docs/rules.md")
        let listed = list.lines.compactMap { $0.firstMatch(of: #/^\| ([TGN]-[0-9.-]+) \|/#) }
            .map { String($0.output.1) }
        #expect(Set(listed).count == listed.count, "twice in \(list)")
        var cited: Set<String> = []
        for file in try Tree.texts() where file.path != list.path {
            for line in file.lines where line.utf8.contains(UInt8(ascii: "-")) {
                let rules = Self.rules(in: line)
                cited.formUnion(rules)
                #expect(rules.isSubset(of: listed), "\(file): \(line)")
            }
        }
        #expect(Set(listed).subtracting(cited) == [])
    }

    @Test func `paragraphs of the contract that are cited are there, cited in one form`() throws {
        let page = try Tree.page("docs/protocol.md")
        let paragraphs = Set(
            page.lines.compactMap { $0.firstMatch(of: #/^##+ ([0-9.]+) /#)?.output.1 }
        )
        #expect(paragraphs.count > 10)
        var count = 0
        for file in try Tree.texts() where file.path != "CHANGELOG.md" {
            for line in file.lines where line.contains("§") {
                for paragraph in Self.paragraphs(in: line) {
                    count += 1
                    #expect(paragraphs.contains(paragraph), "\(file): \(line)")
                }
                #expect(!Self.citesOtherwise(line), "\(file): \(line)")
            }
        }
        // Fewer would mean that they are not found any more.
        #expect(count > 40)
    }

    @Test func `the contract in words and the schemas have the same calls and messages`() throws {
        let lines = try Tree.page("docs/protocol.md").lines.prefix { $0 != "## Not there yet" }
        let words = lines.joined(separator: "\n")
        let told = words.matches(
            of: #/(GET|POST|PATCH|DELETE) (\/(?:v1\/|healthz|readyz|metrics)[^`?]*)/#
        )
        .map { "\($0.output.1) \(Self.unnamed($0.output.2))" }
        #expect(try Set(told) == Self.calls())
        let names = try Set(
            ["docs/api/asyncapi.yaml", "docs/api/tripto.yaml"].flatMap { try Tree.page($0).lines }
                .compactMap { $0.firstMatch(of: #/^      name: ([A-Z_]+)$/#)?.output.1 }
        )
        #expect(names.count > 40)
        let all = Set(words.matches(of: #/\b[A-Z]+(?:_[A-Z]+)*\b/#).map(\.output))
        #expect(names.subtracting(all) == [])
        #expect(all.filter { $0.hasPrefix("HOST_") }.subtracting(names) == [])
    }

    @Test func `laws have one number everywhere`() throws {
        let table = try LawTable()
        #expect(table.numbers == Array(1...table.numbers.count))
        #expect(try table.names(inColumn: 2) == LawTable.simulationLaws())
        #expect(try table.names(inColumn: 3) == LawTable.loadTestLaws())
        for file in try Tree.texts() {
            for line in file.lines {
                guard line.utf8.contains(UInt8(ascii: "w")) else { continue }
                for match in line.matches(of: #/\b[Ll]aws? ([0-9]+)(?: and ([0-9]+))?/#) {
                    let cited = [match.output.1, match.output.2].compactMap { $0 }
                    #expect(
                        cited.compactMap { Int($0) }.allSatisfy(table.numbers.contains),
                        "\(file): \(line)"
                    )
                }
            }
        }
    }

    @Test func `a citation is found however it is written`() {
        // In pieces, so that this file cites nothing that is not there.
        let (rule, sign) = ("G", "§")
        let codes = [1, 20, 21, 22, 23].map { "\(rule)-\($0)" }
        #expect(Self.rules(in: "(\(codes[0]), \(codes[1])…\(codes[4]))") == Set(codes))
        #expect(Self.rules(in: "R\(rule)-1 \(rule)-x") == [])
        #expect(Self.rules(in: "T" + "-10.2-1.") == ["T" + "-10.2-1"])
        let line =
            "RFC 1 \(sign)7, protocol \(sign)2, \(sign)3.4–\(sign)3.6 and \(sign)5 (\(sign)9)"
        #expect(Self.paragraphs(in: line[...]) == ["2", "3.4", "3.6", "5"])
        #expect(Self.citesOtherwise("PROTOCOL \(sign)2"))
        #expect(Self.citesOtherwise("the wire contract (\(sign)2)"))
        #expect(Self.citesOtherwise("(seed \(sign)9)"))
        #expect(!Self.citesOtherwise("RFC 9110 \(sign)9, protocol \(sign)2"))
    }

    /// The calls of the schema, each with its method.
    private static func calls() throws -> Set<String> {
        var path = ""
        var calls: Set<String> = []
        for line in try Tree.page("docs/api/openapi.yaml").lines.prefix(while: {
            $0 != "components:"
        }) {
            if let match = line.firstMatch(of: #/^  (\/.*):$/#) { path = unnamed(match.output.1) }
            guard let match = line.firstMatch(of: #/^    (get|post|patch|delete):$/#) else {
                continue
            }
            calls.insert("\(match.output.1.uppercased()) \(path)")
        }
        return calls
    }

    /// A path whose parameters have no names.
    private static func unnamed(_ path: Substring) -> String {
        String(path).replacing(#/\{[^}]*\}/#, with: "{}")
    }

    /// The codes in a line; a range such as "1…3" means those between as well.
    private static func rules(in line: some StringProtocol) -> Set<String> {
        let line = String(line)
        var rules: Set<String> = []
        for match in line.matches(of: #/\b([TGN])-([0-9]+(?:[.-][0-9]+)*)(?:…[TGN]-([0-9]+))?/#) {
            let (_, part, number, last) = match.output
            rules.insert("\(part)-\(number)")
            guard let first = Int(number), let last = last.flatMap({ Int($0) }), first < last else {
                continue
            }
            rules.formUnion((first...last).map { "\(part)-\($0)" })
        }
        return rules
    }

    /// The numbers behind "protocol", with those that a comma, a dash or "and" adds.
    private static func paragraphs(in line: Substring) -> [Substring] {
        line.matches(of: #/[Pp]rotocol ((?:(?:, |–| and )?§[0-9]+(?:\.[0-9]+)*)+)/#).flatMap {
            $0.output.1.matches(of: #/[0-9]+(?:\.[0-9]+)*/#).map(\.output)
        }
    }

    private static func citesOtherwise(_ line: some StringProtocol) -> Bool {
        String(line).contains(#/(?:PROTOCOL|contract,?|[Ss]eeds?) \(?§/#)
    }
}

/// The laws as ARCHITECTURE numbers them.
private struct LawTable {
    private let rows: [[Substring]]
    let numbers: [Int]

    init() throws {
        rows = try Tree.page("ARCHITECTURE.md").table(below: "## The laws")
        numbers = try rows.map { try #require(Int($0[0])) }
    }

    /// Names in backquotes there, with the number of their row.
    func names(inColumn column: Int) throws -> [Substring: Int] {
        let names = rows.enumerated().flatMap { index, row in
            row[column].matches(of: #/`(\w+)`/#).map { ($0.output.1, numbers[index]) }
        }
        return Dictionary(uniqueKeysWithValues: names)
    }

    static func simulationLaws() throws -> [Substring: Int] {
        try laws("Tests/Simulation/Simulation/Law.swift", #/case (\w+) = ([0-9]+)$/#)
    }

    static func loadTestLaws() throws -> [Substring: Int] {
        try laws("loadtest/LoadTest/Laws/Law.swift", #/case (\w+) = "law ([0-9]+)"/#)
    }

    private static func laws(
        _ path: String,
        _ form: Regex<(Substring, Substring, Substring)>
    ) throws -> [Substring: Int] {
        let laws = try Tree.page(path).lines.compactMap { try form.firstMatch(in: $0) }
            .compactMap { match in Int(match.output.2).map { (match.output.1, $0) } }
        return Dictionary(uniqueKeysWithValues: laws)
    }
}
