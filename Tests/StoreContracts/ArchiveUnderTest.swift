public import Archive
public import GameState
public import Protocol

/// A fresh archive, and ways around it.
public struct ArchiveUnderTest: Sendable {
    public var archive: any Archive
    /// Closes the archive and opens what it left behind.
    public var reopen: @Sendable () async throws -> any Archive
    /// Rows as text, past the archive; NULL is nil.
    public var read: @Sendable (String) throws -> [[String?]]

    public init(
        archive: any Archive,
        reopen: @escaping @Sendable () async throws -> any Archive,
        read: @escaping @Sendable (String) throws -> [[String?]]
    ) {
        self.archive = archive
        self.reopen = reopen
        self.read = read
    }

    /// The one cell of a query.
    func cell(_ sql: String) throws -> String? {
        try read(sql).first?.first ?? nil
    }
}

// Short forms for tests.

extension Archive {
    public func append(_ entries: JournalEntry...) async throws {
        try await append(contentsOf: entries)
    }

    public func append(contentsOf entries: [JournalEntry]) async throws {
        try await withCheckedContinuation { continuation in
            append(entries) { continuation.resume(returning: $0) }
        }.get()
    }

    public func journal(of session: SessionID) async throws -> ArchivedSession? {
        try await withCheckedContinuation { continuation in
            journal(of: session) { continuation.resume(returning: $0) }
        }.get()
    }

    public func latestVersion(of session: SessionID) async throws -> Int64 {
        try await withCheckedContinuation { continuation in
            latestVersion(of: session) { continuation.resume(returning: $0) }
        }.get()
    }

    public func scores(of session: SessionID) async throws -> [ArchivedScore] {
        try await withCheckedContinuation { continuation in
            scores(of: session) { continuation.resume(returning: $0) }
        }.get()
    }

    public func note(_ note: AuditNote) async throws {
        try await withCheckedContinuation { continuation in
            self.note(note) { continuation.resume(returning: $0) }
        }.get()
    }

    public func erase(_ session: SessionID, at ms: Int64) async throws {
        try await withCheckedContinuation { continuation in
            erase(session, at: ServerTime(ms: ms)) { continuation.resume(returning: $0) }
        }.get()
    }

    public func eraseEnded(before ms: Int64, limit: Int = 100) async throws -> [SessionID] {
        try await withCheckedContinuation { continuation in
            eraseEnded(before: ServerTime(ms: ms), limit: limit, at: ServerTime(ms: ms)) {
                continuation.resume(returning: $0)
            }
        }.get()
    }

    public func sessions(limit: Int = 100) async throws -> [SessionSummary] {
        try await withCheckedContinuation { continuation in
            sessions(limit: limit) { continuation.resume(returning: $0) }
        }.get()
    }

    public func record(of session: SessionID) async throws -> SessionRecord? {
        try await withCheckedContinuation { continuation in
            record(of: session) { continuation.resume(returning: $0) }
        }.get()
    }

    public func store(_ token: RefreshToken) async throws {
        try await withCheckedContinuation { continuation in
            store(token) { continuation.resume(returning: $0) }
        }.get()
    }

    /// - Parameter number: of the token that replaces it.
    public func renew(
        _ token: RefreshToken,
        by number: UInt8,
        expiresAt: Int64 = 10_000,
        at ms: Int64
    ) async throws -> TokenRenewal {
        try await withCheckedContinuation { continuation in
            renew(
                tokenHash: token.hash,
                replacement: { _ in
                    TokenReplacement(
                        hash: RefreshToken.test(number, family: "").hash,
                        expiresAt: ServerTime(ms: expiresAt)
                    )
                },
                at: ServerTime(ms: ms)
            ) { continuation.resume(returning: $0) }
        }.get()
    }

    public func check() async throws {
        try await withCheckedContinuation { continuation in
            check { continuation.resume(returning: $0) }
        }.get()
    }

    public func latestTime() async throws -> ServerTime? {
        try await withCheckedContinuation { continuation in
            latestTime { continuation.resume(returning: $0) }
        }.get()
    }

    public func flaws(_ depth: CheckDepth) async throws -> [String] {
        try await withCheckedContinuation { continuation in
            flaws(depth) { continuation.resume(returning: $0) }
        }.get()
    }

    public func close() async {
        await withCheckedContinuation { continuation in
            close { continuation.resume() }
        }
    }
}

extension JournalEntry {
    /// An entry at 1 000 ms a version, if nothing else is said.
    public static func test(
        _ session: SessionID,
        _ version: Int64,
        _ facts: Fact...,
        atMs: Int? = nil,
        body: String? = nil
    ) -> JournalEntry {
        JournalEntry(
            session: session,
            version: version,
            at: ServerTime(ms: atMs.map { Int64($0) } ?? version * 1000),
            facts: facts
        ) { Array((body ?? "{\"input\":\(version)}").utf8) }
    }

    public static func begin(_ session: SessionID, code: String = "ABCDEF") -> JournalEntry {
        .test(session, 1, .created(code: code))
    }
}

extension Fact {
    static func created(code: String) -> Fact {
        .sessionCreated(joinCode: code, game: "tripto", settingsJSON: "{}")
    }
}

extension ArchivedSession.Entry {
    var text: String { String(decoding: body, as: UTF8.self) }
}
