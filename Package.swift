// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    // Views and patches are generic across modules: unspecialised they cost more than twice as much.
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

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

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tool(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

let package = Package(
    name: "tripto-gateway",
    products: [
        .executable(name: "gatewayd", targets: ["gatewayd"]),
        .executable(name: "loadtest", targets: ["loadtest"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        door("CLinux", apt: "libc6-dev"),
        door("COpenSSL", apt: "libssl-dev"),
        door("CSQLite", apt: "libsqlite3-dev"),
        door("CQREncode", apt: "libqrencode-dev"),

        // Pure: bytes and rules; no socket, no clock.
        module("WebSocket"),
        module("HTTP"),
        module("Protocol"),
        module("Timers", ["Protocol"]),
        module("GameState", ["Protocol"]),

        // Shells: each owns one kind of I/O.
        module("OpenSSL", ["COpenSSL"]),
        .target(
            name: "Transport",
            dependencies: ["CLinux", "OpenSSL", "Protocol", "Timers"],
            // The dynamic exclusivity check of class properties is half of all instructions per
            // message; debug builds, and with them all tests, keep it.
            swiftSettings: strict + [
                .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
            ]
        ),
        module("LiveStore", ["GameState", "Protocol", "Timers"]),
        module("Archive", ["CSQLite", "GameState", "Protocol"]),
        .target(
            name: "Content",
            dependencies: ["GameState", "Protocol"],
            resources: [.copy("Bundled")],
            swiftSettings: strict
        ),

        // The composition, and what is run.
        module(
            "Gateway",
            [
                "Archive", "CQREncode", "Content", "GameState", "HTTP", "LiveStore", "OpenSSL",
                "Protocol", "Timers", "Transport", "WebSocket", log, metrics,
            ]
        ),
        tool("gatewayd", ["Gateway", arguments, log, metrics]),
        .target(
            name: "LoadTest",
            dependencies: ["HTTP", "OpenSSL", "Protocol", "Timers", "Transport", "WebSocket"],
            path: "loadtest/LoadTest",
            swiftSettings: strict
        ),
        tool("loadtest", path: "loadtest/loadtest", ["LoadTest", arguments]),
        tool(
            "bench",
            path: "bench/bench",
            [
                "GameState", "Gateway", "OpenSSL", "Protocol", "Timers", "Transport", "WebSocket",
                arguments,
            ]
        ),
        .executableTarget(
            name: "floor",
            path: "bench/floor",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]
        ),

        tests("WebSocketTests", ["WebSocket"]),
        tests("HTTPTests", ["HTTP"]),
        tests("ProtocolTests", ["Protocol"]),
        tests("TimersTests", ["Timers"]),
        tests("GameStateTests", ["GameState", "Protocol"]),
        tests("OpenSSLTests", ["OpenSSL"]),
        tests("TransportTests", ["OpenSSL", "Timers", "Transport"]),
        tests("LiveStoreTests", ["LiveStore"]),
        tests("ArchiveTests", ["Archive", "GameState", "Protocol"]),
        tests("ContentTests", ["Content", "GameState", "Protocol"]),
        tests(
            "GatewayTests",
            [
                "Archive", "Gateway", "GameState", "HTTP", "OpenSSL", "Protocol", "Transport",
                "WebSocket", log, metrics,
            ]
        ),
        tests("LoadtestTests", ["LoadTest", "Protocol"]),
        tests("TidyTests"),
    ]
)
