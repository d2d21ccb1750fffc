import GameState
import Protocol
import Testing

@testable import Rooms

/// A message to one player alone does not wait for hundreds of others.
@Suite struct CrowdTests {
    @Test(arguments: [(players: 10, isAhead: false), (players: 60, isAhead: true)])
    func `in a crowd, whose own part alone changed is written to at once`(
        players: Int,
        isAhead: Bool
    ) throws {
        let parlour = try Parlour()
        var ears: [Listener] = []
        let host = Listener()
        for number in 0..<players {
            let id = PlayerID(rawValue: "p\(number)")
            let name = try PlayerName("Guest \(number)")
            let ear = Listener()
            ears.append(ear)
            try parlour.turn { parlour.room?.join(id, name: name) { _ in } }
            try parlour.turn { try parlour.seat(.player(id), at: ear) }
        }
        try parlour.turn { try parlour.seat(.host, at: host) }
        let before = ears.map(\.flushCount)
        let renaming = #"{"type":"HOST_RENAME_PLAYER","payload":{"playerId":"p7","name":"Ada"}}"#
        let message = try Array(renaming.utf8).withUnsafeBytes { try ClientMessage($0) }
        let seat = try #require(parlour.room?.seats.host)
        try parlour.turn { parlour.room?.receive(message, from: seat) }
        let flushed = zip(ears, before).map { $0.flushCount - $1 }
        #expect(flushed.enumerated().allSatisfy { $1 == (isAhead && $0 == 7 ? 1 : 0) })
        #expect(ears.allSatisfy { $0.heard.last?.contains("Ada") == true })
    }
}
