import Protocol

/// What the host's document tells: the secret, from when on it is open, and the timers.
extension Referee {
    func documentChanged(_ message: ReceivedMessage, _ client: Client) {
        guard client.seat.role == .host, client.attention == .document else { return }
        let document = client.document
        for ended in timers.saw(document, serverTimeMs: message.serverTimeMs ?? 0) {
            check(.timer, by: client.label, ended.breach)
            if let latenessMs = ended.latenessMs { timerLateness.record(latenessMs) }
        }
        if let new = RoundSecret(document["secret"]), new != secret {
            secret = new
            openMoment = ""
            report(.secrecy, secrets.learn(new, at: stamp(message)))
        }
        let moment = TimerLaw.moment(of: document)
        guard moment != openMoment, let secret else { return }
        openMoment = moment
        let texts = Self.openTexts(document, secret)
        report(.secrecy, secrets.disclose(texts, at: stamp(message)))
    }

    /// What everybody may read once the host's document stands like this.
    static func openTexts(_ document: JSONValue, _ secret: RoundSecret) -> [String] {
        var texts: [String] = []
        if let clue = document["clue"]?["clueText"]?.string { texts.append(clue) }
        if let question = document["followup"]?["questionText"]?.string { texts.append(question) }
        let reveal = document["reveal"]
        if let reveal, !reveal.isNull {
            texts += [secret.name, secret.country] + secret.aliases
            texts += secret.clues.values
            texts.append(reveal["revealText"]?.string ?? "")
        }
        if document["followup"]?["locked"]?.bool == true,
            let index = document["followup"]?["index"]?.int
        {
            texts += secret.followup(Int(index))?.accepted ?? []
        }
        return texts
    }
}
