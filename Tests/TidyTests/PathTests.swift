import Testing

/// Paths and names in the pages and the comments exist.
///
/// A path in backquotes is the end of the path of some file or folder, from a folder on, and "…"
/// stands for any letters. One that begins with a slash or a dot lies elsewhere: on a server, or in
/// what a build makes.
@Suite struct PathTests {
    @Test func `paths that the pages name are there`() throws {
        var count = 0
        for page in try Self.pages() {
            for (line, quoted) in page.quoted where Self.isPath(quoted) {
                count += 1
                #expect(Self.exists(quoted), "\(page): \(line)")
            }
        }
        // Fewer would mean that they are not found any more.
        #expect(count > 150)
    }

    @Test func `links between the pages lead somewhere`() throws {
        let pages = try Tree.pages() + Tree.files("md", below: ["docs", "deploy", "Tests"])
        var count = 0
        for page in pages {
            let folder = page.path.split(separator: "/").dropLast()
            for line in page.lines {
                for match in line.matches(of: #/\]\(([\w.+\/-]*)(#[\w-]+)?\)/#) {
                    count += 1
                    let target = match.output.1.isEmpty ? page.path : String(match.output.1)
                    let path = match.output.1.isEmpty ? target : Self.path(target, from: folder)
                    #expect(path.isEmpty || Tree.paths.contains(path), "\(page): \(line)")
                    guard let anchor = match.output.2?.dropFirst() else { continue }
                    #expect(
                        try Tree.page(path).anchors.contains(String(anchor)),
                        "\(page): \(line)"
                    )
                }
            }
        }
        #expect(count > 60)
    }

    @Test func `paths and decisions that comments name are there`() throws {
        let path =
            #/(?:^|[\s`(])((?:docs|Sources|Tests|web|scripts|deploy|loadtest|bench|fuzz)\/[\w+.…\/-]*\w|[\w+…\/-]+\.(?:swift|js|py|md))\b/#
        var count = 0
        for file in try Tree.texts() where !file.path.hasSuffix(".md") {
            for line in file.lines where Self.isComment(line) {
                for match in line.matches(of: path) {
                    count += 1
                    #expect(Self.exists(match.output.1), "\(file): \(line)")
                }
            }
        }
        #expect(count > 30)
        for page in try Self.pages() {
            for line in page.lines {
                for match in line.matches(of: #/\((00[0-9][0-9])\)/#) {
                    #expect(Self.exists("docs/decisions/\(match.output.1)"), "\(page): \(line)")
                }
            }
        }
    }

    @Test func `members that the architecture names are declared`() throws {
        var declared: Set<Substring> = []
        for file in try Tree.files("swift", below: ["Sources", "Tests"]) {
            for line in file.lines { declared.formUnion(Self.declared(in: line)) }
        }
        var count = 0
        for (line, quoted) in try Tree.page("ARCHITECTURE.md").quoted where !Self.isPath(quoted) {
            guard let match = quoted.wholeMatch(of: #/([A-Z]\w+)\.([a-z]\w*)(?:\(.*\))?/#) else {
                continue
            }
            count += 1
            let isThere = declared.isSuperset(of: [match.output.1, match.output.2])
            #expect(isThere, "\(quoted): \(line)")
        }
        #expect(count > 20)
    }

    @Test func `a path is told from other words, and a declaration too`() {
        #expect(
            ["a/b", "Room+Commit.swift", "Routes+….swift", "Rules/"].allSatisfy { Self.isPath($0) }
        )
        #expect(!["/v1/ws", "./data", ".build/x", "make run", "a.b"].contains { Self.isPath($0) })
        #expect(Self.exists("TidyTests/Tree.swift"))
        #expect(Self.exists("Tr….swift"))
        #expect(!Self.exists("ree.swift"))
        #expect(!Self.exists("TidyTests/Trees.swift"))
        #expect(Self.declared(in: "    public static func now(at: Int) {") == ["now"])
        #expect(
            Self.declared(in: "    case left, right(to: Int)").isSuperset(of: ["left", "right"])
        )
        #expect(Self.declared(in: "        let said = f()") == ["said"])
        #expect(Self.declared(in: "        return now") == [])
    }

    /// Those whose backquotes are read.
    private static func pages() throws -> [Tree.File] {
        let top = try Tree.pages().filter { $0.path != "CHANGELOG.md" }
        let docs = try Tree.files("md", below: ["docs"]).filter {
            $0.path.split(separator: "/").count == 2
        }
        return top + docs
    }

    private static func isPath(_ text: Substring) -> Bool {
        guard text.wholeMatch(of: #/\w[\w.+…\/-]*/#) != nil else { return false }
        return text.contains("/")
            || text.contains(#/\.(?:swift|js|py|md|html|css|yaml|json|conf)$/#)
    }

    /// Every path and every end of one that begins with a file's or folder's name.
    private static let ends: Set<Substring> = {
        var ends: Set<Substring> = []
        for path in Tree.paths {
            var rest = path[...]
            while true {
                ends.insert(rest)
                guard let slash = rest.firstIndex(of: "/") else { break }
                rest = rest[rest.index(after: slash)...]
            }
        }
        return ends
    }()

    /// Decisions may be named by their number alone.
    private static func exists(_ text: Substring) -> Bool {
        let path = text.hasSuffix("/") ? text.dropLast() : text
        if path.wholeMatch(of: #/docs\/decisions\/[0-9]{4}/#) != nil {
            return Tree.paths.contains { $0.hasPrefix("\(path)-") }
        }
        let parts = path.split(separator: "…", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            return ends.contains(path)
        }
        return ends.contains {
            $0.hasPrefix(first) && $0.hasSuffix(last) && $0.count > first.count + last.count
        }
    }

    /// A link's target as a path from the root.
    private static func path(_ target: String, from folder: ArraySlice<Substring>) -> String {
        var parts = Array(folder)
        for part in target.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    private static func isComment(_ line: Substring) -> Bool {
        let start = line.drop { $0 == " " }
        return ["//", "# ", "* ", "/*", "<!--", "\"\"\""].contains { start.hasPrefix($0) }
    }

    /// The names that a line of Swift declares.
    private static func declared(in line: Substring) -> Set<Substring> {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        if words.first == "case" || words.first == "indirect" { return Set(words.dropFirst()) }
        let keywords: Set<Substring> = [
            "func", "var", "let", "struct", "class", "enum", "protocol", "actor", "typealias",
        ]
        guard let place = words.firstIndex(where: keywords.contains), place + 1 < words.count else {
            return []
        }
        return [words[place + 1]]
    }
}
