import Archive
import GameState
public import Protocol
import TestSupport
import Testing

@testable import Accounts

/// Laws of accounts on either store.
@Blocking @Suite struct AccountTests {
    private typealias Kind = AccountsUnderTest.Kind

    private func test(
        _ kind: AccountsUnderTest.Kind,
        _ body: (AccountsUnderTest) async throws -> Void
    ) async throws {
        let test = try AccountsUnderTest(kind)
        try await body(test)
        await test.stop()
    }

    // MARK: Registering

    @Test(arguments: Kind.allCases)
    func `an account is made by the code out of its letter, and not before`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            _ = try await test.register("ada@example.org", name: "Ada")
            await #expect(throws: AccountError.wrongCredentials) {
                _ = try await test.logIn("ada@example.org")
            }
            let letter = try await test.mail.mail(to: "ada@example.org")
            #expect(letter.sender == "games@example.org")
            let code = try #require(letter.code)
            try await test.accounts.verify(code: code, at: AccountsUnderTest.now)
            let grant = try await test.logIn("Ada@Example.org")
            let account = try await test.accounts.account(
                of: grant.login,
                at: AccountsUnderTest.now
            )
            #expect(account.name == "Ada" && account.email == "ada@example.org")
            // The same code again changes nothing, another makes nothing.
            try await test.accounts.verify(code: code, at: AccountsUnderTest.now)
            await #expect(throws: AccountError.noSuchCode) {
                try await test.accounts.verify(
                    code: AccountSecret.code(),
                    at: AccountsUnderTest.now
                )
            }
            try await test.until { $0.contains(.delivered) }
            #expect(try await test.rows("SELECT id FROM account_letters").isEmpty)
        }
    }

    @Test(arguments: Kind.allCases)
    func `an address that has an account gets a letter that says so, and no second one`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            _ = try await test.join("ada@example.org")
            let ticket = try await test.register("ADA@example.org", "another password", name: "Eve")
            let letter = try await test.mail.mail(to: "ADA@example.org")
            #expect(letter.code == nil)
            try await test.accounts.resend(ticket: ticket, at: AccountsUnderTest.now)
            #expect(try await test.mail.mail(to: "ADA@example.org", after: 1).code == nil)
            await #expect(throws: AccountError.wrongCredentials) {
                _ = try await test.logIn("ada@example.org", "another password")
            }
            _ = try await test.logIn("ada@example.org")
        }
    }

    @Test(arguments: Kind.allCases)
    func `of two who ask for one address the first who has the letter gets it`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            _ = try await test.register("ada@example.org", "password of Eve", name: "Eve")
            let first = try #require(try await test.mail.mail(to: "ada@example.org").code)
            _ = try await test.register("ada@example.org", name: "Ada")
            let second = try #require(
                try await test.mail.mail(to: "ada@example.org", after: 1).code
            )
            try await test.accounts.verify(code: second, at: AccountsUnderTest.now)
            _ = try await test.logIn("ada@example.org")
            await #expect(throws: AccountError.noSuchCode) {
                try await test.accounts.verify(code: first, at: AccountsUnderTest.now)
            }
            await #expect(throws: AccountError.wrongCredentials) {
                _ = try await test.logIn("ada@example.org", "password of Eve")
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a letter that is sent again has the code that counts`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let ticket = try await test.register("ada@example.org")
            let old = try #require(try await test.mail.mail(to: "ada@example.org").code)
            try await test.accounts.resend(ticket: "of nobody", at: now)
            try await test.accounts.resend(ticket: ticket, at: now)
            let new = try #require(try await test.mail.mail(to: "ada@example.org", after: 1).code)
            await #expect(throws: AccountError.noSuchCode) {
                try await test.accounts.verify(code: old, at: now)
            }
            await #expect(throws: AccountError.noSuchCode) {
                try await test.accounts.verify(code: new, at: now + 25 * 3_600_000)
            }
            try await test.accounts.verify(code: new, at: now)
        }
    }

    // MARK: Tokens

    @Test(arguments: Kind.allCases)
    func `a refresh token is good once, and its copy ends all of its family`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let first = try await test.join("ada@example.org")
            let other = try await test.logIn("ada@example.org")
            let second = try await test.accounts.renew(refreshToken: first.refreshToken, at: now)
            #expect(second.login == first.login && second.refreshToken != first.refreshToken)
            // The answer was lost: the same again.
            let again = try await test.accounts.renew(
                refreshToken: first.refreshToken,
                at: now + 20_000
            )
            #expect(again == second)
            let third = try await test.accounts.renew(
                refreshToken: second.refreshToken,
                at: now + 21_000
            )
            _ = try await test.accounts.account(of: third.login, at: now + 21_000)
            // By now somebody has a copy of the first.
            await #expect(throws: AccountError.foreignToken) {
                _ = try await test.accounts.renew(
                    refreshToken: first.refreshToken,
                    at: now + 22_000
                )
            }
            await #expect(throws: AccountError.foreignToken) {
                _ = try await test.accounts.renew(
                    refreshToken: third.refreshToken,
                    at: now + 23_000
                )
            }
            await #expect(throws: AccountError.foreignToken) {
                _ = try await test.accounts.account(of: third.login, at: now + 23_000)
            }
            _ = try await test.accounts.renew(refreshToken: other.refreshToken, at: now + 23_000)
        }
    }

    @Test(arguments: Kind.allCases)
    func `a token that is too old or unknown renews nothing`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let grant = try await test.join("ada@example.org")
            await #expect(throws: AccountError.foreignToken) {
                _ = try await test.accounts.renew(refreshToken: "", at: now)
            }
            let renewed = try await test.accounts.renew(refreshToken: grant.refreshToken, at: now)
            await #expect(throws: AccountError.foreignToken) {
                _ = try await test.accounts.renew(
                    refreshToken: renewed.refreshToken,
                    at: now + 31 * 24 * 3_600_000
                )
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `logging out ends a device at once, logging out everywhere all of them`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let phone = try await test.join("ada@example.org")
            let tablet = try await test.logIn("ada@example.org")
            let laptop = try await test.logIn("ada@example.org")
            try await test.accounts.logOut(phone.login)
            await #expect(throws: AccountError.foreignToken) {
                _ = try await test.accounts.account(of: phone.login, at: now)
            }
            await #expect(throws: AccountError.foreignToken) {
                try await test.accounts.logOutEverywhere(phone.login, at: now)
            }
            _ = try await test.accounts.account(of: tablet.login, at: now)
            try await test.accounts.logOutEverywhere(tablet.login, at: now)
            for grant in [tablet, laptop] {
                await #expect(throws: AccountError.foreignToken) {
                    _ = try await test.accounts.renew(refreshToken: grant.refreshToken, at: now)
                }
            }
        }
    }

    // MARK: Passwords

    @Test(arguments: Kind.allCases)
    func `a changed password logs out every other device`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let phone = try await test.join("ada@example.org")
            let tablet = try await test.logIn("ada@example.org")
            let new = try Password(chosen: "battery staple")
            await #expect(throws: AccountError.wrongCredentials) {
                _ = try await test.accounts.changePassword(
                    of: phone.login,
                    from: Password(shown: "wrong"),
                    to: new,
                    at: now
                )
            }
            let grant = try await test.accounts.changePassword(
                of: phone.login,
                from: Password(shown: AccountsUnderTest.password),
                to: new,
                at: now
            )
            _ = try await test.accounts.account(of: grant.login, at: now)
            for old in [phone, tablet] {
                await #expect(throws: AccountError.foreignToken) {
                    _ = try await test.accounts.account(of: old.login, at: now)
                }
            }
            await #expect(throws: AccountError.wrongCredentials) {
                _ = try await test.logIn("ada@example.org")
            }
            _ = try await test.logIn("ada@example.org", "battery staple")
        }
    }

    @Test(arguments: Kind.allCases)
    func `a forgotten password is set anew by a code, once, within an hour`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let phone = try await test.join("ada@example.org")
            try await test.accounts.forgot(try EmailAddress("nobody@example.org"), at: now)
            for _ in 1...2 {
                try await test.accounts.forgot(try EmailAddress("ADA@example.org"), at: now)
            }
            // To the address as it was registered, past the letter of the registration.
            let first = try #require(
                try await test.mail.mail(to: "ada@example.org", after: 1).code
            )
            let second = try #require(
                try await test.mail.mail(to: "ada@example.org", after: 2).code
            )
            let new = try Password(chosen: "battery staple")
            await #expect(throws: AccountError.noSuchCode) {
                try await test.accounts.reset(code: first, to: new, at: now + 3_600_000)
            }
            try await test.accounts.reset(code: first, to: new, at: now)
            for code in [first, second, AccountSecret.code(), ""] {
                await #expect(throws: AccountError.noSuchCode) {
                    try await test.accounts.reset(
                        code: code,
                        to: try Password(chosen: "yet another"),
                        at: now
                    )
                }
            }
            await #expect(throws: AccountError.foreignToken) {
                _ = try await test.accounts.account(of: phone.login, at: now)
            }
            _ = try await test.logIn("ada@example.org", "battery staple")
            #expect(test.mail.mails.allSatisfy { $0.recipient == "ada@example.org" })
            try await test.until { $0.filter { $0 == .delivered }.count == 3 }
            #expect(try await test.rows("SELECT id FROM account_letters").isEmpty)
        }
    }

    @Test(arguments: Kind.allCases)
    func `a changed password ends the codes that would set another`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let phone = try await test.join("ada@example.org")
            try await test.accounts.forgot(try EmailAddress("ada@example.org"), at: now)
            let code = try #require(try await test.mail.mail(to: "ada@example.org", after: 1).code)
            _ = try await test.accounts.changePassword(
                of: phone.login,
                from: Password(shown: AccountsUnderTest.password),
                to: try Password(chosen: "battery staple"),
                at: now
            )
            await #expect(throws: AccountError.noSuchCode) {
                try await test.accounts.reset(
                    code: code,
                    to: try Password(chosen: "of a thief"),
                    at: now
                )
            }
            _ = try await test.logIn("ada@example.org", "battery staple")
        }
    }

    @Test func `a password in one keyboard's letters is right in another's`() async throws {
        try await test(.sqlite) { test in
            _ = try await test.register("ada@example.org", "r\u{E4}ksm\u{F6}rg\u{E5}s")
            let code = try #require(try await test.mail.mail(to: "ada@example.org").code)
            try await test.accounts.verify(code: code, at: AccountsUnderTest.now)
            _ = try await test.logIn("ada@example.org", "ra\u{308}ksmo\u{308}rga\u{30A}s")
        }
    }

    /// Of 30 interleaved each, the fastest: load of the machine only adds.
    @Test func `a login takes as long where there is no account`() async throws {
        try await test(.sqlite) { test in
            _ = try await test.join("ada@example.org")
            func duration(_ email: String, _ round: Int) async throws -> Duration {
                let start = ContinuousClock.now
                await #expect(throws: AccountError.wrongCredentials) {
                    _ = try await test.logIn(email, "wrong", from: [UInt8(round)])
                }
                return ContinuousClock.now - start
            }
            var (known, unknown): (Duration, Duration) = (.seconds(9), .seconds(9))
            for round in 0..<30 {
                known = min(known, try await duration("ada@example.org", round))
                unknown = min(unknown, try await duration("nobody@example.org", round))
            }
            // The hash alone is most of it: without one the time would be a tenth.
            #expect(unknown > known / 2 && known > unknown / 2, "\(known), \(unknown)")
        }
    }

    // MARK: Erasure

    @Test(arguments: Kind.allCases)
    func `a deleted account leaves nothing that is personal`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let grant = try await test.join("ada@example.org", name: "Ada")
            _ = try await test.accounts.forgot(try EmailAddress("ada@example.org"), at: now)
            try await test.accounts.link("p1", in: "s1", to: grant.login, at: now)
            let mine = Password(shown: AccountsUnderTest.password)
            await #expect(throws: AccountError.wrongCredentials) {
                try await test.accounts.delete(
                    grant.login,
                    confirmedBy: Password(shown: ""),
                    at: now
                )
            }
            try await test.accounts.delete(grant.login, confirmedBy: mine, at: now)
            for table in [
                "accounts", "account_tokens", "account_seats", "account_registrations",
                "account_letters WHERE recipient IS NOT NULL",
                "account_resets WHERE account_id IS NOT NULL",
            ] {
                #expect(try await test.rows("SELECT 1 FROM \(table)").isEmpty, "\(table)")
            }
            await #expect(throws: AccountError.foreignToken) {
                _ = try await test.accounts.account(of: grant.login, at: now)
            }
            await #expect(throws: AccountError.foreignToken) {
                _ = try await test.accounts.renew(refreshToken: grant.refreshToken, at: now)
            }
            _ = try await test.join("ada@example.org")
        }
    }

    @Test(arguments: Kind.allCases)
    func `a name is changed`(_ kind: AccountsUnderTest.Kind) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let grant = try await test.join("ada@example.org")
            let changed = try await test.accounts.rename(
                grant.login,
                to: try PlayerName("Åsa"),
                at: now
            )
            #expect(changed.name == "Åsa")
            #expect(try await test.accounts.account(of: grant.login, at: now) == changed)
        }
    }

    @Test func `passwords are argon2id with libsodium's usual cost`() async throws {
        let hasher = PasswordHasher()
        let password = try Password(chosen: "correct horse")
        let hash = try await hasher.hash(password)
        #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(try await hasher.hash(password) != hash)
        #expect(try await hasher.verify(password, hash))
        #expect(try await !hasher.verify(Password(shown: "correct horsf"), hash))
        #expect(try await !hasher.verify(Password(shown: ""), hash))
        #expect(try await !hasher.verify(Password(shown: "nobody's password"), nil))
    }

    @Test func `so many hashes wait, and no more`() async throws {
        let hasher = PasswordHasher()
        let password = try Password(chosen: "correct horse")
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<PasswordHasher.maxAtOnce + PasswordHasher.maxWaiting + 4 {
                group.addTask {
                    do {
                        _ = try await hasher.hash(password)
                        return false
                    } catch {
                        return true
                    }
                }
            }
            var refused = 0
            for await isRefused in group where isRefused { refused += 1 }
            return refused
        }
        #expect(refused >= 1)
    }
}

extension SessionID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension PlayerID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
