import Archive
import OpenSSL
import Protocol

/// Makes the tokens of sessions, and keeps what must be remembered of them.
struct TokenIssuer: Sendable {
    let signer: TokenSigner

    /// An `auth` token and the `refresh` token that replaces it, with what the archive keeps.
    struct Pair: Sendable {
        var auth: String
        var refresh: String
        var record: RefreshToken
    }

    func tvJoin(_ session: SessionID, at now: ServerTime) -> String {
        sign(.tvjoin, session, .tv, at: now)
    }

    /// - Parameter family: of the refresh token that is spent for these; nil for a new family.
    func pair(
        _ session: SessionID,
        _ viewer: Viewer,
        family: String? = nil,
        at now: ServerTime
    ) -> Pair {
        let family = family ?? RandomNames.family()
        let refresh = sign(
            .refresh,
            session,
            viewer,
            family: family,
            nonce: RandomNames.nonce(),
            at: now
        )
        return Pair(
            auth: sign(.auth, session, viewer, at: now),
            refresh: refresh,
            record: RefreshToken(
                hash: Self.hash(refresh),
                family: family,
                session: session,
                viewer: viewer,
                expiresAt: now + TokenClaims.Kind.refresh.lifetimeMs
            )
        )
    }

    static func hash(_ token: String) -> [UInt8] {
        Digest.sha256(Array(token.utf8))
    }

    private func sign(
        _ kind: TokenClaims.Kind,
        _ session: SessionID,
        _ viewer: Viewer,
        family: String? = nil,
        nonce: String? = nil,
        at now: ServerTime
    ) -> String {
        signer.sign(
            TokenClaims(
                kind: kind,
                session: session,
                viewer: viewer,
                expiresAt: now + kind.lifetimeMs,
                family: family,
                nonce: nonce
            )
        )
    }
}
