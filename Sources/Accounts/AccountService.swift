public import Archive
public import GameState
import OpenSSL
public import Protocol

/// Accounts of one gateway, or of several over one store.
///
/// Calls end in time though the store or the mail server hangs. No answer tells whether an address has an
/// account, and none takes longer where it has.
public final class AccountService: Sendable {
    let store: AccountStore
    let hasher: PasswordHasher
    let limits = AttemptLimits()
    private let postbox: Postbox
    private let key: [UInt8]

    /// - Parameters:
    ///   - store: opened with `AccountTables.schema`.
    ///   - secret: makes refresh tokens; the same on every gateway.
    public init(
        store: SQLArchive,
        postbox: Postbox,
        hasher: PasswordHasher = PasswordHasher(),
        secret: [UInt8]
    ) {
        self.store = AccountStore(archive: store) { postbox.tell(of: $0) }
        self.postbox = postbox
        self.hasher = hasher
        key = HMAC.sha256(key: secret, Array("accounts".utf8))
    }

    /// Begins to send letters.
    public func open() { postbox.open() }

    /// Sends no more letters; those that wait stay in the store.
    public func close() { postbox.close() }

    // MARK: Registration

    /// Milliseconds that a registration waits for its code.
    static let registrationMs: Int64 = 24 * 3_600_000

    /// Asks for an account; the code that makes it goes to the address alone. An address that has one gets a
    /// letter that says so.
    ///
    /// - Returns: a ticket by which the letter may be asked for again.
    public func register(
        _ registration: Registration,
        at now: ServerTime
    ) async throws(AccountError) -> String {
        let email = registration.email
        try limits.take(.letter, of: email.key, at: now)
        let password = try await hasher.hash(registration.password)
        let (ticket, code) = (AccountSecret.token(), AccountSecret.code())
        let expiresAt = now + Self.registrationMs
        let locale = registration.locale
        let isPosted = try await store.write { tables throws(ArchiveError) in
            try tables.change(AccountStatements.registrationsPurged, [.integer(now.ms)])
            let isTaken = try tables.credentials(of: email.key) != nil
            try tables.change(
                AccountStatements.registered,
                [
                    .text(AccountSecret.hash(ticket)),
                    .text(AccountSecret.hash(code)), .text(email.text), .text(email.key),
                    .words(registration.name.text), .text(locale.rawValue), .text(password),
                    .integer(expiresAt.ms),
                ]
            )
            return try tables.post(
                isTaken ? .alreadyRegistered : .verification(code),
                to: email.text,
                locale,
                id: ticket,
                at: now,
                until: expiresAt
            )
        }
        postbox.wake(forNew: isPosted)
        return ticket
    }

    /// Sends the letter of a registration again, with a code of its own; nothing where there is none.
    public func resend(ticket: String, at now: ServerTime) async throws(AccountError) {
        // A ticket that leads nowhere counts by itself, one that does for its address too.
        try limits.take(.letter, of: ticket, at: now)
        let (id, code) = (AccountSecret.token(), AccountSecret.code())
        let hash = AccountSecret.hash(ticket)
        let waiting = try await store.read { tables throws(ArchiveError) in
            try tables.rows(
                AccountStatements.registration,
                [.text(hash), .integer(now.ms)]
            ) { row throws(ArchiveError) in
                (
                    email: row.text(0), key: row.text(1),
                    locale: LetterLocale(rawValue: row.text(2)) ?? .en,
                    expiresAt: ServerTime(ms: try row.integer(3))
                )
            }.first
        }
        guard let waiting else { return }
        try limits.take(.letter, of: waiting.key, at: now)
        let isPosted = try await store.write { tables throws(ArchiveError) in
            // One whose code is used up meanwhile has made the account.
            let isWaiting =
                try tables.change(
                    AccountStatements.recoded,
                    [.text(hash), .text(AccountSecret.hash(code))]
                ) > 0
            let holder = try tables.credentials(of: waiting.key)
            let isTaken = !isWaiting || holder != nil
            return try tables.post(
                isTaken ? .alreadyRegistered : .verification(code),
                to: waiting.email,
                waiting.locale,
                id: id,
                at: now,
                until: waiting.expiresAt
            )
        }
        postbox.wake(forNew: isPosted)
    }

    /// Makes the account that a code out of a letter is of; the same code again finds it made.
    public func verify(code typed: String, at now: ServerTime) async throws(AccountError) {
        guard let code = AccountSecret.code(typed: typed) else { throw .noSuchCode }
        let account = AccountSecret.account(of: code)
        let isThere = try await store.write { tables throws(ArchiveError) in
            try tables.verify(code: code, at: now)
            return try tables.account(account) != nil
        }
        guard isThere else { throw .noSuchCode }
    }

    // MARK: Logging in

    /// Milliseconds for which a login can be renewed.
    static let loginMs: Int64 = 30 * 24 * 3_600_000

    /// - Parameter household: of the caller's address.
    public func logIn(
        _ email: EmailAddress,
        _ password: Password,
        from household: [UInt8],
        at now: ServerTime
    ) async throws(AccountError) -> LoginGrant {
        try limits.takePassword(of: email.key, from: household, at: now)
        let known = try await store.read { tables throws(ArchiveError) in
            try tables.credentials(of: email.key)
        }
        guard try await hasher.verify(password, known?.password), let known else {
            throw .wrongCredentials
        }
        limits.welcome(email.key, from: household, at: now)
        let grant = LoginGrant.new(known.account)
        let isGranted = try await store.write { tables throws(ArchiveError) in
            // It may have become another one since it was looked up, or nobody's.
            guard let held = try tables.hold(known.account), held.password == known.password else {
                return false
            }
            try held.grant(grant, at: now)
            return true
        }
        guard isGranted else { throw .wrongCredentials }
        return grant
    }

    /// Spends a refresh token for the next. One that was spent before revokes its whole family: somebody has
    /// a copy. Its owner whose answer was lost gets the same again for a while.
    public func renew(
        refreshToken: String,
        at now: ServerTime
    ) async throws(AccountError) -> LoginGrant {
        let key = key
        let renewed = try await store.write { tables throws(ArchiveError) in
            try tables.renew(refreshToken, key: key, at: now)
        }
        guard let renewed else { throw .foreignToken }
        return renewed
    }

    /// - Throws: `foreignToken` for a device that was logged out.
    public func account(of login: Login, at now: ServerTime) async throws(AccountError) -> Account {
        let found = try await store.read { tables throws(ArchiveError) in
            try tables.loggedIn(login, at: now)
        }
        guard let found else { throw .foreignToken }
        return found.account
    }

    public func logOut(_ login: Login) async throws(AccountError) {
        _ = try await store.write { tables throws(ArchiveError) in
            try tables.hold(login.account)?.logOut(login.family)
        }
    }

    public func logOutEverywhere(_ login: Login, at now: ServerTime) async throws(AccountError) {
        _ = try await account(of: login, at: now)
        // No look for the device: it is logged out already when the store runs this again.
        _ = try await store.write { tables throws(ArchiveError) in
            try tables.hold(login.account)?.logOutEverywhere()
        }
    }

    // MARK: Changes

    public func rename(
        _ login: Login,
        to name: PlayerName,
        at now: ServerTime
    ) async throws(AccountError) -> Account {
        var account = try await account(of: login, at: now)
        try await store.write(for: login, at: now) { held throws(ArchiveError) in
            try held.rename(to: name)
        }
        account.name = name.text
        return account
    }

    /// Logs out every other device.
    public func changePassword(
        of login: Login,
        from old: Password,
        to new: Password,
        at now: ServerTime
    ) async throws(AccountError) -> LoginGrant {
        let known = try await confirmed(old, of: login, at: now)
        let hash = try await hasher.hash(new)
        let grant = LoginGrant.new(login.account)
        let isGranted = try await store.write { tables throws(ArchiveError) in
            guard let held = try tables.hold(login.account) else { return false }
            // The new one is there already where the store runs this again.
            if held.password != hash {
                guard held.password == known else { return false }
                try held.setPassword(hash)
            }
            try held.grant(grant, at: now)
            return true
        }
        guard isGranted else { throw .wrongCredentials }
        return grant
    }

    /// Milliseconds for which a code sets a new password.
    static let resetMs: Int64 = 3_600_000

    /// Has a code sent that sets a new password; nothing is sent where there is no account.
    public func forgot(
        _ email: EmailAddress,
        at now: ServerTime
    ) async throws(AccountError) {
        try limits.take(.resetLetter, of: email.key, at: now)
        let (id, code) = (AccountSecret.token(), AccountSecret.code())
        let expiresAt = now + Self.resetMs
        let isPosted = try await store.write { tables throws(ArchiveError) in
            let known = try tables.hold(emailKey: email.key)
            try tables.change(AccountStatements.resetsPurged, [.integer(now.ms)])
            try tables.change(
                AccountStatements.resetAsked,
                [
                    .text(AccountSecret.hash(code)), known.map { .id($0.id) } ?? .null,
                    .integer(expiresAt.ms),
                ]
            )
            return try tables.post(
                .reset(code),
                to: known?.email,
                known?.locale ?? .en,
                id: id,
                at: now,
                until: expiresAt
            )
        }
        postbox.wake(forNew: isPosted)
    }

    /// Sets a new password by a code out of a letter, and logs out every device.
    public func reset(
        code typed: String,
        to password: Password,
        at now: ServerTime
    ) async throws(AccountError) {
        guard let code = AccountSecret.code(typed: typed) else { throw .noSuchCode }
        let codeHash = AccountSecret.hash(code)
        // Nothing is reckoned for a code that is not good: the time tells nothing of 80 bits.
        let isGood = try await store.read { tables throws(ArchiveError) in
            try !tables.rows(AccountStatements.reset, [.text(codeHash), .integer(now.ms)]) { row in
                row.text(0)
            }.isEmpty
        }
        guard isGood else { throw .noSuchCode }
        let hash = try await hasher.hash(password)
        let isSet = try await store.write { tables throws(ArchiveError) in
            let found = try tables.rows(
                AccountStatements.reset,
                [.text(codeHash), .integer(now.ms)]
            ) { row in AccountID(rawValue: row.text(0)) }
            guard let account = found.first, let held = try tables.hold(account),
                try held.spend(resetCode: codeHash, at: now)
            else { return false }
            try held.setPassword(hash)
            return true
        }
        guard isSet else { throw .noSuchCode }
    }

    /// Erases an account and all that is personal in it. The scores of its evenings stay with these, its sums
    /// stay on leaderboards under no name.
    public func delete(
        _ login: Login,
        confirmedBy password: Password,
        at now: ServerTime
    ) async throws(AccountError) {
        let known = try await confirmed(password, of: login, at: now)
        let isErased = try await store.erase { tables throws(ArchiveError) in
            // Gone already where the store runs this again.
            guard let held = try tables.hold(login.account) else { return true }
            guard held.password == known else { return false }
            try held.erase()
            return true
        }
        guard isErased else { throw .wrongCredentials }
    }

    /// - Returns: the hash of the password, which is right.
    private func confirmed(
        _ password: Password,
        of login: Login,
        at now: ServerTime
    ) async throws(AccountError) -> String {
        let found = try await store.read { tables throws(ArchiveError) in
            try tables.loggedIn(login, at: now)
        }
        guard let found else { throw .foreignToken }
        try limits.take(.anyPassword, of: login.account.rawValue, at: now)
        guard try await hasher.verify(password, found.password) else { throw .wrongCredentials }
        return found.password
    }
}
