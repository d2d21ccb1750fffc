import Foundation

/// Those who take part, and those who can't and why.
struct Field {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var peers: [Peer] = []
    /// Versions that were found.
    private(set) var versions: [Peer: String] = [:]
    private(set) var absent: [(peer: Peer, reason: String)] = []

    /// - Parameter wanted: `none`, `all`, or names with commas between them.
    init(_ wanted: String) throws {
        for peer in try Self.peers(wanted) {
            switch Self.status(of: peer) {
            case .present(let version):
                peers.append(peer)
                versions[peer] = version
            case .absent(let reason): absent.append((peer, reason))
            }
        }
    }

    var contenders: [Contender] { [.gateway, .floor] + peers.map(Contender.peer) }

    /// It did not start, or broke: the others go on without it.
    mutating func dismiss(_ peer: Peer, _ reason: String) {
        peers.removeAll { $0 == peer }
        absent.append((peer, reason))
    }

    private static func peers(_ wanted: String) throws -> [Peer] {
        switch wanted {
        case "none": return []
        case "all": return Peer.allCases
        case _:
            return try wanted.split(separator: ",").map { name in
                guard let peer = Peer(rawValue: String(name)) else {
                    let names = Peer.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Problem(description: "\(name) is no peer: none, all, or of \(names)")
                }
                return peer
            }
        }
    }

    private enum Status {
        case present(version: String)
        case absent(reason: String)
    }

    /// The state that `scripts/bench-peers` left.
    private static func status(of peer: Peer) -> Status {
        let file = ".build/bench-peers/\(peer.rawValue).status"
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
            .split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first {
        case "present": return .present(version: words.last ?? "")
        case "absent": return .absent(reason: words.last ?? "")
        case _: return .absent(reason: "not installed: see scripts/bench-peers")
        }
    }
}
