import Protocol

/// The time that a store has been out of reach, by a question a second.
///
/// Counts questions and not time: a process that stood still has asked none meanwhile.
struct StoreWatch {
    /// Questions without an answer, a second each, after which a store is out of reach.
    private static let mostMisses = 5
    /// Clients are not sent away twice within this, in milliseconds.
    private static let truceMs: Int64 = 60_000

    private var isAnswered = true
    private var missCount = 0
    private var missingSince: ServerTime?
    private var sentAwayAt: ServerTime?
    /// Whether it is being found out if another gateway is better off.
    var isLooking = false

    /// The next question is put.
    mutating func ask(at now: ServerTime) {
        if isAnswered {
            missCount = 0
            missingSince = nil
        } else {
            missCount += 1
            missingSince = missingSince ?? now
        }
        isAnswered = false
    }

    mutating func heard() {
        isAnswered = true
    }

    mutating func sentAway(at now: ServerTime) {
        sentAwayAt = now
    }

    /// Since when the store has been out of reach, where that is for somebody to do something about.
    func strandedSince(at now: ServerTime) -> ServerTime? {
        guard missCount >= Self.mostMisses else { return nil }
        guard sentAwayAt.map({ now - $0 >= Self.truceMs }) ?? true else { return nil }
        return missingSince
    }
}
