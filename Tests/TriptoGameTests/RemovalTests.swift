import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// A removed player stays out until the host allows it.
@Suite struct RemovalTests {
    private static let phone = DeviceMark(rawValue: 7)
    private static let other = DeviceMark(rawValue: 8)

    private func removed() -> Party {
        var party = Party(players: 2)
        // Later than they sat down.
        party.now = party.now + 1_000
        party.host(.kick(Party.id(2)))
        return party
    }

    @Test func `the name is refused, whatever its case, until the host allows it`() throws {
        var party = removed()
        #expect(word(party.sitDown(3, named: "PLAYER 2")) == "forbidden")
        #expect(word(party.sitDown(3, named: "Player 3")) == "ok")
        let shown = try Documents.snapshot(party.game.hostView)["session"]?["removed"]
        #expect(shown == [["playerId": "p2", "name": "Player 2"]])
        #expect(try Documents.snapshot(party.game.tvView)["session"]?["removed"] == nil)
        party.host(.allow(Party.id(2)))
        #expect(party.facts == [KitCommand.allow(Party.id(2)).audit])
        #expect(word(party.sitDown(4, named: "Player 2")) == "ok")
        #expect(word(party.host(.allow(Party.id(2)))) == "not_found")
    }

    @Test func `whoever leaves may come back`() {
        var party = Party(players: 2)
        party.player(2, .leave)
        #expect(party.game.lobby.removals.isEmpty)
        #expect(word(party.sitDown(3, named: "Player 2")) == "ok")
    }

    @Test func `the device holds no other seat, one that it had before it keeps`() {
        var party = removed()
        #expect(word(party.give(.device(Party.id(2), Self.phone))) == "ok")
        #expect(word(party.give(.device(Party.id(2), Self.phone))) == "-")
        party.sitDown(3)
        #expect(word(party.give(.device(Party.id(3), Self.other))) == "-")
        #expect(word(party.give(.device(Party.id(1), Self.phone))) == "-")
        party.give(.device(Party.id(3), Self.phone))
        #expect(party.game.lobby.players.map(\.id) == [Party.id(1)])
        #expect(party.effects.contains(.dismiss(Party.id(3), .kicked)))
        #expect(party.game.lobby.removals.map(\.player) == [Party.id(2)])
        party.host(.allow(Party.id(2)))
        party.sitDown(4)
        #expect(word(party.give(.device(Party.id(4), Self.phone))) == "-")
    }

    @Test func `a device that was removed changes nothing of what is remembered`() {
        var party = removed()
        party.give(.device(Party.id(2), Self.phone))
        // Its old seat, with another device's id in hand.
        #expect(word(party.give(.device(Party.id(2), Self.other))) == "-")
        for number in 3...(Lobby.maxRemovals + 10) {
            party.sitDown(number)
            party.give(.device(Party.id(number), Self.phone))
        }
        #expect(party.game.lobby.players.map(\.id) == [Party.id(1)])
        #expect(party.game.lobby.removals.map(\.player) == [Party.id(2)])
        #expect(word(party.sitDown(100, named: "Player 2")) == "forbidden")
    }

    @Test func `a session of the rules before goes on by them`() {
        var party = removed()
        party.game.rules = .second
        party.give(.device(Party.id(2), Self.phone))
        party.sitDown(3)
        party.give(.device(Party.id(3), Self.phone))
        #expect(party.game.lobby.removal(of: Party.id(3))?.device == Self.phone)
        party.give(.device(Party.id(3), Self.other))
        #expect(party.game.lobby.removal(of: Party.id(3))?.device == Self.other)
    }

    @Test func `a session remembers so many, and a new game changes nothing`() {
        var party = Party(players: 1) { $0.destinationsCount = 1 }
        for number in 2...(Lobby.maxRemovals + 2) {
            party.sitDown(number)
            party.host(.kick(Party.id(number)))
        }
        #expect(party.game.lobby.removals.count == Lobby.maxRemovals)
        #expect(word(party.sitDown(100, named: "Player 2")) == "ok", "the first is forgotten")
        #expect(word(party.sitDown(101, named: "Player 3")) == "forbidden")
        party.reach(.roundEnd)
        party.host(.toLobby)
        #expect(word(party.sitDown(101, named: "Player 3")) == "forbidden")
    }

    @Test func `a state without removals is written as it always was`() throws {
        var party = removed()
        let some = String(decoding: try JSONEncoder().encode(party.game), as: UTF8.self)
        #expect(some.contains("removed"))
        party.host(.allow(Party.id(2)))
        let none = try JSONEncoder().encode(party.game)
        #expect(!String(decoding: none, as: UTF8.self).contains("removed"))
        #expect(try JSONDecoder().decode(Tripto.self, from: none) == party.game)
    }
}
