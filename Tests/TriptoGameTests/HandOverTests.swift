import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// The host offers its place to a player, who takes it once.
@Suite struct HandOverTests {
    private static let (anna, bo) = (Party.id(1), Party.id(2))

    private func document(of player: PlayerID, in game: Tripto) throws -> JSONValue {
        let own = try #require(game.ownView(of: player))
        return try Documents.snapshot(game.playersView, own)
    }

    @Test func `an offer stands in the host's document and the player's, and in no other`() throws {
        var party = Party(players: 2)
        party.reach(.clueLevel)
        let before = party.game.views
        #expect(word(party.host(.handOver(Self.bo))) == "ok")
        #expect(party.facts == [KitCommand.handOver(Self.bo).audit])
        #expect(party.announced.isEmpty)
        let host = try Documents.snapshot(party.game.hostView)
        #expect(host["session"]?["offeredTo"] == "p2")
        #expect(try document(of: Self.bo, in: party.game)["me"]?["mayHost"] == true)
        #expect(try document(of: Self.anna, in: party.game)["me"]?["mayHost"] == false)
        // One member tells of it, to each of two viewers.
        let changes = Tripto.changes(from: before, to: party.game.views)
        #expect(changes.tv.isEmpty && changes.players.isEmpty)
        #expect(changes.operations(for: .player(Self.anna)).isEmpty)
        let told = changes.operations(for: .player(Self.bo))
        #expect(told == [Array(#"{"op":"replace","path":"/me/mayHost","value":true}"#.utf8)])
    }

    @Test func `an offer is taken once, by the player whom it was made to`() throws {
        var party = Party(players: 2)
        #expect(word(party.give(.takeOver(Self.bo))) == "wrong_state")
        party.host(.handOver(Self.bo))
        #expect(word(party.give(.takeOver(Self.anna))) == "wrong_state")
        #expect(word(party.give(.takeOver(Self.bo))) == "ok")
        let taken = Fact.audit(actor: .player(Self.bo), type: "HOST_HANDED_OVER", payloadJSON: "{}")
        #expect(party.facts == [taken])
        #expect(word(party.give(.takeOver(Self.bo))) == "wrong_state")
        // The seat of the player stays.
        #expect(party.game.lobby.player(Self.bo) != nil)
        #expect(try document(of: Self.bo, in: party.game)["me"]?["mayHost"] == false)
    }

    @Test func `nobody, or somebody else, withdraws the offer`() {
        var party = Party(players: 2)
        #expect(word(party.host(.handOver(nil))) == "-")
        party.host(.handOver(Self.bo))
        #expect(word(party.host(.handOver(Self.bo))) == "-")
        #expect(word(party.host(.handOver(nil))) == "ok")
        #expect(word(party.give(.takeOver(Self.bo))) == "wrong_state")
        party.host(.handOver(Self.bo))
        party.host(.handOver(Self.anna))
        #expect(word(party.give(.takeOver(Self.bo))) == "wrong_state")
        #expect(word(party.give(.takeOver(Self.anna))) == "ok")
    }

    @Test func `an offer is for somebody in the lobby, connected or not`() {
        var party = Party(players: 2)
        #expect(word(party.host(.handOver(Party.id(9)))) == "not_found")
        party.give(.presence(.player(Self.bo), isConnected: false))
        #expect(word(party.host(.handOver(Self.bo))) == "ok")
        #expect(word(party.player(1, .handOver(Self.anna))) == "forbidden")
        party.host(.kick(Self.bo))
        #expect(party.game.lobby.offeredTo == nil)
        #expect(word(party.give(.takeOver(Self.bo))) == "wrong_state")
        #expect(word(party.host(.handOver(Self.bo))) == "not_found")
        party.host(.handOver(Self.anna))
        party.player(1, .leave)
        #expect(word(party.give(.takeOver(Self.anna))) == "wrong_state")
    }

    @Test(arguments: StateName.allCases)
    func `an offer is made and taken in every state`(_ state: StateName) {
        var party = Party(players: 2)
        switch state {
        case .pausedForBrake:
            party.reach(.clueLevel)
            party.brake(1)
        case _:
            party.reach(state)
        }
        #expect(party.game.phase.name == state)
        #expect(word(party.host(.handOver(Self.bo))) == "ok")
        #expect(word(party.give(.takeOver(Self.bo))) == "ok")
    }

    @Test func `the end of the session is the end of the offer`() {
        var party = Party(players: 2)
        party.host(.handOver(Self.bo))
        party.host(.endSession)
        #expect(party.game.lobby.offeredTo == nil)
        #expect(word(party.give(.takeOver(Self.bo))) == "session_ended")
        #expect(word(party.host(.handOver(Self.bo))) == "session_ended")
        #expect(word(party.host(.handOver(nil))) == "session_ended")
    }

    @Test func `sessions of older rules have no offers, and are stored as they were`() throws {
        var party = Party(players: 2)
        party.game.rules = .third
        #expect(word(party.host(.handOver(Self.bo))) == "wrong_state")
        let stored = String(decoding: try JSONEncoder().encode(party.game.lobby), as: UTF8.self)
        #expect(!stored.contains("offeredTo"))
    }

    @Test func `what is stored of an offer is read as it was`() throws {
        let offers: [Input<Tripto>] = [
            .command(.handOver(Self.bo), from: .host), .command(.handOver(nil), from: .host),
            .takeOver(Self.bo),
        ]
        let bytes = try JSONEncoder().encode(offers)
        #expect(try JSONDecoder().decode([Input<Tripto>].self, from: bytes) == offers)
        var party = Party(players: 2)
        party.host(.handOver(Self.bo))
        let stored = try JSONEncoder().encode(party.game)
        #expect(try JSONDecoder().decode(Tripto.self, from: stored) == party.game)
    }
}
