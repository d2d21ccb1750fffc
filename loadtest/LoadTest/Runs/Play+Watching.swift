import Protocol

extension Play: ClientDelegate {
    func willTake(_ message: ReceivedMessage, by client: Client) {
        referee.willTake(message, by: client)
    }

    func received(_ message: ReceivedMessage, by client: Client) {
        referee.received(message, by: client)
        acknowledge(message)
        if client === host { hostHeard(message) }
        guard let bot = bots.first(where: { $0.client === client }) else { return }
        switch message.type {
        case .stateSnapshot, .statePatch: bot.look()
        case .welcome: welcomed(bot, message)
        case .brakeRejected where message.decoded()["reason"]?.string == "already_paused":
            say("    \(bot.name) was too slow.")
        case .brakeRejected where message.decoded()["reason"]?.string == "rate_limited":
            say("    \(bot.name) pulls too often.")
        case .timePong, .error, .playerJoined, .playerLeft, .lobbyUpdated, .cluePresent,
            .brakeAccepted, .brakeRejected, .brakeAnswerLocked, .answerAck, .destinationReveal,
            .destinationResults, .scoreboardUpdate, .followupPresent, .followupLocked,
            .followupResults, .finalResultsPresent, .timerSync, .audioPlay, .audioStop, .musicSet,
            .musicStop, .musicDuck, .musicGainSet, .sfxPlay, .uiEffectTrigger, nil:
            break
        }
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        referee.dropped(client)
        guard !isOver else { return }
        say("    \(client.label) is off the line: \(end).")
        switch end {
        case .local: break
        case .closed, .failed:
            let breach: String? =
                client === sloth || end.isDrain ? nil : "lost its connection: \(end)"
            referee.check(.contract, by: client.label, breach)
            if client === host, !end.mayReturn || client.hasGivenUp {
                fail(.unreachable("the host's connection: \(end)"))
            }
        }
    }

    private func welcomed(_ bot: Bot, _ message: ReceivedMessage) {
        guard bot.personality.presence == .shaky, bot.client.replica.version >= 0,
            message.decoded()["resumed"]?.bool == true
        else { return }
        shakyReturns += 1
        say("    \(bot.name) is back on the line.")
    }

    // MARK: The host's seat

    private func hostHeard(_ message: ReceivedMessage) {
        guard let document = host?.document else { return }
        switch message.type {
        case .stateSnapshot, .statePatch: hostLooks(document)
        case .brakeAccepted: brakeOpened(message)
        case .destinationResults:
            compare(message) { $0.compare(destinationResults: $1, present: $2) }
        case .followupResults:
            compare(message) { ledger, results, _ in ledger.compare(followupResults: results) }
        case .scoreboardUpdate:
            compare(message) { $0.compare(standings: $1["standings"], present: $2) }
        case .finalResultsPresent:
            compare(message) { $0.compare(finalResults: $1, present: $2) }
        case .welcome, .timePong, .error, .playerJoined, .playerLeft, .lobbyUpdated, .cluePresent,
            .brakeRejected, .brakeAnswerLocked, .answerAck, .destinationReveal, .followupPresent,
            .followupLocked, .timerSync, .audioPlay, .audioStop, .musicSet, .musicStop, .musicDuck,
            .musicGainSet, .sfxPlay, .uiEffectTrigger, nil:
            break
        }
        if let line = commentary.line(for: message, document: document) { say(line) }
    }

    /// Who is seated, by the host's document.
    var present: Set<String> {
        Set((host?.document["players"]?.array ?? []).compactMap { $0["playerId"]?.string })
    }

    /// An owner that stays silent locks an empty answer; one that is acknowledged takes its place.
    private func brakeOpened(_ message: ReceivedMessage) {
        let payload = message.decoded()
        guard let owner = payload["brakeOwnerPlayerId"]?.string,
            let points = payload["levelPoints"]?.int
        else { return }
        ledger.lock(owner, levelPoints: Int(points), Ledger.Answer(text: "", verdict: .wrong))
    }

    private func compare(
        _ message: ReceivedMessage,
        _ compare: @escaping (inout Ledger, JSONValue, Set<String>) -> [String]
    ) {
        let present = present
        let payload = message.decoded()
        let type = message.typeName
        network.after(Self.settleMs) { [weak self] in
            guard let self else { return }
            let faults = compare(&self.ledger, payload, present)
            if faults.isEmpty { self.referee.check(.score, by: type, nil) }
            for fault in faults { self.referee.check(.score, by: type, fault) }
        }
    }

    private func hostLooks(_ document: JSONValue) {
        commentary.learn(document)
        for player in document["players"]?.array ?? [] {
            guard let id = player["playerId"]?.string, let name = player["name"]?.string,
                let joinedAtMs = player["joinedAtMs"]?.int
            else { continue }
            ledger.seat(id, name: name, joinedAtMs: joinedAtMs)
        }
        let moment = TimerLaw.moment(of: document)
        guard moment != hostMoment else { return }
        hostMoment = moment
        let round = document["round"]?["index"]?.int ?? 0
        switch document["state"]?.string {
        case "ROUND_INTRO":
            say("—— Destination \(round) of \(document["round"]?["total"]?.int ?? 0) ——")
            answered = [:]
            network.after(Self.settleMs) { [weak self] in self?.ledger.beginRound() }
        case "CLUE_LEVEL": clueShown(document, round)
        case "REVEAL_DESTINATION": if !hasSeatedLate { seatLatecomers() }
        case "SCOREBOARD":
            commentary.scoreboard(document).forEach { say("  " + $0) }
            if round == 2, !hasSkipped {
                hasSkipped = true
                act("HOST_SKIP", "The host skips the scoreboard.")
            }
        case "ROUND_END":
            network.after(Self.settleMs * 2) { [weak self] in self?.conclude() }
        case _: break
        }
    }

    private func clueShown(_ document: JSONValue, _ round: Int64) {
        let points = document["clue"]?["levelPoints"]?.int ?? 0
        if points == 8, !hasPaused {
            hasPaused = true
            act("HOST_PAUSE", "The host pauses: the pizza is here.")
            network.after(timings.clueMs / 2) { [weak self] in
                self?.act("HOST_RESUME", "On we go.")
            }
        }
        guard points == 6, round == 1 else { return }
        for bot in bots where bot.personality.presence == .shaky {
            bot.client.breakOff(returnsAfterMs: timings.clueMs / 2)
        }
    }

    private func act(_ type: String, _ line: String) {
        guard let host else { return }
        say(line)
        if type == "HOST_SKIP" { referee.timers.allow(.host, in: hostMoment) }
        host.send(type, messageID: host.nextMessageID())
    }

    private func seatLatecomers() {
        hasSeatedLate = true
        for index in 0..<options.players
        where Personality.all[index % Personality.all.count].presence == .late {
            seatPlayer(index)
        }
    }
}

extension Play: BotDriver {
    func secret(for bot: Bot) -> RoundSecret? { referee.currentSecret }

    func isWaiting(_ bot: Bot) -> Bool {
        open.values.contains { $0.player == bot.id.rawValue }
    }

    func pulls(_ bot: Bot, messageID: String) {
        referee.pulls(bot.client, messageID: messageID)
    }

    func answersBrake(_ bot: Bot, _ answer: Ledger.Answer, messageID: String) {
        referee.says(answer.text, bot.client)
        let document = bot.client.document
        referee.timers.allow(.brakeAnswer, in: TimerLaw.moment(of: document))
        let points = Int(document["brake"]?["levelPoints"]?.int ?? 0)
        open[messageID] = .brake(player: bot.id.rawValue, levelPoints: points, answer)
    }

    func answersFollowup(_ bot: Bot, _ index: Int, _ answer: Ledger.Answer, messageID: String) {
        referee.says(answer.text, bot.client)
        open[messageID] = .followup(player: bot.id.rawValue, index: index, answer)
        answered[index, default: []].insert(bot.id.rawValue)
        let document = bot.client.document
        let connected = (document["players"]?.array ?? []).filter { $0["connected"]?.bool == true }
        let isEverybody = connected.allSatisfy {
            answered[index]?.contains($0["playerId"]?.string ?? "") == true
        }
        if isEverybody { referee.timers.allow(.everybody, in: TimerLaw.moment(of: document)) }
    }

    /// ANSWER_ACK makes an answer count, ERROR makes it void.
    func acknowledge(_ message: ReceivedMessage) {
        guard message.type == .answerAck || message.type == .error, let id = message.inReplyTo,
            let answer = open.removeValue(forKey: id), message.type == .answerAck
        else { return }
        switch answer {
        case .brake(let player, let levelPoints, let answer):
            ledger.lock(player, levelPoints: levelPoints, answer)
        case .followup(let player, let index, let answer):
            ledger.answer(player, followup: index, answer)
        }
    }
}
