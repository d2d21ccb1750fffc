import Archive
import GameState
import Gateway
import LiveStore
import Protocol

/// What has been committed: the store both gateways share, the journal behind it, and every state
/// there ever was, to hold what clients see against.
final class Truth {
    private(set) var stored: StoredState?
    private(set) var states: [Int64: RoomState<Tripto>] = [:]
    private(set) var latest: RoomState<Tripto>
    private(set) var journal: [ArchivedSession.Entry] = []
    private(set) var facts: [Fact] = []
    private(set) var knowledge = Knowledge()
    var lock: (owner: LockOwner, until: ServerTime)?
    /// The session is over and removed.
    private(set) var isRemoved = false
    private var documents: [Int64: Documents] = [:]

    init(_ setup: RoomState<Tripto>, _ entry: JournalEntry) {
        latest = setup
        keep(setup, entry)
    }

    var game: Tripto { latest.game }

    func keep(_ state: RoomState<Tripto>, _ entry: JournalEntry) {
        journal.append(
            ArchivedSession.Entry(version: entry.version, at: entry.at, body: entry.body())
        )
        facts += entry.facts
        hold(state)
    }

    /// A state that stands in the store now.
    func hold(_ state: RoomState<Tripto>) {
        knowledge.learn(from: state.game, after: latest.game)
        latest = state
        states[state.version] = state
        stored = StoredState(version: state.version, state: EncodedState(state))
    }

    func lose() {
        stored = nil
        lock = nil
    }

    func remove() {
        isRemoved = true
        lose()
    }

    func loseJournalEntry() {
        if journal.count > 2 { journal.remove(at: journal.count / 2) }
    }

    /// What everybody's document is at a version that was committed.
    func documents(at version: Int64) -> Documents? {
        if let known = documents[version] { return known }
        guard let state = states[version] else { return nil }
        let made = Documents(state.game)
        documents[version] = made
        return made
    }
}
