import Archive
import GameState
import LiveStore
import Protocol
import Rooms
import Transport
import Voice

// Doors for tasks to what completes by a callback. A task calls them on the loop of what it calls, and goes
// on there, whatever queue the answer comes from.

/// Waits for a completion.
private func answer<Value, Failure>(
    _ call: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
) async throws(Failure) -> Value {
    try await withCheckedContinuation { continuation in
        call { result in
            // It is the task's alone: a completion is called once, on the loop or with what may go anywhere.
            nonisolated(unsafe) let result = result
            continuation.resume(returning: result)
        }
    }.get()
}

extension EventLoop {
    /// A completion of this loop for any queue to call: it runs here.
    func returning<Value: Sendable>(
        _ done: @escaping (Value) -> Void
    ) -> @Sendable (Value) -> Void {
        nonisolated(unsafe) let done = done
        return { value in self.execute { done(value) } }
    }
}

extension LiveStore {
    func get(key: String) async throws(LiveStoreError) -> String? {
        try await answer { get(key: key, $0) }
    }

    func put(_ value: String, key: String, ttlMs: Int) async throws(LiveStoreError) {
        try await answer { put(value, key: key, ttlMs: ttlMs, $0) }
    }

    func take(key: String) async throws(LiveStoreError) -> String? {
        try await answer { take(key: key, $0) }
    }

    func session(joinCode: String) async throws(LiveStoreError) -> SessionID? {
        try await answer { session(joinCode: joinCode, $0) }
    }

    func check() async throws(LiveStoreError) {
        try await answer { check($0) }
    }
}

extension Archive {
    func journal(of session: SessionID) async throws(ArchiveError) -> ArchivedSession? {
        try await answer { journal(of: session, $0) }
    }

    func latestVersion(of session: SessionID) async throws(ArchiveError) -> Int64 {
        try await answer { latestVersion(of: session, $0) }
    }

    func erase(_ session: SessionID, at now: ServerTime) async throws(ArchiveError) {
        try await answer { erase(session, at: now, $0) }
    }

    func store(_ token: RefreshToken) async throws(ArchiveError) {
        try await answer { store(token, $0) }
    }

    func renew(
        tokenHash: [UInt8],
        replacement: @escaping @Sendable (ServerTime) -> TokenReplacement,
        at now: ServerTime
    ) async throws(ArchiveError) -> TokenRenewal {
        try await answer { renew(tokenHash: tokenHash, replacement: replacement, at: now, $0) }
    }

    func check() async throws(ArchiveError) {
        try await answer { check($0) }
    }
}

extension RoomRegistry {
    func room(_ session: SessionID) async throws(WireError) -> any AnyRoom {
        try await answer { room(session, $0) }
    }

    func begin(_ new: NewSession, of game: String) async throws(WireError) -> any AnyRoom {
        try await answer { begin(new, of: game, $0) }
    }
}

extension AnyRoom {
    /// The token of the link for players; nil when none was available.
    func joinToken() async -> JoinToken? {
        await withCheckedContinuation { continuation in
            whenInviting { continuation.resume(returning: $0) }
        }
    }

    func join(
        _ player: PlayerID,
        name: PlayerName,
        avatar: Avatar?
    ) async throws(WireError) {
        try await answer { join(player, name: name, avatar: avatar, $0) }
    }

    /// True when the host offers its place to this player.
    func hasOffer(to player: PlayerID) async throws(WireError) -> Bool {
        try await answer { findOffer(to: player, $0) }
    }

    func takeOver(_ player: PlayerID) async throws(WireError) {
        try await answer { takeOver(player, $0) }
    }

    func document(for viewer: Viewer) async throws(WireError) -> RoomDocument {
        try await answer { findDocument(for: viewer, $0) }
    }

    func source(of clip: ClipID, in round: RoundID, for viewer: Viewer) async -> ClipSource? {
        await withCheckedContinuation { continuation in
            findSource(of: clip, in: round, for: viewer) { continuation.resume(returning: $0) }
        }
    }

    func close() async throws(WireError) {
        try await answer { close($0) }
    }
}

extension VoiceStudio {
    func clip(of line: VoiceLine, for owner: String) async throws(VoiceError) -> VoiceClip {
        try await answer { clip(of: line, for: owner, $0) }
    }

    func clips(of lines: [VoiceLine], for owner: String, maxMs: Int) async -> [VoiceClip?] {
        await withCheckedContinuation { continuation in
            clips(of: lines, for: owner, maxMs: maxMs) { continuation.resume(returning: $0) }
        }
    }
}
