import Archive
import Protocol
import TestSupport
import Testing

@testable import Accounts

/// Tries that are too many, or come in the wrong moment.
@Blocking @Suite struct AttemptTests {
    private func test(
        _ kind: AccountsUnderTest.Kind,
        _ body: (AccountsUnderTest) async throws -> Void
    ) async throws {
        let test = try AccountsUnderTest(kind)
        try await body(test)
        await test.stop()
    }

    @Test func `passwords are tried so often, by a household and by all of them`() async throws {
        try await test(.sqlite) { test in
            _ = try await test.join("ada@example.org")
            let now = AccountsUnderTest.now
            func tries(_ email: String, from household: [UInt8]) async throws -> Int {
                for count in 0..<300 {
                    do {
                        _ = try await test.logIn(email, "wrong", from: household, at: now)
                    } catch AccountError.tooMany {
                        return count
                    } catch AccountError.wrongCredentials {
                        continue
                    }
                }
                return 300
            }
            // The same whether there is an account or not.
            #expect(try await tries("ada@example.org", from: [50]) == 10)
            #expect(try await tries("nobody@example.org", from: [50]) == 10)
            // Its holder at home comes in all the same; right passwords count there too, as each is reckoned.
            for _ in 1...10 {
                _ = try await test.logIn("ada@example.org", from: [2], at: now)
            }
            await #expect(throws: AccountError.tooMany(retryAfterMs: 60_000)) {
                _ = try await test.logIn("ada@example.org", from: [2], at: now)
            }
            var all = 10
            for household in 3...40 {
                all += try await tries("ada@example.org", from: [UInt8(household)])
            }
            #expect(all == 200)
            // A household that was a home before has tries of its own; one that was not has none left.
            _ = try await test.logIn("ada@example.org", from: [1], at: now)
            await #expect(throws: AccountError.self) {
                _ = try await test.logIn("ada@example.org", from: [60], at: now)
            }
        }
    }

    @Test func `an address gets so many letters an hour`() async throws {
        try await test(.sqlite) { test in
            let now = AccountsUnderTest.now
            let email = try EmailAddress("nobody@example.org")
            for _ in 1...5 { try await test.accounts.forgot(email, at: now) }
            await #expect(throws: AccountError.tooMany(retryAfterMs: 720_000)) {
                try await test.accounts.forgot(email, at: now)
            }
            try await test.accounts.forgot(try EmailAddress("other@example.org"), at: now)
        }
    }
}
