import CSQLite
import Protocol

extension SQLiteConnection {
    /// Milliseconds a token is remembered after it expired.
    private static var tokenMemoryMs: Int64 { 30 * 24 * 60 * 60 * 1000 }

    func store(_ token: RefreshToken) throws(ArchiveError) {
        try run(
            .tokenStored,
            [
                .text(token.hash.hexadecimal), .text(token.family), .id(token.session),
                .text(token.viewer.role.rawValue), token.viewer.playerID,
                .integer(token.expiresAt.ms),
            ]
        )
    }

    func spend(tokenHash: [UInt8], at now: ServerTime) throws(ArchiveError) -> TokenSpending {
        let hash = SQLValue.text(tokenHash.hexadecimal)
        return try transaction { () throws(ArchiveError) in
            try run(.tokensPurged, [.integer(now.ms - Self.tokenMemoryMs)])
            let spent = try rows(.tokenSpent, [hash, .integer(now.ms)]) {
                row throws(ArchiveError) in
                RefreshToken(
                    hash: tokenHash,
                    family: row.text(0),
                    session: SessionID(rawValue: row.text(1)),
                    viewer: try row.viewer(role: 2, player: 3),
                    expiresAt: ServerTime(ms: row.integer(4))
                )
            }
            if let token = spent.first { return .spent(token) }
            let known = try rows(.token, [hash]) { row in
                (family: row.text(0), isUsedUp: !row.isNull(1) || row.integer(2) != 0)
            }
            guard let token = known.first else { return .unknown }
            guard token.isUsedUp else { return .expired }
            try run(.familyRevoked, [.text(token.family)])
            return .reused
        }
    }
}

extension SQLiteRow {
    fileprivate func viewer(role: Int32, player: Int32) throws(ArchiveError) -> Viewer {
        switch Role(rawValue: text(role)) {
        case .host: return .host
        case .tv: return .tv
        case .player: return .player(PlayerID(rawValue: text(player)))
        case nil: throw ArchiveError(code: SQLITE_MISMATCH, "a token has a role nobody gave it")
        }
    }
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
