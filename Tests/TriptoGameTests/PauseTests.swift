import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct PauseTests {
    @Test(arguments: [StateName.preparingRound, .clueLevel, .pausedForBrake, .followupQuestion])
    func `a pause costs a timer nothing`(state: StateName) throws {
        var party = Party()
        party.reachForTable(state)
        let timer = try #require(party.game.timers.first)
        party.now = party.now + 1234
        let left = timer.remainingMs(at: party.now)
        party.host(.pause)
        #expect(party.game.timers.map(\.pausedWithMs) == [left])
        party.now = party.now + 600_000
        party.host(.resume)
        let after = try #require(party.game.timers.first)
        #expect(after.id == timer.id)
        #expect(after.durationMs == timer.durationMs)
        #expect(after.remainingMs(at: party.now) == left)
        #expect(after.startAt + after.durationMs == party.now + left)
        // A document tells no time of its own.
        if let shown = try Documents.snapshot(party.game.tvView)["timers"]?.array?.first {
            #expect(shown["remainingMs"] == .int(left))
        } else {
            #expect(!after.isShown)
        }
    }

    @Test func `what the host skips to while paused waits with its whole time`() {
        var party = Party()
        party.reach(.clueLevel)
        party.host(.pause)
        party.host(.skip)
        #expect(party.announced == [.own(.cluePresent(.eight, text: "Cluetext1x8!"))])
        #expect(party.game.timers.map(\.pausedWithMs) == [30_000])
        #expect(party.waitForTimer() == .ignored)
    }

    @Test func `content that comes during a pause starts an intro that waits`() {
        var party = Party()
        party.host(.startGame)
        party.host(.pause)
        party.feed()
        #expect(party.state == .roundIntro)
        #expect(party.game.timers.map(\.pausedWithMs) == [6000])
        party.host(.resume)
        party.waitForTimer()
        #expect(party.state == .clueLevel)
    }

    @Test func `a pause takes the answer from who has the brake, and gives it back`() throws {
        var party = Party()
        party.reach(.clueLevel)
        party.brake(1)
        func canAnswer() throws -> JSONValue? {
            let own = try #require(party.game.ownView(of: Party.id(1)))
            return try Documents.snapshot(party.game.playersView, own)["uiHints"]?["canAnswer"]
        }
        #expect(try canAnswer() == .bool(true))
        party.host(.pause)
        #expect(try canAnswer() == .bool(false))
        #expect(word(party.player(1, .brakeAnswer(SamplePackage.name(1)))) == "wrong_state")
        party.host(.resume)
        #expect(try canAnswer() == .bool(true))
    }

    @Test func `a pause ends with the game`() {
        var party = Party { $0.destinationsCount = 1 }
        party.reach(.finalResults)
        party.host(.pause)
        party.host(.skip)
        #expect(party.state == .roundEnd)
        #expect(!party.game.isPaused)
    }
}
