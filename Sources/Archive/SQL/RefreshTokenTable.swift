import Protocol

/// The table of refresh tokens: each is good for one renewal, and one that comes again betrays its family.
struct RefreshTokenTable {
    private let connection: any SQLConnection

    init(_ connection: any SQLConnection) {
        self.connection = connection
    }

    func store(_ token: RefreshToken) throws(ArchiveError) {
        try connection.transaction(.writing) { () throws(ArchiveError) in
            try connection.run([Self.storing(token)])
        }
    }

    static func storing(_ token: RefreshToken) -> Write {
        Write(
            stored,
            [
                .text(token.hash.hexadecimal), .text(token.family), .id(token.session),
                .text(token.viewer.role.rawValue), token.viewer.playerID,
                .integer(token.expiresAt.ms),
            ]
        )
    }

    func renew(
        tokenHash: [UInt8],
        replacement: (ServerTime) -> TokenReplacement,
        at now: ServerTime
    ) throws(ArchiveError) -> TokenRenewal {
        let hash = SQLValue.text(tokenHash.hexadecimal)
        return try connection.transaction(.writing) { () throws(ArchiveError) in
            let changed = try connection.changes([
                Write(Self.purged, [.integer(now.ms - Self.memoryMs)]),
                Write(Self.spent, [hash, .integer(now.ms)]),
            ])
            if changed.last == 1 {
                let new = replacement(now)
                try connection.run([
                    Write(
                        Self.replaced,
                        [hash, .text(new.hash.hexadecimal), .integer(new.expiresAt.ms)]
                    )
                ])
                return .renewed(at: now)
            }
            let known = try connection.rows(Self.token, [hash]) { row throws(ArchiveError) in
                (
                    family: row.text(0), session: SessionID(rawValue: row.text(1)),
                    viewer: try row.viewer(role: 2, player: 3),
                    isUsedUp: try row.integer(4) != 0, spentAt: try row.optionalTime(5)
                )
            }
            guard let token = known.first else { return .unknown }
            guard token.isUsedUp else { return .expired }
            // A client that has used the replacement got the answer, and has no reason to ask again.
            if let spentAt = token.spentAt, now - spentAt <= TokenRenewal.repeatMs {
                let earlier = SQLValue.text(replacement(spentAt).hash.hexadecimal)
                let unspent: [Void] = try connection.rows(
                    Self.unspentInFamily,
                    [earlier, .text(token.family)]
                ) { _ in }
                guard unspent.isEmpty else { return .renewed(at: spentAt) }
            }
            let revocation = Write(Self.familyRevoked, [.text(token.family)])
            if try connection.changes([revocation]).last ?? 0 > 0 {
                let note = AuditNote(
                    .tokenReused,
                    of: token.session,
                    by: token.viewer,
                    at: now,
                    name: token.family
                )
                try connection.run([.note(note)])
            }
            return .reused
        }
    }

    /// Milliseconds a token is remembered after it expired.
    private static let memoryMs: Int64 = 30 * 24 * 60 * 60 * 1000

    static let stored = Statement(
        "token_stored",
        """
        INSERT INTO refresh_tokens
            (hash, family, session_id, role, player_id, expires_at, revoked)
        VALUES ($1, $2, $3, $4, $5, $6, 0)
        ON CONFLICT (hash) DO NOTHING
        """
    )

    /// Changes a row only for the first who comes: two gateways can't spend one token. One revoked
    /// token revokes its family, also what joins it later.
    static let spent = Statement(
        "token_spent",
        """
        UPDATE refresh_tokens SET spent_at = $2
        WHERE hash = $1 AND spent_at IS NULL AND expires_at > $2
            AND NOT EXISTS (SELECT 1 FROM refresh_tokens AS kin
                WHERE kin.family = refresh_tokens.family AND kin.revoked = 1)
        """
    )

    static let replaced = Statement(
        "token_replaced",
        """
        INSERT INTO refresh_tokens
            (hash, family, session_id, role, player_id, expires_at, revoked)
        SELECT $2, family, session_id, role, player_id, $3, 0 FROM refresh_tokens WHERE hash = $1
        """
    )

    /// Why a token could not be spent: whose it is, 1 when it or its family is used up, and since when it
    /// is spent.
    static let token = Statement(
        "token",
        """
        SELECT family, session_id, role, player_id, CASE WHEN spent_at IS NOT NULL OR EXISTS
            (SELECT 1 FROM refresh_tokens AS kin
                WHERE kin.family = refresh_tokens.family AND kin.revoked = 1) THEN 1 ELSE 0 END,
            spent_at
        FROM refresh_tokens WHERE hash = $1
        """
    )

    static let unspentInFamily = Statement(
        "token_in_family",
        """
        SELECT hash FROM refresh_tokens
        WHERE hash = $1 AND family = $2 AND spent_at IS NULL AND revoked = 0
        """
    )

    /// Changes no row when the family is revoked already.
    static let familyRevoked = Statement(
        "family_revoked",
        "UPDATE refresh_tokens SET revoked = 1 WHERE family = $1 AND revoked = 0"
    )

    /// Forgets a few that nobody can use any more; runs with every renewal, so none pile up.
    static let purged = Statement(
        "tokens_purged",
        """
        DELETE FROM refresh_tokens WHERE hash IN
            (SELECT hash FROM refresh_tokens WHERE expires_at < $1 LIMIT 16)
        """
    )
}

extension Statement {
    /// Players who have left, or were removed, do not come back by the same seat.
    static let playerTokensRevoked = Statement(
        "player_tokens_revoked",
        "UPDATE refresh_tokens SET revoked = 1 WHERE session_id = $1 AND player_id = $2"
    )
}

extension [UInt8] {
    /// Two digits a byte, lower case.
    fileprivate var hexadecimal: String {
        let digits = Array<UInt8>("0123456789abcdef".utf8)
        return String(
            decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] },
            as: UTF8.self
        )
    }
}
