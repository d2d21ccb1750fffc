import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// Verdicts that a player disputes are voted on by the others, in games whose host plays along.
@Suite struct DisputeTests {
    /// At the reveal: the first player was wrong at ten points, the second right at eight, the others never braked.
    private func party(
        players: Int = 4,
        _ choose: (inout Tripto.Settings) -> Void = { _ in }
    ) -> Party {
        var party = Party(players: players) {
            $0.hostMayPlay = true
            choose(&$0)
        }
        party.reach(.clueLevel)
        party.lock(1, "Atlantis")
        party.lock(2, SamplePackage.name(party.place))
        party.reach(.revealDestination)
        return party
    }

    private func vote(_ party: inout Party, _ number: Int, _ isRight: Bool) -> String {
        word(party.player(number, .vote(isRight: isRight)))
    }

    private func dispute(_ party: inout Party, _ number: Int = 1) -> String {
        word(party.player(number, Tripto.Command.dispute))
    }

    private func part(_ party: Party) throws -> JSONValue? {
        try Documents.snapshot(party.game.tvView)["dispute"]
    }

    /// `canDispute`, `canVote` and `vote` of a player.
    private func own(_ party: Party, _ number: Int) throws -> [JSONValue?] {
        let own = try #require(party.game.ownView(of: Party.id(number)))
        let document = try Documents.snapshot(party.game.playersView, own)
        let hints = document["uiHints"]
        return [hints?["canDispute"], hints?["canVote"], document["me"]?["vote"]]
    }

    @Test func `a majority makes the answer right, and its points are counted`() throws {
        var party = party()
        #expect(party.points == [0, 8, 0, 0])
        #expect(try own(party, 1) == [true, false, .null])
        #expect(try own(party, 2) == [false, false, .null], "was right")
        #expect(try own(party, 3) == [false, false, .null], "has no answer")
        #expect(try part(party) == .null)
        #expect(dispute(&party) == "ok")
        #expect(try own(party, 1) == [false, false, .null])
        #expect(try own(party, 3) == [false, true, .null])
        #expect(vote(&party, 2, false) == "ok")
        #expect(vote(&party, 3, true) == "ok")
        #expect(try own(party, 3) == [false, true, true])
        let open = try #require(try part(party))
        #expect(open["playerId"] == "p1" && open["timerId"]?.string != nil)
        #expect(open["voteCount"] == 2 && open["voterCount"] == 3)
        #expect(open["yesCount"] == .null && open["isAccepted"] == .null, "a secret until the end")
        #expect(party.points == [0, 8, 0, 0])
        let round = try #require(party.round)
        #expect(vote(&party, 4, true) == "ok")
        // Everybody has voted: nobody waits for the clock.
        #expect(party.points == [10, 8, 0, 0])
        #expect(
            party.facts == [
                .judged(round.id, Party.id(1), question: 0, isCorrect: true, points: 10)
            ]
        )
        #expect(party.announcedTypes == ["SCOREBOARD_UPDATE"])
        #expect(party.cues == [.sfxPlay(.correct, startAt: party.now)])
        let settled = try #require(try part(party))
        #expect(settled["timerId"] == .null && settled["isAccepted"] == true)
        #expect(settled["yesCount"] == 2 && settled["voteCount"] == 3)
        let results = try Documents.snapshot(party.game.tvView)["reveal"]?["results"]
        #expect(results?[0]?["isCorrect"] == true && results?[0]?["pointsAwarded"] == 10)
    }

    @Test(arguments: [[], [true, false], [false, false], [true, false, false]] as [[Bool]])
    func `a tie, silence or a majority against it keeps the verdict`(votes: [Bool]) throws {
        var party = party()
        #expect(dispute(&party) == "ok")
        for (place, isRight) in votes.enumerated() {
            #expect(vote(&party, place + 2, isRight) == "ok")
        }
        if votes.count < 3 { party.waitForTimer() }
        #expect(party.points == [0, 8, 0, 0] && party.state == .revealDestination)
        #expect(party.facts.isEmpty && party.announced.isEmpty)
        #expect(party.cues == [.sfxPlay(.wrong, startAt: party.now)])
        #expect(try part(party)?["isAccepted"] == false)
    }

    @Test func `a vote may be changed, and the last one counts`() throws {
        var party = party()
        _ = dispute(&party)
        #expect(vote(&party, 3, true) == "ok" && vote(&party, 3, true) == "-")
        #expect(vote(&party, 3, false) == "ok")
        party.waitForTimer()
        #expect(party.points == [0, 8, 0, 0])
        #expect(try part(party)?["yesCount"] == 0)
    }

    @Test func `the stage waits for the vote, and has its own time again after it`() throws {
        var party = party { $0.timings.reveal = 12_000 }
        let before = party.game.timers
        party.now = party.now + 10_000
        _ = dispute(&party)
        #expect(party.game.timers.count == 2)
        #expect(party.game.timers[0].startAt == before[0].startAt, "the arrival goes on")
        #expect(party.game.timers[0].id != before[0].id)
        #expect(party.game.timers[1].durationMs == Dispute.votingMs)
        let end = party.now + Dispute.votingMs
        party.waitForTimer()
        #expect(party.now == end && party.state == .revealDestination)
        #expect(party.game.timers.count == 1)
        // Two seconds were left: the outcome is shown for longer.
        #expect(party.game.timers[0].remainingMs(at: party.now) == Dispute.outcomeMs)
        party.waitForTimer()
        #expect(party.now == end + Dispute.outcomeMs && party.state == .followupQuestion)
        #expect(try part(party) == .null)
    }

    @Test func `once for each player and destination, one at a time, and five at most`() throws {
        var party = Party(players: 8) {
            $0.hostMayPlay = true
            $0.afterBrake = .same
        }
        party.reach(.clueLevel)
        for number in 1...7 { party.lock(number, "Atlantis") }
        party.reach(.revealDestination)
        #expect(dispute(&party) == "ok")
        #expect(dispute(&party, 2) == "wrong_state")
        party.waitForTimer()
        #expect(dispute(&party) == "already_answered")
        for number in 2...5 {
            #expect(dispute(&party, number) == "ok")
            party.waitForTimer()
        }
        #expect(party.round?.disputes.count == Dispute.maxCount)
        #expect(dispute(&party, 6) == "wrong_state")
        // Another destination, another dispute.
        party.reach(.clueLevel, inRound: 2)
        party.lock(1, "Atlantis")
        party.reach(.revealDestination)
        #expect(dispute(&party) == "ok")
    }

    @Test func `on the scoreboard too, and in no other state`() {
        var party = party()
        for state in [StateName.followupQuestion, .scoreboard] {
            party.reach(state)
            #expect(dispute(&party) == (state == .scoreboard ? "ok" : "wrong_state"))
        }
        #expect(vote(&party, 2, true) == "ok")
        party.waitForTimer()
        #expect(party.points == [10, 8, 0, 0] && party.state == .scoreboard)
        for state in [StateName.preparingRound, .roundIntro, .clueLevel] {
            party.reach(state, inRound: state == .preparingRound ? nil : 2)
            #expect(dispute(&party) == "wrong_state" && vote(&party, 2, true) == "wrong_state")
        }
    }

    @Test func `nobody else disputes, and nobody votes on their own answer`() {
        var party = party()
        #expect(dispute(&party, 2) == "wrong_state", "was right")
        #expect(dispute(&party, 3) == "not_found", "has no answer")
        #expect(word(party.host(Tripto.Command.dispute)) == "forbidden")
        #expect(vote(&party, 2, true) == "wrong_state")
        _ = dispute(&party)
        #expect(vote(&party, 1, true) == "forbidden")
        #expect(word(party.host(.vote(isRight: true))) == "forbidden")
        party.now = party.now + Dispute.votingMs
        #expect(vote(&party, 2, true) == "too_late")
    }

    @Test func `an answer that was locked by the clock can't have been right`() {
        var party = Party(players: 2) { $0.hostMayPlay = true }
        party.reach(.clueLevel)
        party.brake(1)
        party.waitForTimer()
        party.reach(.revealDestination)
        #expect(dispute(&party) == "not_found")
    }

    @Test func `without a host who plays along, or in older rules, the host's word counts`() throws
    {
        var party = party { $0.hostMayPlay = false }
        #expect(dispute(&party) == "forbidden")
        #expect(try own(party, 1) == [false, false, .null])
        var older = self.party()
        older.game.rules = .eighth
        #expect(dispute(&older) == "forbidden")
        #expect(try own(older, 1) == [false, false, .null])
    }

    @Test func `nobody here to vote, no dispute`() {
        var party = party(players: 2)
        party.give(.presence(.player(Party.id(2)), isConnected: false))
        #expect(dispute(&party) == "wrong_state")
        party.give(.presence(.player(Party.id(2)), isConnected: true))
        #expect(dispute(&party) == "ok")
        #expect(vote(&party, 2, true) == "ok")
        #expect(party.points == [10, 8])
    }

    @Test func `a pause stops the vote and costs it nothing`() {
        var party = party()
        _ = dispute(&party)
        party.now = party.now + 5_000
        party.host(.pause)
        #expect(vote(&party, 2, true) == "wrong_state" && dispute(&party, 1) == "wrong_state")
        #expect(party.waitForTimer() == .ignored)
        party.now = party.now + 60_000
        party.host(.resume)
        #expect(party.game.timers.map { $0.remainingMs(at: party.now) } == [15_000, 10_000])
        #expect(vote(&party, 2, true) == "ok")
    }

    @Test func `a skip ends the vote first, also in a pause, and only then the stage`() {
        for isPaused in [false, true] {
            var party = party()
            _ = dispute(&party)
            _ = vote(&party, 3, true)
            if isPaused { party.host(.pause) }
            party.host(.skip)
            #expect(party.points == [10, 8, 0, 0] && party.state == .revealDestination)
            #expect(party.game.timers.count == 1)
            party.host(.skip)
            #expect(party.state == .followupQuestion)
        }
    }

    @Test func `nobody waits for a voter who leaves, and what they said does not count`() {
        var party = party()
        _ = dispute(&party)
        _ = vote(&party, 2, true)
        _ = vote(&party, 3, false)
        party.player(2, .leave)
        #expect(party.points == [0, 0, 0] && party.round?.openDispute != nil)
        party.player(4, .leave)
        #expect(party.round?.openDispute == nil && party.points == [0, 0])
    }

    @Test func `a dispute goes with whoever opened it`() throws {
        var party = party()
        _ = dispute(&party)
        _ = vote(&party, 2, true)
        party.player(1, .leave)
        #expect(party.points == [8, 0, 0] && party.round?.openDispute == nil)
        #expect(party.game.timers.count == 1)
        party.reach(.roundEnd)
    }

    @Test func `patches lead from each of it to the next`() throws {
        var party = party()
        let steps: [(inout Party) -> Void] = [
            { $0.player(1, Tripto.Command.dispute) }, { $0.player(2, .vote(isRight: true)) },
            { $0.player(2, .vote(isRight: false)) }, { $0.player(3, .vote(isRight: true)) },
            { $0.player(4, .vote(isRight: true)) }, { $0.host(.skip) },
        ]
        var documents = try Documents(party.game)
        for step in steps {
            step(&party)
            try documents.follow(party.game)
            #expect(try Documents.snapshot(party.game.tvView) == documents.tv)
            for number in 1...4 {
                let own = try #require(party.game.ownView(of: Party.id(number)))
                let whole = try Documents.snapshot(party.game.playersView, own)
                #expect(whole == documents.players[Party.id(number)])
            }
        }
    }

    @Test func `what is stored of a vote is read again`() throws {
        var party = party()
        _ = dispute(&party)
        _ = vote(&party, 2, true)
        let stored = try JSONEncoder().encode(party.game)
        #expect(try JSONDecoder().decode(Tripto.self, from: stored) == party.game)
    }
}
