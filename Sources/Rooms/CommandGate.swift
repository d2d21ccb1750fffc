import GameState
package import Protocol
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

/// The outcomes of the latest commands that carried a `msgId`, so that a repeat has no second effect.
///
/// Part of a session's stored state: a command that was committed just before a gateway died is still
/// known to the next one.
package struct Receipts: Codable, Equatable, Sendable {
    /// Remembered commands of one viewer; the oldest goes first.
    package static let maxPerViewer = 8

    package struct Receipt: Codable, Equatable, Sendable {
        package var messageID: String
        /// The answer to the first one, as a whole message without its envelope; nil: none.
        package var reply: Reply?
    }

    package struct Reply: Codable, Equatable, Sendable {
        package var type: String
        package var payload: [UInt8]
    }

    package private(set) var receipts: [Viewer: [Receipt]] = [:]

    func receipt(of key: MessageKey) -> Receipt? {
        receipt(of: key.viewer, messageID: key.messageID)
    }

    func receipt(of viewer: Viewer, messageID: String) -> Receipt? {
        receipts[viewer]?.first { $0.messageID == messageID }
    }

    mutating func keep(_ reply: Reply?, messageID: String, of viewer: Viewer) {
        var list = receipts[viewer] ?? []
        if list.count == Self.maxPerViewer { list.removeFirst() }
        list.append(Receipt(messageID: messageID, reply: reply))
        receipts[viewer] = list
    }

    mutating func forget(_ viewer: Viewer) {
        receipts[viewer] = nil
    }
}

extension Receipts {
    /// Remembers the answer to a committed command: the reply to it, or where it took a claim the
    /// announcement to all.
    mutating func record<Event: GameEvent>(
        _ key: MessageKey?,
        _ effects: [Effect<Event>],
        taken: [Claim]
    ) {
        var gone: [Viewer] = []
        for case .dismiss(let player, _) in effects { gone.append(.player(player)) }
        for viewer in gone { forget(viewer) }
        guard let key, !gone.contains(key.viewer) else { return }
        var answer: (any GameEvent)?
        for effect in effects {
            if case .reply(let event) = effect { answer = event }
        }
        if answer == nil, !taken.isEmpty {
            for case .announce(let event, to: .all) in effects {
                answer = event
                break
            }
        }
        let reply = answer.map { event in
            var writer = JSONWriter()
            event.write(to: &writer)
            return Reply(type: "\(event.type)", payload: writer.bytes)
        }
        keep(reply, messageID: key.messageID, of: key.viewer)
    }
}

/// A command by its viewer and its `msgId`.
package struct MessageKey: Hashable, Codable, Sendable {
    package var viewer: Viewer
    package var messageID: String

    package init(viewer: Viewer, messageID: String) {
        self.viewer = viewer
        self.messageID = messageID
    }
}
