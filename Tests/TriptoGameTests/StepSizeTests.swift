import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

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
        party.brake(1)
        let changes = Tripto.changes(from: before, to: party.game.views)
        let own = try #require(changes.own.kinds.first)
        #expect(own.capacity < 2 * own.count)
    }

    @Test func `players for whom the same changed share one text, wherever they stand`() throws {
        var party = Party(players: 48) { $0.maxPlayers = 48 }
        party.reach(.clueLevel)
        let before = party.game.views
        var after = before
        for place in after.own.indices {
            let old = before.own[place]
            after.own[place] = Tripto.OwnView(
                standing: old.standing,
                canBrake: false,
                canAnswer: old.canAnswer,
                mayHost: false,
                lockedAnswer: "answer \(place % 12)",
                followupAnswer: old.followupAnswer
            )
        }
        let own = Tripto.changes(from: before, to: after).own
        #expect(own.kinds.count == 12)
        #expect(Set(own.kinds).count == 12)
        for (number, operations) in own.kinds.enumerated() {
            let text = String(decoding: operations, as: UTF8.self)
            #expect(text.contains("answer \(number)\""))
            let players = own.ids.indices.filter { own.kind(at: $0) == number }
            #expect(players == (0..<4).map { number + $0 * 12 })
        }
    }

    @Test func `a package makes no input large but its own`() {
        #expect(MemoryLayout<Input<Tripto>>.size < MemoryLayout<RoundContent>.size / 2)
    }
}
