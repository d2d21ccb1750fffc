import Archive
import Foundation
import GameState
import Protocol
import TestSupport
import Testing

@testable import Accounts

/// Laws of leaderboards on either store.
@Blocking @Suite struct LeaderboardTests {
    private typealias Kind = AccountsUnderTest.Kind

    private func test(
        _ kind: AccountsUnderTest.Kind,
        _ body: (AccountsUnderTest) async throws -> Void
    ) async throws {
        let test = try AccountsUnderTest(kind)
        try await body(test)
        await test.stop()
    }

    private func board(
        _ test: AccountsUnderTest,
        _ period: String = "all",
        game: String = "songs",
        from offset: Int = 0,
        count: Int = 100
    ) async throws -> [String] {
        let period = try #require(LeaderboardPeriod(period, at: AccountsUnderTest.now))
        let page = try await test.accounts.leaderboards.page(
            of: game,
            period,
            from: offset,
            count: count
        )
        return page.rows.map(Self.line)
    }

    private static func line(_ row: LeaderboardRow) -> String {
        let sums = row.sums
        return
            "\(row.rank) \(row.name ?? "-") \(sums.points)/\(sums.games)/\(sums.correct)/\(sums.highest)"
    }

    @Test(arguments: Kind.allCases)
    func `a game that ends counts for those whose seats are linked`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org", name: "Ada")
            var evening = try await Evening(test, "s1", players: "p1", "p2")
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
            #expect(try await board(test) == [])
            try await evening.play(["p1": [3, 0, 2], "p2": [9]])
            #expect(try await board(test) == ["1 Ada 5/1/2/5"])
            try await evening.play(["p1": [4]], judgedWithTheEnd: true)
            #expect(try await board(test) == ["1 Ada 9/2/3/5"])
            #expect(try await board(test, game: "quiz") == [])
            let own = try await test.accounts.leaderboards.sums(of: ada.login.account)
            #expect(own.map(\.game) == ["songs"] && own[0].sums.points == 9)
        }
    }

    @Test(arguments: Kind.allCases)
    func `a game counts once, however often it is told, and as it is judged last`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org", name: "Ada")
            let bob = try await test.join("bob@example.org", name: "Bob")
            var evening = try await Evening(test, "s1", players: "p1", "p2")
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
            try await test.accounts.link("p2", in: "s1", to: bob.login, at: now)
            try await evening.play(["p1": [3], "p2": [3]])
            for _ in 1...2 {
                try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
                #expect(try await board(test).sorted() == ["1 Ada 3/1/1/3", "1 Bob 3/1/1/3"])
            }
            let entry = JournalEntry(
                session: "s1",
                version: 4,
                at: now,
                facts: [.gameEnded(isAborted: false, winners: [])]
            ) { Array("{}".utf8) }
            for _ in 1...2 { try await test.append(entry) }
            #expect(try await board(test).sorted() == ["1 Ada 3/1/1/3", "1 Bob 3/1/1/3"])
            try await evening.judge("p1", points: 7)
            #expect(try await board(test) == ["1 Ada 7/1/1/7", "2 Bob 3/1/1/3"])
            let steps = try await test.rows(
                "SELECT points, accounts FROM leaderboard_steps WHERE period = 0 ORDER BY points",
                columns: 2
            )
            #expect(steps == [["3", "1"], ["7", "1"]])
        }
    }

    @Test(arguments: Kind.allCases)
    func `a seat that is linked afterwards counts for the games it was there for`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org", name: "Ada")
            let bob = try await test.join("bob@example.org", name: "Bob")
            var evening = try await Evening(test, "s1", players: "p1")
            try await evening.play(["p1": [3]])
            try await evening.append([.playerJoined("p2", name: "Bob")])
            try await evening.play(["p1": [2], "p2": [4]])
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
            try await test.accounts.link("p2", in: "s1", to: bob.login, at: now)
            #expect(try await board(test) == ["1 Ada 5/2/2/3", "2 Bob 4/1/1/4"])
            let seats = try await test.accounts.seats(of: bob.login.account)
            #expect(seats.map(\.session) == ["s1"] && seats[0].game == "songs")
            #expect(seats[0].games == 1 && seats[0].points == 4)
            let both = try await test.accounts.seats(of: ada.login.account)
            #expect(both.map(\.games) == [2] && both.map(\.points) == [5])
        }
    }

    @Test(arguments: Kind.allCases)
    func `a seat is one account's, and an account has one in a session`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org")
            let bob = try await test.join("bob@example.org")
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
            await #expect(throws: AccountError.seatTaken) {
                try await test.accounts.link("p1", in: "s1", to: bob.login, at: now)
            }
            await #expect(throws: AccountError.seatTaken) {
                try await test.accounts.link("p2", in: "s1", to: ada.login, at: now)
            }
            try await test.accounts.link("p2", in: "s1", to: bob.login, at: now)
            try await test.accounts.link("p3", in: "s2", to: ada.login, at: now)
            try await test.accounts.logOut(ada.login)
            await #expect(throws: AccountError.foreignToken) {
                try await test.accounts.link("p4", in: "s3", to: ada.login, at: now)
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a seat whose player was removed is linked no more, until the host lets them in again`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org")
            var evening = try await Evening(test, "s1", players: "p1", "p2")
            try await evening.append([.playerLeft("p1")])
            await #expect(throws: AccountError.seatLost) {
                try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
            }
            #expect(try await test.accounts.seats(of: ada.login.account).isEmpty)
            try await evening.append([.playerJoined("p1", name: "Ada")])
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
        }
    }

    @Test(arguments: Kind.allCases)
    func `those with as many points share a rank, and the next one has the rank of their number`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            var logins: [Login] = []
            var evening = try await Evening(
                test,
                "s1",
                players: "p0",
                "p1",
                "p2",
                "p3",
                "p4",
                "p5"
            )
            for number in 0...5 {
                let grant = try await test.join("a\(number)@example.org", name: "A\(number)")
                logins.append(grant.login)
                let player = PlayerID(rawValue: "p\(number)")
                try await test.accounts.link(player, in: "s1", to: grant.login, at: now)
            }
            try await evening.play([
                "p0": [5], "p1": [9], "p2": [5], "p3": [0], "p4": [5], "p5": [1],
            ])
            func ranks(_ lines: [String]) -> [String] { lines.map { String($0.prefix(4)) } }
            let all = ranks(try await board(test))
            #expect(all.map { $0.prefix(1) } == ["1", "2", "2", "2", "5", "6"])
            #expect(all.first == "1 A1" && Array(all.suffix(2)) == ["5 A5", "6 A3"])
            // The same, page by page.
            var paged: [String] = []
            for offset in stride(from: 0, to: 6, by: 2) {
                paged += ranks(try await board(test, from: offset, count: 2))
            }
            #expect(paged == all)
            #expect(try await board(test, from: 6) == [])
            // Among equals more games come first.
            var second = try await Evening(test, "s2", players: "q4")
            try await test.accounts.link("q4", in: "s2", to: logins[4], at: now)
            try await second.play(["q4": [0]])
            #expect(try await board(test)[1] == "2 A4 5/2/1/5")
            // Everybody finds the own line with its neighbours.
            let own = try await test.accounts.leaderboards.standing(
                of: logins[4].account,
                in: "songs",
                .allTime
            )
            #expect(own.map(\.rank) == [1, 2, 2, 2] && own[1].account == logins[4].account)
            let last = try await test.accounts.leaderboards.standing(
                of: logins[3].account,
                in: "songs",
                .allTime
            )
            #expect(last.map(\.rank) == [2, 5, 6])
            #expect(
                try await test.accounts.leaderboards.standing(
                    of: logins[3].account,
                    in: "quiz",
                    .allTime
                ) == []
            )
        }
    }

    @Test(arguments: Kind.allCases)
    func `a week counts what ended in it, from Monday in UTC`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org", name: "Ada")
            var evening = try await Evening(test, "s1", players: "p1")
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
            try await evening.play(["p1": [3]])
            // From Tuesday to Sunday, and to Monday.
            evening.wait(days: 5)
            try await evening.play(["p1": [4]])
            evening.wait(days: 1)
            try await evening.play(["p1": [6]])
            #expect(try await board(test, "2026-W48") == ["1 Ada 7/2/2/4"])
            #expect(try await board(test, "2026-W49") == ["1 Ada 6/1/1/6"])
            #expect(try await board(test, "2026-W50") == [])
            #expect(try await board(test) == ["1 Ada 13/3/3/6"])
        }
    }

    @Test(arguments: Kind.allCases)
    func `erasure takes the person and keeps the scores`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org", name: "Ada")
            let bob = try await test.join("bob@example.org", name: "Bob")
            var evening = try await Evening(test, "s1", players: "p1", "p2")
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
            try await test.accounts.link("p2", in: "s1", to: bob.login, at: now)
            try await evening.play(["p1": [5], "p2": [3]])
            for grant in [ada, bob] {
                try await test.accounts.linkHost(of: "s1", to: grant.login, at: now)
            }
            try await test.accounts.delete(
                ada.login,
                confirmedBy: Password(shown: AccountsUnderTest.password),
                at: now
            )
            #expect(try await board(test) == ["1 - 5/1/1/5", "2 Bob 3/1/1/3"])
            #expect(try await test.rows("SELECT SUM(points_awarded) FROM answers") == [["8"]])
            #expect(try await test.accounts.hosted(by: bob.login.account).map(\.session) == ["s1"])
            #expect(try await test.accounts.hosted(by: ada.login.account).isEmpty)
            for table in ["leaderboard_results", "account_seats", "account_hosted"] {
                #expect(try await test.rows("SELECT 1 FROM \(table)").count == 1)
            }
            // An evening that is erased forgets whose seats they were; what was played still counts.
            try await test.erase("s1")
            #expect(try await test.rows("SELECT 1 FROM account_seats").isEmpty)
            #expect(try await test.rows("SELECT 1 FROM account_hosted").isEmpty)
            #expect(try await board(test) == ["1 - 5/1/1/5", "2 Bob 3/1/1/3"])
        }
    }

    @Test(arguments: Kind.allCases)
    func `a seat whose account is erased is nobody's again`(
        _ kind: AccountsUnderTest.Kind
    ) async throws {
        try await test(kind) { test in
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org", name: "Ada")
            let bob = try await test.join("bob@example.org", name: "Bob")
            var evening = try await Evening(test, "s1", players: "p1", "p2")
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
            try await evening.play(["p1": [5]])
            try await test.accounts.delete(
                ada.login,
                confirmedBy: Password(shown: AccountsUnderTest.password),
                at: now
            )
            await #expect(throws: AccountError.seatTaken) {
                try await test.accounts.link("p1", in: "s1", to: bob.login, at: now)
            }
            #expect(try await board(test) == ["1 - 5/1/1/5"])
            try await test.accounts.link("p2", in: "s1", to: bob.login, at: now)
            try await test.erase("s1")
            #expect(try await test.rows("SELECT 1 FROM account_former_seats").isEmpty)
        }
    }

    @Test func `games of one account that end on two gateways at once all count`() async throws {
        try await test(.postgres) { test in
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org", name: "Ada")
            let database = try #require(test.database)
            let other = try SQLArchive(
                postgres: try #require(PostgresURL(database)),
                games: [AccountTables.schema]
            )
            let count = 40
            for number in 0..<count {
                let session = SessionID(rawValue: "s\(number)")
                let player = PlayerID(rawValue: "p\(number)")
                var evening = try await Evening(test, session, players: player)
                try await test.accounts.link(player, in: session, to: ada.login, at: now)
                let round = RoundID(rawValue: "r\(number)")
                try await evening.append([
                    .gameStarted, .roundBegan(round, index: 1),
                    .answered(round, player, question: 0, stake: nil, text: "x"),
                    .judged(round, player, question: 0, isCorrect: true, points: 1),
                ])
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    let store = number.isMultiple(of: 2) ? test.store : other
                    let end = JournalEntry(
                        session: SessionID(rawValue: "s\(number)"),
                        version: 3,
                        at: now,
                        facts: [.gameEnded(isAborted: false, winners: [])]
                    ) { Array("{}".utf8) }
                    group.addTask {
                        try await withCheckedContinuation { continuation in
                            store.append([end]) { continuation.resume(returning: $0) }
                        }.get()
                    }
                }
                try await group.waitForAll()
            }
            await other.close()
            #expect(try await board(test) == ["1 Ada \(count)/\(count)/\(count)/1"])
            let steps = try await test.rows(
                """
                SELECT points, accounts FROM leaderboard_steps
                WHERE period = 0 AND accounts <> 0 ORDER BY points
                """,
                columns: 2
            )
            #expect(steps == [["\(count)", "1"]])
        }
    }

    /// Ranks of a million results; run with `LEADERBOARD_RESULTS=1000000`. Prints what each question takes.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["LEADERBOARD_RESULTS"] != nil))
    func `a question to a large leaderboard is answered soon`() async throws {
        try await test(.postgres) { test in
            let text = ProcessInfo.processInfo.environment["LEADERBOARD_RESULTS"] ?? ""
            let count = try #require(Int(text))
            let now = AccountsUnderTest.now
            let ada = try await test.join("ada@example.org", name: "Ada")
            // Everybody has played once: the worst case, as many accounts as results.
            try await test.fill(results: count)
            var evening = try await Evening(test, "s1", players: "p1")
            try await test.accounts.link("p1", in: "s1", to: ada.login, at: now)
            var times: [(String, Duration)] = []
            @Blocking func time(
                _ name: String,
                _ work: @Blocking () async throws -> Void
            ) async throws {
                var best = Duration.seconds(99)
                var worst = Duration.zero
                for _ in 1...20 {
                    let start = ContinuousClock.now
                    try await work()
                    best = min(best, ContinuousClock.now - start)
                    worst = max(worst, ContinuousClock.now - start)
                }
                times += [("\(name), best", best), ("\(name), worst", worst)]
            }
            try await evening.play(["p1": [500]])
            try await time("the game's end") { try await evening.judge("p1", points: 500) }
            try await time("own rank and neighbours") {
                let rows = try await test.accounts.leaderboards.standing(
                    of: ada.login.account,
                    in: "songs",
                    .allTime
                )
                try #require(rows.count == 5)
            }
            try await time("the first page") { _ = try await board(test) }
            try await time("the deepest page") {
                let lines = try await board(test, from: Leaderboards.maxOffset)
                try #require(lines.count == 100)
            }
            for (name, time) in times { print("\(count) results: \(name): \(time)") }
            for (name, time) in times { #expect(time < .milliseconds(50), "\(name)") }
        }
    }
}

extension AccountsUnderTest {
    /// Results of as many accounts, whose points are all numbers up to a thousand again and again, with their
    /// sums as a game's end would have left them.
    fileprivate func fill(results count: Int) async throws {
        let numbers = "SELECT generate_series(1, \(count)) AS number"
        for sql in [
            """
            INSERT INTO leaderboard_results
                (session_id, number, account_id, game, week, points, correct)
            SELECT 's' || number, 1, 'a' || number, 'songs', 2969, number % 1000, 1
            FROM (\(numbers)) AS numbers
            """,
            """
            INSERT INTO leaderboard_totals
                (game, period, account_id, points, games, correct, highest)
            SELECT game, 0, account_id, points, 1, 1, points FROM leaderboard_results
            """,
            """
            INSERT INTO leaderboard_steps (game, period, points, accounts)
            SELECT game, period, points, COUNT(*) FROM leaderboard_totals GROUP BY 1, 2, 3
            """,
        ] {
            try Command.run("/usr/bin/psql", ["-q", "-c", sql, try #require(database)])
        }
        try Command.run("/usr/bin/psql", ["-q", "-c", "VACUUM ANALYZE", try #require(database)])
    }
}
