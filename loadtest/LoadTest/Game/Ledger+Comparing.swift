import Protocol

extension Ledger {
    /// Reckons the points of a destination and compares them with DESTINATION_RESULTS.
    ///
    /// - Parameter present: who was seated when they were told.
    /// - Returns: what does not fit.
    mutating func compare(
        destinationResults payload: JSONValue,
        present: Set<String>
    ) -> [String] {
        var faults: [String] = []
        let results = byPlayer(payload["results"], &faults)
        for index in players.indices where present.contains(players[index].id) {
            let player = players[index]
            guard let result = results[player.id] else {
                faults.append("\(player.name) is missing from DESTINATION_RESULTS")
                continue
            }
            let locked = locked[player.id]
            let isCorrect = result["isCorrect"]?.bool ?? false
            if result["lockedAtLevelPoints"]?.int.map(Int.init) != locked?.levelPoints {
                faults.append(
                    "\(player.name) locked at \(text(locked?.levelPoints)), "
                        + "by the results at \(text(result["lockedAtLevelPoints"]?.int))"
                )
            }
            if !(locked?.answer.verdict ?? .wrong).allows(isCorrect) {
                faults.append(
                    "\(player.name)'s \"\(locked?.answer.text ?? "")\" was judged \(isCorrect)"
                )
            }
            if let locked, let told = result["answerText"]?.string, told != locked.answer.text {
                faults.append("\(player.name) answered \"\(locked.answer.text)\", told \"\(told)\"")
            }
            let points = isCorrect ? locked?.levelPoints ?? 0 : 0
            faults += award(points, to: index, result)
        }
        return faults
    }

    mutating func compare(followupResults payload: JSONValue) -> [String] {
        var faults: [String] = []
        let number = Int(payload["index"]?.int ?? 0)
        let results = byPlayer(payload["results"], &faults)
        for index in players.indices {
            let player = players[index]
            let answer = followups[number]?[player.id]
            guard let result = results[player.id] else {
                if answer != nil {
                    faults.append("\(player.name) answered question \(number) but has no result")
                }
                continue
            }
            let isCorrect = result["isCorrect"]?.bool ?? false
            if !(answer?.verdict ?? .wrong).allows(isCorrect) {
                faults.append(
                    "\(player.name)'s \"\(answer?.text ?? "")\" to question \(number) "
                        + "was judged \(isCorrect)"
                )
            }
            faults += award(isCorrect ? Self.followupPoints : 0, to: index, result)
        }
        return faults
    }

    private mutating func award(_ points: Int, to index: Int, _ result: JSONValue) -> [String] {
        players[index].points += points
        let told = result["pointsAwarded"]?.int ?? -1
        return told == Int64(points)
            ? [] : ["\(players[index].name) earned \(points), was given \(told)"]
    }

    /// Points descending, then who joined first.
    var standings: [Player] {
        players.enumerated().sorted { one, other in
            if one.element.points != other.element.points {
                return one.element.points > other.element.points
            }
            if one.element.joinedAtMs != other.element.joinedAtMs {
                return one.element.joinedAtMs < other.element.joinedAtMs
            }
            return one.offset < other.offset
        }.map(\.element)
    }

    /// Compares `standings` of SCOREBOARD_UPDATE, or `scoreboard`, with our own.
    func compare(standings told: JSONValue?, present: Set<String>) -> [String] {
        let standings = standings.filter { present.contains($0.id) }
        let mine = standings.map { "\($0.name) \($0.points)" }
        let theirs = (told?.array ?? []).map {
            "\($0["name"]?.string ?? "?") \($0["points"]?.int ?? -1)"
        }
        var faults = mine == theirs ? [] : ["standings are \(mine), told \(theirs)"]
        for (index, entry) in (told?.array ?? []).enumerated() {
            guard let rank = entry["rank"]?.int, standings.indices.contains(index) else { continue }
            let better = players.count { $0.points > standings[index].points }
            if rank != Int64(better + 1) {
                faults.append("\(standings[index].name) has rank \(better + 1), told \(rank)")
            }
        }
        return faults
    }

    /// Compares FINAL_RESULTS_PRESENT with our own standings.
    func compare(finalResults payload: JSONValue, present: Set<String>) -> [String] {
        var faults = compare(standings: payload["standingsFull"], present: present)
        let standings = standings.filter { present.contains($0.id) }
        let best = standings.first?.points ?? 0
        let winners = best > 0 ? standings.filter { $0.points == best }.map(\.id) : []
        let isTie = winners.count > 1
        if payload["isTie"]?.bool != isTie { faults.append("isTie should be \(isTie)") }
        let winner = isTie ? nil : winners.first
        if payload["winnerPlayerId"]?.string != winner {
            faults.append(
                "the winner is \(winner ?? "nobody"), "
                    + "told \(payload["winnerPlayerId"]?.string ?? "nobody")"
            )
        }
        let tied = payload["tieWinners"]?.array?.compactMap(\.string) ?? []
        if tied != (isTie ? winners : []) { faults.append("tieWinners are \(tied)") }
        return faults
    }

    private func byPlayer(_ list: JSONValue?, _ faults: inout [String]) -> [String: JSONValue] {
        var results: [String: JSONValue] = [:]
        for entry in list?.array ?? [] {
            let id = entry["playerId"]?.string ?? "?"
            if results.updateValue(entry, forKey: id) != nil {
                faults.append("\(id) stands twice in the results")
            }
        }
        return results
    }

    private func text(_ value: (some BinaryInteger)?) -> String {
        value.map { "\($0)" } ?? "no level"
    }
}
