import Foundation
import Glibc
import LoadTest

extension World {
    /// A gateway is killed under hundreds of rooms: each is open again at the other soon.
    func killUnder(rooms: Int) throws {
        try startCluster()
        try openParties(rooms, players: 2)
        let gateway = gateways[0]
        try awaitBlow(.climax) { _ in gateway.signal(SIGKILL) }
        try gateway.awaitEnd()
        let start = Date()
        tell("gateway 0 is killed under \(rooms) rooms")
        let before = parties.ask { $0.map(\.moves) }
        var ms = [Int?](repeating: nil, count: rooms)
        try wait("every room to go on") { [parties] in
            let moves = parties.ask { $0.map(\.moves) }
            for room in moves.indices where ms[room] == nil && moves[room] > before[room] {
                ms[room] = Int(Date().timeIntervalSince(start) * 1_000)
            }
            return ms.allSatisfy { $0 != nil }
        }
        try awaitAllSeated()
        let all = ms.compactMap(\.self).sorted()
        figures.append("\(rooms) rooms on again p50 \(all[rooms / 2]) ms, max \(all[rooms - 1]) ms")
        try gateway.start()
        try playOn(moves: 2)
    }
}
