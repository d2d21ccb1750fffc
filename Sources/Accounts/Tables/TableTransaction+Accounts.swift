import Archive
import Protocol

/// Steps of the transactions over accounts.
extension TableTransaction {
    typealias Credentials = (
        account: AccountID, password: String, email: String, locale: LetterLocale
    )

    func credentials(of emailKey: String) throws(ArchiveError) -> Credentials? {
        try rows(AccountStatements.byEmail, [.text(emailKey)]) { row in
            (
                account: AccountID(rawValue: row.text(0)), password: row.text(1),
                email: row.text(2), locale: LetterLocale(rawValue: row.text(3)) ?? .en
            )
        }.first
    }

    func account(
        _ id: AccountID
    ) throws(ArchiveError) -> (account: Account, password: String)? {
        try rows(AccountStatements.byID, [.id(id)]) { row throws(ArchiveError) in
            (
                account: Account(
                    id: AccountID(rawValue: row.text(0)),
                    email: row.text(1),
                    name: row.text(2),
                    createdAt: ServerTime(ms: try row.integer(3))
                ), password: row.text(4)
            )
        }.first
    }

    /// Uses up a code, with all that were asked for with its address, and makes the account unless there is one.
    func verify(code: String, at now: ServerTime) throws(ArchiveError) {
        let key: [SQLValue] = [.text(AccountSecret.hash(code)), .integer(now.ms)]
        try change(AccountStatements.registrationsHeld, key)
        let registration = try rows(AccountStatements.registrationSpent, key) { row in
            (0...4).map { SQLValue.text(row.text($0)) }
        }.first
        guard let registration else { return }
        try change(
            AccountStatements.verified,
            [.id(AccountSecret.account(of: code))] + registration + [.integer(now.ms)]
        )
        try change(AccountStatements.registrationsDone, [registration[1]])
    }

    /// Nil for a device that was logged out, and for an account that is gone.
    func loggedIn(
        _ login: Login,
        at now: ServerTime
    ) throws(ArchiveError) -> (account: Account, password: String)? {
        let found = try rows(
            AccountStatements.isLoggedIn,
            [.text(login.family), .id(login.account), .integer(now.ms)]
        ) { row in row.text(0) }
        return found.isEmpty ? nil : try account(login.account)
    }

    /// - Returns: nil for a token that is not good. One that was spent revokes its family, unless it was spent a
    ///   moment ago and what replaced it has not been used.
    func renew(
        _ refreshToken: String,
        key: [UInt8],
        at now: ServerTime
    ) throws(ArchiveError) -> LoginGrant? {
        let hash = SQLValue.text(AccountSecret.hash(refreshToken))
        let holder = try rows(AccountStatements.tokenHolder, [hash]) { row in
            AccountID(rawValue: row.text(0))
        }.first
        guard let holder, let held = try hold(holder) else { return nil }
        try change(AccountStatements.tokensPurged, [.integer(now.ms)])
        let isSpentNow = try change(AccountStatements.spent, [hash, .integer(now.ms)]) > 0
        let found = try rows(AccountStatements.token, [hash]) { row throws(ArchiveError) in
            (
                login: Login(account: AccountID(rawValue: row.text(1)), family: row.text(0)),
                spentAt: row.isNull(2) ? nil : ServerTime(ms: try row.integer(2)),
                isRevoked: try row.integer(3) != 0
            )
        }
        // One that has expired was never spent.
        guard let token = found.first, let spentAt = token.spentAt, !token.isRevoked else {
            return nil
        }
        let next = AccountSecret.token(after: refreshToken, at: spentAt, key: key)
        let nextHash = SQLValue.text(AccountSecret.hash(next))
        if isSpentNow {
            try change(
                AccountStatements.replaced,
                [hash, nextHash, .integer((now + AccountService.loginMs).ms)]
            )
            return LoginGrant(login: token.login, refreshToken: next)
        }
        let isUnused = try !rows(AccountStatements.isUnspent, [nextHash]) { _ in true }.isEmpty
        guard now - spentAt <= TokenRenewal.repeatMs, isUnused else {
            try held.logOut(token.login.family)
            return nil
        }
        return LoginGrant(login: token.login, refreshToken: next)
    }

    /// Puts a letter on its way; without a recipient it takes as long and goes nowhere.
    ///
    /// - Returns: false where as many wait as may.
    func post(
        _ letter: Letter,
        to recipient: String?,
        _ locale: LetterLocale,
        id: String,
        at now: ServerTime,
        until expiresAt: ServerTime
    ) throws(ArchiveError) -> Bool {
        try change(
            AccountStatements.posted,
            [
                .text(AccountSecret.hash(id)), recipient.map { .text($0) } ?? .null,
                .text(letter.kind), .text(locale.rawValue), .text(letter.code ?? ""),
                .integer(now.ms), .integer(expiresAt.ms), .integer(Postbox.maxWaiting),
            ]
        ) > 0
    }
}

extension LoginGrant {
    /// The first of a family.
    static func new(_ account: AccountID) -> LoginGrant {
        LoginGrant(
            login: Login(account: account, family: AccountSecret.name()),
            refreshToken: AccountSecret.token()
        )
    }
}

/// The archive as calls of accounts use it, its errors told as theirs.
struct AccountStore: Sendable {
    let archive: SQLArchive
    /// Hears why a call failed: callers only learn that it did.
    let tell: @Sendable (ArchiveError) -> Void

    /// A write about the account of a device, which it holds.
    ///
    /// - Throws: `foreignToken` for a device that was logged out, and for an account that is gone.
    func write<Value: Sendable>(
        for login: Login,
        at now: ServerTime,
        _ work: @escaping @Sendable (HeldAccount) throws(ArchiveError) -> Value
    ) async throws(AccountError) -> Value {
        let done = try await write { tables throws(ArchiveError) -> Value? in
            guard let held = try tables.hold(login.account),
                try tables.loggedIn(login, at: now) != nil
            else { return nil }
            return try work(held)
        }
        guard let done else { throw .foreignToken }
        return done
    }

    func write<Value: Sendable>(
        _ work: @escaping SQLArchive.TableWork<Value>
    ) async throws(AccountError) -> Value {
        do { return try await archive.write(work) } catch { throw failed(error) }
    }

    func read<Value: Sendable>(
        _ work: @escaping SQLArchive.TableWork<Value>
    ) async throws(AccountError) -> Value {
        do { return try await archive.read(work) } catch { throw failed(error) }
    }

    func erase<Value: Sendable>(
        _ work: @escaping SQLArchive.TableWork<Value>
    ) async throws(AccountError) -> Value {
        do { return try await archive.erase(work) } catch { throw failed(error) }
    }

    private func failed(_ error: ArchiveError) -> AccountError {
        tell(error)
        return .storeAway
    }
}
