import Foundation

/// Another server that does the same work.
enum Peer: String, CaseIterable {
    case uWebSockets = "uwebsockets"
    case swiftNIO = "nio"
    case nodeWS = "node-ws"
    case nchan

    var name: String {
        switch self {
        case .uWebSockets: "uWebSockets"
        case .swiftNIO: "SwiftNIO"
        case .nodeWS: "node ws"
        case .nchan: "nginx nchan"
        }
    }

    /// The command that starts it; a port and perhaps certificate and key follow.
    var command: [String] {
        let here = FileManager.default.currentDirectoryPath
        return switch self {
        case .uWebSockets: ["\(here)/.build/bench-peers/uwebsockets"]
        case .swiftNIO: ["\(here)/.build/bench-peers/nio/release/nio-peer"]
        case .nodeWS:
            [
                "/usr/bin/env", "NODE_PATH=/usr/share/nodejs", "node",
                "\(here)/bench/peers/node-ws/server.js",
            ]
        case .nchan: ["\(here)/bench/peers/nchan/server"]
        }
    }

    /// nchan is made to tell many, and has no echo.
    var echoes: Bool {
        switch self {
        case .uWebSockets, .swiftNIO, .nodeWS: true
        case .nchan: false
        }
    }
}
