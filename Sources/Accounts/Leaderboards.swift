import Archive
public import Protocol

/// The time that a leaderboard counts.
public enum LeaderboardPeriod: Equatable, Sendable, CustomStringConvertible {
    case allTime
    case week(ISOWeek)

    /// Reads `all`, `week` for the present one, or `2026-W48`.
    public init?(_ text: String, at now: ServerTime) {
        switch text {
        case "all": self = .allTime
        case "week": self = .week(ISOWeek(now))
        case _:
            guard let week = ISOWeek(text) else { return nil }
            self = .week(week)
        }
    }

    public var description: String {
        switch self {
        case .allTime: "all"
        case .week(let week): week.description
        }
    }

    /// As the tables have it.
    var number: SQLValue {
        switch self {
        case .allTime: .integer(0)
        case .week(let week): .integer(week.index)
        }
    }
}

/// A week of a leaderboard: from Monday to Sunday in UTC, as ISO 8601 counts them.
public struct ISOWeek: Hashable, Sendable, CustomStringConvertible {
    /// Weeks since that of 29 December 1969, the Monday before the epoch. The tables reckon the same from
    /// milliseconds.
    let index: Int64

    private static let dayMs: Int64 = 24 * 60 * 60 * 1_000

    init(index: Int64) {
        self.index = index
    }

    public init(_ time: ServerTime) {
        index = (time.ms / Self.dayMs + 3) / 7
    }

    /// Reads `2026-W48`.
    public init?(_ text: String) {
        let parts = text.split(separator: "-W", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count == 8, parts.count == 2, parts[0].utf8.count == 4,
            let year = Int64(parts[0]), let number = Int64(parts[1]), year >= 1970, number >= 1
        else { return nil }
        let week = ISOWeek(index: Self.first(of: year) + number - 1)
        // The 53rd of a year that has 52 is the first of the next.
        guard week.description == text else { return nil }
        self = week
    }

    public var description: String {
        // A week is of the year that its Thursday is in.
        let thursday = index * 7
        var year = 1970 + thursday / 366
        while Self.firstDay(of: year + 1) <= thursday { year += 1 }
        let number = index - Self.first(of: year) + 1
        return "\(year)-W\(number < 10 ? "0" : "")\(number)"
    }

    /// The week with 4 January in it.
    private static func first(of year: Int64) -> Int64 { (firstDay(of: year) + 3 + 3) / 7 }

    /// Days from the epoch to 1 January.
    private static func firstDay(of year: Int64) -> Int64 {
        let before = year - 1
        return 365 * (year - 1970) + (before / 4 - 492) - (before / 100 - 19) + (before / 400 - 4)
    }
}

/// Sums of an account's games.
public struct LeaderboardSums: Equatable, Sendable {
    public var points: Int64
    public var games: Int64
    /// Answers that were right.
    public var correct: Int64
    /// Points of its best game.
    public var highest: Int64
}

/// A line of a leaderboard.
public struct LeaderboardRow: Equatable, Sendable {
    public var account: AccountID
    /// Nil when the account is gone.
    public var name: String?
    /// Those with as many points share it, and the next has the number of those before it: 1-1-3.
    public var rank: Int64
    public var sums: LeaderboardSums
}

/// A part of a leaderboard.
public struct LeaderboardPage: Equatable, Sendable {
    public var rows: [LeaderboardRow]
    /// Accounts on it, all in all.
    public var total: Int64
}

/// Leaderboards: the most points first; among equals the most games, and then by chance, but always the same.
public struct Leaderboards: Sendable {
    let store: AccountStore

    /// Lines of one page.
    public static let maxPageRows = 100
    /// Lines before a page: further down one asks for one's own place.
    public static let maxOffset = 1_000
    /// Lines above and below one's own.
    static let neighbours = 2

    public func page(
        of game: String,
        _ period: LeaderboardPeriod,
        from offset: Int,
        count: Int
    ) async throws(AccountError) -> LeaderboardPage {
        let board = Board(game: game, period: period)
        return try await store.read { tables throws(ArchiveError) in
            let lines = try board.lines(
                LeaderboardStatements.page,
                [.integer(count), .integer(offset)],
                in: tables
            )
            return LeaderboardPage(
                rows: try board.ranked(lines, firstPlace: Int64(offset) + 1, in: tables),
                total: try board.size(in: tables)
            )
        }
    }

    /// An account's own line with those around it; none where it has not played.
    public func standing(
        of account: AccountID,
        in game: String,
        _ period: LeaderboardPeriod
    ) async throws(AccountError) -> [LeaderboardRow] {
        let board = Board(game: game, period: period)
        return try await store.read { tables throws(ArchiveError) in
            let own = try board.lines(LeaderboardStatements.own, [.id(account)], in: tables)
            guard let line = own.first else { return [] }
            let place: [SQLValue] = [
                .integer(line.sums.points), .integer(line.sums.games), .id(account),
                .integer(Self.neighbours),
            ]
            let above = try board.lines(LeaderboardStatements.above, place, in: tables)
            let below = try board.lines(LeaderboardStatements.below, place, in: tables)
            return try board.ranked(above.reversed() + own + below, firstPlace: nil, in: tables)
        }
    }

    /// Sums of all that an account has played, by game.
    public func sums(
        of account: AccountID
    ) async throws(AccountError) -> [(game: String, sums: LeaderboardSums)] {
        try await store.read { tables throws(ArchiveError) in
            try tables.rows(LeaderboardStatements.ofAccount, [.id(account)]) {
                row throws(ArchiveError) in (game: row.text(0), sums: try LeaderboardSums(row, 1))
            }
        }
    }

    private struct Board: Sendable {
        var game: String
        var period: LeaderboardPeriod

        typealias Line = (account: AccountID, name: String?, sums: LeaderboardSums)

        func lines(
            _ statement: Statement,
            _ values: [SQLValue],
            in tables: TableTransaction
        ) throws(ArchiveError) -> [Line] {
            try tables.rows(statement, [.text(game), period.number] + values) {
                row throws(ArchiveError) in
                (
                    account: AccountID(rawValue: row.text(0)),
                    name: row.isNull(1) ? nil : row.text(1),
                    sums: try LeaderboardSums(row, 2)
                )
            }
        }

        /// - Parameter firstPlace: of the first line among all; nil where it is not known.
        func ranked(
            _ lines: [Line],
            firstPlace: Int64?,
            in tables: TableTransaction
        ) throws(ArchiveError) -> [LeaderboardRow] {
            var rows: [LeaderboardRow] = []
            for line in lines {
                let rank: Int64
                if let before = rows.last, before.sums.points == line.sums.points {
                    rank = before.rank
                } else if let firstPlace, !rows.isEmpty {
                    rank = firstPlace + Int64(rows.count)
                } else {
                    rank = try ahead(of: line.sums.points, in: tables) + 1
                }
                rows.append(
                    LeaderboardRow(
                        account: line.account,
                        name: line.name,
                        rank: rank,
                        sums: line.sums
                    )
                )
            }
            return rows
        }

        private func ahead(
            of points: Int64,
            in tables: TableTransaction
        ) throws(ArchiveError) -> Int64 {
            try tables.rows(
                LeaderboardStatements.ahead,
                [.text(game), period.number, .integer(points)]
            ) { row throws(ArchiveError) in try row.integer(0) }.first ?? 0
        }

        func size(in tables: TableTransaction) throws(ArchiveError) -> Int64 {
            try tables.rows(LeaderboardStatements.size, [.text(game), period.number]) {
                row throws(ArchiveError) in try row.integer(0)
            }.first ?? 0
        }
    }
}

extension LeaderboardSums {
    fileprivate init(_ row: any SQLRow, _ column: Int) throws(ArchiveError) {
        self.init(
            points: try row.integer(column),
            games: try row.integer(column + 1),
            correct: try row.integer(column + 2),
            highest: try row.integer(column + 3)
        )
    }
}

extension AccountService {
    public var leaderboards: Leaderboards { Leaderboards(store: store) }
}

// MARK: Seats, and sessions that are hosted

/// A player's seat that is linked to an account.
public struct LinkedSeat: Equatable, Sendable {
    public var session: SessionID
    public var player: PlayerID
    public var game: String
    public var status: String
    public var createdAt: ServerTime
    /// Games of the session that have ended and count.
    public var games: Int64
    /// All in all, in these.
    public var points: Int64
}

/// A session whose host an account has been.
public struct HostedSession: Equatable, Sendable {
    public var session: SessionID
    public var game: String
    public var status: String
    public var createdAt: ServerTime
}

extension AccountService {
    /// Seats of an account that are told, and sessions.
    static let maxSeats = 100

    /// Makes a player's seat an account's, before a game or after it: what has been played counts as well. The same
    /// again changes nothing.
    ///
    /// - Throws: `seatTaken` where it is another's, or the account has another seat there; `seatLost` for a player whom
    ///   the host has removed, as soon as the archive knows; `sessionErased` after that.
    public func link(
        _ player: PlayerID,
        in session: SessionID,
        to login: Login,
        at now: ServerTime
    ) async throws(AccountError) {
        let refusal = try await store.write(for: login, at: now) { held throws(ArchiveError) in
            try held.link(player, in: session, at: now)
        }
        if let refusal { throw refusal }
    }

    /// The newest sessions that an account has a seat in.
    public func seats(of account: AccountID) async throws(AccountError) -> [LinkedSeat] {
        try await store.read { tables throws(ArchiveError) in
            try tables.rows(AccountStatements.seats, [.id(account), .integer(Self.maxSeats)]) {
                row throws(ArchiveError) in
                LinkedSeat(
                    session: SessionID(rawValue: row.text(0)),
                    player: PlayerID(rawValue: row.text(1)),
                    game: row.text(2),
                    status: row.text(3),
                    createdAt: ServerTime(ms: try row.integer(4)),
                    games: try row.integer(5),
                    points: try row.integer(6)
                )
            }
        }
    }

    /// Keeps that an account is a session's host; the same again changes nothing.
    ///
    /// - Throws: `sessionErased` where the session is.
    public func linkHost(
        of session: SessionID,
        to login: Login,
        at now: ServerTime
    ) async throws(AccountError) {
        let refusal = try await store.write(for: login, at: now) { held throws(ArchiveError) in
            try held.linkHost(of: session, at: now)
        }
        if let refusal { throw refusal }
    }

    /// The newest sessions that an account has been the host of.
    public func hosted(by account: AccountID) async throws(AccountError) -> [HostedSession] {
        try await store.read { tables throws(ArchiveError) in
            try tables.rows(AccountStatements.hosted, [.id(account), .integer(Self.maxSeats)]) {
                row throws(ArchiveError) in
                HostedSession(
                    session: SessionID(rawValue: row.text(0)),
                    game: row.text(1),
                    status: row.text(2),
                    createdAt: ServerTime(ms: try row.integer(3))
                )
            }
        }
    }
}
