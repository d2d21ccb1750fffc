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

    /// Replies that speak of us: at the greeting, to our sender, to our login, to our way of speaking.
    @Test(arguments: [
        MailStand.Manner.refuses(code: 554, to: "greeting"), .refuses(code: 550, to: "MAIL"),
        .refuses(code: 530, to: "MAIL"), .refuses(code: 530), .refuses(code: 503),
        .refuses(code: 554, to: "DATA"),
    ])
    func `a letter stays where the server does not want us, which is said once`(
        _ manner: MailStand.Manner
    ) async throws {
        try await test(.sqlite, mail: manner) { test in
            _ = try await test.register("ada@example.org")
            let before = test.mail.connectionCount
            while test.mail.connectionCount < before + 4 {
                try await Task.sleep(for: .milliseconds(10))
            }
            test.mail.behave(.takes)
            _ = try await test.mail.mail(to: "ada@example.org")
            try await test.until { $0.contains(.delivered) }
            let told = test.news.all.map {
                if case .unwelcome = $0 { "unwelcome" } else { "\($0)" }
            }
            #expect(told == ["unwelcome", "delivered"])
            #expect(!"\(test.news.all)".contains("ada@"))
        }
    }

    @Test(arguments: [
        MailStand.Manner.refuses(code: 550), .refuses(code: 552, to: "."),
        .refuses(code: 554, to: "."),
    ])
    func `a letter that its recipient won't get is dropped`(
        _ manner: MailStand.Manner
    ) async throws {
        try await test(.sqlite, mail: manner) { test in
            _ = try await test.register("ada@example.org")
            try await test.until { $0.count == 1 }
            guard case .droppedAsRejected = test.news.all.first else {
                Issue.record("\(test.news.all)")
                return
            }
        }
    }

    /// libcurl alone waits two minutes for the answer to its farewell; `until` waits one.
    @Test func `a server that never says it has a letter holds it for its patience alone`()
        async throws
    {
        try await test(.sqlite, mail: .hangsAtTheEnd, patienceMs: 3_000) { test in
            _ = try await test.register("ada@example.org")
            try await test.until { news in
                news.contains { if case .postponed(2, _) = $0 { true } else { false } }
            }
            #expect(Postbox.leaseMs > 2 * Int64(MailServer.patienceMs))
        }
    }

    @Test func `a server that says no farewell holds up no letter`() async throws {
        for (code, fate) in [
            (nil, Postbox.News.delivered), (550, .droppedAsRejected(code: 550)),
        ] as [(Int?, Postbox.News)] {
            try await test(.sqlite, mail: .neverSaysBye(code: code)) { test in
                for number in 1...3 { _ = try await test.register("a\(number)@example.org") }
                try await test.until { $0 == [fate, fate, fate] }
            }
        }
    }

    @Test func `a server is greeted with the sender's domain`() async throws {
        try await test(.sqlite) { test in
            _ = try await test.join("ada@example.org")
            #expect(test.mail.greetings == ["example.org"])
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
