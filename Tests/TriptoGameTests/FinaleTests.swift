import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct FinaleTests {
    /// One destination; each of these players locks the right answer at the given level, or never.
    private func atFinale(_ levels: [ClueLevel?]) -> Party {
        var party = Party(players: levels.count) { settings in
            settings.destinationsCount = 1
            settings.followupsPerDestination = 0
        }
        party.reach(.clueLevel)
        for (index, level) in levels.enumerated() {
            guard let level, case .playing(var round, let stage, let timer) = party.game.phase
            else { continue }
            round.answers[Party.id(index + 1)] = Round.LockedAnswer(
                level: level,
                text: "right",
                isCorrect: true
            )
            party.game.phase = .playing(round, stage, timer)
        }
        party.reach(.scoreboard)
        party.waitForTimer()
        return party
    }

    private func results(_ party: Party) throws -> Results {
        guard case .finalResults(let finale) = party.game.phase else {
            throw WireError(.internal, "no finale")
        }
        return finale.results
    }

    @Test func `the winner's ten seconds, to the millisecond`() throws {
        var party = atFinale([.eight, .ten, nil])
        let start = party.now
        let t0 = start + 500
        let results = try results(party)
        #expect(results.outcome == .winner(Party.id(2)))
        #expect(
            party.effects == [
                .record(.gameEnded(isAborted: false, winners: [Party.id(2)])),
                .announce(.finalResultsPresent(results), to: .all),
                .cue(.musicStop(fadeOutMs: 600)),
                .cue(.sfxPlay(.stingBuild, startAt: t0)),
                .cue(.sfxPlay(.drumroll, startAt: t0 + 800)),
                .cue(.sfxPlay(.winnerFanfare, startAt: t0 + 3200)),
            ]
        )
        party.waitForTimer()
        #expect(party.now == t0 + 3200)
        #expect(
            party.effects == [
                .announce(.uiEffectTrigger(.confetti, .high, durationMs: 2500), to: .tv)
            ]
        )
        party.waitForTimer()
        #expect(party.now == t0 + 10_500)
        #expect(party.state == .roundEnd)
        #expect(party.effects.isEmpty)
        #expect(party.game.lobby.status == .active, "a rematch may follow")
    }

    @Test func `equal firsts share the win, and confetti falls for both`() throws {
        var party = atFinale([.ten, .eight, .ten])
        let results = try results(party)
        #expect(results.outcome == .tie([Party.id(1), Party.id(3)]))
        #expect(results.standings.map(\.rank) == [1, 1, 3])
        party.waitForTimer()
        #expect(party.announcedTypes == ["UI_EFFECT_TRIGGER"])
    }

    @Test func `nobody wins with nothing: no tie, no fanfare, no confetti`() throws {
        var party = atFinale([nil, nil])
        #expect(try results(party).outcome == .nobody)
        #expect(
            party.cues == [
                .musicStop(fadeOutMs: 600), .sfxPlay(.stingBuild, startAt: party.now + 500),
            ]
        )
        let start = party.now
        party.waitForTimer()
        #expect(party.state == .roundEnd)
        #expect(party.now == start + 11_000)
    }

    @Test func `the podium holds all who share its three places`() throws {
        let party = atFinale([.two, .ten, .eight, .two, nil])
        let document = try Documents.snapshot(party.game.tvView)
        let top = document["final"]?["standingsTop"]?.array ?? []
        #expect(top.compactMap { $0["playerId"]?.string } == ["p2", "p3", "p1", "p4"])
        #expect(document["final"]?["standingsFull"]?.array?.count == 5)
        #expect(document["final"]?["winnerPlayerId"] == .string("p2"))
        #expect(document["final"]?["isTie"] == .bool(false))
    }

    @Test func `a pause in the finale stops its sounds, and going on cues what is left`() throws {
        var party = atFinale([.ten])
        let t0 = party.now + 500
        party.now = t0 + 1000
        party.host(.pause)
        #expect(party.cues == [.audioStop])
        party.now = party.now + 60_000
        party.host(.resume)
        #expect(party.cues == [.sfxPlay(.winnerFanfare, startAt: t0 + 63_200)])
        party.waitForTimer()
        #expect(party.now == t0 + 63_200)
        party.waitForTimer()
        #expect(party.now == t0 + 70_500)
    }

    @Test func `a pause before the finale has begun leaves it its whole time and no more`() throws {
        var party = atFinale([.ten])
        party.now = party.now + 100
        party.host(.pause)
        let paused = try Documents.snapshot(party.game.tvView)["timers"]?.array?.first
        #expect(paused?["durationMs"] == .int(10_500))
        #expect(paused?["remainingMs"] == paused?["durationMs"])
    }

    @Test func `a finale too short for the fanfare has no confetti`() {
        var party = Party(players: 1) { settings in
            settings.destinationsCount = 1
            settings.timings.final = 3_200
        }
        party.reach(.clueLevel)
        party.lock(1, SamplePackage.name(1))
        party.reach(.finalResults)
        #expect(party.game.timers.count == 1)
        party.waitForTimer()
        #expect(party.state == .roundEnd)
    }

    @Test func `a skip ends the finale and silences what was cued`() {
        var party = atFinale([.ten])
        party.host(.skip)
        #expect(party.state == .roundEnd)
        #expect(party.cues == [.audioStop])
    }

    @Test func `a session ended at the scoreboard keeps the round that was scored`() throws {
        var party = Party()
        party.reach(.scoreboard)
        party.host(.endSession)
        #expect(
            party.facts == [
                .gameEnded(isAborted: true, winners: []), .sessionStatus(.ended),
                KitCommand.endSession.audit,
            ]
        )
        var earlier = Party()
        earlier.reach(.revealDestination)
        let round = try #require(earlier.round?.id)
        earlier.host(.endSession)
        #expect(earlier.facts.first == .roundState(round, .aborted))
    }

    @Test func `a winner who leaves during the finale has won all the same`() throws {
        var party = atFinale([.ten, nil])
        party.player(1, .leave)
        #expect(try results(party).outcome == .winner(Party.id(1)))
    }
}
