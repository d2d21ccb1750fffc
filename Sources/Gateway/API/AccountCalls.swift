import Accounts
import GameState
import HTTP
import Protocol

/// Accounts: made, entered, changed and erased; seats that are theirs. A gateway without them knows no such path.
///
/// A stranger gets the same answer whether an address has an account or not.
enum AccountCalls {
    static func register(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let body = try context.body()
        let registration = Registration(
            email: try EmailAddress(try context.text("email", in: body)),
            name: try context.publicName(in: body),
            password: try Password(chosen: try context.password("password", in: body)),
            locale: try context.locale(in: body)
        )
        try context.limit(.accountLetter)
        let ticket = try await accounts.register(registration, at: context.now)
        return .json(.accepted) { $0.member("registration", ticket) }
    }

    static func resend(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let ticket = try context.text("registration", in: try context.body())
        try context.limit(.accountLetter)
        try await accounts.resend(ticket: ticket, at: context.now)
        return .json(.accepted) { _ in }
    }

    static func verify(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let code = try context.text("code", in: try context.body())
        // Counted before it is known to be wrong, so that asking at once does not get round it.
        try context.limit(.wrongAccountCode)
        try await accounts.verify(code: code, at: context.now)
        context.giveBack(.wrongAccountCode)
        return Response(.noContent)
    }

    static func logIn(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let body = try context.body()
        let email = try EmailAddress(try context.text("email", in: body))
        let password = Password(shown: try context.password("password", in: body))
        try context.limit(.wrongPassword)
        let household = IPAddress(context.address)?.household ?? Array(context.address.utf8)
        let grant = try await accounts.logIn(email, password, from: household, at: context.now)
        context.giveBack(.wrongPassword)
        return .login(grant, context)
    }

    static func refresh(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let token = try context.text("refreshToken", in: try context.body())
        try context.limit(.renewal)
        // Right ones count too: each leaves a row for a month.
        let grant = try await accounts.renew(refreshToken: token, at: context.now)
        return .login(grant, context)
    }

    static func logOut(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        try await accounts.logOut(try context.login())
        return Response(.noContent)
    }

    static func logOutEverywhere(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        try await accounts.logOutEverywhere(try context.login(), at: context.now)
        return Response(.noContent)
    }

    static func forgot(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let email = try EmailAddress(try context.text("email", in: try context.body()))
        try context.limit(.accountLetter)
        try await accounts.forgot(email, at: context.now)
        return .json(.accepted) { _ in }
    }

    static func reset(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let body = try context.body()
        let code = try context.text("code", in: body)
        let password = try Password(chosen: try context.password("password", in: body))
        try context.limit(.wrongAccountCode)
        try await accounts.reset(code: code, to: password, at: context.now)
        context.giveBack(.wrongAccountCode)
        return Response(.noContent)
    }

    // MARK: One's own

    static func describe(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let account = try await accounts.account(of: try context.login(), at: context.now)
        let sums = try await accounts.leaderboards.sums(of: account.id)
        return .json(.ok) { writer in
            account.writeMembers(to: &writer)
            writer.key("games")
            writer.beginArray()
            for (game, sums) in sums {
                writer.beginObject()
                writer.member("game", game)
                sums.writeMembers(to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    static func rename(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let login = try context.login()
        let name = try context.publicName(in: try context.body())
        let account = try await accounts.rename(login, to: name, at: context.now)
        return .json(.ok) { account.writeMembers(to: &$0) }
    }

    static func changePassword(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let login = try context.login()
        let body = try context.body()
        let old = Password(shown: try context.password("password", in: body))
        let new = try Password(
            chosen: try context.password("newPassword", in: body),
            field: "newPassword"
        )
        let grant = try await accounts.changePassword(
            of: login,
            from: old,
            to: new,
            at: context.now
        )
        return .login(grant, context)
    }

    static func delete(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let login = try context.login()
        let password = Password(shown: try context.password("password", in: try context.body()))
        try await accounts.delete(login, confirmedBy: password, at: context.now)
        return Response(.noContent)
    }

    // MARK: Seats

    static func listSeats(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let account = try await accounts.account(of: try context.login(), at: context.now)
        let seats = try await accounts.seats(of: account.id)
        return .json(.ok) { writer in
            writer.key("seats")
            writer.beginArray()
            for seat in seats {
                writer.beginObject()
                writer.member("sessionId", seat.session.rawValue)
                writer.member("playerId", seat.player.rawValue)
                writer.member("game", seat.game)
                writer.member("status", seat.status)
                writer.member("createdAtMs", seat.createdAt.ms)
                writer.member("games", seat.games)
                writer.member("points", seat.points)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    /// By two tokens: the account's as the caller's, the player's in the body.
    static func linkSeat(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let login = try context.login()
        let body = try context.body()
        let session = SessionID(rawValue: try context.text("sessionId", in: body))
        let token = try context.text("playerAuthToken", in: body)
        guard case .player(let player) = try context.verify(token, .auth, for: session).viewer
        else { throw WireError(.forbidden, "a player's seat alone can be linked") }
        try context.limit(.leaderboard)
        try await accounts.link(player, in: session, to: login, at: context.now)
        return Response(.noContent)
    }

    static func listHosted(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let account = try await accounts.account(of: try context.login(), at: context.now)
        let sessions = try await accounts.hosted(by: account.id)
        return .json(.ok) { writer in
            writer.key("sessions")
            writer.beginArray()
            for hosted in sessions {
                writer.beginObject()
                writer.member("sessionId", hosted.session.rawValue)
                writer.member("game", hosted.game)
                writer.member("status", hosted.status)
                writer.member("createdAtMs", hosted.createdAt.ms)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    /// By two tokens, as a seat: the host's in the body.
    static func linkHost(_ context: RequestContext) async throws -> Response {
        let accounts = try context.accounts()
        let login = try context.login()
        let body = try context.body()
        let session = SessionID(rawValue: try context.text("sessionId", in: body))
        let token = try context.text("hostAuthToken", in: body)
        guard try context.verify(token, .auth, for: session).viewer == .host else {
            throw WireError(.forbidden, "the host's token alone shows who hosts")
        }
        try context.limit(.leaderboard)
        try await accounts.linkHost(of: session, to: login, at: context.now)
        return Response(.noContent)
    }
}

/// Leaderboards of each game.
enum LeaderboardCalls {
    static func page(_ context: RequestContext, _ game: String) async throws -> Response {
        let (accounts, period) = try board(context, game)
        let offset = try number("offset", 0...Leaderboards.maxOffset, context) ?? 0
        let count =
            try number("limit", 1...Leaderboards.maxPageRows, context)
            ?? Leaderboards.maxPageRows
        let page = try await accounts.leaderboards.page(
            of: game,
            period,
            from: offset,
            count: count
        )
        return .json(.ok) { writer in
            writer.member("game", game)
            writer.member("period", "\(period)")
            writer.member("total", page.total)
            write(page.rows, to: &writer)
        }
    }

    /// The caller's own line, with those around it.
    static func own(_ context: RequestContext, _ game: String) async throws -> Response {
        let (accounts, period) = try board(context, game)
        let account = try await accounts.account(of: try context.login(), at: context.now)
        let rows = try await accounts.leaderboards.standing(of: account.id, in: game, period)
        return .json(.ok) { writer in
            writer.member("game", game)
            writer.member("period", "\(period)")
            writer.key("me")
            if let own = rows.first(where: { $0.account == account.id }) {
                own.write(to: &writer)
            } else {
                writer.null()
            }
            write(rows, to: &writer)
        }
    }

    private static func board(
        _ context: RequestContext,
        _ game: String
    ) throws -> (AccountService, LeaderboardPeriod) {
        let accounts = try context.accounts()
        guard context.services.game(named: game) != nil else {
            throw WireError(.notFound, "no such game")
        }
        let text = context.request.target.queryValue("period") ?? "all"
        guard let period = LeaderboardPeriod(text, at: context.now) else {
            throw WireError(
                .badMessage,
                "period is all, week, or a week like 2026-W48",
                field: "period"
            )
        }
        try context.limit(.leaderboard)
        return (accounts, period)
    }

    private static func number(
        _ name: String,
        _ range: ClosedRange<Int>,
        _ context: RequestContext
    ) throws(WireError) -> Int? {
        guard let text = context.request.target.queryValue(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw WireError(
                .badMessage,
                "\(name) is \(range.lowerBound) to \(range.upperBound)",
                field: name
            )
        }
        return number
    }

    private static func write(_ rows: [LeaderboardRow], to writer: inout JSONWriter) {
        writer.key("rows")
        writer.beginArray()
        for row in rows { row.write(to: &writer) }
        writer.endArray()
    }
}

extension RequestContext {
    fileprivate func accounts() throws(WireError) -> AccountService {
        guard let accounts = services.accounts else { throw .noSuchPath }
        return accounts
    }

    /// The account for which the caller acts.
    fileprivate func login() throws(WireError) -> Login {
        try services.tokens.signer.verifyAccount(try bearer(), at: now)
    }

    /// Any string: what is wrong with one, the password itself says.
    fileprivate func password(_ key: String, in body: JSONObject) throws(WireError) -> String {
        guard let text = body[key]?.string else {
            throw WireError(.badMessage, "\(key) is a string", field: key)
        }
        return text
    }

    /// Leaderboards show it to everybody, also to houses that filter no names of their guests (G-41).
    fileprivate func publicName(in body: JSONObject) throws(WireError) -> PlayerName {
        let name = try PlayerName(try text("name", in: body))
        guard !NameFilter.Usual.value.refuses(name) else {
            throw WireError(
                .badMessage,
                "name has a word that leaderboards do not show; another name will do",
                field: "name"
            )
        }
        return name
    }

    fileprivate func locale(in body: JSONObject) throws(WireError) -> LetterLocale {
        guard let value = body["locale"] else { return .en }
        guard let locale = value.string.flatMap(LetterLocale.init) else {
            throw WireError(.badMessage, "locale is sv or en", field: "locale")
        }
        return locale
    }

    fileprivate func giveBack(_ action: AddressLimits.Action) {
        services.addressLimits.giveBack(action, by: address)
    }
}

extension APIError {
    init(of error: AccountError) {
        switch error {
        case .wrongCredentials:
            self.init(WireError(.unauthorized, "a wrong address or password"))
        case .foreignToken: self.init(.foreignToken)
        case .noSuchCode: self.init(.noSuchCode("code"))
        case .sessionErased: self.init(WireError(.notFound, "the session is erased"))
        case .seatLost: self.init(WireError(.forbidden, "the host has removed this player"))
        case .seatTaken:
            self.init(
                WireError(
                    .wrongState,
                    "the seat is another account's, or this one has another there"
                )
            )
        case .tooMany(let retryAfterMs): self.init(.tooManyCalls, retryAfterMs: retryAfterMs)
        case .storeAway: self.init(.nothingSaved)
        }
    }
}

extension Response {
    fileprivate static func login(_ grant: LoginGrant, _ context: RequestContext) -> Response {
        let expiresAt = context.now + AccountClaims.lifetimeMs
        let claims = AccountClaims(login: grant.login, expiresAt: expiresAt)
        return .json(.ok) { writer in
            writer.member("accountId", grant.login.account.rawValue)
            writer.member("authToken", context.services.tokens.signer.sign(claims))
            writer.member("expiresAtMs", expiresAt.ms)
            writer.member("refreshToken", grant.refreshToken)
        }
    }
}

extension Account {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("accountId", id.rawValue)
        writer.member("email", email)
        writer.member("name", name)
        writer.member("createdAtMs", createdAt.ms)
    }
}

extension LeaderboardSums {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("points", points)
        writer.member("games", games)
        writer.member("correct", correct)
        writer.member("highest", highest)
    }
}

extension LeaderboardRow {
    /// Without the account's id: a line tells strangers what its holder shows, and no more.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("rank", rank)
        writer.key("name")
        if let name { writer.value(name) } else { writer.null() }
        sums.writeMembers(to: &writer)
        writer.endObject()
    }
}
