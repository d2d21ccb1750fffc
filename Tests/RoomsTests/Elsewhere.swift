import GameState
import LiveStore
import Protocol
import StoreContracts
import TriptoGame

@testable import Rooms

/// Another gateway on a room's store, with a build of its own.
final class Elsewhere {
    let parlour: Parlour
    let live: InProcessLiveStore
    private(set) var heard: [SessionEvent] = []
    /// Set while it stores the whole state on request.
    var answers = true
    private(set) var state: RoomState<Tripto>

    init(_ parlour: Parlour) throws {
        guard let room = parlour.room else { throw Parlour.NoSeat() }
        self.parlour = parlour
        let scheduler = parlour.scheduler
        live = InProcessLiveStore(
            core: parlour.core,
            scheduler: scheduler,
            execute: { scheduler.afterTurn($0) },
            outbox: { _, done in done(.success(())) }
        )
        state = room.state
        try parlour.turn { live.follow(state.session) { [unowned self] in hear($0) } }
    }

    private func hear(_ news: SessionEvent) {
        heard.append(news)
        guard case .snapshotWanted = news, answers else { return }
        let whole = Snapshot(version: state.version, state: LazyState(state))
        live.keepSnapshot(whole, of: state.session)
    }

    /// Number of requests for the whole state.
    var askedCount: Int { heard.count { $0 == .snapshotWanted } }

    /// Commits a step that only its own build can make.
    func commit(_ change: (inout Tripto) -> Void) throws {
        var next = state
        next.version += 1
        change(&next.game)
        let entry = JournalEntry(
            session: state.session,
            version: next.version,
            at: state.at,
            facts: []
        ) { [number = next.game.rules.rawValue] in
            Array(#"{"input":{"_0":{"unheardOf":{}},"rulesVersion":\#(number)}}"#.utf8)
        }
        let commit = Commit(
            session: state.session,
            expectedVersion: state.version,
            version: next.version,
            state: LazyState(next),
            entry: entry,
            seating: nil,
            claims: .none,
            timers: []
        )
        var isCommitted = false
        try parlour.turn {
            live.commit(commit) { if case .success(.committed) = $0 { isCommitted = true } }
        }
        guard isCommitted else { throw Parlour.NoSeat() }
        state = next
    }

    /// Goes on from where a room is.
    func takeOver(_ state: RoomState<Tripto>?) {
        if let state { self.state = state }
    }

    /// Stores the whole state without being asked.
    func storeWhole() throws {
        let whole = Snapshot(version: state.version, state: LazyState(state))
        try parlour.turn { live.keepSnapshot(whole, of: state.session) }
    }

    /// Nil where the store has nothing.
    var storedVersion: Int64? {
        var version: Int64?
        try? parlour.turn {
            live.load(state.session, since: nil) { result in
                if case .success(.state(let stored)) = result { version = stored.version }
            }
        }
        return version
    }
}
