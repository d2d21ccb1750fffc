import Testing

/// The kit, the stores, the rooms and the gateway serve games that they do not know: what one game alone
/// speaks of stands in its own folder.
@Suite struct GameWordTests {
    /// Name of a case in journals of before, which every build must read.
    static let stored = "brakeLock"
    /// Folders in which evenings and the load test know games.
    static let played = ["Tests/Simulation/Simulation/Games/", "loadtest/LoadTest/Games/"]
    /// File that lists a gateway's games.
    static let list = "Sources/Hosting/HostedGames.swift"

    /// Words of one game, as its README names them.
    struct Game {
        let folder: String
        /// Of its types, such as `Songs` in the module `SongsGame`.
        let name: String
        private let words: [Substring: [String]]

        init(_ folder: String) throws {
            self.folder = folder + "/"
            name = String(folder.split(separator: "/")[2])
            let rows = try Tree.page(folder + "/README.md").table(
                below: "## Words that are its own"
            )
            words = Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    (row[0], row[1].split(separator: ", ").map { $0.lowercased() })
                }
            )
        }

        var ofCode: [String] { words["the code"] ?? [] }
        /// Words that what the games are built and hosted with does not speak either; evenings and benches play
        /// a game, and do.
        var ofSources: [String] { words["`Sources`"] ?? [] }
        /// In the languages of the pages.
        var ofPages: [String] { words["the pages"] ?? [] }
    }

    static let games = Result { try Manifest.gameFolders.sorted().map(Game.init) }

    private func expectNone(of words: [String], in file: Tree.File) {
        for line in file.lines {
            let lower = line.replacing(Self.stored, with: "").lowercased()
            for word in words { #expect(!lower.contains(word), "\(file): \(line)") }
        }
    }

    private func expect(_ words: [String], in files: [Tree.File], of game: Game) {
        #expect(!words.isEmpty, "\(game.name) has none")
        let text = files.flatMap(\.lines).joined(separator: "\n").lowercased()
        for word in words { #expect(text.contains(word), "\(word) of \(game.name)") }
    }

    @Test func `no word of a game stands outside its folder`() throws {
        let games = try Self.games.get()
        #expect(!games.isEmpty)
        for game in games {
            let files = try Tree.files("swift", below: ["Sources", "Tests/Simulation", "loadtest"])
            expect(game.ofCode, in: files.filter { $0.path.hasPrefix(game.folder) }, of: game)
            for file in files
            where !([game.folder] + Self.played).contains(where: file.path.hasPrefix) {
                expectNone(of: game.ofCode, in: file)
            }
        }
    }

    @Test func `no word of a game stands in the sources of all games`() throws {
        for game in try Self.games.get() where !game.ofSources.isEmpty {
            let files = try Tree.files("swift", below: ["Sources"])
            expect(game.ofSources, in: files.filter { $0.path.hasPrefix(game.folder) }, of: game)
            for file in files where !file.path.hasPrefix(game.folder) {
                expectNone(of: game.ofSources, in: file)
            }
        }
    }

    /// A new game is its own folders and this line: neither the manifest nor any other source names it.
    @Test func `one file beside a game's folders names it, in an import and a line`() throws {
        let manifest = try Tree.page("Package.swift").lines.joined(separator: "\n")
        for game in try Self.games.get() {
            #expect(!manifest.contains("Games/\(game.name)"))
            let files = try Tree.files("swift", below: ["Sources", "Tests/Simulation"])
            let knowing = files.filter { file in
                guard !([game.folder] + Self.played).contains(where: file.path.hasPrefix) else {
                    return false
                }
                let imported = file.lines.compactMap(ImportTests.importedModule)
                return imported.contains("\(game.name)Game")
            }
            #expect(knowing.map(\.path) == [Self.list])
            let lines = try Tree.page(Self.list).lines.filter {
                $0.contains("        Line(") && $0.contains("\(game.name).self")
            }
            #expect(lines.count == 1, "\(lines)")
        }
    }

    /// A bench plays a game, over the wire too; what is fuzzed for all games knows none.
    @Test func `only what imports a game is fuzzed with its words`() throws {
        for game in try Self.games.get() {
            for file in try Tree.files("swift", below: ["fuzz"])
            where !file.lines.contains(where: { $0.hasSuffix("import \(game.name)Game") }) {
                expectNone(of: game.ofCode + game.ofSources, in: file)
            }
        }
    }

    /// A game's pages are in `web/games`, in a folder of its name on the wire: `name-that-tune` of `NameThatTune`.
    @Test func `no word of a game stands in the pages of all games`() throws {
        for game in try Self.games.get() {
            let hyphenated = game.name.replacing(/([a-z])([A-Z])/) {
                "\($0.output.1)-\($0.output.2)"
            }
            let own = "web/games/\(hyphenated.lowercased())/"
            let files = try ["js", "html", "css"].flatMap { try Tree.files($0, below: ["web"]) }
            expect(game.ofPages, in: files.filter { $0.path.hasPrefix(own) }, of: game)
            for file in files where !file.path.hasPrefix(own) {
                expectNone(of: game.ofPages, in: file)
            }
        }
    }
}
