import Protocol

extension SQLConnection {
    func store(_ token: RefreshToken) throws(ArchiveError) {
        try transaction(.writing) { () throws(ArchiveError) in try run([Self.storing(token)]) }
    }

    static func storing(_ token: RefreshToken) -> Write {
        Write(
            .tokenStored,
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
        return try transaction(.writing) { () throws(ArchiveError) in
            let changed = try changes([
                Write(.tokensPurged, [.integer(now.ms - tokenMemoryMs)]),
                Write(.tokenSpent, [hash, .integer(now.ms)]),
            ])
            if changed.last == 1 {
                let new = replacement(now)
                try run([
                    Write(
                        .tokenReplaced,
                        [hash, .text(new.hash.hexadecimal), .integer(new.expiresAt.ms)]
                    )
                ])
                return .renewed(at: now)
            }
            let known = try rows(.token, [hash]) { row throws(ArchiveError) in
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
                let unspent: [Void] = try rows(.tokenInFamily, [earlier, .text(token.family)]) {
                    _ in
                }
                guard unspent.isEmpty else { return .renewed(at: spentAt) }
            }
            if try changes([Write(.familyRevoked, [.text(token.family)])]).last ?? 0 > 0 {
                let note = AuditNote(
                    .tokenReused,
                    of: token.session,
                    by: token.viewer,
                    at: now,
                    name: token.family
                )
                try run([.note(note)])
            }
            return .reused
        }
    }
}

/// Milliseconds a token is remembered after it expired.
private let tokenMemoryMs: Int64 = 30 * 24 * 60 * 60 * 1000

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
