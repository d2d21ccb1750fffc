import GameState
import LiveStore
import Protocol
import Timers

/// Inputs that wait behind a commit, within limits.
struct InputQueue<G: Game> {
    static var maxCount: Int { 4096 }
    static var maxPerViewer: Int { 64 }

    private var inputs = Deque<PendingInput<G>>()
    private var countOf: [Viewer: Int] = [:]

    var count: Int { inputs.count }

    /// Clients wait within limits, so that none can fill the queue. Inputs of the room's own always get in:
    /// there are few of them, and nobody would repeat them.
    ///
    /// - Returns: whether there was a place.
    mutating func append(_ pending: PendingInput<G>) -> Bool {
        let hasPlace =
            switch pending.sender {
            case .nobody: true
            case .call: count < Self.maxCount
            case .seat(let seat, _):
                count < Self.maxCount && countOf[seat.viewer, default: 0] < Self.maxPerViewer
            }
        guard hasPlace else { return false }
        if let viewer = pending.seat?.viewer { countOf[viewer, default: 0] += 1 }
        inputs.append(pending)
        return true
    }

    /// First in the queue again.
    mutating func prepend(_ pending: PendingInput<G>) {
        if let viewer = pending.seat?.viewer { countOf[viewer, default: 0] += 1 }
        inputs.prepend(pending)
    }

    mutating func popFirst() -> PendingInput<G>? {
        guard let pending = inputs.popFirst() else { return nil }
        if let viewer = pending.seat?.viewer, let count = countOf[viewer] {
            countOf[viewer] = count > 1 ? count - 1 : nil
        }
        return pending
    }

    /// A player or host sat down on a newer connection: inputs that came by older ones do not count.
    func yield(to newer: Seating) {
        for pending in inputs.elements { pending.yield(to: newer) }
    }

    /// The answer to a command is for another connection of the same viewer.
    mutating func redirect(_ key: MessageKey, to sender: ReplyTarget) {
        inputs.updateFirst(where: { $0.key == key }) { $0.sender = sender }
    }
}

/// Inputs whose commit was not answered, until the store has told their fate.
struct Doubts<G: Game> {
    static var maxCount: Int { 4096 }

    private enum Question {
        /// Nothing is in doubt. Can become `waiting`.
        case none
        /// The store will be asked. Can become `asking`.
        case waiting
        /// It is being asked. Can become `none`.
        case asking
    }

    /// The oldest first.
    private var inputs: [PendingInput<G>] = []
    private var question = Question.none

    var isEmpty: Bool { inputs.isEmpty }

    /// - Returns: whether there was a place.
    mutating func append(_ pending: PendingInput<G>) -> Bool {
        guard inputs.count < Self.maxCount else { return false }
        inputs.append(pending)
        return true
    }

    mutating func removeAll() -> [PendingInput<G>] {
        defer { inputs = [] }
        return inputs
    }

    /// The sender that waits for the outcome of a commit that is known now.
    mutating func removeSender(of key: MessageKey?) -> ReplyTarget {
        guard let key, let index = inputs.firstIndex(where: { $0.key == key }) else {
            return .nobody
        }
        return inputs.remove(at: index).sender
    }

    mutating func redirect(_ key: MessageKey, to sender: ReplyTarget) {
        for index in inputs.indices where inputs[index].key == key { inputs[index].sender = sender }
    }

    func yield(to newer: Seating) {
        for pending in inputs { pending.yield(to: newer) }
    }

    /// - Returns: whether the store is to be asked after a while; false where it will be anyway.
    mutating func begin() -> Bool {
        guard case .none = question else { return false }
        question = .waiting
        return true
    }

    /// - Returns: whether the store is to be asked now.
    mutating func isDue() -> Bool {
        guard case .waiting = question else { return false }
        question = .asking
        return true
    }

    /// - Returns: whether it was the store's answer that was waited for.
    mutating func end() -> Bool {
        guard case .asking = question else { return false }
        question = .none
        return true
    }
}

extension PendingInput {
    func yield(to newer: Seating) {
        guard let seat, seat.viewer == newer.viewer, seat.connection != newer.connection,
            seat.seating.order < newer.order
        else { return }
        seat.yield()
    }
}

/// An input on its way to its commit.
struct PendingInput<G: Game>: Equatable {
    var input: Input<G>
    var sender: ReplyTarget
    /// The time it came at; one that waits behind a slow commit is not late for that.
    var at: ServerTime

    /// The seat it came by.
    var seat: Seat? {
        if case .seat(let seat, _) = sender { seat } else { nil }
    }

    /// True for a join that was committed: a player has one name of their own, and is told so.
    func hasJoined(_ lobby: Lobby) -> Bool {
        if case .join(let player, _, _) = input { lobby.player(player) != nil } else { false }
    }

    /// True for a player who would take the host's place, when nobody may by now: it may have been this one.
    func mayHaveTakenOver(_ lobby: Lobby) -> Bool {
        if case .takeOver(let player) = input { lobby.offeredTo != player } else { false }
    }

    /// The command it answers, if that can be repeated.
    var key: MessageKey? {
        guard case .seat(let seat, let messageID?) = sender else { return nil }
        return MessageKey(viewer: seat.viewer, messageID: messageID)
    }
}

/// The sender that waits for an answer to an input.
enum ReplyTarget: Equatable {
    case nobody
    case seat(Seat, messageID: String?)
    /// A REST call.
    case call(Completion<Result<Void, WireError>>)

    static func == (one: ReplyTarget, other: ReplyTarget) -> Bool {
        switch (one, other) {
        case (.nobody, .nobody): true
        case (.seat(let seat, let id), .seat(let otherSeat, let otherID)):
            seat === otherSeat && id == otherID
        case (.call(let call), .call(let otherCall)): call == otherCall
        case (.nobody, _), (.seat, _), (.call, _): false
        }
    }
}

/// A completion that is told apart from others by being itself.
final class Completion<Value>: Equatable {
    let call: (Value) -> Void

    init(_ call: @escaping (Value) -> Void) {
        self.call = call
    }

    static func == (one: Completion, other: Completion) -> Bool { one === other }
}
