import Protocol

/// Holds every message of a run against the laws.
final class Referee {
    /// A pull that is older than this has not been answered.
    static let patienceUs: Int64 = 5_000_000

    private(set) var book = LawBook()
    var timers = TimerLaw()
    var brake = BrakeLaw()
    var secrets = SecretLaw()
    var versions = VersionLaw()
    var secret: RoundSecret?
    var openMoment = ""
    private let startUs = Ticks.nowUs
    private var names: [Int: String] = [:]

    /// How late timers were acted on, in milliseconds.
    var timerLateness = Histogram()
    /// Snapshots that could be compared with a document built by patches.
    private(set) var comparedSnapshots = 0
    var onBreach: (LawBook.Breach) -> Void = { _ in }

    var elapsedMs: Int64 { (Ticks.nowUs - startUs) / 1_000 }
    var bytesSearched: Int { secrets.bytesSearched }
    var wordsMet: Int { secrets.wordsMet }
    var currentSecret: RoundSecret? { secret }

    func check(_ law: Law, by who: @autoclosure () -> String, _ breach: String?) {
        if let entry = book.check(law, by: who(), atMs: elapsedMs, breach) { onBreach(entry) }
    }

    // MARK: Messages

    /// Before the client takes a message in.
    func willTake(_ message: ReceivedMessage, by client: Client) {
        names[client.id] = client.label
        if client.attention == .document {
            check(.contract, by: client.label, Shape.fault(in: message, for: client.seat.role))
        } else if message.type == nil {
            check(.contract, by: client.label, "unknown type \(message.typeName)")
        }
        if client.seat.role != .host, secret != nil {
            let found = secrets.look(message.bytes, at: stamp(message), by: client.id)
            if found.isEmpty { check(.secrecy, by: client.label, nil) }
            report(.secrecy, found)
        }
        if let version = message.version {
            check(.version, by: client.label, versions.envelope(version, seenBy: client.id))
        }
        switch message.type {
        case .statePatch:
            let version = message.documentVersion ?? -1
            let base = Members.int("baseVersion", in: message.payload) ?? -1
            check(
                .version,
                by: client.label,
                versions.patch(to: version, from: base, seenBy: client.id)
            )
        case .stateSnapshot:
            let version = message.documentVersion ?? -1
            check(.version, by: client.label, versions.snapshot(version, seenBy: client.id))
            if client.attention == .document { compare(message, client) }
        case .welcome, .timePong, .error, .playerJoined, .playerLeft, .lobbyUpdated, .cluePresent,
            .brakeAccepted, .brakeRejected, .brakeAnswerLocked, .answerAck, .destinationReveal,
            .destinationResults, .scoreboardUpdate, .followupPresent, .followupLocked,
            .followupResults, .finalResultsPresent, .timerSync, .audioPlay, .audioStop, .musicSet,
            .musicStop, .musicDuck, .musicGainSet, .sfxPlay, .uiEffectTrigger, nil:
            break
        }
    }

    /// Law 3, where both are of one version; a document that did not change may keep its number.
    private func compare(_ message: ReceivedMessage, _ client: Client) {
        guard client.replica.version >= 0 else { return }
        let fresh = message.decoded()
        let difference = client.replica.difference(from: fresh)
        guard difference == nil || fresh["version"]?.int == client.replica.version else { return }
        comparedSnapshots += 1
        check(
            .document,
            by: client.label,
            difference.map { "at version \(client.replica.version): \($0)" }
        )
    }

    /// After the client took it in.
    ///
    /// - Returns: how long a pull waited that this answers, in microseconds.
    @discardableResult
    func received(_ message: ReceivedMessage, by client: Client) -> Int64? {
        switch message.type {
        case .brakeAccepted: return accepted(message, client)
        case .brakeRejected:
            let answered = brake.rejected(
                client.id,
                inReplyTo: message.inReplyTo,
                atUs: message.atUs
            )
            check(.brake, by: client.label, answered.breach)
            return answered.roundTripUs
        case .error:
            guard let id = message.inReplyTo,
                let answered = brake.failed(client.id, inReplyTo: id, atUs: message.atUs)
            else { return nil }
            check(.brake, by: client.label, answered.breach)
            return answered.roundTripUs
        case .brakeAnswerLocked, .cluePresent, .destinationReveal, .finalResultsPresent,
            .playerLeft:
            brake.closed(seenBy: client.id)
        case .stateSnapshot:
            brake.closed(seenBy: client.id)
            documentChanged(message, client)
        case .statePatch:
            documentChanged(message, client)
        case .welcome, .timePong, .playerJoined, .lobbyUpdated, .answerAck, .destinationResults,
            .scoreboardUpdate, .followupPresent, .followupLocked, .followupResults, .timerSync,
            .audioPlay, .audioStop, .musicSet, .musicStop, .musicDuck, .musicGainSet, .sfxPlay,
            .uiEffectTrigger, nil:
            break
        }
        return nil
    }

    private func accepted(_ message: ReceivedMessage, _ client: Client) -> Int64? {
        guard let owner = Members.string("brakeOwnerPlayerId", in: message.payload) else {
            return nil
        }
        let id = PlayerID(rawValue: owner)
        let answered = brake.accepted(
            owner: id,
            version: message.version,
            seenBy: client.id,
            isOwn: client.seat.playerID == id,
            atUs: message.atUs
        )
        check(.brake, by: client.label, answered.breach)
        return answered.roundTripUs
    }

    // MARK: What the bots do

    func pulls(_ client: Client, messageID: String) {
        brake.pulled(by: client.id, messageID: messageID, atUs: Ticks.nowUs)
    }

    func says(_ text: String, _ client: Client) {
        secrets.saying(text, by: client.id)
    }

    func dropped(_ client: Client) {
        brake.dropped(client.id)
    }

    /// A REST body went to a player or TV.
    func body(_ bytes: [UInt8]) {
        let stamp = SecretLaw.Stamp(version: nil, serverTimeMs: Ticks.wallMs)
        names[-1] = "REST"
        bytes.withUnsafeBytes { report(.secrecy, secrets.look($0, at: stamp, by: -1)) }
    }

    /// Looks for pulls that nobody answers.
    func lookForSilence(patienceUs: Int64 = Referee.patienceUs) {
        for (watcher, breach) in brake.unanswered(nowUs: Ticks.nowUs, patienceUs: patienceUs) {
            check(.brake, by: names[watcher] ?? "?", breach)
        }
    }

    /// Nothing more will come.
    func finish() {
        lookForSilence(patienceUs: 1_000_000)
        report(.secrecy, secrets.judgeRest())
    }

    func report(_ law: Law, _ breaches: [(watcher: Int, breach: String)]) {
        for (watcher, breach) in breaches { check(law, by: names[watcher] ?? "?", breach) }
    }

    func stamp(_ message: ReceivedMessage) -> SecretLaw.Stamp {
        SecretLaw.Stamp(
            version: message.documentVersion ?? message.version,
            serverTimeMs: message.serverTimeMs ?? Ticks.wallMs
        )
    }
}
