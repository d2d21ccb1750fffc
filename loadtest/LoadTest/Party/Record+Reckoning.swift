import Protocol

extension Record {
    /// One game: its destinations, and how it ended.
    struct Game {
        var rounds: [Round]
        var final: JSONValue?
    }

    /// The outcome of a reckoning.
    package struct Reckoning: Sendable {
        package var faults: [String] = []
        /// Results of destinations and follow-ups that somebody was told.
        package var comparedResults = 0
        /// Points by player over all games, as they were told.
        package var awards: [String: Int] = [:]
        /// Everything that gave points was seen by somebody.
        package var isWitnessed = true
    }

    var games: [Game] {
        var games: [Game] = []
        for round in rounds {
            if round.index == 1 || games.isEmpty { games.append(Game(rounds: [])) }
            games[games.count - 1].rounds.append(round)
        }
        for index in games.indices {
            guard let first = games[index].rounds.first?.firstVersion else { continue }
            let next = index + 1 < games.count ? games[index + 1].rounds[0].firstVersion : .max
            games[index].final =
                finals.last { first < $0.firstVersion && $0.firstVersion < next }?
                .results
        }
        return games
    }

    /// Reckons every game anew from the answers that were acknowledged, and compares it with what was
    /// told.
    package func reckon(followupsPerDestination: Int) -> Reckoning {
        var reckoning = Reckoning()
        for answer in openAnswers {
            reckoning.faults.append(
                "\(name(answer.player))'s answer \(answer.messageID) was never answered"
            )
        }
        for game in games { reckon(game, followupsPerDestination, &reckoning) }
        return reckoning
    }

    private func reckon(_ game: Game, _ followupCount: Int, _ reckoning: inout Reckoning) {
        var ledger = Ledger()
        for (id, joinedAtMs) in joinedAtMs {
            ledger.seat(id, name: name(id), joinedAtMs: joinedAtMs)
        }
        let all = Set(joinedAtMs.keys)
        var isWhole = true
        for round in game.rounds {
            fill(&ledger, with: round)
            if let results = round.results {
                reckoning.comparedResults += 1
                reckoning.faults += ledger.compare(
                    destinationResults: .object(["results": results]),
                    present: round.judged
                )
                award(results, &reckoning)
            } else {
                isWhole = false
            }
            for index in 1...max(1, followupCount) where followupCount > 0 {
                guard let followup = round.followups[index] else {
                    isWhole = false
                    continue
                }
                reckoning.comparedResults += 1
                reckoning.faults += ledger.compare(followupResults: followup)
                award(followup["results"] ?? .null, &reckoning)
            }
        }
        guard isWhole, let final = game.final else {
            reckoning.isWitnessed = false
            return
        }
        reckoning.faults += ledger.compare(finalResults: final, present: all)
    }

    /// Reckons the one game of a host who heard everything, event by event, in their order.
    func reckonTold() -> [String] {
        var faults: [String] = []
        var ledger = Ledger()
        for (id, joinedAtMs) in joinedAtMs {
            ledger.seat(id, name: name(id), joinedAtMs: joinedAtMs)
        }
        var left = rounds[...]
        for event in told {
            switch event.type {
            case .destinationResults:
                guard let round = left.popFirst() else {
                    faults.append("more results than destinations")
                    continue
                }
                fill(&ledger, with: round)
                faults += ledger.compare(
                    destinationResults: event.payload,
                    present: event.present
                )
            case .followupResults: faults += ledger.compare(followupResults: event.payload)
            case .finalResultsPresent:
                faults += ledger.compare(finalResults: event.payload, present: event.present)
            case _:
                let standings = event.payload["standings"]
                faults += ledger.compare(standings: standings, present: event.present)
            }
        }
        if !left.isEmpty { faults.append("\(left.count) destinations without results") }
        return faults
    }

    private func fill(_ ledger: inout Ledger, with round: Round) {
        ledger.beginRound()
        let silence = Ledger.Answer(text: "", verdict: .wrong)
        for (points, owner) in round.owners {
            ledger.lock(owner, levelPoints: points, silence)
        }
        // A brake that opened and ran out while nobody was connected.
        for result in round.results?.array ?? [] {
            guard let player = result["playerId"]?.string,
                let points = result["lockedAtLevelPoints"]?.int, round.owners[Int(points)] == nil,
                result["answerText"]?.string == ""
            else { continue }
            ledger.lock(player, levelPoints: Int(points), silence)
        }
        for answer in acknowledgedAnswers where answer.round == round.id {
            let given = Ledger.Answer(text: answer.text, verdict: answer.verdict)
            switch answer.question {
            case .destination(let points):
                ledger.lock(answer.player, levelPoints: points, given)
            case .followup(let index): ledger.answer(answer.player, followup: index, given)
            }
        }
    }

    private func award(_ results: JSONValue, _ reckoning: inout Reckoning) {
        for result in results.array ?? [] {
            guard let player = result["playerId"]?.string,
                let points = result["pointsAwarded"]?.int
            else { continue }
            reckoning.awards[player, default: 0] += Int(points)
        }
    }
}
