import Foundation
import Protocol
import Testing

@testable import GameState

@Suite struct PlayerTableTests {
    @Test func `values stand in the order they came, and a new one keeps its place`() {
        var table = PlayerTable<Int>()
        table[Party.id(2)] = 20
        table[Party.id(1)] = 10
        table[Party.id(2)] = 21
        #expect(table.entries.map(\.value) == [21, 10])
        table[Party.id(2)] = nil
        table[Party.id(3)] = nil
        #expect(table.entries.map(\.player) == [Party.id(1)])
        #expect(table[Party.id(1)] == 10)
        #expect(table[Party.id(2)] == nil)
    }

    @Test func `what is read back finds everybody again`() throws {
        var table = PlayerTable<Int>()
        for number in 1...20 { table[Party.id(number)] = number }
        let bytes = try JSONEncoder().encode(table)
        let copy = try JSONDecoder().decode(PlayerTable<Int>.self, from: bytes)
        #expect(copy == table)
        #expect(copy[Party.id(17)] == 17)
    }
}
