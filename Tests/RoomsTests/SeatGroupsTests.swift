import Protocol
import Testing

@testable import GameState
@testable import Rooms

/// Hundreds are sorted into groups by their last places: nobody may be told another's part.
@Suite struct SeatGroupsTests {
    @Test(arguments: [3, 60, 500], [0, 1, 2, 7])
    func `every seat is among those whose own part changed alike, however the lobby moved`(
        players: Int,
        kinds: Int
    ) {
        let outlet = Listener()
        let ids = (0..<players).map { PlayerID(rawValue: "player-\($0 * 7919 % 10_007)") }
        let stranger = PlayerID(rawValue: "stranger")
        let seats = (ids.filter { $0 != ids[1] } + [stranger]).map { id in
            Seat(
                viewer: .player(id),
                connection: ConnectionID(rawValue: "c-\(id)"),
                device: nil,
                outlet: outlet
            )
        }
        // As they came; again; the first and a later one gone; newcomers; all turned round.
        let lobbies = [
            ids, ids, Array(ids.dropFirst()).filter { $0 != ids[players / 2] },
            [PlayerID(rawValue: "new")] + ids, ids.reversed(),
        ]
        for (step, lobby) in lobbies.enumerated() {
            let changes = Self.changes(of: lobby, kinds: kinds, step: step)
            let (groups, others) = seats.grouped(by: changes)
            #expect(groups.map(\.seats.count) == groups.map(\.seats.count).sorted())
            #expect(groups.reduce(others.count) { $0 + $1.seats.count } == seats.count)
            for group in groups {
                #expect(!group.seats.isEmpty)
                for seat in group.seats {
                    #expect(Self.operations(changes, of: seat) == changes.kinds[group.kind])
                }
            }
            for seat in others { #expect(Self.operations(changes, of: seat) == nil) }
        }
    }

    private static func operations(_ changes: OwnChanges, of seat: Seat) -> [UInt8]? {
        seat.viewer.player.flatMap(changes.operations)
    }

    /// Every fifth player's part stays as it was.
    private static func changes(of lobby: [PlayerID], kinds: Int, step: Int) -> OwnChanges {
        var sorter = OwnChanges.Sorter<Int>(count: lobby.count)
        for place in lobby.indices where kinds > 0 && (place + step) % 5 != 4 {
            let kind = (place * 31 + step) % kinds
            sorter.add(kind, at: place) { Array("\(kind)".utf8) }
        }
        return sorter.changes(of: lobby)
    }
}
