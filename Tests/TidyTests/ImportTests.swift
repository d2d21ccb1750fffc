import Testing

/// The architecture, kept true by a test: imports run one way, and a C library has one module behind
/// its door.
@Suite struct ImportTests {
    /// Imports allowed to each module, besides itself.
    static let allowed: [String: Set<String>] = [
        "WebSocket": [],
        "HTTP": [],
        "Seeded": [],
        "Timers": [],
        "Protocol": ["Timers"],
        "GameState": ["Protocol"],
        "Making": ["FoundationEssentials"],
        "Programs": ["CLinux", "Dispatch", "Glibc", "Synchronization"],
        "GatewayClient": ["Protocol"],
        "GatewayClientTransport": [
            "Dispatch", "GatewayClient", "Glibc", "HTTP", "OpenSSL", "Synchronization", "Timers",
            "Transport", "WebClient", "WebSocket",
        ],
        "Deflate": ["CZlib", "WebSocket"],
        "OpenSSL": ["CLinux", "COpenSSL", "Glibc", "Synchronization"],
        "Transport": [
            "CLinux", "Dispatch", "Glibc", "OpenSSL", "Synchronization", "Timers",
        ],
        "WebClient": ["HTTP", "OpenSSL", "Timers", "Transport"],
        "ErrorTracking": [
            "Dispatch", "FoundationEssentials", "HTTP", "Logging", "Metrics", "OpenSSL", "Protocol",
            "Synchronization", "Transport", "WebClient",
        ],
        "Workshop": [
            "Dispatch", "FoundationEssentials", "GameState", "Glibc", "HTTP", "Making", "OpenSSL",
            "Programs", "Protocol", "Redis", "Synchronization", "Transport", "Voice", "WebClient",
        ],
        "Redis": [
            "CHiredis", "Glibc", "OpenSSL", "Timers", "Transport",
        ],
        "LiveStore": [
            "Dispatch", "FoundationEssentials", "GameState", "Protocol", "Redis",
            "Synchronization", "Timers", "Transport",
        ],
        "Archive": [
            "CPostgres", "CSQLite", "Dispatch", "GameState", "Glibc", "Protocol", "Synchronization",
        ],
        "Accounts": [
            "Archive", "CCurl", "CSodium", "Dispatch", "Foundation", "GameState", "HTTP", "OpenSSL",
            "Protocol", "Synchronization", "Timers",
        ],
        games: [
            "Archive", "Dispatch", "Foundation", "GameState", "Making", "OpenSSL", "Programs",
            "Protocol", "Seeded", "Synchronization",
        ],
        "Voice": [
            "Deflate", "Dispatch", "FoundationEssentials", "GameState", "Glibc", "OpenSSL",
            "Programs", "Synchronization",
        ],
        "Rooms": [
            "Archive", "FoundationEssentials", "GameState", "LiveStore", "OpenSSL", "Protocol",
            "Timers", "Transport", "WebSocket",
        ],
        "Gateway": [
            "Accounts", "Archive", "CQREncode", "CoreMetrics", "Deflate", "Dispatch", "Foundation",
            "FoundationEssentials",
            "GameState", "HTTP", "LiveStore", "Logging", "Metrics", "OpenSSL", "Protocol",
            "Redis", "Rooms", "Synchronization", "Timers", "Transport", "Voice", "WebSocket",
        ],
        "Hosting": [
            "Accounts", "Archive", "Foundation", "GameState", "Games", "Gateway", "Logging",
            "Making", "OpenSSL",
        ],
        "gatewayd": [
            "Accounts", "Archive", "ArgumentParser", "CLinux", "Dispatch", "ErrorTracking",
            "Foundation",
            "GameState", "Gateway", "Glibc", "HTTP", "Hosting", "Logging", "Making", "Metrics",
            "OpenSSL", "Programs", "Protocol", "Redis", "Synchronization", "Transport", "Voice",
            "WebClient", "Workshop",
        ],
    ]

    /// All modules in `Sources/Games`: what one may import, each may; who may import one may import each.
    static let games = "Games"

    /// Modules of the system and Swift, which are no target's dependency.
    static let system: Set = [
        "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Testing",
    ]
    /// Products of packages, by the modules in them.
    static let products = [
        "ArgumentParser": "ArgumentParser", "CoreMetrics": "Metrics", "Logging": "Logging",
        "Metrics": "Metrics", "Yams": "Yams",
    ]
    /// Targets that tests start as a process, and import nothing of.
    static let started: [String: Set<String>] = ["ArchiveTests": ["archive-writer"]]

    @Test(arguments: allowed.keys.sorted()) func `imports only what it may`(module: String) throws {
        let files = try Tree.files("swift", below: ["Sources/\(module)"])
        #expect(!files.isEmpty)
        let games = Set(
            try Manifest.targets().filter { $0.path.hasPrefix("Sources/Games/") }.map(\.name)
        )
        var imported: Set<String> = []
        for file in files {
            for line in file.lines {
                guard let named = Self.importedModule(in: line) else { continue }
                let name = games.contains(named) ? Self.games : named
                imported.insert(name)
                #expect(Self.allowed[module]?.contains(name) == true, "\(file): \(line)")
            }
        }
        #expect(Self.allowed[module]?.subtracting(imported) == [], "allowed and not imported")
    }

    @Test func `every target depends on what it imports, and on nothing else`() throws {
        let targets = try Manifest.targets()
        #expect(Set(Self.allowed.keys).subtracting([Self.games]).isSubset(of: targets.map(\.name)))
        for target in targets {
            var imported: Set<String> = []
            for file in try Tree.files("swift", below: [target.path]) {
                imported.formUnion(file.lines.compactMap(Self.importedModule))
            }
            let needed = Set(imported.subtracting(Self.system).map { Self.products[$0] ?? $0 })
                .union(Self.started[target.name] ?? [])
            #expect(needed.subtracting(target.dependencies) == [], "\(target.name) does not name")
            guard !target.isFound else { continue }
            #expect(target.dependencies.subtracting(needed) == [], "\(target.name) does not use")
        }
    }

    @Test func `the architecture's table is this one`() throws {
        let rows = try Tree.page("ARCHITECTURE.md").table(
            below: "## Modules, and who may import whom"
        )
        var told: [String: Set<String>] = [:]
        for row in rows {
            let names =
                row[2] == "nothing"
                ? [] : row[2].split(separator: ",").map { $0.drop { $0 == " " } }
            told[String(row[0])] = Set(names.map(String.init))
        }
        let modules = Self.allowed.mapValues {
            $0.subtracting(Self.system).subtracting(Self.products.keys)
        }
        #expect(told == modules)
    }

    @Test func `every module is in the table`() throws {
        let modules = try Manifest.targets().filter { $0.path.hasPrefix("Sources/") }
        let names = modules.map { $0.path.hasPrefix("Sources/Games/") ? Self.games : $0.name }
        #expect(Set(names) == Set(Self.allowed.keys))
        let folders = modules.map { $0.path + "/" }
        for file in try Tree.files("swift", below: ["Sources"]) {
            #expect(folders.contains { file.path.hasPrefix($0) }, "\(file) is in no module")
        }
    }

    /// The optimiser hands generic code to other modules where it is public, and not where it is `package`.
    @Test func `nothing is open to the package alone`() throws {
        for file in try Tree.files("swift", below: ["Sources"]) {
            for line in file.lines {
                let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
                let isModifier = words.first == "package" && words.dropFirst().first != "="
                #expect(!isModifier, "\(file): \(line)")
            }
        }
    }

    @Test func `an import is found however it is written`() {
        #expect(Self.importedModule(in: "import Glibc") == "Glibc")
        #expect(Self.importedModule(in: "public import Protocol") == "Protocol")
        #expect(Self.importedModule(in: "@preconcurrency import Dispatch") == "Dispatch")
        #expect(Self.importedModule(in: "// import nothing") == nil)
    }

    static func importedModule(in line: Substring) -> String? {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"),
            words[..<place].allSatisfy({
                ["public", "internal", "package", "private"].contains($0) || $0.hasPrefix("@")
            }), place + 1 < words.count
        else { return nil }
        return String(words[place + 1])
    }
}
