import Testing

/// The kit, the stores, the rooms and the gateway serve games that they do not know: what one game alone
/// speaks of stands in its own folder.
@Suite struct GameWordTests {
    /// By folder in `Sources/Games`.
    static let words = [
        "Tripto": ["destination", "clue", "followup", "follow-up", "gazetteer", "RoundPackage"]
    ]
    /// Words that what the games are built and hosted with does not speak either; evenings, benches and the load
    /// test play a game, and do.
    static let wordsOfSources = ["Tripto": ["brake", "pull"]]
    /// Name of a case in journals of before, which every build must read.
    static let stored = "brakeLock"
    /// The same in the languages of the pages.
    static let wordsOfPages = [
        "Tripto": [
            "destinationname", "clue", "followup", "brake_", "resmål", "ledtråd", "nödbroms",
        ]
    ]
    /// Folders in which evenings and the load test know games.
    static let played = ["Tests/Simulation/Simulation/Games/", "loadtest/LoadTest/Tripto/"]
    /// File that lists a gateway's games.
    static let list = "Sources/gatewayd/HostedGames.swift"

    @Test func `every game has words, and they are its own`() throws {
        let games = Set(
            try Tree.files("swift", below: ["Sources/Games"]).map {
                String($0.path.split(separator: "/")[2])
            }
        )
        #expect(games == Set(Self.words.keys))
        for (game, words) in Self.words {
            let text = try Tree.files("swift", below: ["Sources/Games/\(game)"])
                .flatMap(\.lines).joined(separator: "\n").lowercased()
            for word in words { #expect(text.contains(word.lowercased()), "\(word) of \(game)") }
        }
    }

    @Test func `no word of a game stands outside its folder`() throws {
        for (game, words) in Self.words {
            let module = "import \(game)Game"
            let own = ["Sources/Games/\(game)/"] + Self.played
            for file in try Tree.files("swift", below: ["Sources", "Tests/Simulation", "loadtest"])
            where !own.contains(where: file.path.hasPrefix) {
                let mayKnow = file.path == Self.list || file.path.hasPrefix("Tests/")
                for line in file.lines {
                    let lower = line.lowercased()
                    for word in words {
                        #expect(!lower.contains(word.lowercased()), "\(file): \(line)")
                    }
                    #expect(mayKnow || !line.contains(module), "\(file) knows \(game)")
                }
            }
        }
    }

    @Test func `no word of a game stands in the sources of all games`() throws {
        for (game, words) in Self.wordsOfSources {
            let own = try Tree.files("swift", below: ["Sources/Games/\(game)"])
                .flatMap(\.lines).joined(separator: "\n").lowercased()
            for word in words { #expect(own.contains(word), "\(word) of \(game)") }
            for file in try Tree.files("swift", below: ["Sources"])
            where !file.path.hasPrefix("Sources/Games/\(game)/") {
                for line in file.lines {
                    let lower = line.replacing(Self.stored, with: "").lowercased()
                    for word in words { #expect(!lower.contains(word), "\(file): \(line)") }
                }
            }
        }
    }

    /// A bench plays Tripto, over the wire too; what is fuzzed for all games knows none.
    @Test func `only what imports a game is fuzzed with its words`() throws {
        for (game, words) in Self.words {
            let words = words + (Self.wordsOfSources[game] ?? [])
            for file in try Tree.files("swift", below: ["fuzz"])
            where !file.lines.contains(where: { $0.hasSuffix("import \(game)Game") }) {
                for line in file.lines {
                    let lower = line.lowercased()
                    for word in words {
                        #expect(!lower.contains(word.lowercased()), "\(file): \(line)")
                    }
                }
            }
        }
    }

    /// A game's pages are in `web/games`, in a folder of its name.
    @Test func `no word of a game stands in the pages of all games`() throws {
        for (game, words) in Self.wordsOfPages {
            let own = "web/games/\(game.lowercased())/"
            let files = try ["js", "html", "css"].flatMap { try Tree.files($0, below: ["web"]) }
            let text = files.filter { $0.path.hasPrefix(own) }.flatMap(\.lines)
                .joined(separator: "\n").lowercased()
            for word in words { #expect(text.contains(word), "\(word) of \(game)") }
            for file in files where !file.path.hasPrefix(own) {
                for line in file.lines {
                    let lower = line.lowercased()
                    for word in words { #expect(!lower.contains(word), "\(file): \(line)") }
                }
            }
        }
    }
}
