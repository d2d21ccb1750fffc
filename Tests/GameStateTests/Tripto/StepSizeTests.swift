import Protocol
import Testing

@testable import GameState

/// A room keeps the texts of its latest steps and moves each input from hand to hand.
@Suite struct StepSizeTests {
    @Test func `who comes is told to all in one text that takes no more memory than it must`() {
        var party = Party()
        let before = party.game.views
        party.give(.presence(.player(Party.id(1)), isConnected: false))
        let changes = Tripto.changes(from: before, to: party.game.views)
        #expect(!changes.host.isEmpty)
        #expect(address(changes.tv) == address(changes.host))
        #expect(address(changes.players) == address(changes.host))
        #expect(changes.host.capacity < 2 * changes.host.count)
    }

    private func address(_ text: [UInt8]) -> UnsafePointer<UInt8>? {
        text.withUnsafeBufferPointer(\.baseAddress)
    }

    @Test func `what is one player's own takes no more memory than it must`() throws {
        var party = Party()
        party.reach(.clueLevel)
        let before = party.game.views
        party.give(.brakeLock(Party.id(1), isGranted: true))
        let changes = Tripto.changes(from: before, to: party.game.views)
        let own = try #require(changes.own.first)
        #expect(own.operations.capacity < 2 * own.operations.count)
    }

    @Test func `a package makes no input large but its own`() {
        #expect(MemoryLayout<Input<Tripto>>.size < MemoryLayout<RoundContent>.size / 2)
    }
}
