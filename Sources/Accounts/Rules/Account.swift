public import GameState
public import Protocol

/// Name of an account on the wire: 16 characters that tell nothing of its holder.
public struct AccountID: Identifier {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A person who has shown that mail to an address reaches them.
public struct Account: Equatable, Sendable {
    public var id: AccountID
    public var email: String
    /// Shown on leaderboards.
    public var name: String
    public var createdAt: ServerTime
}

/// Proof of a device that it has logged in: the account, and the family of refresh tokens that it holds.
public struct Login: Equatable, Sendable {
    public var account: AccountID
    public var family: String

    public init(account: AccountID, family: String) {
        self.account = account
        self.family = family
    }
}

/// A login with the token that renews it, once.
public struct LoginGrant: Equatable, Sendable {
    public var login: Login
    public var refreshToken: String
}

/// An address for mail, as it is compared and as it was typed.
///
/// Stricter than RFC 5321 §4.1.2: ASCII alone, no quotes, no comments, a domain with a dot. A domain in other letters
/// stands in its ASCII form, as mail servers know it.
public struct EmailAddress: Equatable, Sendable {
    /// RFC 5321 §4.5.3.1, with the brackets of a path taken off.
    static let maxBytes = 254
    private static let maxLocalBytes = 64
    /// RFC 1035 §2.3.4.
    private static let maxLabelBytes = 63

    public let text: String
    /// In lower case: nobody has two accounts by how an address is typed.
    let key: String

    /// - Throws: `bad_message` for the field `email`.
    public init(_ typed: String) throws(WireError) {
        let words = typed.utf8.count <= Self.maxBytes * 2 ? typed.split(separator: " ") : []
        let text = Self.withASCIIDomain(words.first ?? "")
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard words.count == 1, text.utf8.count <= Self.maxBytes, parts.count == 2,
            parts[0].count <= Self.maxLocalBytes,
            Self.isDotted(parts[0], of: Self.isOfLocalPart),
            parts[1].contains(UInt8(ascii: ".")), Self.isDotted(parts[1], of: Self.isOfDomain),
            parts[1].first != Self.dash, parts[1].last != Self.dash,
            parts[1].split(separator: UInt8(ascii: ".")).allSatisfy({ label in
                label.count <= Self.maxLabelBytes
            })
        else { throw WireError(.badMessage, "email is no address for mail", field: "email") }
        self.text = text
        key = text.lowercased()
    }

    private static func withASCIIDomain(_ text: Substring) -> String {
        guard let at = text.lastIndex(of: "@"),
            let domain = DomainName.ascii(text[at...].dropFirst())
        else { return String(text) }
        return "\(text[..<at])@\(domain)"
    }

    private static let dash = UInt8(ascii: "-")

    private static func isDotted(
        _ part: Substring.UTF8View.SubSequence,
        of isGood: (UInt8) -> Bool
    ) -> Bool {
        part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isGood) }
    }

    private static func isOfDomain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == dash
    }

    private static func isOfLocalPart(_ byte: UInt8) -> Bool {
        isOfDomain(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte)
    }
}

/// Language of the letters to an account.
public enum LetterLocale: String, CaseIterable, Sendable {
    case sv, en
}

/// Somebody who asks for an account.
public struct Registration: Sendable {
    public var email: EmailAddress
    public var name: PlayerName
    public var password: Password
    public var locale: LetterLocale

    public init(
        email: EmailAddress,
        name: PlayerName,
        password: Password,
        locale: LetterLocale
    ) {
        self.email = email
        self.name = name
        self.password = password
        self.locale = locale
    }
}

/// The refusal of a call about an account. None of them tells whether there is an account.
public enum AccountError: Error, Equatable {
    /// A wrong address or a wrong password.
    case wrongCredentials
    /// A token that is not good, or not any more.
    case foreignToken
    /// A code out of a letter that is not good, or not any more.
    case noSuchCode
    /// The session is erased, and forgets whose seats there were.
    case sessionErased
    /// The host has removed the player.
    case seatLost
    /// The seat is another account's, or the account has another one in that session.
    case seatTaken
    case tooMany(retryAfterMs: Int64)
    /// The store could not do it.
    case storeAway
}
