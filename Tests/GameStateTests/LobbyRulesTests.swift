import ExampleGame
import Protocol
import Testing
import Timers

@testable import GameState

/// Coming and going, as every game has it: by the smallest one, event by event.
@Suite struct LobbyRulesTests {
    private var party: Gathering<Quiz>

    init() throws { party = try Gathering(["questions": 1]) }

    @Test mutating func `who joins is recorded, and all are told`() throws {
        #expect(try word(party.join(3, as: "Cleo")) == nil)
        let cleo = try #require(party.game.lobby.player(.guest(3)))
        let players = PlayerList(party.game.lobby.players)
        let settings = KitEvent.SettingsJSON(party.game.settings)
        #expect(
            party.effects == [
                .record(.playerJoined(.guest(3), name: "Cleo")),
                .announce(.playerJoined(cleo), to: .all),
                .announce(
                    .lobbyUpdated(
                        players,
                        host: ConnectedPart(isConnected: false),
                        settings: settings
                    ),
                    to: .all
                ),
            ]
        )
        #expect(cleo.joinedAt == party.now && !cleo.isConnected)
        let me = try party.document(of: .player(.guest(3)))["me"]
        #expect(me?["points"] == 0 && me?["name"] == "Cleo" && me?["rank"] == 1)
    }

    @Test mutating func `a name is taken whatever its case, and a full room takes nobody`() throws {
        #expect(try word(party.join(3, as: "ALVA")) == "name_taken")
        for number in 3...Quiz.playerCounts.upperBound {
            #expect(try word(party.join(number, as: "Guest \(number)")) == nil)
        }
        #expect(!party.game.isJoinable)
        #expect(try word(party.join(99, as: "Too many")) == "session_full")
        party.give(.command(.kit(.leave), from: .player(.guest(7))))
        #expect(party.game.isJoinable)
        #expect(try word(party.join(99, as: "Just enough")) == nil)
    }

    @Test mutating func `a crowd is listed to host and screens alone`() throws {
        party.give(.command(.kit(.leave), from: .player(.guest(2))))
        #expect(party.told() == ["PLAYER_LEFT", "LOBBY_UPDATED"])
        var crowd = party.game.lobby
        for number in 100..<100 + Transition<Quiz>.lobbyUpdateCrowd {
            _ = try crowd.join(
                .guest(number),
                name: try PlayerName("Guest \(number)"),
                maxPlayers: 1_000,
                at: party.now
            )
        }
        party.game.lobby = crowd
        party.host(.rename(.guest(1), try PlayerName("Åsa")))
        #expect(party.told() == [])
        #expect(party.told(.host) == ["LOBBY_UPDATED"] && party.told(.tv) == ["LOBBY_UPDATED"])
    }

    @Test mutating func `somebody who comes late has nothing yet, and is waited for`() throws {
        party.host(.startGame)
        #expect(try word(party.join(3, as: "Cleo")) == nil)
        _ = party.answer(1, 0)
        _ = party.answer(2, 0)
        #expect(party.game.stage == .running)
        _ = party.answer(3, 0)
        #expect(party.game.stage == .over)
        #expect(party.game.scoreboard[.guest(3)]?.points == 0)
    }

    @Test mutating func `a game that says nothing takes no manual players`() throws {
        #expect(try word(party.host(.addPlayer(PlayerName("Oma")))) == "unknown_type")
        #expect(try party.document(of: .host)["uiHints"]?["canAddPlayer"] == false)
    }

    @Test mutating func `an ended session takes nobody`() throws {
        party.host(.startGame)
        party.host(.endSession)
        #expect(party.game.lobby.status == .ended)
        #expect(try word(party.join(3, as: "Cleo")) == "session_ended")
        #expect(!party.game.isJoinable)
    }

    @Test mutating func `presence is noted once, and recorded of players`() {
        #expect(word(party.give(.presence(.player(.guest(1)), isConnected: true))) == nil)
        #expect(party.effects == [.record(.playerSeen(.guest(1), isConnected: true))])
        let again = party.give(.presence(.player(.guest(1)), isConnected: true))
        #expect(word(again) == "ignored")
        for viewer in [Viewer.host, .tv] {
            #expect(word(party.give(.presence(viewer, isConnected: false))) == "ignored")
            #expect(word(party.give(.presence(viewer, isConnected: true))) == nil)
            #expect(party.effects.isEmpty)
        }
        #expect(word(party.give(.presence(.player(.guest(9)), isConnected: true))) == "ignored")
        #expect(party.game.lobby.isHostConnected && party.game.lobby.isTVConnected)
    }

    @Test mutating func `half an hour away is leaving, a moment less is not`() {
        party.now = party.now + (Lobby.absenceMs - 1)
        #expect(word(party.give(.away(.guest(1)))) == "ignored")
        party.now = party.now + 1
        #expect(word(party.give(.away(.guest(1)))) == nil)
        #expect(party.effects.last == .dismiss(.guest(1), .left))
        #expect(party.facts == [.playerLeft(.guest(1))])
    }

    @Test mutating func `nobody waits for a player who has left, and the points go with them`() {
        party.host(.startGame)
        _ = party.answer(1, 0)
        party.give(.command(.kit(.leave), from: .player(.guest(2))))
        #expect(party.told() == ["PLAYER_LEFT", "LOBBY_UPDATED", "FINAL_RESULTS_PRESENT"])
        #expect(party.effects.contains(.dismiss(.guest(2), .left)))
        #expect(party.game.stage == .over)
        #expect(party.game.scoreboard.standings.map(\.player) == [.guest(1)])
        #expect(word(party.answer(2, 0)) == "not_found")
        #expect(word(party.give(.command(.kit(.leave), from: .player(.guest(2))))) == "not_found")
        #expect(word(party.give(.command(.kit(.leave), from: .tv))) == "ignored")
    }

    @Test mutating func `who is renamed has the new name everywhere, at once`() throws {
        party.host(.startGame)
        #expect(word(party.host(.rename(.guest(2), try PlayerName("Åsa")))) == nil)
        #expect(party.told() == ["LOBBY_UPDATED"])
        #expect(party.facts.first == .playerRenamed(.guest(2), name: "Åsa"))
        for viewer in [Viewer.host, .tv, .player(.guest(2))] {
            let document = try party.document(of: viewer)
            #expect(document["players"]?.array?[1]["name"] == "Åsa")
            #expect(document["scoreboard"]?.array?[1]["name"] == "Åsa")
        }
        #expect(try party.document(of: .player(.guest(2)))["me"]?["name"] == "Åsa")
    }

    @Test mutating func `a name is given to one alone, and not after the end`() throws {
        #expect(word(party.host(.rename(.guest(2), try PlayerName("alva")))) == "name_taken")
        #expect(word(party.host(.rename(.guest(9), try PlayerName("Cleo")))) == "not_found")
        #expect(word(party.host(.rename(.guest(2), try PlayerName("Bo")))) == "ignored")
        #expect(word(party.host(.rename(.guest(2), try PlayerName("BO")))) == nil)
        party.play(true, false)
        #expect(word(party.host(.rename(.guest(2), try PlayerName("Cleo")))) == "wrong_state")
    }

    @Test mutating func `who is removed is told, and stays out until the host allows it`() throws {
        party.host(.startGame)
        #expect(word(party.host(.kick(.guest(2)))) == nil)
        #expect(party.told() == ["PLAYER_LEFT", "LOBBY_UPDATED"])
        #expect(party.effects.contains(.dismiss(.guest(2), .kicked)))
        #expect(party.facts.map(\.description) == ["player left", "audit of HOST_KICK_PLAYER"])
        #expect(word(party.host(.kick(.guest(2)))) == "not_found")
        let removed = try party.document(of: .host)["session"]?["removed"]
        #expect(removed?.array?.map { $0["name"] } == ["Bo"])
        #expect(try party.document(of: .tv)["session"]?["removed"] == nil)
        #expect(try word(party.join(3, as: "bo")) == "forbidden")
        #expect(word(party.host(.allow(.guest(2)))) == nil)
        #expect(word(party.host(.allow(.guest(2)))) == "not_found")
        #expect(try word(party.join(3, as: "bo")) == nil)
    }

    @Test mutating func `a removed device sits down under no other name`() throws {
        party.host(.kick(.guest(2)))
        let device = DeviceMark(rawValue: 7)
        #expect(word(party.give(.device(.guest(2), device))) == nil)
        try party.join(3, as: "Cleo")
        #expect(word(party.give(.device(.guest(3), device))) == nil)
        #expect(party.effects.contains(.dismiss(.guest(3), .kicked)))
        // Another device of another guest is nobody's business.
        try party.join(4, as: "Doris")
        #expect(word(party.give(.device(.guest(4), DeviceMark(rawValue: 8)))) == "ignored")
    }
}
