import GameState
package import Protocol

/// Memory of a room beside its game, to be compared with its named limits.
package struct RoomFootprint: Sendable {
    package var historySteps: Int
    package var historyBytes: Int
    package var waiting: Int
    package var latecomers: Int
    /// Commands whose answer is still to come.
    package var unanswered: Set<MessageKey>
    /// Players who sit here.
    package var seated: [PlayerID]
    package var answerBuckets: Int
    package var receiptsOfOneViewer: Int
    package var viewersWithReceipts: Int
}

extension Room {
    package var footprint: RoomFootprint {
        let receipts = state.receipts.receipts
        return RoomFootprint(
            historySteps: broadcast.history.stepCount,
            historyBytes: broadcast.history.byteCount,
            waiting: line.waitingCount,
            latecomers: line.waiterCount,
            unanswered: gate.underWay,
            seated: Array(seats.players.keys),
            answerBuckets: gate.answersCount,
            receiptsOfOneViewer: receipts.values.lazy.map(\.count).max() ?? 0,
            viewersWithReceipts: receipts.count
        )
    }
}
