import Protocol

extension Party: ClientDelegate {
    func willTake(_ message: ReceivedMessage, by client: Client) {
        check(.contract, by: client.label, Shape.fault(in: message, for: client.seat.role))
        if let version = message.version {
            check(.version, by: client.label, versions.envelope(version, seenBy: client.id))
        }
        switch message.type {
        case .statePatch:
            let version = message.documentVersion ?? -1
            let base = Members.int("baseVersion", in: message.payload) ?? -1
            let breach = versions.patch(to: version, from: base, seenBy: client.id)
            check(.version, by: client.label, breach)
        case .stateSnapshot:
            let version = message.documentVersion ?? -1
            check(.version, by: client.label, versions.snapshot(version, seenBy: client.id))
            compareSnapshot(message, client)
        case .welcome, .timePong, .error, .playerJoined, .playerLeft, .lobbyUpdated, .cluePresent,
            .brakeAccepted, .brakeRejected, .brakeAnswerLocked, .answerAck, .destinationReveal,
            .destinationResults, .scoreboardUpdate, .followupPresent, .followupLocked,
            .followupResults, .finalResultsPresent, .timerSync, .audioPlay, .audioStop, .musicSet,
            .musicStop, .musicDuck, .musicGainSet, .sfxPlay, .uiEffectTrigger, nil:
            break
        }
    }

    /// Law 3, where both are of one version.
    private func compareSnapshot(_ message: ReceivedMessage, _ client: Client) {
        let fresh = message.decoded()
        guard client.replica.version >= 0, fresh["version"]?.int == client.replica.version else {
            return
        }
        let difference = client.replica.difference(from: fresh)
        check(.document, by: client.label, difference.map { "at \(client.replica.version): \($0)" })
    }

    func received(_ message: ReceivedMessage, by client: Client) {
        switch message.type {
        case .welcome: welcomed(client, message)
        case .stateSnapshot, .statePatch: documentChanged(message, client)
        case .brakeAccepted: brakeAccepted(message, client)
        case .brakeRejected:
            let id = message.inReplyTo
            let answered = brake.rejected(client.id, inReplyTo: id, atUs: message.atUs)
            check(.brake, by: client.label, answered.breach)
        case .answerAck: acknowledged(message, client)
        case .error: refused(message, client)
        case .brakeAnswerLocked, .cluePresent, .destinationReveal, .finalResultsPresent:
            brake.closed(seenBy: client.id)
        case .timePong, .playerJoined, .playerLeft, .lobbyUpdated, .destinationResults,
            .scoreboardUpdate, .followupPresent, .followupLocked, .followupResults, .timerSync,
            .audioPlay, .audioStop, .musicSet, .musicStop, .musicDuck, .musicGainSet, .sfxPlay,
            .uiEffectTrigger, nil:
            break
        }
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        brake.dropped(client.id)
        repeats.dropped(client.id)
        losses[client.id, default: 0] += 1
        awaySinceUs[client.id] = Ticks.nowUs
        switch stage {
        case .over, .failed: return
        case .opening, .playing, .windingDown: break
        }
        tell("\(client.label) lost gateway \(client.place) at \(client.lastVersion): \(end)")
        check(.contract, by: client.label, isLasting(end) ? "sent away: \(end)" : nil)
    }

    /// Whether a client was told never to come back.
    private func isLasting(_ end: ClientEnd) -> Bool {
        switch end {
        case .local: false
        case .closed, .failed: !end.mayReturn
        }
    }

    private func welcomed(_ client: Client, _ message: ReceivedMessage) {
        let isResumed =
            Members.value(of: "resumed", in: message.payload)?.first == UInt8(ascii: "t")
        tell(
            "\(client.label) is at gateway \(client.place), has \(client.lastVersion), "
                + (isResumed ? "resumed" : "will get a snapshot")
        )
        guard client.lastVersion >= 0 else {
            _ = client.takeReturnUs()
            return
        }
        if isResumed { returned(client) }
        repeatOpen(client)
        repeatSettled(client)
    }

    /// Its document is current again.
    private func returned(_ client: Client) {
        if let sinceUs = awaySinceUs.removeValue(forKey: client.id) {
            gaps.record(Ticks.nowUs - sinceUs)
            if Ticks.nowUs - sinceUs > Self.graceUs { longAbsenceUs = Ticks.nowUs }
        }
        guard let us = client.takeReturnUs() else { return }
        returns.record(us)
        tell("\(client.label) is current again after \(Line.time(us))")
        bots.first { $0.client === client }?.lookAgain()
    }

    private func brakeAccepted(_ message: ReceivedMessage, _ client: Client) {
        guard let owner = Members.string("brakeOwnerPlayerId", in: message.payload) else { return }
        let id = PlayerID(rawValue: owner)
        let answered = brake.accepted(
            owner: id,
            version: message.version,
            seenBy: client.id,
            isOwn: client.seat.playerID == id,
            atUs: message.atUs
        )
        check(.brake, by: client.label, answered.breach)
    }

    // MARK: Documents

    private func documentChanged(_ message: ReceivedMessage, _ client: Client) {
        let document = client.document
        for fault in record.saw(document, version: client.replica.version) {
            check(.lasting, by: client.label, fault)
        }
        check(.lasting, by: client.label, nil)
        if document["brake"]?.isNull != false { brake.closed(seenBy: client.id) }
        if client.seat.role != .player {
            watchTimers(document, client, message.serverTimeMs ?? 0)
        }
        if client === host { hostLooks(document) }
        if message.type == .stateSnapshot { returned(client) }
        bots.first { $0.client === client }?.look()
    }

    /// Law 6, by the server's clock and by ours.
    private func watchTimers(_ document: JSONValue, _ client: Client, _ serverTimeMs: Int64) {
        let nowUs = Ticks.nowUs
        let running = Self.timers(of: document)
        if let before = shown.updateValue(document, forKey: client.id) {
            let moment = TimerLaw.moment(of: before)
            let mayEnd = mayEndEarly(before, document)
            if mayEnd { timers[client.id]?.allow(.everybody, in: moment) }
            if !mayEnd, moment != TimerLaw.moment(of: document), document["brake"]?.isNull != false
            {
                for timer in Self.timers(of: before)
                where !running.contains(where: { $0.id == timer.id }) {
                    check(.timer, by: client.label, dues.ranOut(timer, nowUs: nowUs))
                }
            }
        }
        for ended in timers[client.id, default: TimerLaw()].saw(
            document,
            serverTimeMs: serverTimeMs
        ) {
            check(.timer, by: client.label, ended.breach)
            // Whoever is told late of it is told the same start of what follows.
            if let latenessMs = ended.latenessMs {
                let startMs = running.map(\.startMs).min() ?? serverTimeMs
                lateness.record(latenessMs - max(0, serverTimeMs - startMs))
            }
        }
        for timer in running { dues.saw(timer, serverTimeMs: serverTimeMs, nowUs: nowUs) }
    }

    private static func timers(of document: JSONValue) -> [TimerLaw.Timer] {
        (document["timers"]?.array ?? []).compactMap(TimerLaw.Timer.init)
    }

    /// Whether somebody was away for so long, and so lately, that the others may not have been waited for.
    private var hasLongAbsence: Bool {
        Ticks.nowUs - longAbsenceUs < Self.patienceUs
            || awaySinceUs.values.contains { Ticks.nowUs - $0 > Self.graceUs }
    }

    /// Whether what went on may have ended before its time: by an answer to the brake, or because all
    /// who are connected have answered.
    private func mayEndEarly(_ before: JSONValue, _ after: JSONValue) -> Bool {
        guard let round = before["round"]?["roundId"]?.string else { return false }
        let connected = (after["players"]?.array ?? []).filter { $0["connected"]?.bool == true }
        switch before["state"]?.string {
        case "PAUSED_FOR_BRAKE":
            guard let owner = before["brake"]?["brakeOwnerPlayerId"]?.string,
                let points = before["brake"]?["levelPoints"]?.int
            else { return false }
            return record.hasSaid(owner, round, .destination(levelPoints: Int(points)))
        case "CLUE_LEVEL":
            let points = Int(before["clue"]?["levelPoints"]?.int ?? 0)
            return record.roundsByID[round]?.owners[points] != nil
                || connected.allSatisfy { $0["locked"]?.bool == true } || hasLongAbsence
        case "FOLLOWUP_QUESTION" where hasLongAbsence:
            return true
        case "FOLLOWUP_QUESTION":
            guard let index = before["followup"]?["index"]?.int else { return false }
            return connected.allSatisfy { player in
                record.hasSaid(player["playerId"]?.string ?? "", round, .followup(Int(index)))
            }
        case _:
            return false
        }
    }
}
