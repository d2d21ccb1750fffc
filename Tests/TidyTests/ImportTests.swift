import Testing

/// The architecture, kept true by a test: imports run one way, and a C library has one module behind
/// its door.
@Suite struct ImportTests {
    /// Who may import what, besides itself.
    static let allowed: [String: Set<String>] = [
        "WebSocket": [],
        "HTTP": [],
        "Seeded": [],
        "Timers": [],
        "Protocol": ["Timers"],
        "GameState": ["Protocol"],
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
        "Redis": [
            "CHiredis", "Dispatch", "Glibc", "OpenSSL", "Timers", "Transport",
        ],
        "LiveStore": [
            "Dispatch", "FoundationEssentials", "GameState", "Protocol", "Redis",
            "Synchronization", "Timers", "Transport",
        ],
        "Archive": [
            "CPostgres", "CSQLite", "Dispatch", "GameState", "Glibc", "Protocol", "Synchronization",
        ],
        "Content": [
            "Dispatch", "Foundation", "FoundationEssentials", "GameState", "Glibc", "Protocol",
            "Seeded", "Synchronization",
        ],
        "Voice": [
            "CLinux", "Dispatch", "FoundationEssentials", "GameState", "Glibc", "OpenSSL",
            "Synchronization",
        ],
        "Rooms": [
            "Archive", "FoundationEssentials", "GameState", "LiveStore", "OpenSSL", "Protocol",
            "Timers", "Transport", "WebSocket",
        ],
        "Gateway": [
            "Archive", "CQREncode", "CoreMetrics", "Deflate", "Dispatch", "Foundation",
            "FoundationEssentials",
            "GameState", "HTTP", "LiveStore", "Logging", "Metrics", "OpenSSL", "Protocol",
            "Redis", "Rooms", "Synchronization", "Timers", "Transport", "Voice", "WebSocket",
        ],
        "gatewayd": [
            "Archive", "ArgumentParser", "CLinux", "Content", "Dispatch", "ErrorTracking",
            "Foundation", "GameState", "Gateway", "Glibc", "HTTP", "Logging", "Metrics", "OpenSSL",
            "Protocol", "Redis", "Synchronization", "Transport", "Voice", "WebClient",
        ],
    ]

    @Test(arguments: allowed.keys.sorted()) func `imports only what it may`(module: String) throws {
        let files = try Tree.files("swift", below: ["Sources/\(module)"])
        #expect(!files.isEmpty)
        for file in files {
            for line in file.lines {
                guard let name = Self.importedModule(in: line) else { continue }
                #expect(Self.allowed[module]?.contains(name) == true, "\(file): \(line)")
            }
        }
    }

    @Test func `every module is in the table`() throws {
        let modules = Set(
            try Tree.files("swift", below: ["Sources"]).map {
                String($0.path.split(separator: "/")[1])
            }
        )
        #expect(modules == Set(Self.allowed.keys))
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
