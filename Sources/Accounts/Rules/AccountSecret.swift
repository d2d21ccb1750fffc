import OpenSSL
import Protocol

/// Secrets that an account's holder brings back: codes out of letters, tokens, tickets. The store keeps
/// their hashes.
enum AccountSecret {
    /// Crockford's base32, lower case.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// 80 bits: more than anybody can try.
    static let codeLength = 16
    /// 130 bits.
    static let tokenLength = 26

    static func code() -> String { random(codeLength) }
    static func token() -> String { random(tokenLength) }
    static func name() -> String { random(codeLength) }

    private static func random(_ count: Int) -> String {
        text(of: SecureRandom.bytes(count: count), count)
    }

    /// Takes five bits of each byte.
    private static func text(of bytes: [UInt8], _ count: Int) -> String {
        String(decoding: bytes.prefix(count).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }

    /// A code as people type it: any case, spaces and dashes between; nil when it can't be one.
    static func code(typed text: String) -> String? {
        guard text.utf8.count <= codeLength * 3 else { return nil }
        let code = text.lowercased().filter { $0 != " " && $0 != "-" }
        guard code.utf8.count == codeLength, code.utf8.allSatisfy(alphabet.contains) else {
            return nil
        }
        return code
    }

    /// A code as a letter shows it: in groups of four.
    static func shown(_ code: String) -> String {
        var groups: [String] = []
        var rest = code.uppercased()[...]
        while !rest.isEmpty {
            groups.append(String(rest.prefix(4)))
            rest = rest.dropFirst(4)
        }
        return groups.joined(separator: "-")
    }

    /// As the store keeps it: 64 hexadecimal digits.
    static func hash(_ secret: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: Digest.sha256(Array(secret.utf8)).flatMap {
                [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
            },
            as: UTF8.self
        )
    }

    /// The account that a code makes: the same when the code comes again.
    static func account(of code: String) -> AccountID {
        AccountID(rawValue: text(of: Digest.sha256(Array("account:\(code)".utf8)), codeLength))
    }

    /// The refresh token in place of one that was spent at a moment: the same whenever it is asked for, so
    /// that a lost answer can be given again and need not be kept.
    static func token(after spent: String, at moment: ServerTime, key: [UInt8]) -> String {
        text(
            of: HMAC.sha256(key: key, Array("account renewal:\(spent):\(moment.ms)".utf8)),
            tokenLength
        )
    }
}
