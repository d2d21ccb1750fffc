import GatewayClient
import GatewayClientTransport
import Protocol

/// Law 1: at most one brake is open, the same for everybody, and every pull is answered exactly once.
struct BrakeLaw: LawCheck {
    /// Acceptances whose owner is remembered to compare what others were told.
    static let maxOwners = 4_096

    /// A pull that is older than this has not been answered.
    private let patienceUs: Int64
    private var pulls = OpenCommands()
    /// Clients whose pulls were under way when their connection went: the brake may have become theirs.
    private var interrupted: Set<Int> = []
    /// The owner of the open brake, as each client was told.
    private var open: [Int: String] = [:]
    private var owners: [Int64: String] = [:]
    private var ownerOrder: [Int64] = []

    init(patienceUs: Int64 = 5_000_000) { self.patienceUs = patienceUs }

    var law: Law { .brake }

    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {
        guard case .claim(let messageID) = saying else { return }
        interrupted.remove(client.id)
        pulls.said(messageID, by: client.label)
    }

    mutating func took(_ heard: Heard, _ referee: Referee) {
        let (client, id) = (heard.client, heard.message.inReplyTo)
        switch heard.message.typeName {
        case "BRAKE_ACCEPTED": accepted(heard, referee)
        case "BRAKE_REJECTED":
            referee.check(.brake, by: client.label, answered(id, heard, referee))
        case MessageName.error:
            // It answers a pull too, though it says nothing of a brake.
            guard let id, answered(id, heard, referee) == nil else { break }
            referee.check(.brake, by: client.label, nil)
        case _: if closes(heard) { open[client.id] = nil }
        }
    }

    /// The brake that was open is so no more, for all that this client can know.
    private func closes(_ heard: Heard) -> Bool {
        let (message, client) = (heard.message, heard.client)
        switch message.typeName {
        case "BRAKE_ANSWER_LOCKED", "CLUE_PRESENT", "DESTINATION_REVEAL", "FINAL_RESULTS_PRESENT":
            return true
        case "PLAYER_LEFT":
            return Members.string("playerId", in: message.payload) == open[client.id]
        case _:
            guard heard.changesDocument else { return heard.type == .stateSnapshot }
            return client.document["brake"]?.isNull != false
        }
    }

    /// The owner's own pull is answered by it.
    private mutating func accepted(_ heard: Heard, _ referee: Referee) {
        let (message, client) = (heard.message, heard.client)
        guard let owner = Members.string("brakeOwnerPlayerId", in: message.payload) else { return }
        let isAnswer =
            client.seat.playerID?.rawValue == owner && interrupted.remove(client.id) == nil
        var breach = isAnswer ? answered(nil, heard, referee) : nil
        if let other = open.updateValue(owner, forKey: client.id) {
            breach = "the brake of \(owner) was accepted while that of \(other) was open"
        } else if let version = message.version, let other = owners[version], other != owner {
            breach = "at version \(version) the brake was given to \(other) and to \(owner)"
        }
        if let version = message.version, owners.updateValue(owner, forKey: version) == nil {
            ownerOrder.append(version)
            if ownerOrder.count > Self.maxOwners { owners[ownerOrder.removeFirst()] = nil }
        }
        referee.check(.brake, by: client.label, breach)
    }

    /// A pull has its answer.
    ///
    /// - Parameter messageID: nil: the oldest is answered.
    /// - Returns: the breach, where there was none that was open.
    private mutating func answered(_ messageID: String?, _ heard: Heard, _ referee: Referee)
        -> String?
    {
        guard let pulledUs = pulls.answered(messageID, to: heard.client.label) else {
            let id = messageID ?? "no msgId"
            return "\(heard.message.typeName) in reply to no open pull (\(id))"
        }
        referee.claimWaitedUs = heard.message.atUs - pulledUs
        return nil
    }

    mutating func dropped(_ client: Client, _ referee: Referee) {
        if pulls.dropped(client.label) { interrupted.insert(client.id) }
        open[client.id] = nil
    }

    mutating func tick(_ referee: Referee) { reportLate(patienceUs, referee) }
    mutating func finish(_ referee: Referee) { reportLate(min(patienceUs, 1_000_000), referee) }

    /// Pulls without an answer, each told once.
    private mutating func reportLate(_ patienceUs: Int64, _ referee: Referee) {
        for (client, id) in pulls.late(nowUs: Ticks.nowUs, patienceUs: patienceUs) {
            let breach = "pull \(id) has no answer after \(patienceUs / 1_000) ms"
            referee.check(.brake, by: client, breach)
        }
    }
}
