import GatewayClient
import Protocol

extension Storm: Refereed {
    func received(_ message: ReceivedMessage, by client: Client) {
        let waitedUs = referee.received(message, by: client)
        switch message.type {
        case .brakeAccepted: accepted(message, client, waitedUs)
        case .destinationReveal: figures.sawReveal()
        case .brakeRejected:
            guard let waitedUs else { return }
            let reason = Members.string("reason", in: message.payload) ?? "no reason"
            figures.answered(reason, afterUs: waitedUs)
        case .error:
            guard let waitedUs else { return }
            let code = Members.string("code", in: message.payload) ?? "no code"
            figures.answered("ERROR \(code)", afterUs: waitedUs)
        case _: break
        }
    }

    private func accepted(_ message: ReceivedMessage, _ client: Client, _ waitedUs: Int64?) {
        let owner = Members.string("brakeOwnerPlayerId", in: message.payload) ?? ""
        let stamp = message.version ?? message.serverTimeMs ?? 0
        figures.heardOfBrake("\(owner) \(stamp)", atUs: message.atUs)
        guard let waitedUs else { return }
        figures.answered(StormFigures.accepted, afterUs: waitedUs)
        // Our own: answered wrongly after a while, so that the next clue opens the brake again.
        network.after(Int64(options.holdMs)) { [weak self, weak client] in
            guard let self, let client, client.isSeated else { return }
            // The host may not have seen the brake yet; the clue it belongs to is the same.
            let moment = TimerLaw.moment(of: self.host?.document ?? .null)
            let place = moment.drop { $0 != " " }
            self.referee.said(
                .mayEnd(.brakeAnswer, moment: "PAUSED_FOR_BRAKE\(place)"),
                by: client
            )
            client.send("BRAKE_ANSWER_SUBMIT", messageID: client.nextMessageID()) { writer in
                writer.key("answerText")
                writer.value("Atlantis")
            }
        }
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        referee.dropped(client)
        switch end {
        case .local: break
        case .closed, .failed:
            figures.dropped += 1
            let breach: String? = end.isDrain ? nil : "lost its connection: \(end)"
            referee.check(.contract, by: client.label, breach)
            if client === host, !end.mayReturn || client.hasGivenUp {
                finish(.unreachable("the host: \(end)"))
            }
        }
    }
}
