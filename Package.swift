// swift-tools-version: 6.1
import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    // Views and patches are generic across modules: unspecialised they cost more than twice as much.
    // The dynamic exclusivity check of class properties is half of all instructions per message in
    // Transport; debug builds, and with them all tests, keep it.
    .unsafeFlags(
        ["-cross-module-optimization", "-enforce-exclusivity=unchecked"],
        .when(configuration: .release)
    ),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Sound is arithmetic, sample by sample, and a bank of packages is read word by word at each start:
/// unoptimised, every test of a gateway would wait for them.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let arguments = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)

/// A C door: a module map and a shim header, nothing else.
func door(_ name: String, apt package: String) -> Target {
    .systemLibrary(name: name, providers: [.apt([package])])
}

/// - Parameter embedded: files that become part of the code.
func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    embedded: [String] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        resources: embedded.map { .embedInCode($0) },
        swiftSettings: strict
    )
}

/// Lists (`.txt`) that tests read lie beside them.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        exclude: contents(of: "Tests/" + name).filter { $0.hasSuffix(".txt") },
        swiftSettings: strict
    )
}

func tool(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

/// What the fuzzers stand on; their invariants see what is internal, like tests.
let fuzzed: [Target.Dependency] = [
    "CHiredis", "Deflate", "GameState", "Gateway", "HTTP", "LiveStore", "NameThatTuneGame",
    "OpenSSL", "Protocol", "Redis", "Seeded", "TriptoGame", "WebSocket",
]

/// What lies in a folder of this package, each with its path from there.
func contents(of folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: Context.packageDirectory + "/" + folder) ?? []).sorted()
}

/// Folders that have Swift in them, by name.
func folders(in folder: String) -> [String] {
    let names = contents(of: folder).filter { $0.hasSuffix(".swift") && $0.contains("/") }
    return Set(names.map { String($0.prefix { $0 != "/" }) }).sorted()
}

/// What every game may stand on.
let ofGames: [Target.Dependency] = [
    "Archive", "GameState", "Making", "OpenSSL", "Programs", "Protocol", "Seeded",
]
/// What tests of a game may stand on, beside it.
let ofGameTests: [Target.Dependency] = [
    "GameState", "Making", "Protocol", "ProviderStand", "Seeded", "TestSupport", "Voice",
    "Workshop",
]

/// A game is a folder in Sources/Games, and nothing here names one: the folder `Songs` is the module
/// `SongsGame`, as a module `Songs` would hide the type in it. In it a table (`.csv`) becomes part of the code,
/// a folder `Bundled` is copied whole, and a page (`.md`) is for readers.
let gameFolders = folders(in: "Sources/Games")
let games = gameFolders.map { Target.Dependency(stringLiteral: $0 + "Game") }

func game(_ folder: String) -> Target {
    let path = "Sources/Games/" + folder
    let files = contents(of: path)
    let bundles = files.filter { $0 == "Bundled" || $0.hasSuffix("/Bundled") }
    let others = files.filter { file in !bundles.contains { file.hasPrefix($0 + "/") } }
    return .target(
        name: folder + "Game",
        dependencies: ofGames,
        path: path,
        exclude: others.filter { $0.hasSuffix(".md") },
        resources: bundles.map { .copy($0) }
            + others.filter { $0.hasSuffix(".csv") }.map { .embedInCode($0) },
        swiftSettings: strict + optimised
    )
}

/// The tests of `Songs` are the folder `SongsGameTests` in Tests.
let gameTests = gameFolders.filter { !contents(of: "Tests/\($0)GameTests").isEmpty }.map {
    tests($0 + "GameTests", ofGameTests + [.init(stringLiteral: $0 + "Game")])
}

/// One folder, two uses: a test that replays the corpus, and, for `scripts/fuzz` alone, what libFuzzer
/// drives, which links with nothing but its main.
let fuzzing: Target =
    Context.environment["GATEWAY_FUZZ"] == nil
    ? .testTarget(
        name: "FuzzTests",
        dependencies: fuzzed,
        path: "fuzz",
        exclude: ["Driver", "README.md", "corpus", "dictionaries"],
        swiftSettings: strict
    )
    : .executableTarget(
        name: "fuzz",
        dependencies: fuzzed,
        path: "fuzz",
        exclude: ["README.md", "Replay", "corpus", "dictionaries"],
        swiftSettings: strict
    )

let package = Package(
    name: "tripto-gateway",
    products: [
        .executable(name: "gatewayd", targets: ["gatewayd"]),
        .executable(name: "loadtest", targets: ["loadtest"]),
        .library(name: "GatewayClient", targets: ["GatewayClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        door("CLinux", apt: "libc6-dev"),
        door("COpenSSL", apt: "libssl-dev"),
        door("CSQLite", apt: "libsqlite3-dev"),
        door("CPostgres", apt: "libpq-dev"),
        door("CQREncode", apt: "libqrencode-dev"),
        door("CHiredis", apt: "libhiredis-dev"),
        door("CZlib", apt: "zlib1g-dev"),
        door("CSodium", apt: "libsodium-dev"),
        door("CCurl", apt: "libcurl4-openssl-dev"),

        // Pure: bytes and rules; no socket, no clock.
        module("WebSocket"),
        module("HTTP"),
        module("Seeded"),
        module("Timers"),
        module("Protocol", ["Timers"]),
        module(
            "GameState",
            ["Protocol"],
            embedded: ["refused-en", "refused-sv", "innocent"].map { "NameFilter/\($0).txt" }
        ),
        module("Making"),
        module("Programs", ["CLinux"]),

        // The clients' side; its transport is a protocol, and the one below needs this repository alone.
        module("GatewayClient", ["Protocol"]),

        module("Deflate", ["CZlib", "WebSocket"]),

        // Shells: each owns one kind of I/O.
        module("OpenSSL", ["CLinux", "COpenSSL"]),
        module("Transport", ["CLinux", "OpenSSL", "Timers"]),
        module("WebClient", ["HTTP", "OpenSSL", "Timers", "Transport"]),
        module(
            "GatewayClientTransport",
            [
                "GatewayClient", "HTTP", "OpenSSL", "Timers", "Transport", "WebClient", "WebSocket",
            ]
        ),
        module(
            "ErrorTracking",
            ["HTTP", "OpenSSL", "Protocol", "Transport", "WebClient", log, metrics]
        ),
        // Making content: the providers, and jobs that go on after they were killed.
        module(
            "Workshop",
            [
                "GameState", "HTTP", "Making", "OpenSSL", "Programs", "Protocol", "Redis",
                "Transport", "Voice", "WebClient",
            ]
        ),
        module("Redis", ["CHiredis", "OpenSSL", "Timers", "Transport"]),
        module("LiveStore", ["GameState", "Protocol", "Redis", "Timers", "Transport"]),
        module("Archive", ["CPostgres", "CSQLite", "GameState", "Protocol"]),
        // People who come back, their letters, and leaderboards over evenings.
        module(
            "Accounts",
            [
                "Archive", "CCurl", "CSodium", "GameState", "HTTP", "OpenSSL", "Protocol", "Timers",
            ]
        ),

        .target(
            name: "Voice",
            dependencies: ["Deflate", "GameState", "OpenSSL", "Programs"],
            swiftSettings: strict + optimised
        ),

        // Sessions on one gateway, whatever their game.
        module(
            "Rooms",
            [
                "Archive", "GameState", "LiveStore", "OpenSSL", "Protocol", "Timers", "Transport",
                "WebSocket",
            ]
        ),

        // The composition, and what is run.
        module(
            "Gateway",
            [
                "Accounts", "Archive", "CQREncode", "Deflate", "GameState", "HTTP", "LiveStore",
                "OpenSSL",
                "Protocol", "Redis", "Rooms", "Timers", "Transport", "Voice", "WebSocket", log,
                metrics,
            ]
        ),
        // The games of this gateway, a line each.
        module(
            "Hosting",
            games + ["Accounts", "Archive", "GameState", "Gateway", "Making", "OpenSSL", log]
        ),
        tool(
            "gatewayd",
            [
                "Accounts", "Archive", "CLinux", "ErrorTracking", "GameState", "Gateway", "HTTP",
                "Hosting",
                "Making", "OpenSSL", "Programs", "Protocol", "Redis", "Transport", "Voice",
                "WebClient", "Workshop", arguments, log, metrics,
            ]
        ),
        .target(
            name: "LoadTest",
            dependencies: [
                "Deflate", "GatewayClient", "GatewayClientTransport", "HTTP", "OpenSSL", "Protocol",
                "Seeded", "Transport", "WebClient", "WebSocket", arguments,
            ],
            path: "loadtest/LoadTest",
            swiftSettings: strict
        ),
        tool("loadtest", path: "loadtest/loadtest", ["LoadTest", "OpenSSL", arguments]),
        tool(
            "bench",
            path: "bench/bench",
            [
                "Archive", "Deflate", "GameState", "GatewayClient", "GatewayClientTransport",
                "LiveStore", "OpenSSL", "Protocol", "Redis", "Rooms", "StoreContracts",
                "TestSupport", "Timers", "Transport", "TriptoGame", "Voice", "WebSocket",
                arguments,
            ]
        ),
        .executableTarget(
            name: "floor",
            path: "bench/floor",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]
        ),

        // What tests stand on.
        .target(
            name: "StoreContracts",
            dependencies: [
                "Archive", "GameState", "LiveStore", "Protocol", "Timers", "TriptoGame",
            ],
            path: "Tests/StoreContracts",
            swiftSettings: strict
        ),
        .target(
            name: "TestSupport",
            dependencies: ["CLinux", "CPostgres", "Seeded"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .target(
            name: "ProviderStand",
            dependencies: ["HTTP", "Protocol", "Transport"],
            path: "Tests/ProviderStand",
            swiftSettings: strict
        ),
        .target(
            name: "Contract",
            dependencies: ["Protocol", .product(name: "Yams", package: "Yams")],
            path: "Tests/Contract",
            swiftSettings: strict
        ),
        tool("archive-writer", path: "Tests/ArchiveWriter", ["Archive", "GameState", "Protocol"]),

        // Whole evenings in virtual time.
        .target(
            name: "Simulation",
            dependencies: games + [
                "Archive", "ExampleGame", "GameState", "GatewayClient", "Hosting", "LiveStore",
                "Protocol", "Rooms", "Seeded", "Timers", "Transport", "WebSocket",
            ],
            path: "Tests/Simulation/Simulation",
            swiftSettings: strict
        ),
        tool(
            "simulate",
            path: "Tests/Simulation/simulate",
            ["GameState", "Simulation", arguments]
        ),

        // Real processes that are broken while games go on.
        .target(
            name: "Faults",
            dependencies: [
                "GatewayClient", "GatewayClientTransport", "LoadTest", "Protocol", "Seeded",
                "Transport", "Voice",
            ],
            path: "Tests/FaultTests/Faults",
            swiftSettings: strict
        ),
        tool("faults", path: "Tests/FaultTests/faults", ["Faults", arguments]),

        // The smallest game that the kit allows.
        .target(
            name: "ExampleGame",
            dependencies: ["GameState", "Protocol"],
            path: "Tests/ExampleGame",
            exclude: ["quiz.yaml", "web"],
            swiftSettings: strict
        ),
        // A gateway that hosts it beside Tripto, for tests of the pages.
        tool(
            "example-gateway",
            path: "Tests/ExampleGateway",
            ["Archive", "ExampleGame", "Gateway", "Transport", "TriptoGame", log]
        ),
        tests("WebSocketTests", ["Seeded", "TestSupport", "WebSocket"]),
        tests("HTTPTests", ["HTTP", "Seeded", "TestSupport"]),
        tests("ProtocolTests", ["Protocol", "Seeded"]),
        tests("TimersTests", ["Seeded", "Timers"]),
        tests(
            "GameStateTests",
            ["ExampleGame", "GameState", "Protocol", "Seeded", "TestSupport", "Timers"]
        ),
        tests("OpenSSLTests", ["OpenSSL", "TestSupport"]),
        tests("TransportTests", ["OpenSSL", "Seeded", "TestSupport", "Timers", "Transport"]),
        tests(
            "WebClientTests",
            ["HTTP", "OpenSSL", "TestSupport", "Transport", "WebClient"]
        ),
        tests(
            "WorkshopTests",
            ["GameState", "Making", "ProviderStand", "TestSupport", "Voice", "Workshop"]
        ),
        tests(
            "ErrorTrackingTests",
            ["ErrorTracking", "HTTP", "Protocol", "Seeded", log]
        ),
        tests(
            "RedisTests",
            ["CHiredis", "Protocol", "Redis", "Seeded", "TestSupport", "Transport"]
        ),
        tests(
            "LiveStoreTests",
            [
                "GameState", "LiveStore", "Protocol", "Redis", "Seeded", "StoreContracts",
                "TestSupport", "Transport", "TriptoGame",
            ]
        ),
        tests(
            "ArchiveTests",
            [
                "Archive", "CPostgres", "CSQLite", "GameState", "NameThatTuneGame", "Protocol",
                "Seeded", "StoreContracts", "TestSupport", "TriptoGame", "archive-writer",
            ]
        ),
        tests(
            "AccountsTests",
            ["Accounts", "Archive", "GameState", "Protocol", "TestSupport"]
        ),
        tests("VoiceTests", ["GameState", "Programs", "Seeded", "TestSupport", "Voice"]),
        tests(
            "RoomsTests",
            [
                "Archive", "GameState", "LiveStore", "Protocol", "Rooms", "Seeded",
                "StoreContracts", "TestSupport", "Timers", "Transport", "TriptoGame", "WebSocket",
            ]
        ),
        tests(
            "GatewayTests",
            [
                "Accounts", "Archive", "CSQLite", "Contract", "Deflate", "ExampleGame", "Gateway",
                "GatewayClient", "GatewayClientTransport", "GameState", "HTTP", "LiveStore",
                "NameThatTuneGame", "OpenSSL", "Protocol", "ProviderStand", "Redis",
                "TestSupport", "Transport", "TriptoGame", "Voice", "WebSocket", "Workshop", log,
                metrics,
            ]
        ),
        tests(
            "ContractTests",
            [
                "Contract", "ExampleGame", "GameState", "NameThatTuneGame", "Protocol",
                "TriptoGame",
            ]
        ),
        tests("DeflateTests", ["Deflate", "Seeded", "WebSocket"]),
        tests("LoadtestTests", ["GatewayClient", "LoadTest", "Protocol", "Seeded"]),
        tests("GatewayClientTests", ["GatewayClient", "Protocol"]),
        tests(
            "SimulationTests",
            [
                "ExampleGame", "GameState", "Hosting", "NameThatTuneGame", "Simulation",
                "TriptoGame",
            ]
        ),
        tests("TidyTests"),
        fuzzing,
    ] + gameFolders.map(game) + gameTests
)
