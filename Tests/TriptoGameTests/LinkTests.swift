import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// The links that let people in, as far as the rules go: random tokens come from outside.
@Suite struct LinkTests {
    private func link(_ token: String, replacing former: JoinToken?, _ party: Party)
        -> Input<Tripto>
    {
        .joinLink(
            "https://party.test/join/x?t=\(token)",
            token: JoinToken(token, madeAt: party.now, replacing: former)
        )
    }

    @Test func `a new link stands in the documents of host and screens`() throws {
        var party = Party()
        party.give(link("second", replacing: nil, party))
        let url = JSONValue.string("https://party.test/join/x?t=second")
        #expect(try Documents.snapshot(party.game.tvView)["session"]?["joinUrl"] == url)
        #expect(try Documents.snapshot(party.game.hostView)["session"]?["joinUrl"] == url)
        #expect(party.give(link("second", replacing: nil, party)) == .ignored)
    }

    @Test func `of two gateways that bring a link at once one is heard`() {
        var party = Party()
        party.give(link("first", replacing: nil, party))
        let first = party.game.lobby.joinToken
        party.give(link("second", replacing: first, party))
        #expect(party.give(link("third", replacing: first, party)) == .ignored)
        #expect(party.game.lobby.joinToken?.text == "second")
        #expect(party.game.lobby.joinToken?.former == "first")
    }

    @Test func `a link moves with its token when the gateway's address does`() {
        var party = Party()
        party.give(link("first", replacing: nil, party))
        let token = party.game.lobby.joinToken
        party.give(.joinLink("https://elsewhere.test/join/x?t=first", token: token))
        #expect(party.game.lobby.joinURL == "https://elsewhere.test/join/x?t=first")
        #expect(party.game.lobby.joinToken == token)
    }

    @Test func `a host who wants another link revokes those that were handed out`() {
        var party = Party()
        #expect(party.host(.renewJoin) == .ignored)
        party.give(link("first", replacing: nil, party))
        party.game.lobby.hostToken = HostToken(hash: "hash", madeAt: party.now)
        party.reach(.clueLevel)
        party.host(.renewJoin)
        #expect(party.game.lobby.joinToken?.isRevoked == true)
        #expect(party.game.lobby.hostToken == nil)
        #expect(party.facts == [KitCommand.renewJoin.audit])
        #expect(party.host(.renewJoin) == .ignored)
        party.give(link("second", replacing: party.game.lobby.joinToken, party))
        #expect(party.game.lobby.joinToken?.isRevoked == false)
        #expect(word(party.player(1, .renewJoin)) == "forbidden")
        party.host(.endSession)
        #expect(word(party.host(.renewJoin)) == "session_ended")
        #expect(party.give(link("third", replacing: party.game.lobby.joinToken, party)) == .ignored)
    }

    /// As the build before kept them: no token beside the link.
    @Test func `what was stored without a token is read`() throws {
        let input = #"{"joinLink":{"_0":"https://party.test/join/x?t=long"}}"#
        let read = try JSONDecoder().decode(Input<Tripto>.self, from: Data(input.utf8))
        #expect(read == .joinLink("https://party.test/join/x?t=long", token: nil))
        var party = Party()
        party.give(read)
        #expect(party.game.lobby.joinURL == "https://party.test/join/x?t=long")
        let stored = try JSONEncoder().encode(party.game)
        #expect(!String(decoding: stored, as: UTF8.self).contains("oken"))
        #expect(try JSONDecoder().decode(Tripto.self, from: stored) == party.game)
    }
}
