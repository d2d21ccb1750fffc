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
        try await withCheckedContinuation { continuation in
            append(entries) { continuation.resume(returning: $0) }
        }.get()
    }

    public func journal(of session: SessionID) async throws -> ArchivedSession? {
        try await withCheckedContinuation { continuation in
            journal(of: session) { continuation.resume(returning: $0) }
        }.get()
    }

    public func scores(of session: SessionID) async throws -> [ArchivedScore] {
        try await withCheckedContinuation { continuation in
            scores(of: session) { continuation.resume(returning: $0) }
        }.get()
    }

    public func erase(_ session: SessionID) async throws {
        try await withCheckedContinuation { continuation in
            erase(session) { continuation.resume(returning: $0) }
        }.get()
    }

    public func store(_ token: RefreshToken) async throws {
        try await withCheckedContinuation { continuation in
            store(token) { continuation.resume(returning: $0) }
        }.get()
    }

    public func spend(_ hash: [UInt8], at ms: Int64) async throws -> TokenSpending {
        try await withCheckedContinuation { continuation in
            spend(tokenHash: hash, at: ServerTime(ms: ms)) { continuation.resume(returning: $0) }
        }.get()
    }

    public func close() async {
        await withCheckedContinuation { continuation in
            close { continuation.resume() }
        }
    }
}

extension JournalEntry {
    /// An entry at 1 000 ms a version.
    public static func test(
        _ session: SessionID,
        _ version: Int64,
        _ facts: Fact...,
        body: String? = nil
    ) -> JournalEntry {
        JournalEntry(
            session: session,
            version: version,
            at: ServerTime(ms: version * 1000),
            facts: facts
        ) { Array((body ?? "{\"input\":\(version)}").utf8) }
    }

    public static func begin(_ session: SessionID, code: String = "ABCDEF") -> JournalEntry {
        .test(session, 1, .sessionCreated(joinCode: code, game: "tripto", settingsJSON: "{}"))
    }
}

extension ArchivedSession.Entry {
    var text: String { String(decoding: body, as: UTF8.self) }
}
