import GatewayClient
import GatewayClientTransport
import Protocol

/// Answers and pulls, and all that becomes of them.
extension Party {
    func acknowledged(_ message: ReceivedMessage, _ client: Client) {
        guard let id = message.inReplyTo, let answer = record.answer(id) else { return }
        tell("\(client.label)'s answer \(id), \"\(answer.text)\", is acknowledged")
        referee.record.settle(id, .acknowledged)
    }

    func refused(_ message: ReceivedMessage, _ client: Client) {
        let code = Members.string("code", in: message.payload) ?? "?"
        let mayRetry =
            Members.value(of: "retryable", in: message.payload)?.first == UInt8(ascii: "t")
        tell("\(client.label) is told \(code) in reply to \(message.inReplyTo ?? "nothing")")
        guard let id = message.inReplyTo else { return }
        // A pull whose answer this was waits no longer.
        if code == "degraded", referee.pullWaitedUs != nil { pullAgain(id, client) }
        guard record.answer(id)?.fate == .open else { return }
        guard mayRetry else { return referee.record.settle(id, .refused(code)) }
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
            referee.said(.pull(messageID: messageID), by: client)
            client.send("BRAKE_PULL", messageID: messageID) { writer in
                writer.key("atClientMs")
                writer.value(Ticks.wallMs)
            }
        }
    }

    /// Says everything that the lost connection left unanswered once more under the same names.
    func repeatOpen(_ client: Client) {
        guard let player = client.seat.playerID?.rawValue else { return }
        for answer in record.openAnswers where answer.player == player {
            say(answer.messageID, client)
        }
    }

    /// Says the newest acknowledged answers once more under the same names, the older first: they must
    /// be acknowledged again, and change nothing.
    func repeatSettled(_ client: Client) {
        guard let player = client.seat.playerID?.rawValue else { return }
        let settled = record.acknowledgedAnswers.filter { $0.player == player }
            .suffix(Self.maxRepeats)
        for answer in settled where client.isRemembered(answer.messageID) {
            referee.said(.again(messageID: answer.messageID), by: client)
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

    func isWaiting(_ bot: Bot) -> Bool {
        record.openAnswers.contains { $0.player == bot.id.rawValue }
    }

    func pulls(_ bot: Bot, messageID: String) {
        referee.said(.pull(messageID: messageID), by: bot.client)
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
        referee.said(.answer(text: answer.text), by: client)
        referee.record.says(
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
