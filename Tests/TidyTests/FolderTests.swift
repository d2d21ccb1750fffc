import Testing

/// The folders of the gateway know one another one way.
@Suite struct FolderTests {
    /// Each may use those before it; what lies beside the folders may be used by all.
    static let order = ["Limits", "Metrics", "Tokens", "Shards", "Socket", "API", "Server"]

    @Test func `a folder of the gateway uses what lies below it alone`() throws {
        let files = try Tree.files("swift", below: ["Sources/Gateway"])
        let declared = files.flatMap { file in
            Self.level(of: file).map { level in
                file.lines.compactMap(Self.declaredType).map { (name: $0, level: level) }
            } ?? []
        }
        // A test over nothing would pass for the wrong reason.
        #expect(declared.count > 50)
        let levels = Dictionary(declared.map { ($0.name, $0.level) }) { min($0, $1) }
        for file in files {
            guard let own = Self.level(of: file) else { continue }
            for line in file.lines {
                for word in Self.words(of: line) {
                    guard let level = levels[String(word)], level > own else { continue }
                    Issue.record("\(file) uses \(word) of \(Self.order[level]): \(line)")
                }
            }
        }
    }

    @Test func `every folder of the gateway has its place`() throws {
        let folders = try Tree.files("swift", below: ["Sources/Gateway"]).compactMap { file in
            let parts = file.path.split(separator: "/")
            return parts.count > 3 ? String(parts[2]) : nil
        }
        #expect(Set(folders) == Set(Self.order))
    }

    @Test func `declarations and words are found`() {
        #expect(Self.declaredType(in: "public final class Gateway: Sendable {") == "Gateway")
        #expect(Self.declaredType(in: "struct Call {") == "Call")
        #expect(Self.declaredType(in: "    struct Nested {") == nil)
        #expect(Self.declaredType(in: "private struct Recovery {") == nil)
        #expect(Self.words(of: "let a: [Call] // of Gateway") == ["let", "a", "Call"])
    }

    private static func level(of file: Tree.File) -> Int? {
        let parts = file.path.split(separator: "/")
        return parts.count > 3 ? order.firstIndex(of: String(parts[2])) : nil
    }

    /// Type that a line declares for other files.
    private static func declaredType(in line: Substring) -> String? {
        guard line.first?.isWhitespace == false else { return nil }
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        guard
            let place = words.firstIndex(where: {
                ["actor", "class", "enum", "protocol", "struct", "typealias"].contains($0)
            }), place + 1 < words.count,
            words[..<place].allSatisfy({ ["final", "public", "package"].contains($0) })
        else { return nil }
        return String(words[place + 1])
    }

    /// The words of a line without its comment.
    private static func words(of line: Substring) -> [Substring] {
        let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        return code.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
