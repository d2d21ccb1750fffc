import GatewayClient
import GatewayClientTransport

/// Law 8: an answer that was acknowledged, said again under the same `msgId`, is acknowledged again.
///
/// That it changes nothing shows in what is reckoned from the answers, of which it is none.
struct RepeatLaw: LawCheck {
    /// Said again at one return.
    static let maxRepeats = 2

    /// The longest that an answer may take; stores may be away for a while.
    let patienceUs: Int64

    private struct Repeat {
        let messageID: String
        let atUs: Int64
    }

    private var open: [Int: [Repeat]] = [:]

    init(patienceUs: Int64 = 30_000_000) {
        self.patienceUs = patienceUs
    }

    var law: Law { .repetition }

    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {
        guard case .again(let messageID) = saying else { return }
        repeats(messageID, by: client.id, atUs: Ticks.nowUs)
    }

    mutating func took(_ heard: Heard, _ referee: Referee) {
        let (message, client) = (heard.message, heard.client)
        guard heard.type == .answerAck || heard.type == .error, let id = message.inReplyTo,
            answered(id, by: client.id)
        else { return }
        guard heard.type == .error else {
            return referee.check(.repetition, by: client.label, nil)
        }
        let payload = message.decoded()
        // A store that is away says nothing of what was.
        guard payload["retryable"]?.bool != true else { return }
        let code = payload["code"]?.string ?? "?"
        let breach = "\(id) was acknowledged, and is told \(code) when it is repeated"
        referee.check(.repetition, by: client.label, breach)
    }

    mutating func dropped(_ client: Client, _ referee: Referee) {
        dropped(client.id)
    }

    mutating func tick(_ referee: Referee) {
        referee.report(.repetition, unanswered(nowUs: Ticks.nowUs, patienceUs: patienceUs))
    }

    mutating func repeats(_ messageID: String, by watcher: Int, atUs: Int64) {
        open[watcher, default: []].append(Repeat(messageID: messageID, atUs: atUs))
    }

    /// - Returns: true if it was a repeat.
    mutating func answered(_ messageID: String, by watcher: Int) -> Bool {
        guard let index = open[watcher]?.firstIndex(where: { $0.messageID == messageID }) else {
            return false
        }
        open[watcher]?.remove(at: index)
        return true
    }

    /// The connection is gone, and with it the answers that were on their way.
    mutating func dropped(_ watcher: Int) {
        open[watcher] = nil
    }

    /// Repeats older than `patienceUs`, each told once.
    mutating func unanswered(nowUs: Int64, patienceUs: Int64) -> [(watcher: Int, breach: String)] {
        var late: [(watcher: Int, breach: String)] = []
        for (watcher, repeats) in open {
            for repeated in repeats where nowUs - repeated.atUs > patienceUs {
                late.append((watcher, "the repeat of \(repeated.messageID) has no answer"))
            }
            open[watcher] = repeats.filter { nowUs - $0.atUs <= patienceUs }
        }
        return late
    }
}
