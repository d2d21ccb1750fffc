import Protocol

// What the host does, and what becomes of answers.
extension Party {
    /// Where the game is, and in which round.
    static func moment(of document: JSONValue) -> String {
        "\(document["round"]?["roundId"]?.string ?? "") \(TimerLaw.moment(of: document))"
    }

    func hostLooks(_ document: JSONValue) {
        let round = document["round"]?["roundId"]?.string ?? ""
        if let words = RoundSecret(document["secret"]) { secret = (round, words) }
        let moment = Self.moment(of: document)
        guard moment != hostMoment else { return }
        hostMoment = moment
        moves += 1
        longestStandstillMs = max(longestStandstillMs, (Ticks.nowUs - hostMomentUs) / 1_000)
        hostMomentUs = Ticks.nowUs
        startMessageID = ""
        tell("version \(document["version"]?.int ?? -1): \(TimerLaw.moment(of: document))")
        if let owner = document["brake"]?["brakeOwnerPlayerId"]?.string,
            let client = clients.first(where: { $0.seat.playerID?.rawValue == owner })
        {
            tell("the brake is \(client.seat.name)'s")
            onMoment(.brakeOpened(place: client.place))
        }
        if document["state"]?.string == "ROUND_END" {
            network.after(Self.quietMs) { [weak self] in self?.hostMoves() }
        }
    }

    /// Starts the game when all are seated, and the next when one is over.
    func hostMoves() {
        guard let host, host.isSeated, clients.count == options.players + 2 else { return }
        switch (stage, host.document["state"]?.string) {
        case (.opening, "LOBBY") where clients.allSatisfy(\.isSeated): hostStarts(host)
        case (.opening, .some(let state)) where state != "LOBBY": stage = .playing
        case (.playing, "ROUND_END"): hostStarts(host)
        case (.windingDown, "ROUND_END") where record.openAnswers.isEmpty && isSeated:
            stage = .over
            tell("the party is over")
        case _: break
        }
    }

    /// As often as it takes, under one name: it must have one effect.
    private func hostStarts(_ host: Client) {
        if startMessageID.isEmpty { startMessageID = host.nextMessageID() }
        host.send("HOST_START_GAME", messageID: startMessageID)
    }

    // MARK: Answers

    func acknowledged(_ message: ReceivedMessage, _ client: Client) {
        guard let id = message.inReplyTo, let answer = record.answer(id) else { return }
        if repeats.answered(id, by: client.id) { check(.repetition, by: client.label, nil) }
        tell("\(client.label)'s answer \(id), \"\(answer.text)\", is acknowledged")
        record.settle(id, .acknowledged)
    }

    func refused(_ message: ReceivedMessage, _ client: Client) {
        let code = Members.string("code", in: message.payload) ?? "?"
        let mayRetry =
            Members.value(of: "retryable", in: message.payload)?.first == UInt8(ascii: "t")
        tell("\(client.label) is told \(code) in reply to \(message.inReplyTo ?? "nothing")")
        guard let id = message.inReplyTo else { return }
        // A store that is away says nothing of what was.
        if repeats.answered(id, by: client.id), !mayRetry {
            let breach = "\(id) was acknowledged, and is told \(code) when it is repeated"
            check(.repetition, by: client.label, breach)
        }
        if let answered = brake.failed(client.id, inReplyTo: id, atUs: message.atUs) {
            check(.brake, by: client.label, answered.breach)
            if code == "degraded" { pullAgain(id, client) }
        }
        guard record.answer(id)?.fate == .open else { return }
        guard mayRetry else { return record.settle(id, .refused(code)) }
        network.after(Self.retryMs) { [weak self, weak client] in
            guard let self, let client, client.isSeated else { return }
            say(id, client)
        }
    }

    /// A store was away: the same pull once more under the same name, while the clue stands.
    private func pullAgain(_ messageID: String, _ client: Client) {
        let clue = TimerLaw.moment(of: client.document)
        network.after(Self.retryMs) { [weak self, weak client] in
            guard let self, let client, client.isSeated,
                client.document["state"]?.string == "CLUE_LEVEL",
                TimerLaw.moment(of: client.document) == clue
            else { return }
            tell("\(client.label) pulls again (\(messageID))")
            brake.pulled(by: client.id, messageID: messageID, atUs: Ticks.nowUs)
            client.send("BRAKE_PULL", messageID: messageID) { writer in
                writer.key("atClientMs")
                writer.value(Ticks.wallMs)
            }
        }
    }

    /// What was said on the lost connection and not answered, once more under the same names.
    func repeatOpen(_ client: Client) {
        guard let player = client.seat.playerID?.rawValue else { return }
        for answer in record.openAnswers where answer.player == player {
            say(answer.messageID, client)
        }
    }

    /// What was acknowledged lately, once more under the same names, the older first: it must be
    /// acknowledged again, and change nothing.
    func repeatSettled(_ client: Client) {
        guard let player = client.seat.playerID?.rawValue else { return }
        let settled = record.acknowledgedAnswers.filter { $0.player == player }
            .suffix(RepeatLaw.maxRepeats)
        for answer in settled where client.isRemembered(answer.messageID) {
            repeats.repeats(answer.messageID, by: client.id, atUs: Ticks.nowUs)
            send(answer, client)
        }
    }

    /// Sends an answer of the record again, if it is still open.
    private func say(_ messageID: String, _ client: Client) {
        guard let answer = record.answer(messageID), answer.fate == .open else { return }
        send(answer, client)
    }

    private func send(_ answer: Record.Answer, _ client: Client) {
        let messageID = answer.messageID
        tell("\(client.label) repeats \(messageID), \"\(answer.text)\"")
        switch answer.question {
        case .destination:
            client.send("BRAKE_ANSWER_SUBMIT", messageID: messageID) { writer in
                writer.key("answerText")
                writer.value(answer.text)
            }
        case .followup(let index):
            client.send("FOLLOWUP_ANSWER_SUBMIT", messageID: messageID) { writer in
                writer.key("index")
                writer.value(index)
                writer.key("answerText")
                writer.value(answer.text)
            }
        }
    }
}

extension Party: BotDriver {
    var timings: Timings { options.timings }

    func secret(for bot: Bot) -> RoundSecret? {
        guard let secret, secret.round == bot.client.document["round"]?["roundId"]?.string else {
            return nil
        }
        return secret.words
    }

    func isWaiting(_ bot: Bot) -> Bool {
        record.openAnswers.contains { $0.player == bot.id.rawValue }
    }

    func pulls(_ bot: Bot, messageID: String) {
        brake.pulled(by: bot.client.id, messageID: messageID, atUs: Ticks.nowUs)
    }

    func answersBrake(_ bot: Bot, _ answer: Ledger.Answer, messageID: String) {
        let points = Int(bot.client.document["brake"]?["levelPoints"]?.int ?? 0)
        says(bot, .destination(levelPoints: points), answer, messageID)
    }

    func answersFollowup(_ bot: Bot, _ index: Int, _ answer: Ledger.Answer, messageID: String) {
        says(bot, .followup(index), answer, messageID)
    }

    private func says(
        _ bot: Bot,
        _ question: Record.Question,
        _ answer: Ledger.Answer,
        _ messageID: String
    ) {
        let client = bot.client
        record.says(
            Record.Answer(
                player: bot.id.rawValue,
                round: client.document["round"]?["roundId"]?.string ?? "",
                question: question,
                text: answer.text,
                verdict: answer.verdict,
                messageID: messageID
            )
        )
        tell("\(client.label) answers \"\(answer.text)\" (\(messageID))")
        // Once it has left: the bot sends it in this turn, the loop writes at the turn's end.
        network.after(0) { [weak self] in self?.onMoment(.answerSent(place: client.place)) }
    }
}
