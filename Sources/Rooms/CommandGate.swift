import GameState
import Protocol
import Timers

/// The answers that need no rules: repeats, and pulls and answers that come too
/// often.
struct CommandGate {
    private var cooldown = BrakeCooldown()
    private var answers: [PlayerID: TokenBucket] = [:]
    /// Of viewers that hold a token of this session: at most one for each player so far.
    private var greetings: [Viewer: TokenBucket] = [:]
    /// Commands whose answer is still to come.
    private(set) var underWay: Set<MessageKey> = []

    var answersCount: Int { answers.count }

    enum Admission: Equatable {
        case first
        /// The first one is still under way: its answer goes to the latest asker.
        case underWay
        /// The first one got this answer.
        case answered(Receipts.Receipt)
    }

    func admission(of key: MessageKey, _ receipts: Receipts) -> Admission {
        if underWay.contains(key) { return .underWay }
        return receipts.receipt(of: key).map { .answered($0) } ?? .first
    }

    mutating func begin(_ key: MessageKey) {
        underWay.insert(key)
    }

    /// The command's answer is on its way: a repeat is answered from the receipt now.
    mutating func settle(_ key: MessageKey) {
        underWay.remove(key)
    }

    /// Every pull of the brake and every answer counts, also one that is refused afterwards. One that can't
    /// be read is neither: the socket's limit counts it.
    mutating func refusal(
        of limit: CommandLimit,
        from viewer: Viewer,
        at now: ServerTime
    ) -> Refusal? {
        guard case .player(let player) = viewer else { return nil }
        switch limit {
        case .none:
            return nil
        case .brake:
            return cooldown.mayPull(player, at: now) ? nil : .brake(.rateLimited, detail: nil)
        case .answer:
            let isAllowed = answers[player, default: .answers].take(at: now)
            return isAllowed ? nil : .error(WireError(.rateLimited, "too many answers"))
        }
    }

    /// True when a viewer may connect once more.
    mutating func mayGreet(_ viewer: Viewer, at now: ServerTime) -> Bool {
        greetings[viewer, default: .greetings].take(at: now)
    }

    /// A player is gone for good.
    mutating func forget(_ player: PlayerID) {
        cooldown.forget(player)
        answers[player] = nil
    }

    /// Forgets greetings whose limit is full again.
    mutating func sweep(at now: ServerTime) {
        greetings = greetings.filter { !$0.value.isFull(at: now) }
    }
}
