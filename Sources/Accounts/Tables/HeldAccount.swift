import Archive
import GameState
import Protocol

/// An account that a transaction holds until it ends. Whatever else is written about the account, on any gateway, waits
/// and then sees what this one did: two transactions over one account never overlap, and what is written about an
/// account is written through this alone.
///
/// A transaction that needs more than an account takes it in this order, so that nobody waits in a circle: the account,
/// a session, the leaderboards' turn. Codes, tokens and seats are touched by whoever holds their account.
struct HeldAccount {
    let id: AccountID
    /// Hash of the password as it is now.
    let password: String
    let email: String
    let locale: LetterLocale
    private let tables: TableTransaction

    fileprivate init(_ row: any SQLRow, in tables: TableTransaction) {
        id = AccountID(rawValue: row.text(0))
        password = row.text(1)
        email = row.text(2)
        locale = LetterLocale(rawValue: row.text(3)) ?? .en
        self.tables = tables
    }

    // MARK: Devices and passwords

    func grant(_ grant: LoginGrant, at now: ServerTime) throws(ArchiveError) {
        try tables.change(AccountStatements.tokensPurged, [.integer(now.ms)])
        try tables.change(
            AccountStatements.granted,
            [
                .text(AccountSecret.hash(grant.refreshToken)), .text(grant.login.family), .id(id),
                .integer((now + AccountService.loginMs).ms),
            ]
        )
    }

    func logOut(_ family: String) throws(ArchiveError) {
        try tables.change(AccountStatements.familyRevoked, [.text(family)])
    }

    func logOutEverywhere() throws(ArchiveError) {
        try tables.change(AccountStatements.allRevoked, [.id(id)])
    }

    /// Logs every device out, and ends the codes that would set another one.
    func setPassword(_ hash: String) throws(ArchiveError) {
        try tables.change(AccountStatements.passwordSet, [.id(id), .text(hash)])
        try logOutEverywhere()
        try tables.change(AccountStatements.resetsDone, [.id(id)])
    }

    /// - Returns: true to whoever comes first with a code, and to nobody afterwards.
    func spend(resetCode hash: String, at now: ServerTime) throws(ArchiveError) -> Bool {
        try tables.change(
            AccountStatements.resetSpent,
            [.text(hash), .id(id), .integer(now.ms)]
        ) > 0
    }

    func rename(to name: PlayerName) throws(ArchiveError) {
        try tables.change(AccountStatements.renamed, [.id(id), .words(name.text)])
    }

    // MARK: Seats and sessions

    /// - Returns: why not.
    func link(
        _ player: PlayerID,
        in session: SessionID,
        at now: ServerTime
    ) throws(ArchiveError) -> AccountError? {
        guard try hold(session) else { return .sessionErased }
        let isLost = try !tables.rows(AccountStatements.seatLost, [.id(player), .id(session)]) {
            _ in true
        }.isEmpty
        if isLost { return .seatLost }
        try tables.change(
            AccountStatements.seatLinked,
            [.id(player), .id(session), .id(id), .integer(now.ms)]
        )
        let holder = try tables.rows(AccountStatements.seat, [.id(player), .id(session)]) { row in
            row.text(0)
        }
        guard holder == [id.rawValue] else { return .seatTaken }
        for statement in LeaderboardStatements.ending {
            try tables.change(statement, [.id(session)])
        }
        return nil
    }

    /// - Returns: why not.
    func linkHost(
        of session: SessionID,
        at now: ServerTime
    ) throws(ArchiveError) -> AccountError? {
        guard try hold(session) else { return .sessionErased }
        try tables.change(
            AccountStatements.hostLinked,
            [.id(session), .id(id), .integer(now.ms)]
        )
        return nil
    }

    /// Makes an erasure of the session wait until this is over.
    ///
    /// - Returns: false for one that is erased. Of one that is not archived yet nothing is erased either.
    private func hold(_ session: SessionID) throws(ArchiveError) -> Bool {
        try tables.rows(AccountStatements.sessionHeld, [.id(session)]) { row in row.isNull(0) }
            .first ?? true
    }

    // MARK: Erasure

    /// Removes all that is personal. No game ends meanwhile: one that had seen the seats would leave results.
    func erase() throws(ArchiveError) {
        for statement in [LeaderboardStatements.turn] + AccountStatements.erasure {
            try tables.change(statement, [.id(id)])
        }
    }
}

extension TableTransaction {
    /// - Returns: nil for an account that is gone.
    func hold(_ account: AccountID) throws(ArchiveError) -> HeldAccount? {
        try rows(AccountStatements.held, [.id(account)]) { row in HeldAccount(row, in: self) }.first
    }

    /// - Returns: nil where nobody has the address.
    func hold(emailKey: String) throws(ArchiveError) -> HeldAccount? {
        try rows(AccountStatements.heldByEmail, [.text(emailKey)]) { row in
            HeldAccount(row, in: self)
        }.first
    }
}
