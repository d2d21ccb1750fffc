import Archive
import Protocol
import TestSupport
import Testing

@testable import Accounts

/// Letters on bad days: of the mail server, of the gateway, of the store.
@Blocking @Suite struct LetterTests {
    private func test(
        _ kind: AccountsUnderTest.Kind,
        mail manner: MailStand.Manner = .takes,
        patienceMs: Int = MailServer.patienceMs,
        _ body: (AccountsUnderTest) async throws -> Void
    ) async throws {
        let test = try AccountsUnderTest(kind, mail: manner, patienceMs: patienceMs)
        try await body(test)
        await test.stop()
    }

    @Test(.timeLimit(.minutes(15)))
    func `no call waits for a mail server that hangs, and the letter goes when it is back`()
        async throws
    {
        // A call that waited would be here for hours.
        try await test(.sqlite, mail: .hangs, patienceMs: 10_000_000) { test in
            for number in 1...4 { _ = try await test.register("a\(number)@example.org") }
            #expect(test.mail.connectionCount <= 1)
            #expect(try await test.rows("SELECT id FROM account_letters").count == 4)
            while test.mail.connectionCount == 0 {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(test.mail.mails.isEmpty)
            test.mail.behave(.takes)
            test.mail.hangUp()
            for number in 1...4 { _ = try await test.mail.mail(to: "a\(number)@example.org") }
        }
    }

    @Test(arguments: [MailStand.Manner.refuses(code: 451), .hangsUp])
    func `a letter that is not taken now is tried again`(
        _ manner: MailStand.Manner
    ) async throws {
        try await test(.sqlite, mail: manner) { test in
            _ = try await test.register("ada@example.org")
            try await test.until { news in
                news.contains { if case .postponed(2, _) = $0 { true } else { false } }
            }
            test.mail.behave(.takes)
            let code = try #require(try await test.mail.mail(to: "ada@example.org").code)
            try await test.accounts.verify(code: code, at: AccountsUnderTest.now)
            let told = "\(test.news.all)"
            #expect(!told.contains("ada@") && !told.contains(code))
        }
    }

    @Test func `a letter that is refused for good is dropped, and the next one goes`() async throws
    {
        try await test(.sqlite, mail: .refuses(code: 550)) { test in
            _ = try await test.register("ada@example.org")
            try await test.until { $0.contains(.droppedAsRejected(code: 550)) }
            #expect(try await test.rows("SELECT id FROM account_letters").isEmpty)
            test.mail.behave(.takes)
            _ = try await test.join("bob@example.org")
        }
    }

    @Test func `letters wait for a start of the gateway`() async throws {
        try await test(.sqlite) { test in
            test.accounts.close()
            _ = try await test.register("ada@example.org")
            #expect(
                try await test.rows("SELECT recipient FROM account_letters") == [
                    ["ada@example.org"]
                ]
            )
            #expect(test.mail.mails.isEmpty)
        }
    }

    @Test(arguments: AccountsUnderTest.Kind.allCases)
    func `a letter for which there is no room is told of`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            test.accounts.close()
            _ = try await test.store.write { tables throws(ArchiveError) in
                try tables.change(
                    Statement(
                        "test full",
                        """
                        INSERT INTO account_letters
                            (id, kind, locale, code, due_at, expires_at, attempts)
                        WITH RECURSIVE numbers (number) AS (
                            SELECT 1 UNION ALL
                            SELECT number + 1 FROM numbers WHERE number < \(Postbox.maxWaiting - 1))
                        SELECT 'letter ' || number, 'reset', 'en', '', 0, 0, 0 FROM numbers
                        """
                    ),
                    []
                )
            }
            _ = try await test.register("ada@example.org")
            #expect(test.news.all == [])
            _ = try await test.register("bob@example.org")
            #expect(test.news.all == [.full])
        }
    }

    @Test func `a store that is gone is told as such`() async throws {
        try await test(.sqlite) { test in
            await test.store.close()
            await #expect(throws: AccountError.storeAway) {
                _ = try await test.register("ada@example.org")
            }
        }
    }
}
