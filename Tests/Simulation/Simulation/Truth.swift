import Archive
import GameState
import Rooms
import LiveStore
import Protocol

/// The committed truth: the store that both gateways share, the journal behind it, and every state
/// so far, to check clients against.
final class Truth<G: SimulatedGame> {
    /// Version in the store; 0: nothing.
    private(set) var storedVersion: Int64 = 0
    private var snapshotVersion: Int64 = 0
    /// Version that was put back last.
    private var heldVersion: Int64 = 0
    /// Time that a gateway has for what it picked up.
    private var handedOutUntil = ServerTime(ms: 0)
    private var chain: [CommittedEntry] = []
    var presence: [ConnectionID: (viewer: Viewer, until: ServerTime)] = [:]
    private(set) var states: [Int64: RoomState<G>] = [:]
    private(set) var latest: RoomState<G>
    private(set) var journal: [ArchivedSession.Entry] = []
    private(set) var facts: [Fact] = []
    private(set) var knowledge = G.Knowledge()
    /// The newest seating of each player and of the host, as the store knows.
    var seatings: [Viewer: Seating] = [:]
    /// Nothing is committed before this: gateways put back steps that the store has lost.
    var settledAt = ServerTime(ms: 0)
    /// Claims that are held.
    var claims = HeldClaims()
    /// Taken by a gateway of an earlier build, which takes them without a commit.
    var foreignClaims = HeldClaims()
    /// The session is over and removed.
    private(set) var isRemoved = false
    /// Number of times everything was gone.
    private(set) var losses = 0
    private var documents: [Int64: Documents<G>] = [:]

    init(_ setup: RoomState<G>, _ entry: JournalEntry) {
        latest = setup
        keep(setup, entry)
    }

    var game: G { latest.game }

    func keep(_ state: RoomState<G>, _ entry: JournalEntry) {
        let body = entry.body()
        journal.append(ArchivedSession.Entry(version: entry.version, at: entry.at, body: body))
        chain.append(
            CommittedEntry(
                previousVersion: storedVersion,
                version: entry.version,
                at: entry.at,
                body: body
            )
        )
        facts += entry.facts
        note(state)
        // Now and then the store keeps the state anew, as a whole.
        if snapshotVersion == 0 || state.version % 16 == 0 { snapshotVersion = state.version }
    }

    /// Holds a state that is put back.
    func hold(_ state: RoomState<G>) {
        note(state)
        snapshotVersion = state.version
        heldVersion = state.version
    }

    private func note(_ state: RoomState<G>) {
        knowledge.learn(from: state.game, after: latest.game)
        latest = state
        states[state.version] = state
        storedVersion = state.version
    }

    var latestEntry: CommittedEntry? { chain.last }

    func stored(since version: Int64?) -> LoadResult {
        guard !isRemoved else { return .removed }
        guard storedVersion > 0 else { return .nothing }
        let base = version.flatMap { $0 >= snapshotVersion ? $0 : nil }
        let entries = chain.filter { $0.version > base ?? snapshotVersion }
        guard base == nil else {
            return .state(StoredSession(version: storedVersion, snapshot: nil, entries: entries))
        }
        guard let state = states[snapshotVersion] else {
            preconditionFailure("no state at \(snapshotVersion)")
        }
        return .state(
            StoredSession(
                version: storedVersion,
                snapshot: Snapshot(version: state.version, state: LazyState(state)),
                entries: entries
            )
        )
    }

    func viewers(at now: ServerTime) -> [ConnectionID: Viewer] {
        presence.filter { $0.value.until > now }.mapValues(\.viewer)
    }

    /// Hands out an overdue timer of the stored state; false where there is none, or it was handed out
    /// a moment ago.
    func handOutOverdue(graceMs: Int64, at now: ServerTime) -> Bool {
        guard !isRemoved, now >= handedOutUntil, let stored = states[storedVersion],
            let due = stored.game.timers.compactMap(\.deadline).min(), now - due >= graceMs
        else { return false }
        handedOutUntil = now + 5_000
        return true
    }

    /// The store comes back without its latest steps.
    ///
    /// - Returns: false where it has too few of them.
    func setBack(by steps: Int) -> Bool {
        guard chain.count > steps, let last = chain.last, last.version == storedVersion else {
            return false
        }
        let kept = chain.dropLast(steps)
        guard let target = kept.last?.version, target >= heldVersion else { return false }
        lose()
        chain = Array(kept)
        storedVersion = target
        snapshotVersion = target
        return true
    }

    func lose() {
        losses += 1
        storedVersion = 0
        snapshotVersion = 0
        chain = []
        claims = HeldClaims()
        foreignClaims = HeldClaims()
        presence = [:]
        seatings = [:]
    }

    func remove() {
        isRemoved = true
        lose()
    }

    func loseJournalEntry() {
        if journal.count > 2 { journal.remove(at: journal.count / 2) }
    }

    /// Everybody's document at a version that was committed.
    func documents(at version: Int64) -> Documents<G>? {
        if let known = documents[version] { return known }
        guard let state = states[version] else { return nil }
        let made = Documents(state.game)
        documents[version] = made
        return made
    }
}
