// swift-tools-version: 6.1
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

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A game is one folder. Its module is not called what its rules are: the type would hide it.
func game(
    _ name: String,
    path: String,
    _ dependencies: [Target.Dependency],
    exclude: [String] = [],
    resources: [Resource] = [],
    settings: [SwiftSetting] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: path,
        exclude: exclude,
        resources: resources,
        swiftSettings: strict + settings
    )
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tool(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

/// What the fuzzers stand on; their invariants see what is internal, like tests.
let fuzzed: [Target.Dependency] = [
    "CHiredis", "Deflate", "GameState", "Gateway", "HTTP", "LiveStore", "OpenSSL", "Protocol",
    "Redis", "Seeded", "TriptoGame", "WebSocket",
]

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

/// The games that are hosted and simulated: a line each, here and below.
let games: [Target.Dependency] = [
    "TriptoGame"
]

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

        // Pure: bytes and rules; no socket, no clock.
        module("WebSocket"),
        module("HTTP"),
        module("Seeded"),
        module("Timers"),
        module("Protocol", ["Timers"]),
        module("GameState", ["Protocol"]),

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
        module("Redis", ["CHiredis", "OpenSSL", "Timers", "Transport"]),
        module("LiveStore", ["GameState", "Protocol", "Redis", "Timers", "Transport"]),
        module("Archive", ["CPostgres", "CSQLite", "GameState", "Protocol"]),

        // The games: a folder each.
        game(
            "TriptoGame",
            path: "Sources/Games/Tripto",
            ["Archive", "GameState", "Protocol", "Seeded"],
            exclude: ["README.md"],
            resources: [
                .copy("Content/Bundled"), .embedInCode("Places/capitals.csv"),
                .embedInCode("Places/cities.csv"), .embedInCode("Places/countries.csv"),
                .embedInCode("Places/landmarks.csv"),
            ],
            settings: optimised
        ),

        .target(
            name: "Voice",
            dependencies: ["CLinux", "GameState", "OpenSSL"],
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
                "Archive", "CQREncode", "Deflate", "GameState", "HTTP", "LiveStore", "OpenSSL",
                "Protocol", "Redis", "Rooms", "Timers", "Transport", "Voice", "WebSocket", log,
                metrics,
            ]
        ),
        tool(
            "gatewayd",
            games + [
                "Archive", "CLinux", "ErrorTracking", "GameState", "Gateway", "HTTP", "OpenSSL",
                "Protocol", "Redis", "Transport", "Voice", "WebClient", arguments, log, metrics,
            ]
        ),
        .target(
            name: "LoadTest",
            dependencies: [
                "GatewayClient", "GatewayClientTransport", "HTTP", "OpenSSL", "Protocol", "Seeded",
                "Transport", "WebSocket",
            ],
            path: "loadtest/LoadTest",
            swiftSettings: strict
        ),
        tool("loadtest", path: "loadtest/loadtest", ["LoadTest", arguments]),
        tool(
            "bench",
            path: "bench/bench",
            [
                "Archive", "Deflate", "GameState", "HTTP", "LiveStore", "OpenSSL", "Protocol",
                "Redis", "Rooms", "StoreContracts", "TestSupport", "Timers", "Transport",
                "TriptoGame", "WebSocket", arguments,
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
            dependencies: ["CLinux", "Seeded"],
            path: "Tests/TestSupport",
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
                "Archive", "ExampleGame", "GameState", "LiveStore", "Protocol", "Rooms", "Seeded",
                "Timers", "Transport", "WebSocket",
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
            dependencies: ["LoadTest", "Protocol", "Seeded", "Transport"],
            path: "Tests/FaultTests/Faults",
            swiftSettings: strict
        ),
        tool("faults", path: "Tests/FaultTests/faults", ["Faults", arguments]),

        // The smallest game that the kit allows.
        game(
            "ExampleGame",
            path: "Tests/ExampleGame",
            ["GameState", "Protocol"],
            exclude: ["web"]
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
                "Archive", "CPostgres", "CSQLite", "GameState", "Protocol", "Seeded",
                "StoreContracts", "TestSupport", "TriptoGame", "archive-writer",
            ]
        ),
        tests(
            "TriptoGameTests",
            ["GameState", "Protocol", "Seeded", "TestSupport", "TriptoGame"]
        ),
        tests("VoiceTests", ["GameState", "Seeded", "Voice"]),
        tests(
            "RoomsTests",
            [
                "Archive", "GameState", "LiveStore", "Protocol", "Rooms", "Seeded",
                "StoreContracts", "Timers", "Transport", "TriptoGame", "WebSocket",
            ]
        ),
        tests(
            "GatewayTests",
            [
                "Archive", "CSQLite", "Contract", "Deflate", "ExampleGame", "Gateway",
                "GameState", "HTTP", "LiveStore", "OpenSSL", "Protocol", "Redis", "TestSupport",
                "Transport", "TriptoGame", "Voice", "WebSocket", log, metrics,
            ]
        ),
        tests("ContractTests", ["Contract", "GameState", "Protocol", "TriptoGame"]),
        tests("DeflateTests", ["Deflate", "Seeded", "WebSocket"]),
        tests("LoadtestTests", ["GatewayClient", "LoadTest", "Protocol", "Seeded"]),
        tests("GatewayClientTests", ["GatewayClient", "Protocol"]),
        tests("SimulationTests", ["ExampleGame", "GameState", "Simulation", "TriptoGame"]),
        tests("TidyTests"),
        fuzzing,
    ]
)
