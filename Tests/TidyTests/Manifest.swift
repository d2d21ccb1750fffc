import Testing

/// Package.swift, read as text: what each target lies in and depends on.
enum Manifest {
    struct Target {
        var name: String
        /// From the root.
        var path: String
        var dependencies: Set<String>
        /// Found by its folder: it depends on what any of its kind may need.
        var isFound = false
    }

    /// All targets that have Swift in them.
    static func targets() throws -> [Target] {
        let text = try Tree.page("Package.swift").lines.joined(separator: "\n")
        let constants = constants(in: text)
        let call = #/(func )?(\.target|\.executableTarget|\.testTarget|\bmodule|\btool|\btests)\(/#
        let targets = text.matches(of: call).compactMap { match -> Target? in
            guard match.output.1 == nil else { return nil }
            let arguments = balanced(text[match.range.upperBound...], "(", ")")
            return target(arguments, isTest: match.output.2.contains("est"), constants)
        }
        // Fewer would mean that they are not found any more.
        try #require(targets.count > 40)
        return targets + games(constants)
    }

    /// The folders in Sources/Games, from the root.
    static let gameFolders = Set(
        Tree.paths.filter { $0.hasPrefix("Sources/Games/") && $0.hasSuffix(".swift") }
            .map { $0.split(separator: "/").prefix(3).joined(separator: "/") }
    )

    /// Games and their tests, which the manifest finds as this does.
    private static func games(_ constants: [Substring: Set<String>]) -> [Target] {
        gameFolders.sorted().flatMap { folder -> [Target] in
            let game = folder.dropFirst("Sources/Games/".count) + "Game"
            let (onGames, onTests) = (constants["ofGames"] ?? [], constants["ofGameTests"] ?? [])
            let module = Target(
                name: String(game),
                path: folder,
                dependencies: onGames,
                isFound: true
            )
            let tests = Target(
                name: "\(game)Tests",
                path: "Tests/\(game)Tests",
                dependencies: onTests.union([String(game)]),
                isFound: true
            )
            return Tree.paths.contains(tests.path) ? [module, tests] : [module]
        }
    }

    /// The manifest's names for dependencies, such as `log`, and for lists of them.
    private static func constants(in text: String) -> [Substring: Set<String>] {
        let product = #/let (\w+) = Target\.Dependency\.product\(\s*name: "(\w+)"/#
        let list = #/let (\w+): \[Target\.Dependency\] = \[/#
        var constants: [Substring: Set<String>] = [:]
        for match in text.matches(of: product) {
            constants[match.output.1] = [String(match.output.2)]
        }
        for match in text.matches(of: list) {
            let names = balanced(text[match.range.upperBound...], "[", "]")
            constants[match.output.1] = dependencies(in: names, [:])
        }
        constants["games"] = Set(gameFolders.map { $0.split(separator: "/")[2] + "Game" })
        return constants
    }

    private static func target(
        _ arguments: Substring,
        isTest: Bool,
        _ constants: [Substring: Set<String>]
    ) -> Target? {
        // The manifest's own helpers have no name of a target, but pass one on.
        guard let name = arguments.firstMatch(of: #/"([\w-]+)"/#)?.output.1 else { return nil }
        let path = arguments.firstMatch(of: #/path: "([^"]+)"/#)?.output.1
        let list = arguments.firstMatch(of: #/dependencies: (\w+),/#)?.output.1
        let own = arguments.firstMatch(of: #/(?:dependencies: |",\s*)(?:(\w+) \+ )?\[/#)
        let names = own.map { balanced(arguments[$0.range.upperBound...], "[", "]") } ?? ""
        let shared = own?.output.1.flatMap { constants[$0] } ?? []
        let folder = path.map(String.init) ?? "\(isTest ? "Tests" : "Sources")/\(name)"
        let hasSwift = Tree.paths.contains { $0.hasPrefix(folder + "/") && $0.hasSuffix(".swift") }
        guard hasSwift else { return nil }
        return Target(
            name: String(name),
            path: folder,
            dependencies: list.flatMap { constants[$0] }
                ?? dependencies(in: names, constants).union(shared)
        )
    }

    private static func dependencies(
        in list: Substring,
        _ constants: [Substring: Set<String>]
    ) -> Set<String> {
        var names = Set(list.matches(of: #/"([\w-]+)"/#).map { String($0.output.1) })
        for word in list.split(whereSeparator: { !$0.isLetter }) {
            names.formUnion(constants[word] ?? [])
        }
        return names
    }

    /// Text before the end of an open bracket.
    private static func balanced(
        _ text: Substring,
        _ open: Character,
        _ close: Character
    ) -> Substring {
        var depth = 1
        var end = text.startIndex
        while end < text.endIndex {
            if text[end] == open { depth += 1 }
            if text[end] == close { depth -= 1 }
            if depth == 0 { break }
            end = text.index(after: end)
        }
        return text[..<end]
    }
}
