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

    /// The first of a family.
    func pair(_ session: SessionID, _ viewer: Viewer, at now: ServerTime) -> Pair {
        pair(
            session,
            viewer,
            family: RandomNames.family(),
            nonce: RandomNames.nonce(),
            at: now
        )
    }

    private func pair(
        _ session: SessionID,
        _ viewer: Viewer,
        family: String,
        nonce: String,
        at now: ServerTime
    ) -> Pair {
        let refresh = sign(
            .refresh,
            session,
            viewer,
            family: family,
            nonce: nonce,
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

    /// A pair in place of a refresh token that was spent at a moment: the same whenever it is made, on any
    /// gateway with the same first key. So a pair whose answer was lost can be given again, and need not be
    /// kept (docs/decisions/0023-stores.md).
    func pair(
        renewing spent: String,
        of session: SessionID,
        _ viewer: Viewer,
        family: String,
        at moment: ServerTime
    ) -> Pair {
        pair(session, viewer, family: family, nonce: signer.nonce(after: spent), at: moment)
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
