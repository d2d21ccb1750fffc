import Foundation
import Protocol
import Testing

@testable import GameState

@Suite struct ScoreboardTests {
    private func board(_ points: [Int]) throws -> Scoreboard {
        var board = Scoreboard()
        for number in points.indices {
            board.add(PlayerID.guest(number + 1), name: try PlayerName("Player \(number)"))
        }
        board.award(points.enumerated().map { (player: PlayerID.guest($0 + 1), points: $1) })
        return board
    }

    @Test func `points descending, then the order of joining; ranks one, one, three`() throws {
        let board = try board([2, 10, 0, 10, 2])
        #expect(board.standings.map(\.player.rawValue) == ["p2", "p4", "p1", "p5", "p3"])
        #expect(board.standings.map(\.rank) == [1, 1, 3, 3, 5])
        #expect(board[PlayerID.guest(5)]?.points == 2)
    }

    @Test func `who comes level goes before those who joined later`() throws {
        var board = try board([0, 8, 4])
        board.award([(player: PlayerID.guest(1), points: 8)])
        #expect(board.standings.map(\.player.rawValue) == ["p1", "p2", "p3"])
        board.award([(player: PlayerID.guest(3), points: 4)])
        #expect(board.standings.map(\.player.rawValue) == ["p1", "p2", "p3"])
        #expect(board.standings.map(\.rank) == [1, 1, 1])
    }

    @Test func `with no points everybody is first`() throws {
        #expect(try board([0, 0, 0]).standings.map(\.rank) == [1, 1, 1])
    }

    @Test func `points can be taken back`() throws {
        var board = try board([10, 8])
        board.award([(player: PlayerID.guest(1), points: -10)])
        #expect(board.standings.map(\.player.rawValue) == ["p2", "p1"])
    }

    @Test func `who leaves makes room, and points for them go nowhere`() throws {
        var board = try board([10, 8, 6])
        board.remove(PlayerID.guest(1))
        #expect(board.standings.map(\.rank) == [1, 2])
        #expect(board[PlayerID.guest(3)]?.player == PlayerID.guest(3))
        board.award([(player: PlayerID.guest(1), points: 5)])
        #expect(board.standings.map(\.rank) == [1, 2])
        #expect(board[PlayerID.guest(1)] == nil)
        #expect(board[PlayerID.guest(3)]?.rank == 2)
    }

    @Test func `what is read back finds everybody again`() throws {
        let board = try board([2, 10, 0])
        let copy = try JSONDecoder().decode(Scoreboard.self, from: JSONEncoder().encode(board))
        #expect(copy == board)
        #expect(copy[PlayerID.guest(1)]?.rank == 2)
    }
}
