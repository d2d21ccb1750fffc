import GatewayClient
import GatewayClientTransport
import Protocol

/// Law 1: at most one brake is open, the same for everybody, and every pull is answered exactly once.
struct BrakeLaw: LawCheck {
    /// The answer to a pull.
    struct Answered: Equatable {
        var breach: String?
        /// From the pull to its answer; nil when no pull was open.
        var roundTripUs: Int64?
    }

    /// Acceptances whose owner is remembered to compare what others were told.
    static let maxOwners = 4_096

    /// A pull that is older than this has not been answered.
    private let patienceUs: Int64
    private var pulls = OpenCommands()
    /// Watchers whose pulls were under way when their connection went: the brake may have become theirs.
    private var interrupted: Set<Int> = []
    /// The owner of the open brake, as each watcher was told.
    private var open: [Int: PlayerID] = [:]
    private var owners: [Int64: PlayerID] = [:]
    private var ownerOrder: [Int64] = []

    init(patienceUs: Int64 = 5_000_000) {
        self.patienceUs = patienceUs
    }

    var law: Law { .brake }

    mutating func pulled(by watcher: Int, messageID: String, atUs: Int64) {
        interrupted.remove(watcher)
        pulls.said(messageID, by: watcher, atUs: atUs)
    }

    /// BRAKE_ACCEPTED came.
    ///
    /// - Parameter isOwn: true when the watcher is the owner, so that a pull of its own is answered.
    mutating func accepted(
        owner: PlayerID,
        version: Int64?,
        seenBy watcher: Int,
        isOwn: Bool,
        atUs: Int64
    ) -> Answered {
        let isAnswer = isOwn && interrupted.remove(watcher) == nil
        var answered = isAnswer ? answer(watcher, nil, atUs, "BRAKE_ACCEPTED") : Answered()
        if let other = open.updateValue(owner, forKey: watcher) {
            answered.breach = "the brake of \(owner) was accepted while that of \(other) was open"
        } else if let version, let other = owners[version], other != owner {
            answered.breach =
                "at version \(version) the brake was given to \(other) and to \(owner)"
        }
        if let version, owners.updateValue(owner, forKey: version) == nil {
            ownerOrder.append(version)
            if ownerOrder.count > Self.maxOwners { owners[ownerOrder.removeFirst()] = nil }
        }
        return answered
    }

    mutating func rejected(_ watcher: Int, inReplyTo messageID: String?, atUs: Int64) -> Answered {
        answer(watcher, messageID, atUs, "BRAKE_REJECTED")
    }

    /// An ERROR came in reply to `messageID`: it answers a pull too, though it says nothing of a brake.
    ///
    /// - Returns: nil when that was no pull.
    mutating func failed(_ watcher: Int, inReplyTo messageID: String, atUs: Int64) -> Answered? {
        pulls.answered(messageID, to: watcher).map { Answered(roundTripUs: atUs - $0) }
    }

    /// The brake that the watcher knew of is over: answered, or the game went on without.
    mutating func closed(seenBy watcher: Int) {
        open[watcher] = nil
    }

    /// The connection is gone and with it the answers that were on their way.
    mutating func dropped(_ watcher: Int) {
        if pulls.dropped(watcher) { interrupted.insert(watcher) }
        open[watcher] = nil
    }

    /// Pulls older than `patienceUs`, each told once.
    mutating func unanswered(nowUs: Int64, patienceUs: Int64) -> Breaches {
        pulls.late(nowUs: nowUs, patienceUs: patienceUs).map { watcher, messageID in
            (watcher, "pull \(messageID) has no answer after \(patienceUs / 1_000) ms")
        }
    }

    private mutating func answer(
        _ watcher: Int,
        _ messageID: String?,
        _ atUs: Int64,
        _ what: String
    ) -> Answered {
        guard let pulledUs = pulls.answered(messageID, to: watcher) else {
            return Answered(breach: "\(what) in reply to no open pull (\(messageID ?? "no msgId"))")
        }
        return Answered(roundTripUs: atUs - pulledUs)
    }
}

extension BrakeLaw {
    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {
        guard case .claim(let messageID) = saying else { return }
        pulled(by: client.id, messageID: messageID, atUs: Ticks.nowUs)
    }

    mutating func took(_ heard: Heard, _ referee: Referee) {
        let (message, client) = (heard.message, heard.client)
        switch Tripto.Message(rawValue: message.typeName) {
        case .brakeAccepted:
            guard let owner = Members.string("brakeOwnerPlayerId", in: message.payload) else {
                return
            }
            let id = PlayerID(rawValue: owner)
            let answered = accepted(
                owner: id,
                version: message.version,
                seenBy: client.id,
                isOwn: client.seat.playerID == id,
                atUs: message.atUs
            )
            tell(answered, client, referee)
        case .brakeRejected:
            let id = message.inReplyTo
            tell(rejected(client.id, inReplyTo: id, atUs: message.atUs), client, referee)
        case .brakeAnswerLocked, .cluePresent, .destinationReveal: closed(seenBy: client.id)
        case .destinationResults, .followupPresent, .followupLocked, .followupResults, .musicSet,
            .musicStop, .musicDuck, .musicGainSet:
            break
        case nil: tookCommon(heard, referee)
        }
    }

    /// A message of any game's.
    private mutating func tookCommon(_ heard: Heard, _ referee: Referee) {
        let (message, client) = (heard.message, heard.client)
        switch heard.type {
        case .error:
            guard let id = message.inReplyTo,
                let answered = failed(client.id, inReplyTo: id, atUs: message.atUs)
            else { return }
            tell(answered, client, referee)
        case .finalResultsPresent: closed(seenBy: client.id)
        case .playerLeft:
            let id = Members.string("playerId", in: message.payload)
            if open[client.id]?.rawValue == id { closed(seenBy: client.id) }
        case .stateSnapshot, .statePatch:
            guard client.attention == .document else {
                if heard.type == .stateSnapshot { closed(seenBy: client.id) }
                return
            }
            if client.document["brake"]?.isNull != false { closed(seenBy: client.id) }
        case .welcome, .timePong, .playerJoined, .lobbyUpdated, .answerAck, .scoreboardUpdate,
            .timerSync, .audioPlay, .audioStop, .sfxPlay, .uiEffectTrigger, nil:
            break
        }
    }

    private func tell(_ answered: Answered, _ client: Client, _ referee: Referee) {
        referee.check(.brake, by: client.label, answered.breach)
        referee.claimWaitedUs = answered.roundTripUs
    }

    mutating func dropped(_ client: Client, _ referee: Referee) {
        dropped(client.id)
    }

    mutating func tick(_ referee: Referee) {
        referee.report(.brake, unanswered(nowUs: Ticks.nowUs, patienceUs: patienceUs))
    }

    mutating func finish(_ referee: Referee) {
        let patienceUs = min(patienceUs, 1_000_000)
        referee.report(.brake, unanswered(nowUs: Ticks.nowUs, patienceUs: patienceUs))
    }
}
