import Foundation

/// Who does the work that is measured.
enum Contender: Hashable {
    case gateway
    case floor
    case peer(Peer)

    var name: String {
        switch self {
        case .gateway: "gateway"
        case .floor: "floor"
        case .peer(let peer): peer.name
        }
    }

    /// Where messages come back to their sender.
    var echoPath: String {
        switch self {
        case .gateway, .floor: "/conformance/echo"
        case .peer: "/echo"
        }
    }

    /// Where messages go to everyone.
    var roomPath: String {
        switch self {
        case .gateway, .floor: "/conformance/broadcast"
        case .peer: "/room"
        }
    }
}

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

    /// What starts it; a port and perhaps certificate and key follow.
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
