import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct LobbyTests {
    @Test func `a session says that it can be joined as long as there is a seat`() {
        var party = Party(players: 1) { $0.maxPlayers = 2 }
        #expect(party.game.isJoinable)
        party.sitDown(2)
        #expect(!party.game.isJoinable)
        #expect(word(party.sitDown(3)) == "session_full")
        party.player(1, .leave)
        #expect(party.game.isJoinable)
    }

    @Test func `who joins is recorded and told to all`() throws {
        var party = Party(players: 0)
        let name = try PlayerName("Ada")
        party.give(.join(Party.id(1), name: name))
        let ada = Lobby.Player(
            id: Party.id(1),
            name: name,
            joinedAt: party.now,
            awaySince: party.now,
            ownAvatar: Avatar.all.first
        )
        #expect(party.game.lobby.players == [ada])
        #expect(
            party.effects == [
                .record(.playerJoined(Party.id(1), name: "Ada")),
                .announce(.playerJoined(ada), to: .all),
                .announce(
                    .lobbyUpdated(
                        PlayerList([ada]),
                        host: ConnectedPart(isConnected: false),
                        settings: KitEvent.SettingsJSON(party.game.settings)
                    ),
                    to: .all
                ),
            ]
        )
    }

    @Test func `names are taken whatever their case`() {
        var party = Party(players: 0)
        party.sitDown(1, named: "Åsa")
        #expect(word(party.sitDown(2, named: "ÅSA")) == "name_taken")
    }

    @Test func `who is renamed has the new name everywhere, at once`() throws {
        var party = Party()
        party.reach(.clueLevel)
        let before = (party.game.playersView, party.game.scoreboard.standings[1].points)
        party.host(.rename(Party.id(2), try PlayerName("Zoe")))
        #expect(party.announcedTypes == ["LOBBY_UPDATED"])
        #expect(party.facts.first == .playerRenamed(Party.id(2), name: "Zoe"))
        #expect(party.facts.contains(where: isAuditOfRenaming))
        #expect(party.game.scoreboard.standings[1].points == before.1)
        let patch = patch(before.0, party.game.playersView)
        #expect(patch.contains(#"{"op":"replace","path":"/players/1/name","value":"Zoe"}"#))
        #expect(patch.contains(#"{"op":"replace","path":"/scoreboard/1/name","value":"Zoe"}"#))
        let own = try #require(party.game.ownView(of: Party.id(2)))
        let document = try Documents.snapshot(party.game.playersView, own)
        #expect(document["me"]?["name"] == .string("Zoe"))
    }

    @Test func `the standings of the finale are renamed too`() throws {
        var party = Party { $0.destinationsCount = 1 }
        party.reach(.finalResults)
        party.host(.rename(Party.id(1), try PlayerName("Zoe")))
        let final = try Documents.snapshot(party.game.tvView)["final"]
        #expect(final?["standingsFull"]?.array?[0]["name"] == .string("Zoe"))
        #expect(final?["standingsTop"]?.array?[0]["name"] == .string("Zoe"))
    }

    @Test func `a name that another has is not given, one's own in another case is`() throws {
        var party = Party(players: 0)
        party.sitDown(1, named: "Åsa")
        party.sitDown(2, named: "Bo")
        #expect(word(party.host(.rename(Party.id(2), try PlayerName("åsa")))) == "name_taken")
        #expect(word(party.host(.rename(Party.id(3), try PlayerName("Cleo")))) == "not_found")
        #expect(word(party.host(.rename(Party.id(1), try PlayerName("ÅSA")))) == "ok")
        #expect(party.host(.rename(Party.id(1), try PlayerName("ÅSA"))) == .ignored)
        #expect(word(party.host(.rename(Party.id(1), try PlayerName("Cleo")))) == "ok")
        #expect(word(party.sitDown(3, named: "Åsa")) == "ok", "the old name is free")
    }

    private func isAuditOfRenaming(_ fact: Fact) -> Bool {
        if case .audit(.host, "HOST_RENAME_PLAYER", _) = fact { true } else { false }
    }

    @Test func `a full room takes nobody`() {
        var party = Party(players: 3) { $0.maxPlayers = 3 }
        #expect(word(party.sitDown(4)) == "session_full")
        party.host(.kick(Party.id(1)))
        #expect(word(party.sitDown(4)) == "ok")
    }

    @Test(
        arguments: [
            (StateName.lobby, "ok", "ok"), (.preparingRound, "ok", "wrong_state"),
            (.roundIntro, "ok", "wrong_state"), (.clueLevel, "ok", "wrong_state"),
            (.pausedForBrake, "ok", "wrong_state"), (.revealDestination, "ok", "wrong_state"),
            (.followupQuestion, "ok", "wrong_state"), (.scoreboard, "ok", "wrong_state"),
            (.finalResults, "wrong_state", "wrong_state"),
            (.roundEnd, "ok", "ok"),
        ]
    ) func `late joiners come if they may, none while the winner is shown`(
        state: StateName,
        allowed: String,
        forbidden: String
    ) {
        for (mayJoin, expected) in [(true, allowed), (false, forbidden)] {
            var party = Party {
                $0.allowLateJoin = mayJoin
                $0.destinationsCount = 1
            }
            party.reachForTable(state)
            #expect(word(party.sitDown(9)) == expected)
        }
    }

    @Test func `an ended session takes nobody`() {
        var party = Party()
        party.host(.endSession)
        #expect(word(party.sitDown(9)) == "session_ended")
    }

    @Test func `a late joiner has nothing yet and may brake at once`() {
        var party = Party()
        party.reach(.clueLevel)
        party.sitDown(3)
        #expect(party.points == [0, 0, 0])
        party.brake(3)
        #expect(party.state == .pausedForBrake)
    }

    @Test func `a drop shows in the document and is no leaving`() throws {
        var party = Party()
        let before = party.game
        party.give(.presence(.player(Party.id(1)), isConnected: false))
        #expect(
            party.effects == [.record(.playerSeen(Party.id(1), isConnected: false))]
        )
        #expect(
            patch(before.playersView, party.game.playersView)
                == #"{"op":"replace","path":"/players/0/connected","value":false}"#
        )
        let again = party.give(.presence(.player(Party.id(1)), isConnected: false))
        #expect(again == .ignored)
    }

    @Test func `presence of host and screens stands in the session`() throws {
        var party = Party()
        party.give(.presence(.host, isConnected: true))
        party.give(.presence(.tv, isConnected: true))
        let session = try Documents.snapshot(party.game.playersView)["session"]
        #expect(session?["host"]?["connected"] == .bool(true))
        #expect(session?["tv"]?["connected"] == .bool(true))
        #expect(party.give(.presence(.tv, isConnected: true)) == .ignored)
    }

    @Test func `half an hour away is leaving, a moment less is not`() {
        var party = Party()
        party.give(.presence(.player(Party.id(1)), isConnected: false))
        party.now = party.now + (Lobby.absenceMs - 1)
        #expect(party.give(.away(Party.id(1))) == .ignored)
        #expect(party.give(.away(Party.id(2))) == .ignored, "is here")
        party.now = party.now + 1
        party.give(.away(Party.id(1)))
        #expect(party.announcedTypes == ["PLAYER_LEFT", "LOBBY_UPDATED"])
        #expect(party.effects.contains(.dismiss(Party.id(1), .left)))
    }

    @Test func `who says goodbye is gone; who is not here can't be removed`() {
        var party = Party()
        party.player(1, .leave)
        #expect(party.effects.contains(.dismiss(Party.id(1), .left)))
        #expect(word(party.host(.kick(Party.id(1)))) == "not_found")
        #expect(party.game.scoreboard.standings.count == 1)
    }

    @Test func `who leaves before the reveal is judged for the archive`() throws {
        var party = Party(players: 3)
        party.reach(.clueLevel)
        party.lock(1, SamplePackage.name(1))
        let round = try #require(party.round)
        party.player(1, .leave)
        #expect(
            party.facts == [
                .playerLeft(Party.id(1)),
                .judged(round.id, Party.id(1), question: 0, isCorrect: true, points: 10),
            ]
        )
    }

    @Test func `the last without an answer leaving brings the reveal`() {
        var party = Party()
        party.reach(.clueLevel)
        party.lock(1, "Atlantis")
        party.player(2, .leave)
        #expect(party.state == .revealDestination)
    }

    @Test func `a game needs a player`() {
        var party = Party(players: 0)
        #expect(word(party.host(.startGame)) == "wrong_state")
    }

    @Test func `a crowd is listed to host and screens alone`() {
        var party = Party(players: 50) { $0.maxPlayers = 100 }
        party.sitDown(51)
        party.player(51, .leave)
        #expect(party.effects.filter(isLobbyUpdate).count == 1)
        party.sitDown(51)
        party.sitDown(52)
        party.player(52, .leave)
        let audiences = party.effects.filter(isLobbyUpdate).map {
            if case .announce(_, let audience) = $0 { audience } else { Audience.all }
        }
        #expect(audiences == [.host, .tv])
    }

    private func isLobbyUpdate(_ effect: Effect<Tripto.Event>) -> Bool {
        if case .announce(.kit(.lobbyUpdated), _) = effect { true } else { false }
    }
}

func patch<D: Document>(_ old: D, _ new: D) -> String {
    String(decoding: DocumentWriter.changes(from: old, to: new), as: UTF8.self)
}
