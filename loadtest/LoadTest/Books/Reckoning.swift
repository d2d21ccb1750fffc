import Protocol

extension Party {
    /// The last word: everything that was told must follow from what was acknowledged.
    package func reckon() -> Record.Reckoning {
        let reckoning = record.reckon(questions: options.game.questions(options))
        var faults = reckoning.faults
        if options.isCalm { faults += record.reckonTold() }
        referee.check(.score, by: "results", all: faults)
        return reckoning
    }
}

extension Record {
    /// The outcome of a reckoning.
    package struct Reckoning: Sendable {
        package fileprivate(set) var faults: [String] = []
        /// Results of questions that somebody was told.
        package fileprivate(set) var comparedResults = 0
        /// Points by player over all games, as they were told.
        package fileprivate(set) var awards: [String: Int] = [:]
        /// Everything that gave points was seen by somebody.
        package fileprivate(set) var isWitnessed = true

        fileprivate mutating func award(_ results: Results) {
            comparedResults += 1
            for entry in results.entries { awards[entry.player, default: 0] += entry.points }
        }
    }

    /// Reckons every game anew from the answers that were acknowledged, and compares it with what was
    /// told.
    ///
    /// - Parameter questions: that each round has; it may have more.
    func reckon(questions: ClosedRange<Int>) -> Reckoning {
        var reckoning = Reckoning()
        reckoning.faults = openAnswers.map {
            "\(name($0.player))'s answer \($0.messageID) was never answered"
        }
        for (rounds, final) in games {
            var ledger = Ledger(self)
            var isWhole = true
            for round in rounds {
                ledger.begin(round, self)
                isWhole = isWhole && questions.allSatisfy { round.results[$0] != nil }
                for learned in round.results.sorted(by: { $0.key < $1.key }).map(\.value) {
                    reckoning.faults += ledger.compare(learned.results, present: learned.present)
                    reckoning.award(learned.results)
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

    /// The rounds of each game, and how it ended.
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

    /// Reckons the one game of a host who heard everything, piece by piece, in their order.
    func reckonTold() -> [String] {
        var faults: [String] = []
        var ledger = Ledger(self)
        var left = rounds[...]
        var told: Set<[String]> = []
        for piece in toldInOrder {
            switch piece.what {
            case .results(let results, let round):
                if !told.insert([round, "\(results.question)"]).inserted {
                    faults.append("question \(results.question) of \(round) has results twice")
                    continue
                }
                if let next = left.first, next.id == round {
                    left.removeFirst()
                    ledger.begin(next, self)
                }
                faults += ledger.compare(results, present: piece.present)
            case .standings(let standings):
                faults += ledger.compare(standings: standings, present: piece.present)
            case .final(let final):
                faults += ledger.compare(finalResults: final, present: piece.present)
            }
        }
        if !left.isEmpty { faults.append("\(left.count) rounds without results") }
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
        for (player, silence) in record.game.unsaid(in: round) { answer(player, 0, silence) }
        for given in record.acknowledgedAnswers where given.round == round.id {
            for (question, words) in given.words { answer(given.player, question, words) }
        }
    }
}
