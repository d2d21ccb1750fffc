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
    mutating func redirect(_ key: MessageKey, to sender: Sender) {
        inputs.updateFirst(where: { $0.key == key }) { $0.sender = sender }
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
