import Archive
import GameState
import Protocol
import StoreContracts
import Synchronization
import Testing

/// Writing by tests while a server is away: transient failures are retried until they succeed.
struct Persistence {
    /// Attempts, with a pause between them, before a test gives up on a server.
    static let maxAttempts = 3000

    let archive: any Archive

    init(_ archive: any Archive) {
        self.archive = archive
    }

    func append(_ entries: [JournalEntry]) async throws {
        for _ in 1...Self.maxAttempts {
            let result = await withCheckedContinuation { continuation in
                archive.append(entries) { continuation.resume(returning: $0) }
            }
            switch result {
            case .success: return
            case .failure(let error):
                guard error.isTransient else { throw error }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        throw PostgresFixture.Failure(text: "the server did not come back")
    }
}

/// Tells a task to stop.
final class Flag: Sendable {
    private let value = Mutex(false)

    var isRaised: Bool { value.withLock { $0 } }
    func raise() { value.withLock { $0 = true } }
}

/// A story whose every entry overwrites the one before it, and is counted.
enum Story {
    /// - Parameter version: 1 begins the session.
    static func entry(_ version: Int64, of session: SessionID = "s1") -> JournalEntry {
        guard version > 1 else { return .begin(session) }
        let player = PlayerID(rawValue: "\(session)-p")
        return .test(
            session,
            version,
            .playerJoined(player, name: "Name \(version)"),
            .audit(actor: .host, type: "STEP", payloadJSON: "{\"version\":\(version)}")
        )
    }

    static func entries(
        _ versions: ClosedRange<Int64>,
        of session: SessionID = "s1"
    ) -> [JournalEntry] {
        versions.map { entry($0, of: session) }
    }

    /// Checks that everything is there once, whole and in order.
    static func expectWhole(
        _ last: Int64,
        of session: SessionID = "s1",
        in archive: any Archive,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let journal = try #require(
            try await archive.journal(of: session),
            sourceLocation: sourceLocation
        )
        #expect(journal.entries.map(\.version) == Array(1...last), sourceLocation: sourceLocation)
        let record = try #require(
            try await archive.record(of: session),
            sourceLocation: sourceLocation
        )
        #expect(record.players.map(\.name) == ["Name \(last)"], sourceLocation: sourceLocation)
        #expect(
            record.audit.map(\.number) == Array(1...Int(last) - 1),
            sourceLocation: sourceLocation
        )
        #expect(
            record.audit.compactMap { $0.payload["version"]?.int } == Array(2...last),
            sourceLocation: sourceLocation
        )
    }
}
