import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct TransitionTests {
    @Test func `an evening nobody answers goes from the lobby to the end by itself`() {
        var party = Party { $0.destinationsCount = 2 }
        party.feed()
        party.host(.startGame)
        var states = [party.state]
        for _ in 0..<60 where party.state != .roundEnd {
            if party.feed() == nil { party.waitForTimer() }
            states.append(party.state)
        }
        let destination: [StateName] =
            [.preparingRound, .roundIntro] + Array(repeating: .clueLevel, count: 5)
            + [.revealDestination]
            // Each question is open, then answered.
            + Array(repeating: .followupQuestion, count: 4) + [.scoreboard]
        #expect(states == destination + destination + [.finalResults, .roundEnd])
    }

    @Test func `the clues come from ten points down to two`() {
        var party = Party()
        party.reach(.clueLevel)
        var events = [party.announced]
        for _ in 0..<4 {
            party.waitForTimer()
            events.append(party.announced)
        }
        let expected: [[EitherEvent<Tripto.Event>]] = ClueLevel.allCases.map {
            [.own(.cluePresent($0, text: "Cluetext1x\($0.points)!"))]
        }
        #expect(events == expected)
        #expect(ClueLevel.allCases.map(\.index) == [1, 2, 3, 4, 5])
        party.waitForTimer()
        #expect(party.state == .revealDestination)
    }

    @Test func `each step lasts as long as the settings say`() {
        var party = Party(players: 1)
        party.reach(.roundIntro)
        var lasted: [Int64] = []
        for _ in 0..<12 {
            let start = party.now
            party.waitForTimer()
            lasted.append(party.now - start)
        }
        #expect(
            lasted == [
                6000, 30_000, 30_000, 30_000, 30_000, 30_000, 12_000, 20_000, 5000, 20_000, 5000,
                8000,
            ]
        )
    }

    @Test func `without follow-ups the reveal is followed by the scoreboard`() {
        var party = Party { $0.followupsPerDestination = 0 }
        party.reach(.revealDestination)
        party.waitForTimer()
        #expect(party.state == .scoreboard)
    }

    @Test func `a package with fewer questions than wanted asks what it has`() {
        var party = Party { $0.followupsPerDestination = 3 }
        party.host(.startGame)
        if let wish = party.game.wish {
            party.give(.content(RoundContent(SamplePackage.make(1, followups: 1)), for: wish))
        }
        party.reach(.followupQuestion)
        party.waitForTimer()
        party.waitForTimer()
        #expect(party.state == .scoreboard)
    }

    @Test func `the host skips through a whole destination`() {
        var party = Party { $0.destinationsCount = 1 }
        party.reach(.roundIntro)
        var states: [StateName] = []
        for _ in 0..<13 {
            party.host(.skip)
            states.append(party.state)
        }
        #expect(
            states == [
                .clueLevel, .clueLevel, .clueLevel, .clueLevel, .clueLevel, .revealDestination,
                // Each question, then its results.
                .followupQuestion, .followupQuestion, .followupQuestion, .followupQuestion,
                .scoreboard, .finalResults, .roundEnd,
            ]
        )
    }

    @Test func `the host reveals from any clue`() {
        var party = Party()
        party.reach(.clueLevel)
        party.waitForTimer()
        party.host(.forceReveal)
        #expect(party.state == .revealDestination)
        #expect(
            party.announcedTypes == [
                "DESTINATION_REVEAL", "DESTINATION_RESULTS", "SCOREBOARD_UPDATE",
            ]
        )
    }

    @Test(arguments: StateName.allCases.filter { $0 != .roundEnd })
    func `the host ends the session from anywhere, without cheering`(state: StateName) {
        var party = Party { $0.destinationsCount = 1 }
        party.reachForTable(state)
        party.host(.endSession)
        #expect(party.state == .roundEnd)
        #expect(party.game.lobby.status == .ended)
        #expect(party.facts.contains(.sessionStatus(.ended)))
        #expect(party.announcedTypes == [])
        #expect(
            !party.cues.contains { if case .sfxPlay = $0 { true } else { false } },
            "no fanfare"
        )
        guard case .roundEnd(let results) = party.game.phase else { return }
        #expect(results.isAborted)
        #expect(party.game.timers.isEmpty)
        #expect(!party.game.isPaused)
    }

    @Test func `a rematch starts from nothing with the same players and new places`() {
        var party = Party { $0.destinationsCount = 1 }
        party.reach(.clueLevel)
        party.lock(1, SamplePackage.name(1))
        party.reach(.roundEnd)
        #expect(party.points == [10, 0])
        let first = party.game.roundsStarted

        party.host(.startGame)
        #expect(party.state == .preparingRound)
        #expect(party.points == [0, 0])
        #expect(party.announced == [.kit(.scoreboardUpdate(party.game.scoreboard.standings))])
        #expect(party.game.lobby.status == .active)
        #expect(party.game.wish?.usedDestinations == ["place1x"])
        party.feed()
        #expect(party.place == 2)
        #expect(party.round?.index == 1)
        #expect(party.round?.id == RoundID(rawValue: "0123456789abcdef-r\(first + 1)"))
    }

    @Test func `an ended session has no rematch`() {
        var party = Party { $0.destinationsCount = 1 }
        party.reach(.roundEnd)
        party.give(.close)
        #expect(party.game.lobby.status == .ended)
        #expect(word(party.host(.startGame)) == "session_ended")
        #expect(word(party.give(.close)) == "-")
        guard case .roundEnd(let results) = party.game.phase else { return }
        #expect(!results.isAborted, "a game that was over keeps its end")
    }

    @Test func `timers that are unknown, not due or stopped do nothing`() throws {
        var party = Party()
        party.reach(.clueLevel)
        let timer = try #require(party.game.timers.first)
        #expect(party.give(.timer(TimerID(rawValue: "t999"))) == .ignored)
        party.now = timer.startAt + (timer.durationMs - 1)
        #expect(party.give(.timer(timer.id)) == .ignored)
        party.host(.pause)
        party.now = party.now + 60_000
        #expect(party.give(.timer(timer.id)) == .ignored)
        party.host(.resume)
        party.brake(1)
        party.now = party.now + 60_000
        #expect(party.give(.timer(timer.id)) == .ignored, "the clue's timer ended with the brake")
        #expect(party.state == .pausedForBrake)
    }
}
