public import GameState
public import LiveStore
public import Protocol

// Short forms for tests. A test's state is a text, which each step replaces.

public extension LiveStoreUnderTest {
    func load(
        _ session: SessionID,
        since version: Int64? = nil,
        _ side: Side = .left
    ) async throws -> LoadResult {
        try await ask(side) { $0.load(session, since: version, $1) }.get()
    }

    func commit(_ commit: Commit, _ side: Side = .left) async throws -> CommitOutcome {
        try await ask(side) { $0.commit(commit, $1) }.get()
    }

    /// Commits version after version, up to `last`.
    func commit(
        _ session: SessionID,
        _ versions: ClosedRange<Int64>,
        _ side: Side = .left
    ) async throws -> [CommitOutcome] {
        var outcomes: [CommitOutcome] = []
        for version in versions {
            let step = Commit.test(session, from: version - 1, "\(version)")
            outcomes.append(try await commit(step, side))
        }
        return outcomes
    }

    func reserve(_ code: String, _ session: SessionID, _ side: Side = .left) async throws -> Bool {
        try await ask(side) { $0.reserve(joinCode: code, for: session, $1) }.get()
    }

    func session(_ code: String, _ side: Side = .left) async throws -> SessionID? {
        try await ask(side) { $0.session(joinCode: code, $1) }.get()
    }

    func remove(_ session: SessionID, _ code: String, _ side: Side = .left) async throws {
        try await ask(side) { $0.remove(session, joinCode: code, claims: [.brake], $1) }.get()
    }

    @discardableResult
    func restore(
        _ session: SessionID,
        _ code: String,
        _ snapshot: Snapshot,
        lastCommit: Int64? = nil,
        claims: [Claim] = [],
        _ side: Side = .left
    ) async throws -> LoadResult {
        try await ask(side) {
            $0.restore(.test(session, code, snapshot, lastCommit: lastCommit, claims: claims), $1)
        }.get()
    }

    func presence(
        _ session: SessionID,
        _ side: Side = .left
    ) async throws -> [ConnectionID: Viewer] {
        try await ask(side) { $0.presence(in: session, $1) }.get()
    }

    func pulse(
        _ session: SessionID,
        _ code: String = "ABCDEF",
        _ seatings: [Seating] = [],
        _ side: Side = .left
    ) async throws -> Pulse {
        try await ask(side) {
            $0.pulse(session, joinCode: code, renewing: seatings, $1)
        }.get()
    }

    func bid(
        _ viewer: Viewer,
        on connection: ConnectionID,
        after order: Int64 = 0,
        in session: SessionID,
        _ side: Side = .left
    ) async throws -> SeatBid {
        try await ask(side) {
            $0.bidForSeat(viewer, on: connection, after: order, in: session, $1)
        }.get()
    }

    /// Bids for a seat until it is granted, as a room does.
    @discardableResult
    func seat(
        _ viewer: Viewer,
        on connection: ConnectionID,
        in session: SessionID,
        _ side: Side = .left
    ) async throws -> Seating {
        var known: Int64 = 0
        while true {
            switch try await bid(viewer, on: connection, after: known, in: session, side) {
            case .granted(let seating): return seating
            case .held(let seating): known = seating.order
            case .removed: throw SessionRemoved()
            }
        }
    }

    struct SessionRemoved: Error {}
}

public extension Seating {
    static func screen(_ connection: ConnectionID) -> Seating {
        Seating(.tv, on: connection, order: 0)
    }
}

public extension ServerTime {
    static let test = ServerTime(ms: 1_700_000_000_000)
}

public extension CommitOutcome {
    var isCommitted: Bool {
        switch self {
        case .committed: true
        case .conflict, .replaced, .claimed: false
        }
    }

    /// Seating that has replaced the step's own.
    var replacing: Seating? {
        switch self {
        case .committed, .conflict, .claimed: nil
        case .replaced(let newer): newer
        }
    }

    /// Holder of the claim that the step would have taken.
    var holder: PlayerID? {
        switch self {
        case .committed, .conflict, .replaced: nil
        case .claimed(_, let holder): holder
        }
    }

    /// State that came first.
    var newer: LoadResult? {
        switch self {
        case .committed, .replaced, .claimed: nil
        case .conflict(let stored): stored
        }
    }
}

public extension LoadResult {
    var state: StoredSession? {
        switch self {
        case .nothing, .removed: nil
        case .state(let state): state
        }
    }

    var version: Int64? { state?.version }
    /// Nil also where the steps do not lead to the version.
    var text: String? { state?.text() }

    var isRemoved: Bool {
        switch self {
        case .removed: true
        case .nothing, .state: false
        }
    }

    var isNothing: Bool {
        switch self {
        case .nothing: true
        case .removed, .state: false
        }
    }
}

public extension StoredSession {
    /// The state's text for a caller with an old version of it; nil where the steps do not lead
    /// from there to the version.
    func text(since known: (version: Int64, text: String)? = nil) -> String? {
        guard var (version, text) = snapshot.map({ ($0.version, $0.text) }) ?? known else {
            return nil
        }
        for entry in entries {
            guard entry.previousVersion == version else { return nil }
            version = entry.version
            text = String(decoding: entry.body.dropFirst().dropLast(), as: UTF8.self)
        }
        return version == self.version ? text : nil
    }
}

public extension Snapshot {
    static func test(_ version: Int64, _ text: String) -> Snapshot {
        Snapshot(version: version, state: LazyState(test: text))
    }

    /// Text given to `LazyState(test:)`; read from the bytes where the value did not travel.
    var text: String {
        if let value = state.value as? String { return value }
        return (try? state.bytes()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

public extension LazyState {
    init(test text: String) {
        self.init(value: text) { Array(text.utf8) }
    }
}

public extension RestoreRequest {
    static func test(
        _ session: SessionID,
        _ code: String,
        _ snapshot: Snapshot,
        lastCommit: Int64? = nil,
        claims: [Claim] = [],
        timers: [GameTimer] = []
    ) -> RestoreRequest {
        RestoreRequest(
            session: session,
            joinCode: code,
            snapshot: snapshot,
            lastCommit: lastCommit ?? snapshot.version,
            claimIDs: [.brake],
            claims: claims,
            timers: timers
        )
    }
}

public extension Commit {
    static func test(
        _ session: SessionID,
        from expected: Int64,
        to version: Int64? = nil,
        _ text: String,
        facts: [Fact] = [],
        by seating: Seating? = nil,
        claims: ClaimChange = .none,
        timers: [GameTimer] = []
    ) -> Commit {
        let version = version ?? expected + 1
        return Commit(
            session: session,
            expectedVersion: expected,
            version: version,
            state: LazyState(test: text),
            entry: JournalEntry(
                session: session,
                version: version,
                at: ServerTime.test + version,
                facts: facts
            ) { Array("\"\(text)\"".utf8) },
            seating: seating,
            claims: claims,
            timers: timers
        )
    }
}

public extension Claim {
    static func brake(_ holder: PlayerID, forMs: Int64 = 20_000) -> Claim {
        Claim(id: .brake, holder: holder, forMs: forMs)
    }
}

public extension ClaimChange {
    static func takes(_ holder: PlayerID, forMs: Int64 = 20_000) -> ClaimChange {
        ClaimChange(taken: [.brake(holder, forMs: forMs)], released: [])
    }

    static func gives(_ holder: PlayerID) -> ClaimChange {
        ClaimChange(taken: [], released: [.brake(holder)])
    }
}

public extension [Int64] {
    /// Every version from 1 on, none before the one it follows; one may come again.
    func isOneStory(to last: Int64) -> Bool {
        var next: Int64 = 1
        for version in self {
            guard version <= next else { return false }
            if version == next { next += 1 }
        }
        return next == last + 1
    }
}
