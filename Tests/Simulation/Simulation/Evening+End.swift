import GameState
import Rooms
import Protocol

// End of an evening: in quiet, with everybody back.
extension Evening {
    /// Ends all faults; everybody comes back, everything under way arrives.
    func comeToRest() throws(Violation) {
        isQuiet = true
        tell("quiet")
        if deserted != nil { everybodyReturns() }
        for gateway in gateways { gateway.link.awayUntil = ServerTime(ms: 0) }
        for client in clients { client.connection?.drain() }
        try run(forMs: 8000)
        for client in clients where !client.isConnected && !client.isGone {
            client.connect(to: anyGateway())
        }
        // Rooms that missed something find out by their pulse.
        try run(forMs: 12_000)
        for client in clients where client.isUsable { client.retry() }
        for _ in 0..<3 {
            try finishCommits()
            try run(forMs: 11_000)
        }
        try finishCommits()
        for client in clients {
            client.react()
            laws.checkRetried(client)
        }
        if let violation = laws.violation { throw violation }
        try actInSecret()
    }

    /// Waits for news of the last step that are still on their way.
    private func finishCommits() throws(Violation) {
        for _ in 0..<2000 where !isAtRest { try step() }
    }

    private var isAtRest: Bool {
        gateways.allSatisfy { gateway in
            guard let room = gateway.room else { return true }
            return !room.isBusy && room.state.version == truth.latest.version
        }
    }

    func run(forMs ms: Int64) throws(Violation) {
        let end = scheduler.now + ms
        while let next = scheduler.nextTime, next <= end { try step() }
        scheduler.jump(max(0, end - scheduler.now))
    }

    func checkEnd() throws(Violation) {
        sabotageJournal()
        laws.checkReplay()
        if !truth.isRemoved { checkAgreement() }
        for client in clients where client.isUsable && client.connectionCount == 1 {
            let isAlone = clients.count { $0.viewer == client.viewer } == 1
            guard isAlone, !client.wasStalled, let problem = client.pulls.problem else { continue }
            laws.violate(.oneBrake, "\(client.name): \(problem)")
        }
        for entry in truth.journal { mix(entry.body) }
        coverage.evenings = 1
        if let violation = laws.violation { throw violation }
    }

    /// Those who are here are shown as connected; the others as away where one gateway knows everybody. Manual
    /// players always are.
    private func checkPresence() {
        for player in truth.game.lobby.players {
            if player.isManual {
                if !player.isConnected { laws.violate(.agreement, "\(player.id) is away") }
                continue
            }
            let isHere = clients.contains { $0.isUsable && $0.viewer == .player(player.id) }
            let isKnown = isHere || plan.gatewayCount == 1 && gateways[0].room != nil
            if isKnown, player.isConnected != isHere {
                laws.violate(
                    .agreement,
                    "\(player.id) is shown as \(isHere ? "away" : "connected") and is not"
                )
            }
        }
    }

    /// Screens that are here are listed; others are not, where one gateway knows everybody, from two pulses after
    /// the store has forgotten them: a gateway that was killed gave up no connection.
    private func checkScreens() {
        let lobby = truth.game.lobby
        guard truth.game.rules >= .sixth else { return }
        let here = Set(
            clients.filter { $0.isUsable && $0.viewer == .tv }.compactMap { $0.connection?.id }
        )
        let listed = Set(lobby.screens)
        let isWhole = plan.gatewayCount == 1 && gateways[0].room != nil
        let ghosts = listed.subtracting(here).filter { screen in
            truth.presence[screen].map { scheduler.now - $0.until > 25_000 } ?? true
        }
        if !listed.isSuperset(of: here) || isWhole && !ghosts.isEmpty {
            laws.violate(.agreement, "screens \(listed) are listed, and \(here) are here")
        }
        if let speaker = lobby.speaker, speaker != .host, !listed.contains(speaker) {
            laws.violate(.agreement, "\(speaker) was chosen to sound, and is not here")
        }
    }

    /// Each player and the host have one connection left, the newest.
    private func checkSeats() {
        for gateway in gateways {
            if let room = gateway.room { laws.checkSeated(in: room, of: gateway.index) }
        }
        for client in clients where client.isUsable && client.viewer != .tv {
            let rivals = clients.filter { $0.isUsable && $0.viewer == client.viewer }
            if rivals.count > 1 {
                laws.violate(.seats, "\(rivals.map(\.name)) are all \(client.viewer)")
            }
            guard let connection = client.connection, let holder = truth.seatings[client.viewer]
            else { continue }
            if holder.connection != connection.id {
                laws.violate(.seats, "\(client.name) sits on \(connection.id), not \(holder)")
            }
        }
    }

    private func checkAgreement() {
        checkSeats()
        let newest = truth.latest.version
        for gateway in gateways {
            guard let room = gateway.room else { continue }
            if room.isBusy { laws.violate(.agreement, "gateway \(gateway.index) never rests") }
            if room.state.version != newest {
                laws.violate(
                    .agreement,
                    "gateway \(gateway.index) is at \(room.state.version), not \(newest)"
                )
            }
            if room.state.game != truth.game {
                laws.violate(.agreement, "gateway \(gateway.index) has another game")
            }
            laws.checkBounds(of: room, isResting: true)
        }
        checkPresence()
        checkScreens()
        for client in clients where client.isUsable {
            guard client.replica.version >= 0, let documents = truth.documents(at: newest) else {
                continue
            }
            let document = client.replica.document
            if let difference = documents.difference(from: document, of: client.viewer) {
                laws.violate(.agreement, "\(client.name) in the end: \(difference)")
            }
        }
        for timer in truth.game.timers {
            guard let deadline = timer.deadline, scheduler.now - deadline > 5000,
                gateways.contains(where: { $0.room != nil })
            else { continue }
            laws.violate(.timers, "\(timer.id) is overdue by \(scheduler.now - deadline) ms")
        }
    }
}
