import Accounts
import Archive
import Foundation
import GameState
import Protocol
import Synchronization
import TestSupport
import Testing

/// Accounts over a fresh store, with a mail server of their own.
final class AccountsUnderTest: Sendable {
    /// Stores that keep one contract.
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case sqlite, postgres
        var testDescription: String { rawValue }
    }

    let store: SQLArchive
    let accounts: AccountService
    let mail: MailStand
    let news = NewsOfLetters()
    private let folder: URL
    /// Of Postgres.
    let database: String?

    /// - Parameters:
    ///   - patienceMs: with a mail server, for one letter.
    ///   - retryMs: until a letter that was not taken is tried again.
    ///   - first: a gateway whose Postgres and mail server this one shares.
    ///   - lockPatienceMs: for whatever holds a lock in Postgres; nil: as a gateway has it.
    init(
        _ kind: Kind,
        beside first: AccountsUnderTest? = nil,
        mail manner: MailStand.Manner = .takes,
        patienceMs: Int = MailServer.patienceMs,
        retryMs: Int64 = 50,
        lockPatienceMs: Int? = nil
    ) throws {
        folder = Scratch.place("accounts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        switch kind {
        case .sqlite:
            database = nil
            store = try SQLArchive(
                sqlite: folder.appending(path: "gateway.sqlite").path,
                games: [AccountTables.schema]
            )
        case .postgres:
            let text = try first?.database ?? PrivatePostgres.shared.makeDatabase()
            database = text
            var settings = PostgresSettings()
            if let lockPatienceMs {
                settings.lockTimeoutMs = lockPatienceMs
                settings.statementTimeoutMs = lockPatienceMs
                settings.answerTimeoutMs = lockPatienceMs * 2
                settings.idleTransactionTimeoutMs = lockPatienceMs * 2
                settings.limits.maxWaitMs = lockPatienceMs
            }
            store = try SQLArchive(
                postgres: try #require(PostgresURL(text)),
                games: [AccountTables.schema],
                settings: settings
            )
        }
        mail = try first?.mail ?? MailStand(manner)
        let news = news
        let place = "smtp://127.0.0.1:\(mail.port)"
        let server = try #require(MailServer(place, password: nil, patienceMs: patienceMs))
        let postbox = Postbox(
            store: store,
            server: server,
            sender: try #require(MailSender("Spelkvällar <games@example.org>")),
            page: nil,
            clock: { AccountsUnderTest.now },
            retryMs: retryMs
        ) { news.add($0) }
        accounts = AccountService(
            store: store,
            postbox: postbox,
            hasher: PasswordHasher(.least),
            secret: Array("a secret of these tests".utf8)
        )
        accounts.open()
    }

    /// The machine's.
    static var now: ServerTime { ServerTime(ms: Int64(Date().timeIntervalSince1970 * 1_000)) }

    func stop() async {
        accounts.close()
        await store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: Short forms

    static let password = "correct horse"

    func register(
        _ email: String,
        _ password: String = password,
        name: String = "Ada",
        locale: LetterLocale = .en
    ) async throws -> String {
        try await accounts.register(
            Registration(
                email: try EmailAddress(email),
                name: try PlayerName(name),
                password: try Password(chosen: password),
                locale: locale
            ),
            at: Self.now
        )
    }

    func logIn(
        _ email: String,
        _ password: String = password,
        from household: [UInt8] = [1],
        at now: ServerTime = now
    ) async throws -> LoginGrant {
        try await accounts.logIn(
            try EmailAddress(email),
            Password(shown: password),
            from: household,
            at: now
        )
    }

    /// Registers, takes the code out of the letter, and logs in.
    func join(_ email: String, name: String = "Ada") async throws -> LoginGrant {
        let before = mail.mails.filter { $0.recipient == email }.count
        _ = try await register(email, name: name)
        let code = try #require(try await mail.mail(to: email, after: before).code)
        try await accounts.verify(code: code, at: Self.now)
        return try await logIn(email)
    }

    /// Waits for news of letters.
    func until(_ isThere: @Sendable ([Postbox.News]) -> Bool) async throws {
        for _ in 0..<6_000 {
            if isThere(news.all) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("\(news.all)")
    }

    func append(_ entries: JournalEntry...) async throws {
        try await withCheckedContinuation { continuation in
            store.append(entries) { continuation.resume(returning: $0) }
        }.get()
    }

    func erase(_ session: SessionID) async throws {
        try await withCheckedContinuation { continuation in
            store.erase(session, at: Self.now) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Rows as text, by a statement of the test's own.
    func rows(_ sql: String, columns: Int = 1) async throws -> [[String]] {
        try await store.read { tables throws(ArchiveError) in
            try tables.rows(Statement("test \(sql)", sql), []) { row in
                (0..<columns).map { row.isNull($0) ? "NULL" : row.text($0) }
            }
        }
    }
}

/// A session of one game after another, as its journal has it.
struct Evening {
    let test: AccountsUnderTest
    let session: SessionID
    private var version: Int64 = 1
    private var round = 0
    /// 24 November 2026, in the 48th week.
    private var at: Int64 = 20_781 * 86_400_000

    init(
        _ test: AccountsUnderTest,
        _ session: SessionID,
        game: String = "songs",
        players: PlayerID...
    ) async throws {
        self.test = test
        self.session = session
        try await append(
            [.sessionCreated(joinCode: "ABCDEF", game: game, settingsJSON: "{}")]
                + players.map { .playerJoined($0, name: "guest \($0)") }
        )
    }

    mutating func append(_ facts: [Fact]) async throws {
        try await test.append(
            JournalEntry(
                session: session,
                version: version,
                at: ServerTime(ms: at + version),
                facts: facts
            ) { Array("{}".utf8) }
        )
        version += 1
    }

    mutating func wait(days: Int64) { at += days * 86_400_000 }

    /// - Parameter points: of each player's answers; one with points is right.
    mutating func play(
        _ points: [PlayerID: [Int]],
        judgedWithTheEnd isLate: Bool = false
    ) async throws {
        round += 1
        let round = RoundID(rawValue: "\(session)-\(round)")
        var judged: [Fact] = []
        var answered: [Fact] = [.gameStarted, .roundBegan(round, index: self.round)]
        for (player, points) in points {
            for (question, points) in points.enumerated() {
                answered.append(
                    .answered(round, player, question: question, stake: nil, text: "x")
                )
                judged.append(
                    .judged(
                        round,
                        player,
                        question: question,
                        isCorrect: points > 0,
                        points: points
                    )
                )
            }
        }
        try await append(answered)
        if !isLate { try await append(judged) }
        try await append([.gameEnded(isAborted: false, winners: [])] + (isLate ? judged : []))
    }

    mutating func judge(_ player: PlayerID, points: Int) async throws {
        let round = RoundID(rawValue: "\(session)-\(round)")
        try await append([
            .judged(round, player, question: 0, isCorrect: true, points: points),
            .gameEnded(isAborted: true, winners: []),
        ])
    }
}

/// News that a postbox has told.
final class NewsOfLetters: Sendable {
    private let told = Mutex<[Postbox.News]>([])

    var all: [Postbox.News] { told.withLock { $0 } }

    func add(_ news: Postbox.News) { told.withLock { $0.append(news) } }
}

extension SQLArchive {
    func close() async {
        await withCheckedContinuation { continuation in close { continuation.resume() } }
    }
}
