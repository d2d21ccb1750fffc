import OpenSSL
public import Protocol

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

/// A week of a leaderboard: from Monday to Sunday in UTC, as ISO 8601 counts them.
public struct ISOWeek: Hashable, Sendable, CustomStringConvertible {
    /// Weeks since that of 29 December 1969, the Monday before the epoch. The tables reckon the same from
    /// milliseconds.
    let index: Int64

    private static let dayMs: Int64 = 24 * 60 * 60 * 1_000

    init(index: Int64) {
        self.index = index
    }

    public init(_ time: ServerTime) {
        index = (time.ms / Self.dayMs + 3) / 7
    }

    /// Reads `2026-W48`.
    public init?(_ text: String) {
        let parts = text.split(separator: "-W", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count == 8, parts.count == 2, parts[0].utf8.count == 4,
            let year = Int64(parts[0]), let number = Int64(parts[1]), year >= 1970, number >= 1
        else { return nil }
        let week = ISOWeek(index: Self.first(of: year) + number - 1)
        // The 53rd of a year that has 52 is the first of the next.
        guard week.description == text else { return nil }
        self = week
    }

    public var description: String {
        // A week is of the year that its Thursday is in.
        let thursday = index * 7
        var year = 1970 + thursday / 366
        while Self.firstDay(of: year + 1) <= thursday { year += 1 }
        let number = index - Self.first(of: year) + 1
        return "\(year)-W\(number < 10 ? "0" : "")\(number)"
    }

    /// The week with 4 January in it.
    private static func first(of year: Int64) -> Int64 { (firstDay(of: year) + 3 + 3) / 7 }

    /// Days from the epoch to 1 January.
    private static func firstDay(of year: Int64) -> Int64 {
        let before = year - 1
        return 365 * (year - 1970) + (before / 4 - 492) - (before / 100 - 19) + (before / 400 - 4)
    }
}
