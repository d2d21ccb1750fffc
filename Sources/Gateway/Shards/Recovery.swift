import LiveStore
import Protocol

/// The host goes on elsewhere: a code that another device of theirs may type, once (G-36).
///
/// Two values stand for it: the code's hash leads to the session, and the session names the hash that
/// counts, so that a new code puts an end to the one before.
struct Recovery {
    /// Milliseconds that a code is good for: as long as the host's tokens.
    static let lifetimeMs = TokenClaims.Kind.refresh.lifetimeMs

    static var ttlMs: Int { Int(lifetimeMs) }

    var session: SessionID
    var expiresAt: ServerTime

    init(_ session: SessionID, at now: ServerTime) {
        self.session = session
        expiresAt = now + Self.lifetimeMs
    }

    /// Reads what `text` wrote.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let ms = Int64(parts[1]) else { return nil }
        session = SessionID(rawValue: String(parts[0]))
        expiresAt = ServerTime(ms: ms)
    }

    var text: String { "\(session.rawValue) \(expiresAt.ms)" }

    static func hash(_ code: String) -> String { Base64URL.encode(TokenIssuer.hash(code)) }
    static func key(hash: String) -> String { "recovery:\(hash)" }
    static func key(of session: SessionID) -> String { "recovery-of:\(session.rawValue)" }
}

/// A recovery code, and until when it is good.
struct NewRecovery: Sendable {
    var code: String
    var expiresAt: ServerTime
}

extension Shard {
    /// A new code for a session's next host; the one before is good for nothing from then on.
    func makeRecovery(of session: SessionID) async throws -> NewRecovery {
        let recovery = Recovery(session, at: loop.now)
        let code = RandomNames.recoveryCode()
        let (hash, key) = (Recovery.hash(code), Recovery.key(of: session))
        // First it is the one that counts, then what the one before led to is forgotten.
        let old = try await live.get(key: key)
        try await live.put(hash, key: key, ttlMs: Recovery.ttlMs)
        if let old { _ = try await live.take(key: Recovery.key(hash: old)) }
        let text = recovery.text
        try await live.put(text, key: Recovery.key(hash: hash), ttlMs: Recovery.ttlMs)
        return NewRecovery(code: code, expiresAt: recovery.expiresAt)
    }

    /// A session is over: its code leads nowhere, and need not be kept for a week.
    func forgetRecovery(of session: SessionID) {
        let live = live
        live.take(key: Recovery.key(of: session)) { result in
            guard case .success(let hash?) = result else { return }
            live.take(key: Recovery.key(hash: hash)) { _ in }
        }
    }
}
