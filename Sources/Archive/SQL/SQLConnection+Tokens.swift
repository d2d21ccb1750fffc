import Protocol

extension SQLConnection {
    func store(_ token: RefreshToken) throws(ArchiveError) {
        let write = Write(
            .tokenStored,
            [
                .text(token.hash.hexadecimal), .text(token.family), .id(token.session),
                .text(token.viewer.role.rawValue), token.viewer.playerID,
                .integer(token.expiresAt.ms),
            ]
        )
        try transaction(.writing) { () throws(ArchiveError) in try run([write]) }
    }

    func renew(
        tokenHash: [UInt8],
        replacementHash: [UInt8],
        expiresAt: ServerTime,
        at now: ServerTime
    ) throws(ArchiveError) -> TokenRenewal {
        let hash = SQLValue.text(tokenHash.hexadecimal)
        let replacement = SQLValue.text(replacementHash.hexadecimal)
        return try transaction(.writing) { () throws(ArchiveError) in
            let changed = try changes([
                Write(.tokensPurged, [.integer(now.ms - tokenMemoryMs)]),
                Write(.tokenSpent, [hash, .integer(now.ms)]),
            ])
            if changed.last == 1 {
                try run([Write(.tokenReplaced, [hash, replacement, .integer(expiresAt.ms)])])
                return .renewed
            }
            let known = try rows(.token, [hash]) { row throws(ArchiveError) in
                (family: SQLValue.text(row.text(0)), isUsedUp: try row.integer(1) != 0)
            }
            guard let token = known.first else { return .unknown }
            guard token.isUsedUp else { return .expired }
            // Nobody else knows this replacement: it is there because this very call was made before,
            // and only its answer was lost.
            let earlier: [Void] = try rows(.tokenInFamily, [replacement, token.family]) { _ in }
            guard earlier.isEmpty else { return .renewed }
            try run([Write(.familyRevoked, [token.family])])
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
