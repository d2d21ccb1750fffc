/// Law 8: what was acknowledged, said again under the same `msgId`, is acknowledged again.
///
/// That it changes nothing shows in what is reckoned from the answers, of which it is none.
struct RepeatLaw {
    /// Commands of one client that a gateway remembers.
    static let rememberedCommands = 8
    /// Said again at one return.
    static let maxRepeats = 2

    private struct Repeat {
        let messageID: String
        let atUs: Int64
    }

    private var open: [Int: [Repeat]] = [:]

    mutating func repeats(_ messageID: String, by watcher: Int, atUs: Int64) {
        open[watcher, default: []].append(Repeat(messageID: messageID, atUs: atUs))
    }

    /// - Returns: whether it was a repeat.
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
