import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// The end of one game and the start of the next.
@Suite struct BetweenGamesTests {
    private func change(_ members: JSONObject) throws -> Tripto.Settings.Change {
        try Tripto.Settings.Change(members)
    }

    private func atTheEnd() -> Party {
        var party = Party { $0.destinationsCount = 1 }
        party.reach(.clueLevel)
        party.lock(1, SamplePackage.name(1))
        party.reach(.roundEnd)
        return party
    }

    @Test func `the host leads everybody back to the lobby`() throws {
        var party = atTheEnd()
        party.host(.toLobby)
        #expect(party.state == .lobby && party.game.lobby.status == .lobby)
        #expect(party.announcedTypes == ["SCOREBOARD_UPDATE", "LOBBY_UPDATED"])
        #expect(party.points == [0, 0])
        #expect(party.facts == [.sessionStatus(.lobby), KitCommand.toLobby.audit])
        #expect(try Documents.snapshot(party.game.tvView)["final"] == .null)
        party.reach(.roundIntro)
        #expect(party.place == 2, "what was played does not come again")
    }

    @Test func `whoever joins at the end plays in the next game`() {
        var party = atTheEnd()
        #expect(party.game.isJoinable)
        #expect(word(party.sitDown(3)) == "ok")
        #expect(party.points == [10, 0, 0])
        party.host(.startGame)
        party.reach(.clueLevel)
        #expect(word(party.brake(3)) == "ok")
        var ended = atTheEnd()
        ended.give(.close)
        #expect(!ended.game.isJoinable)
        #expect(word(ended.sitDown(3)) == "session_ended")
    }

    @Test func `while the winner is shown nobody joins`() {
        for isAllowed in [true, false] {
            var party = Party { $0.allowLateJoin = isAllowed }
            party.reach(.finalResults)
            #expect(!party.game.isJoinable)
            #expect(word(party.sitDown(3)) == "wrong_state")
        }
    }

    @Test func `what a change of settings does not name stays`() throws {
        var party = Party { $0.theme = "sea" }
        party.feed()
        let timings: JSONValue = ["clue": 60_000]
        party.host(try change(["maxPlayers": 2, "timings": timings]))
        var expected = Tripto.Settings(seed: 7)
        expected.theme = "sea"
        expected.maxPlayers = 2
        expected.timings.clue = 60_000
        #expect(party.game.settings == expected)
        #expect(party.announcedTypes == ["LOBBY_UPDATED"])
        #expect(party.game.wish == nil, "the destination that is prepared is still right")
        #expect(word(party.host(try change(["maxPlayers": 2]))) == "-")
        #expect(word(party.sitDown(3)) == "session_full")
        party.host(try change(["theme": .null]))
        #expect(party.game.settings.theme == nil)
    }

    @Test func `another choice of destinations is prepared anew`() throws {
        for members: JSONObject in [
            ["locale": "en"], ["difficulty": "hard"], ["theme": "sea"], ["seed": 8],
        ] {
            var party = Party()
            party.feed()
            party.host(try change(members))
            #expect(party.state == .lobby && party.game.wish != nil, "\(members)")
            #expect(try Documents.snapshot(party.game.hostView)["secret"] == .null)
        }
    }

    @Test func `nobody is put out by a change of settings`() throws {
        var party = Party(players: 3)
        guard case .refused(.error(let error)) = party.host(try change(["maxPlayers": 2])) else {
            Issue.record("three at a table for two")
            return
        }
        #expect(error.code == .badMessage && error.field == "settings.maxPlayers")
        #expect(word(party.host(try change(["maxPlayers": 3]))) == "ok")
    }

    @Test func `a change of settings is checked as new ones are`() {
        for (name, value): (String, JSONValue) in [
            ("maxPlayers", 0), ("locale", "de"), ("theme", 1), ("colour", "red"), ("seed", -1),
            ("timings", 3),
        ] {
            let payload: JSONValue = ["settings": .object(JSONObject([(key: name, value: value)]))]
            #expect(throws: WireError.self, "\(name)") {
                do throws(WireError) {
                    _ = try Tripto.read(
                        type: "HOST_UPDATE_SETTINGS",
                        payload: payload,
                        from: .host
                    )
                } catch {
                    #expect(error.code == .badMessage && error.field == "settings.\(name)")
                    throw error
                }
            }
        }
    }

    @Test func `an answer is judged by the host while its question runs`() throws {
        var party = Party { $0.destinationsCount = 1 }
        party.reach(.followupQuestion)
        party.player(1, .followupAnswer(index: 1, "Gionn"))
        party.host(.overrideAnswer(Party.id(1), question: 1, isCorrect: true))
        #expect(party.announcedTypes == [], "nobody hears of it before the lock")
        #expect(party.points == [0, 0])
        let review = try Documents.snapshot(party.game.hostView)["review"]?.array
        #expect(review?.first?["isCorrect"] == true)
        party.waitForTimer()
        #expect(party.points == [2, 0])
        #expect(
            word(party.host(.overrideAnswer(Party.id(1), question: 2, isCorrect: true)))
                == "wrong_state"
        )
        party.waitForTimer()
        party.player(1, .followupAnswer(index: 2, SamplePackage.answer(1, 2)))
        party.host(.overrideAnswer(Party.id(1), question: 2, isCorrect: false))
        party.player(1, .followupAnswer(index: 2, SamplePackage.answer(1, 2)))
        party.waitForTimer()
        #expect(party.points == [4, 0], "another answer is judged by itself")
    }
}
