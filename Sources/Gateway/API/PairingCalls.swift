import HTTP
import OpenSSL
import Protocol

/// A screen that has no link shows a code; the host types it; the screen fetches its token (G-37).
private struct Pairing {
    /// Milliseconds that a code is good for.
    static let lifetimeMs = 10 * 60_000

    var secretHash: String
    var session: SessionID?

    static func key(_ code: String) -> String { "pairing:\(code)" }

    /// Of a code that a gateway took for its own again by its secret. Apart from the other, so that it never takes the place
    /// of a pairing that comes at the same moment.
    static func revivedKey(_ code: String) -> String { "pairing-again:\(code)" }

    init(secret: String, session: SessionID? = nil) {
        secretHash = Base64URL.encode(TokenIssuer.hash(secret))
        self.session = session
    }

    /// Reads what `text` wrote.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        secretHash = String(parts[0])
        session = parts[1].isEmpty ? nil : SessionID(rawValue: String(parts[1]))
    }

    var text: String { "\(secretHash) \(session?.rawValue ?? "")" }

    func opens(with secret: String) -> Bool {
        let hash = Base64URL.encode(TokenIssuer.hash(secret))
        return constantTimeEqual(Array(hash.utf8), Array(secretHash.utf8))
    }
}

/// Pairing a screen that has no link.
enum PairingCalls {
    static func create(_ context: RequestContext) async throws -> Response {
        try context.limit(.createPairing)
        let code = RandomNames.code()
        let expiresAt = context.now + Int64(Pairing.lifetimeMs)
        let secret = context.services.tokens.signer.sign(
            PairingClaims(code: code, nonce: RandomNames.nonce(), expiresAt: expiresAt)
        )
        try await keep(Pairing(secret: secret), of: code, in: context)
        return .json(.created) { writer in
            writer.member("pairingCode", code)
            writer.member("pairingSecret", secret)
            writer.member("expiresAtMs", expiresAt.ms)
        }
    }

    static func pair(_ context: RequestContext, _ session: SessionID) async throws -> Response {
        try context.requireHost(of: session)
        try context.limit(.wrongPairingCode)
        let typed = try context.text("pairingCode", in: try context.body())
        let now = context.now
        // Taken out, so that of two hosts who type one code at once one has it.
        guard let code = RandomNames.code(typed: typed),
            let text = try await take(code, in: context), var pairing = Pairing(text)
        else { throw WireError.noSuchCode("pairingCode") }
        let isMine = pairing.session == nil
        if isMine {
            context.services.addressLimits.giveBack(.wrongPairingCode, by: context.address)
            pairing.session = session
        }
        try await keep(pairing, of: code, in: context)
        guard isMine else { throw WireError.noSuchCode("pairingCode") }
        context.services.note(.tvPaired, of: session, at: now)
        return Response(.noContent)
    }

    /// A screen asks until it is paired. `not_found` says "not yet"; with the field `pairingCode` it says that this will
    /// never be, and that the screen needs another code.
    static func fetch(_ context: RequestContext, _ typed: String) async throws -> Response {
        let secret = try context.bearer()
        // A wrong secret learns nothing, not even that the code is right.
        guard let code = RandomNames.code(typed: typed),
            let text = try await find(code, of: secret, in: context), let pairing = Pairing(text),
            pairing.opens(with: secret)
        else { throw WireError.noSuchCode("pairingCode") }
        guard let session = pairing.session else { throw WireError.notPaired }
        return .json(.ok) { writer in
            writer.member("sessionId", session.rawValue)
            writer.member("tvJoinToken", context.services.tokens.tvJoin(session, at: context.now))
        }
    }

    private static func take(
        _ code: String,
        in context: RequestContext
    ) async throws -> String? {
        let live = context.shard.live
        if let text = try await live.take(key: Pairing.key(code)) { return text }
        return try await live.take(key: Pairing.revivedKey(code))
    }

    /// Nil for a code that nobody made. One that was lost in a restart is known again by its secret, which is signed: what a
    /// lone gateway keeps in its memory is gone by then, and the screen still shows the code.
    private static func find(
        _ code: String,
        of secret: String,
        in context: RequestContext
    ) async throws -> String? {
        let (live, signer, now) = (context.shard.live, context.services.tokens.signer, context.now)
        if let text = try await live.get(key: Pairing.key(code)) { return text }
        guard let leftMs = signer.lifeMs(ofPairing: code, secret, at: now) else { return nil }
        let text = Pairing(secret: secret).text
        let key = Pairing.revivedKey(code)
        if try await live.get(key: key) == nil {
            try await live.put(text, key: key, ttlMs: Int(leftMs))
        }
        return text
    }

    private static func keep(
        _ pairing: Pairing,
        of code: String,
        in context: RequestContext
    ) async throws {
        let (key, ttlMs) = (Pairing.key(code), Pairing.lifetimeMs)
        try await context.shard.live.put(pairing.text, key: key, ttlMs: ttlMs)
    }
}
