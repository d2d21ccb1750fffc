import Archive
import Protocol
import TestSupport
import Testing

@testable import Accounts

/// Two calls about one account at one moment, on two gateways over one Postgres: the first stands in the middle of its
/// transaction, at a table that the test has locked, when the second comes. And on SQLite, where one waits for the other.
@Blocking @Suite struct OverlapTests {
    enum Call: String, CaseIterable, Sendable {
        case logIn, renew, changePassword, reset, forgot, link, logOutEverywhere, erase
    }

    enum Ground: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case sqlite, accounts, tokens, resets, seats
        var testDescription: String { rawValue }

        var kind: AccountsUnderTest.Kind { self == .sqlite ? .sqlite : .postgres }
        var table: String { self == .accounts ? "accounts" : "account_\(rawValue)" }
    }

    /// Somebody about whom two calls are made.
    private struct Person: Sendable {
        var number: Int
        var grant: LoginGrant
        var code: String
        var email: String { "a\(number)@example.org" }
        var player: PlayerID { PlayerID(rawValue: "p\(number)") }
        var session: SessionID { SessionID(rawValue: "s\(number)") }
    }

    private enum Outcome: Sendable {
        case done(LoginGrant?)
        case refused(AccountError)

        var isDone: Bool { if case .done = self { true } else { false } }
        var isRefusedByStore: Bool { if case .refused(.storeAway) = self { true } else { false } }
        var grant: LoginGrant? { if case .done(let grant) = self { grant } else { nil } }
    }

    private static let newPassword = "battery staple"

    /// - Parameter number: tells two of the same call apart.
    private static func make(
        _ call: Call,
        _ number: Int,
        of person: Person,
        on test: AccountsUnderTest
    ) async throws -> Outcome {
        let (accounts, login, now) = (test.accounts, person.grant.login, AccountsUnderTest.now)
        let old = Password(shown: AccountsUnderTest.password)
        let new = try Password(chosen: newPassword + " \(number)")
        let email = try EmailAddress(person.email)
        do throws(AccountError) {
            switch call {
            case .logIn:
                return .done(try await accounts.logIn(email, old, from: [9], at: now))
            case .renew:
                let token = person.grant.refreshToken
                return .done(try await accounts.renew(refreshToken: token, at: now))
            case .changePassword:
                return .done(
                    try await accounts.changePassword(of: login, from: old, to: new, at: now)
                )
            case .reset: try await accounts.reset(code: person.code, to: new, at: now)
            case .forgot: try await accounts.forgot(email, at: now)
            case .link:
                try await accounts.link(person.player, in: person.session, to: login, at: now)
            case .logOutEverywhere: try await accounts.logOutEverywhere(login, at: now)
            case .erase: try await accounts.delete(login, confirmedBy: old, at: now)
            }
            return .done(nil)
        } catch {
            return .refused(error)
        }
    }

    @Test(arguments: Ground.allCases)
    func `of two calls about one account each is done before the other or after it`(
        _ ground: Ground
    ) async throws {
        let patienceMs = 300_000
        let test = try AccountsUnderTest(ground.kind, lockPatienceMs: patienceMs)
        let pairs = Call.allCases.flatMap { one in Call.allCases.map { (one, $0) } }
        var people: [Person] = []
        for number in pairs.indices {
            let grant = try await test.join("a\(number)@example.org")
            try await test.accounts.forgot(
                try EmailAddress("a\(number)@example.org"),
                at: AccountsUnderTest.now
            )
            let letter = try await test.mail.mail(to: "a\(number)@example.org", after: 1)
            people.append(Person(number: number, grant: grant, code: try #require(letter.code)))
        }
        try await test.until { $0.filter { $0 == .delivered }.count == 2 * pairs.count }
        // From now on nothing but the calls waits at the locked table.
        test.accounts.close()
        let other =
            ground == .sqlite
            ? test
            : try AccountsUnderTest(.postgres, beside: test, lockPatienceMs: patienceMs)
        other.accounts.close()
        let lock = try test.database.map { try PostgresSession($0) }
        for (person, pair) in zip(people, pairs) {
            try lock?.run("BEGIN")
            try lock?.run("LOCK TABLE \(ground.table) IN SHARE MODE")
            let first = Running { try await Self.make(pair.0, 1, of: person, on: test) }
            try await first.untilOver(or: lock, waits: 1)
            let second = Running { try await Self.make(pair.1, 2, of: person, on: other) }
            try await second.untilOver(or: lock, waits: first.isOver ? 1 : 2)
            try lock?.run("COMMIT")
            let outcomes = (try await first.outcome, try await second.outcome)
            try await look(at: person, after: pair, outcomes, in: test, "\(pair)")
        }
        if ground != .sqlite { await other.stop() }
        await test.stop()
    }

    private func look(
        at person: Person,
        after pair: (Call, Call),
        _ outcomes: (Outcome, Outcome),
        in test: AccountsUnderTest,
        _ place: Comment
    ) async throws {
        let calls = [(pair.0, outcomes.0), (pair.1, outcomes.1)]
        #expect(!outcomes.0.isRefusedByStore && !outcomes.1.isRefusedByStore, place)
        if pair == (.reset, .reset) {
            #expect(outcomes.0.isDone != outcomes.1.isDone, place)
        }
        let account = SQLValue.id(person.grant.login.account)
        if calls.contains(where: { $0 == .erase && $1.isDone }) {
            for table in ["tokens", "resets", "seats", "hosted"] {
                let left = try await rows("account_\(table) WHERE account_id = $1", account, test)
                #expect(left == 0, place)
            }
            let letters = "account_letters WHERE recipient = $1"
            #expect(try await rows(letters, .text(person.email), test) == 0, place)
        }
        // All that the old password or an old device has got is over.
        let endings: Set<Call> = [.changePassword, .reset, .logOutEverywhere, .erase]
        for (index, (call, outcome)) in calls.enumerated() {
            let (otherCall, other) = calls[1 - index]
            guard other.isDone, endings.contains(otherCall), let grant = outcome.grant,
                call == .renew || (call == .logIn && otherCall != .logOutEverywhere)
            else { continue }
            #expect(try await !isAlive(grant, in: test), place)
        }
        // And what was not renewed can't be.
        if calls.contains(where: { endings.contains($0) && $1.isDone }) {
            #expect(try await !isAlive(person.grant, in: test), place)
        }
        let joined = """
            account_tokens WHERE account_id = $1 AND revoked = 0 AND family IN
                (SELECT family FROM account_tokens WHERE revoked = 1)
            """
        #expect(try await rows(joined, account, test) == 0, "logged out, yet renewed: \(place)")
    }

    private func rows(
        _ place: String,
        _ value: SQLValue,
        _ test: AccountsUnderTest
    ) async throws -> Int {
        let statement = Statement("test \(place.prefix(50))", "SELECT 1 FROM \(place)")
        return try await test.store.read { tables throws(ArchiveError) in
            try tables.rows(statement, [value]) { _ in true }.count
        }
    }

    private func isAlive(_ grant: LoginGrant, in test: AccountsUnderTest) async throws -> Bool {
        do throws(AccountError) {
            _ = try await test.accounts.account(of: grant.login, at: AccountsUnderTest.now)
            return true
        } catch {
            try #require(error == .foreignToken)
            return false
        }
    }

    /// A call on its way.
    @Blocking private final class Running {
        private(set) var isOver = false
        private var task: Task<Outcome, any Error>?

        init(_ call: @escaping @Sendable () async throws -> Outcome) {
            task = Task {
                defer { isOver = true }
                return try await call()
            }
        }

        var outcome: Outcome {
            get async throws { try await #require(task).value }
        }

        /// Waits until it is over, or so many wait for a lock.
        func untilOver(or lock: PostgresSession?, waits count: Int) async throws {
            guard let lock else { return }
            while try !isOver && lock.waitingCount() < count {
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    // MARK: Seats and leaderboards

    @Test func `two who link seats of one evening at once are each counted once`() async throws {
        let test = try AccountsUnderTest(.postgres, lockPatienceMs: 300_000)
        let other = try AccountsUnderTest(.postgres, beside: test, lockPatienceMs: 300_000)
        let (ada, bob) = (
            try await test.join("ada@example.org", name: "Ada"),
            try await test.join("bob@example.org", name: "Bob")
        )
        var evening = try await Evening(test, "s1", players: "p1", "p2")
        try await evening.play(["p1": [5], "p2": [3]])
        test.accounts.close()
        other.accounts.close()
        let lock = try PostgresSession(try #require(test.database))
        try lock.run("BEGIN")
        // Bob's sum is where his link stands still: between what leaves the ranks and what comes to them.
        try lock.run(
            """
            INSERT INTO leaderboard_totals
                (game, period, account_id, points, games, correct, highest)
            VALUES ('songs', 0, '\(bob.login.account)', 0, 0, 0, 0)
            """
        )
        let now = AccountsUnderTest.now
        let first = Running {
            try await test.accounts.link("p2", in: "s1", to: bob.login, at: now)
            return .done(nil)
        }
        try await first.untilOver(or: lock, waits: 1)
        let second = Running {
            try await other.accounts.link("p1", in: "s1", to: ada.login, at: now)
            return .done(nil)
        }
        try await second.untilOver(or: lock, waits: 2)
        try lock.run("ROLLBACK")
        _ = (try await first.outcome, try await second.outcome)
        let page = try await test.accounts.leaderboards.page(
            of: "songs",
            .allTime,
            from: 0,
            count: 10
        )
        #expect(page.rows.map(\.name) == ["Ada", "Bob"] && page.rows.map(\.rank) == [1, 2])
        #expect(page.total == 2)
        await other.stop()
        await test.stop()
    }

    @Test func `a seat that is linked while its evening is erased is forgotten with it`()
        async throws
    {
        let test = try AccountsUnderTest(.postgres, lockPatienceMs: 300_000)
        let other = try AccountsUnderTest(.postgres, beside: test, lockPatienceMs: 300_000)
        let ada = try await test.join("ada@example.org", name: "Ada")
        _ = try await Evening(test, "s1", players: "p1")
        test.accounts.close()
        other.accounts.close()
        let lock = try PostgresSession(try #require(test.database))
        try lock.run("BEGIN")
        // The last table of an erasure.
        try lock.run("LOCK TABLE refresh_tokens IN SHARE MODE")
        let erasure = Running {
            try await test.erase("s1")
            return .done(nil)
        }
        try await erasure.untilOver(or: lock, waits: 1)
        let link = Running {
            do throws(AccountError) {
                let now = AccountsUnderTest.now
                try await other.accounts.link("p1", in: "s1", to: ada.login, at: now)
                return .done(nil)
            } catch {
                return .refused(error)
            }
        }
        try await link.untilOver(or: lock, waits: 2)
        try lock.run("COMMIT")
        _ = try await erasure.outcome
        #expect(try await !link.outcome.isDone)
        #expect(try await test.rows("SELECT 1 FROM account_seats").isEmpty)
        await other.stop()
        await test.stop()
    }

    @Test(arguments: AccountsUnderTest.Kind.allCases)
    func `nothing is linked to an evening that is erased`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        let test = try AccountsUnderTest(kind)
        let ada = try await test.join("ada@example.org", name: "Ada")
        var evening = try await Evening(test, "s1", players: "p1")
        try await evening.play(["p1": [5]])
        try await test.erase("s1")
        let now = AccountsUnderTest.now
        await #expect(throws: AccountError.sessionErased) {
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
        }
        await #expect(throws: AccountError.sessionErased) {
            try await test.accounts.linkHost(of: "s1", to: ada.login, at: now)
        }
        for table in ["account_seats", "account_hosted", "leaderboard_results"] {
            #expect(try await test.rows("SELECT 1 FROM \(table)").isEmpty)
        }
        await test.stop()
    }
}
