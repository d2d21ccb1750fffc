import Protocol

extension Party {
    /// The last word: everything that was told must follow from what was acknowledged.
    package func reckon() -> Record.Reckoning {
        let reckoning = record.reckon(followupsPerDestination: options.followups)
        var faults = reckoning.faults
        if options.isCalm { faults += record.reckonTold() }
        referee.check(.score, by: "results", faults.first)
        for fault in faults.dropFirst() { referee.check(.score, by: "results", fault) }
        return reckoning
    }
}

extension Record {
    /// The outcome of a reckoning.
    package struct Reckoning: Sendable {
        package fileprivate(set) var faults: [String] = []
        /// Results of destinations and follow-ups that somebody was told.
        package fileprivate(set) var comparedResults = 0
        /// Points by player over all games, as they were told.
        package fileprivate(set) var awards: [String: Int] = [:]
        /// Everything that gave points was seen by somebody.
        package fileprivate(set) var isWitnessed = true

        fileprivate mutating func award(_ results: JSONValue?) {
            comparedResults += 1
            for result in results?.array ?? [] {
                guard let player = result["playerId"]?.string,
                    let points = result["pointsAwarded"]?.int
                else { continue }
                awards[player, default: 0] += Int(points)
            }
        }
    }

    /// Reckons every game anew from the answers that were acknowledged, and compares it with what was
    /// told.
    package func reckon(followupsPerDestination count: Int) -> Reckoning {
        var reckoning = Reckoning()
        reckoning.faults = openAnswers.map {
            "\(name($0.player))'s answer \($0.messageID) was never answered"
        }
        for (rounds, final) in games {
            var ledger = Ledger(self)
            var isWhole = true
            for round in rounds {
                ledger.begin(round, self)
                let followups = stride(from: 1, through: count, by: 1).compactMap {
                    round.followups[$0]
                }
                isWhole = isWhole && round.results != nil && followups.count == count
                if let results = round.results {
                    reckoning.faults += ledger.compare(
                        destinationResults: .object(["results": results]),
                        present: round.judged
                    )
                    reckoning.award(results)
                }
                for followup in followups {
                    reckoning.faults += ledger.compare(followupResults: followup)
                    reckoning.award(followup["results"])
                }
            }
            if isWhole, let final {
                let all = Set(joinedAtMs.keys)
                reckoning.faults += ledger.compare(finalResults: final, present: all)
            } else {
                reckoning.isWitnessed = false
            }
        }
        return reckoning
    }

    /// The destinations of each game, and how it ended.
    private var games: [(rounds: [Round], final: JSONValue?)] {
        var games: [[Round]] = []
        for round in rounds {
            if round.index == 1 || games.isEmpty { games.append([]) }
            games[games.count - 1].append(round)
        }
        let starts = games.map { $0[0].firstVersion } + [.max]
        return games.enumerated().map { index, rounds in
            let versions = starts[index]..<starts[index + 1]
            return (rounds, finals.last { versions.contains($0.firstVersion) }?.results)
        }
    }

    /// Reckons the one game of a host who heard everything, event by event, in their order.
    func reckonTold() -> [String] {
        var faults: [String] = []
        var ledger = Ledger(self)
        var left = rounds[...]
        for event in told {
            let (payload, present) = (event.payload, event.present)
            switch event.type {
            case .destinationResults:
                guard let round = left.popFirst() else {
                    faults.append("more results than destinations")
                    continue
                }
                ledger.begin(round, self)
                faults += ledger.compare(destinationResults: payload, present: present)
            case .followupResults: faults += ledger.compare(followupResults: payload)
            case .finalResultsPresent:
                faults += ledger.compare(finalResults: payload, present: present)
            case _: faults += ledger.compare(standings: payload["standings"], present: present)
            }
        }
        if !left.isEmpty { faults.append("\(left.count) destinations without results") }
        return faults
    }
}

extension Ledger {
    /// Everybody whom the record knows, without points.
    fileprivate init(_ record: Record) {
        for (id, joinedAtMs) in record.joinedAtMs {
            seat(id, name: record.name(id), joinedAtMs: joinedAtMs)
        }
    }

    /// Enters what was answered in a round.
    fileprivate mutating func begin(_ round: Record.Round, _ record: Record) {
        beginRound()
        let silence = Answer(text: "", verdict: .wrong)
        for (points, owner) in round.owners { lock(owner, levelPoints: points, silence) }
        // A brake that opened and ran out while nobody was connected.
        for result in round.results?.array ?? [] {
            guard let player = result["playerId"]?.string,
                let points = result["lockedAtLevelPoints"]?.int, round.owners[Int(points)] == nil,
                result["answerText"]?.string == ""
            else { continue }
            lock(player, levelPoints: Int(points), silence)
        }
        for given in record.acknowledgedAnswers where given.round == round.id {
            let answer = Answer(text: given.text, verdict: given.verdict)
            switch given.question {
            case .destination(let points): lock(given.player, levelPoints: points, answer)
            case .followup(let index): self.answer(given.player, followup: index, answer)
            }
        }
    }
}
