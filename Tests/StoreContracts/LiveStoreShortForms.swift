import GameState
public import LiveStore
public import Protocol

// Short forms for tests.

public extension LiveStoreUnderTest {
    func load(_ session: SessionID, _ side: Side = .left) async throws -> StoredState? {
        try await ask(side) { $0.load(session, $1) }.get()
    }

    func commit(_ commit: Commit, _ side: Side = .left) async throws -> CommitOutcome {
        try await ask(side) { $0.commit(commit, $1) }.get()
    }

    func acquire(
        _ session: SessionID,
        _ owner: LockOwner,
        ttlMs: Int = 2000,
        _ side: Side = .left
    ) async throws -> Bool {
        try await ask(side) {
            $0.acquireBrakeLock(session, owner: owner, ttlMs: ttlMs, $1)
        }.get()
    }

    func release(_ session: SessionID, _ owner: LockOwner, _ side: Side = .left) {
        on(side) { $0.releaseBrakeLock(session, owner: owner) }
    }

    func claim(_ code: String, _ session: SessionID, _ side: Side = .left) async throws -> Bool {
        try await ask(side) { $0.claim(joinCode: code, for: session, $1) }.get()
    }

    func session(_ code: String, _ side: Side = .left) async throws -> SessionID? {
        try await ask(side) { $0.session(joinCode: code, $1) }.get()
    }

    func remove(_ session: SessionID, _ code: String, _ side: Side = .left) async throws {
        try await ask(side) { $0.remove(session, joinCode: code, $1) }.get()
    }

    func restore(
        _ session: SessionID,
        _ code: String,
        _ state: StoredState,
        _ side: Side = .left
    ) async throws {
        try await ask(side) { $0.restore(session, joinCode: code, state, $1) }.get()
    }
}

public extension CommitOutcome {
    var isCommitted: Bool {
        switch self {
        case .committed: true
        case .conflict: false
        }
    }

    /// The state that came first.
    var newer: StoredState? {
        switch self {
        case .committed: nil
        case .conflict(let stored): stored
        }
    }
}

public extension StoredState {
    static func test(_ version: Int64, _ text: String) -> StoredState {
        StoredState(version: version, state: EncodedState(test: text))
    }

    /// What `EncodedState(test:)` was given; read from the bytes where the value did not travel.
    var text: String? {
        if let value = state.value as? String { return value }
        return (try? state.bytes()).map { String(decoding: $0, as: UTF8.self) }
    }
}

public extension EncodedState {
    init(test text: String) {
        self.init(value: text) { Array(text.utf8) }
    }
}

public extension Commit {
    static func test(
        _ session: SessionID,
        from expected: Int64,
        to version: Int64? = nil,
        _ text: String
    ) -> Commit {
        let version = version ?? expected + 1
        return Commit(
            session: session,
            expectedVersion: expected,
            version: version,
            state: EncodedState(test: text),
            entry: JournalEntry(
                session: session,
                version: version,
                at: ServerTime(ms: 1_700_000_000_000 + version),
                facts: []
            ) { Array("\"\(text)\"".utf8) },
            deadlines: [:]
        )
    }
}
