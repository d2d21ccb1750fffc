import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// A pull with the verdict that let it win (G-18).
@Suite struct LatencyFairTests {
    private static let (ada, bo) = (Party.id(1), Party.id(2))

    private func finish(_ entrants: (PlayerID, Int64, Int64)...) throws -> PhotoFinish {
        try #require(
            PhotoFinish(
                entrants.map { PhotoFinish.Entrant($0.0, arrivedMs: $0.1, wayMs: $0.2) }
            )
        )
    }

    private func party() -> Party {
        var party = Party(players: 2) { $0.latencyFair = true }
        party.reach(.clueLevel)
        return party
    }

    @Test func `everybody is told whom the owner was ahead of, and by how much`() throws {
        var party = party()
        #expect(party.game.ordersAttempts)
        let finish = try finish((Self.ada, 0, 0), (Self.bo, 30, 44))
        let pull = Tripto.Command.brakePull(atClientMs: 7).winning(finish)
        #expect(word(party.player(2, pull)) == "ok")
        let told = try #require(party.announced.first)
        #expect(
            String(decoding: Documents.bytes(told), as: UTF8.self)
                == #"{"brakeOwnerPlayerId":"p2","levelPoints":10,"lockedPlayersCount":0,"#
                + #""photoFinish":{"playerId":"p1","aheadMs":14}}"#
        )
        let shown = try Documents.snapshot(party.game.tvView)["brake"]?["photoFinish"]
        #expect(shown == ["playerId": "p1", "aheadMs": 14])
        #expect(try Documents.snapshot(party.game.playersView)["brake"]?["photoFinish"] == shown)
        party.player(2, .brakeAnswer("Atlantis"))
        #expect(try Documents.snapshot(party.game.tvView)["brake"] == .null)
    }

    @Test func `a pull that had nobody beside it tells nothing`() throws {
        var party = party()
        party.player(1, .brakePull(atClientMs: nil, finish: try finish((Self.ada, 0, 20))))
        let told = try #require(party.announced.first)
        #expect(!String(decoding: Documents.bytes(told), as: UTF8.self).contains("photoFinish"))
        #expect(try Documents.snapshot(party.game.tvView)["brake"]?["photoFinish"] == .null)
    }

    @Test func `no client can say it itself, and another command stays as it is`() throws {
        let payload = JSONValue.object(["finish": ["winner": ["player": "p1"]], "atClientMs": 5])
        let read = try Tripto.command(
            type: "BRAKE_PULL",
            payload: payload,
            from: .player(Self.ada)
        )
        #expect(read == .brakePull(atClientMs: 5))
        let finish = try finish((Self.ada, 0, 0))
        #expect(Tripto.Command.forceReveal.winning(finish) == .forceReveal)
    }

    @Test func `the verdict stands in the input, and a pull without one is written as ever`() throws
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let plain = Tripto.Command.brakePull(atClientMs: 7)
        #expect(
            String(decoding: try encoder.encode(plain), as: UTF8.self)
                == #"{"brakePull":{"atClientMs":7}}"#
        )
        let judged = plain.winning(try finish((Self.ada, 0, 0), (Self.bo, 30, 44)))
        let again = try JSONDecoder().decode(
            Tripto.Command.self,
            from: try encoder.encode(judged)
        )
        #expect(again == judged)
        var (party, replayed) = (party(), party())
        party.player(2, judged)
        replayed.player(2, again)
        #expect(party.game == replayed.game)
        let state = try JSONEncoder().encode(party.game)
        #expect(try JSONDecoder().decode(Tripto.self, from: state) == party.game)
    }

    @Test func `it is off where nobody asks for it, and sessions of older rules can't have it`()
        throws
    {
        #expect(!Party().game.ordersAttempts)
        var old = Party()
        old.game.rules = .fifth
        let change = try Tripto.Settings.Change(["latencyFair": true])
        #expect(word(old.host(change)) == "wrong_state")
        var brake = Party(players: 2)
        brake.reach(.clueLevel)
        brake.brake(1)
        let state = String(decoding: try JSONEncoder().encode(brake.game), as: UTF8.self)
        #expect(!state.contains("latencyFair") && !state.contains("finish"))
    }
}
