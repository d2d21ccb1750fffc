import Foundation
import Protocol
import Testing

@testable import GameState

@Suite struct PlayerTableTests {
    @Test func `values stand in the order they came, and a new one keeps its place`() {
        var table = PlayerTable<Int>()
        table[PlayerID.guest(2)] = 20
        table[PlayerID.guest(1)] = 10
        table[PlayerID.guest(2)] = 21
        #expect(table.entries.map(\.value) == [21, 10])
        table[PlayerID.guest(2)] = nil
        table[PlayerID.guest(3)] = nil
        #expect(table.entries.map(\.player) == [PlayerID.guest(1)])
        #expect(table[PlayerID.guest(1)] == 10)
        #expect(table[PlayerID.guest(2)] == nil)
    }

    @Test func `what is read back finds everybody again`() throws {
        var table = PlayerTable<Int>()
        for number in 1...20 { table[PlayerID.guest(number)] = number }
        let bytes = try JSONEncoder().encode(table)
        let copy = try JSONDecoder().decode(PlayerTable<Int>.self, from: bytes)
        #expect(copy == table)
        #expect(copy[PlayerID.guest(17)] == 17)
    }
}
