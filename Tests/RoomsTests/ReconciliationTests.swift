import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Reactions of a room to the stored state.
@Suite struct ReconciliationTests {
    private let start = ServerTime(ms: 1_000_000)

    private func whole(_ state: RoomState<Tripto>) -> StoredSession {
        StoredSession(Snapshot(version: state.version, state: LazyState(state)))
    }

    private func entry(_ version: Int64, of evening: Evening) -> CommittedEntry {
        CommittedEntry(
            previousVersion: version - 1,
            version: version,
            at: start,
            body: evening.bodies[Int(version) - 1]
        )
    }

    @Test func `a session that was forgotten is put back, unless it is over`() throws {
        var evening = try Evening(at: start)
        guard case .putBack = Reconciliation(.nothing, known: evening.state) else {
            Issue.record("not put back")
            return
        }
        try evening.play(.close)
        guard case .end = Reconciliation(.nothing, known: evening.state) else {
            Issue.record("put back though it is over")
            return
        }
    }

    @Test func `a store that lost the latest steps gets them back`() throws {
        var evening = try Evening(at: start)
        let before = evening.state
        try evening.play(.presence(.tv, isConnected: true))
        guard case .putBack = Reconciliation(.state(whole(before)), known: evening.state) else {
            Issue.record("not put back")
            return
        }
        guard case .nothing = Reconciliation(.state(whole(before)), known: before) else {
            Issue.record("the same is something")
            return
        }
    }

    @Test func `of entries those that are not known are followed`() throws {
        var evening = try Evening(at: start)
        let first = evening.state
        try evening.play(.presence(.tv, isConnected: true))
        let known = evening.state
        try evening.play(.presence(.host, isConnected: true))
        let stored = StoredSession(
            version: 3,
            snapshot: Snapshot(version: 1, state: LazyState(first)),
            entries: [entry(2, of: evening), entry(3, of: evening)]
        )
        guard case .follow(let steps) = Reconciliation(.state(stored), known: known) else {
            Issue.record("not followed")
            return
        }
        #expect(steps.map(\.state) == [evening.state])
    }

    @Test func `a version that nothing leads to is asked for as a whole`() throws {
        let evening = try Evening(at: start)
        let stored = StoredSession(version: 3, snapshot: nil, entries: [])
        guard case .askForAll = Reconciliation(.state(stored), known: evening.state) else {
            Issue.record("taken for no news")
            return
        }
    }

    @Test func `a state of another version than it is stored under can't be read`() throws {
        let evening = try Evening(at: start)
        var other = evening.state
        other.version = 4
        let snapshot = Snapshot(version: 5, state: LazyState(other))
        guard
            case .giveUp(.unreadable(version: 5), 5) = Reconciliation(
                .state(StoredSession(snapshot)),
                known: evening.state
            )
        else {
            Issue.record("it was read")
            return
        }
    }

    @Test func `who follows a pull knows of its claim, and remembers what was announced`() throws {
        var evening = try Evening(at: start)
        try evening.toClue()
        let before = evening.state
        let pull = Input<Tripto>.command(
            .brakePull(atClientMs: nil),
            from: .player(Evening.anna)
        )
        let key = MessageKey(viewer: .player(Evening.anna), messageID: "m1")
        let body = JournalBody<Tripto>.input(
            pull,
            messageID: key,
            digest: nil,
            rulesVersion: .latest
        ).bytes
        let step = try before.advanced(
            by: CommittedEntry(
                previousVersion: before.version,
                version: before.version + 1,
                at: start,
                body: body
            )
        )
        #expect(step.claims.taken.map(\.holder) == [Evening.anna])
        #expect(step.state.receipts.receipt(of: key)?.reply?.type == "BRAKE_ACCEPTED")
    }
}
