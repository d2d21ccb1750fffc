import Archive
import Foundation
import GameState
import Protocol
import Testing

/// G-77: what is personal goes some time after the end.
@Suite struct RetentionTests {
    @Test func `a gateway that starts erases sessions that ended too long ago`() async throws {
        let folder = Deployment.newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "gateway.sqlite").path
        let archive = try SQLArchive(sqlite: path, games: [])
        // More than are erased at one go.
        for number in 1...20 { try await end("old\(number)", daysAgo: 8, in: archive) }
        try await end("young", daysAgo: 6, in: archive)
        await withCheckedContinuation { done in archive.close { done.resume() } }

        let deployment = try Deployment(folder: folder) { $0.retentionDays = 7 }
        let reader = try SQLArchive(sqlite: path, games: [], schema: .asIs)
        var erased = 0
        for _ in 1...1000 where erased < 20 {
            try await Task.sleep(for: .milliseconds(10))
            erased = try await sessions(in: reader).count { $0.erasedAt != nil }
        }
        let kept = try await sessions(in: reader).filter { $0.erasedAt == nil }
        #expect(kept.map(\.session.rawValue) == ["young"])
        await withCheckedContinuation { done in reader.close { done.resume() } }
        await deployment.stop()
    }

    private func end(_ name: String, daysAgo: Int, in archive: SQLArchive) async throws {
        let nowMs = Int64(Date().timeIntervalSince1970 * 1000)
        let entry = JournalEntry(
            session: SessionID(rawValue: name),
            version: 1,
            at: ServerTime(ms: nowMs - Int64(daysAgo) * 24 * 60 * 60 * 1000),
            facts: [
                .sessionCreated(joinCode: name, game: "tripto", settingsJSON: "{}"),
                .sessionStatus(.ended),
            ]
        ) { Array("{}".utf8) }
        try await withCheckedContinuation { done in
            archive.append([entry]) { done.resume(returning: $0) }
        }.get()
    }

    private func sessions(in archive: SQLArchive) async throws -> [SessionSummary] {
        try await withCheckedContinuation { done in
            archive.sessions(limit: 100) { done.resume(returning: $0) }
        }.get()
    }
}
