import Archive

/// Statements over results and their sums. Those of `ending` come in this order and take a session's id.
enum LeaderboardStatements {
    /// Each sums anew instead of adding, so that a game which is told of twice, ended again or judged anew
    /// counts once and as it is.
    static let ending = [turn, results, leave, sumAll, sumWeek, arrive]

    /// Waits until no other transaction is between its results and their sums: two gateways that end games of
    /// one account in one moment would each sum without the other's.
    static let turn = Statement(
        "leaderboard_turn",
        "UPDATE leaderboard_turn SET taken = taken + 1 WHERE CAST($1 AS TEXT) IS NOT NULL"
    )

    /// Of each game of the session that has ended, for each linked seat that was there by then. A week begins on
    /// Monday, UTC: see `ISOWeek`; a game keeps that in which it ended first.
    private static let results = Statement(
        "leaderboard_results",
        """
        INSERT INTO leaderboard_results
            (session_id, number, account_id, game, week, points, correct)
        SELECT games.session_id, games.number, account_seats.account_id, sessions.game,
            (games.ended_at / 86400000 + 3) / 7,
            COALESCE((SELECT CAST(SUM(answers.points_awarded) AS BIGINT) FROM answers
                JOIN rounds ON rounds.id = answers.round_id
                WHERE answers.player_id = players.id AND rounds.game = games.number), 0),
            COALESCE((SELECT CAST(SUM(answers.is_correct) AS BIGINT) FROM answers
                JOIN rounds ON rounds.id = answers.round_id
                WHERE answers.player_id = players.id AND rounds.game = games.number), 0)
        FROM account_seats
        JOIN players ON players.id = account_seats.player_id
            AND players.session_id = account_seats.session_id
        JOIN sessions ON sessions.id = account_seats.session_id
        JOIN games ON games.session_id = account_seats.session_id
        WHERE account_seats.session_id = $1 AND games.ended_at IS NOT NULL
            AND players.created_at <= games.ended_at
            AND (players.left_at IS NULL OR players.left_at >= games.started_at)
        ON CONFLICT (session_id, number, account_id) DO UPDATE SET
            points = excluded.points, correct = excluded.correct
        """
    )

    /// Sums that the session's results have a part in.
    private static let touched = """
        leaderboard_results AS result
        JOIN leaderboard_totals AS total ON total.account_id = result.account_id
            AND total.game = result.game AND total.period IN (0, result.week)
        WHERE result.session_id = $1
        """

    private static let leave = Statement(
        "leaderboard_leave",
        """
        UPDATE leaderboard_steps SET accounts = accounts - (
            SELECT COUNT(DISTINCT total.account_id) FROM \(touched)
                AND total.game = leaderboard_steps.game
                AND total.period = leaderboard_steps.period
                AND total.points = leaderboard_steps.points)
        WHERE (game, period, points) IN
            (SELECT total.game, total.period, total.points FROM \(touched))
        """
    )

    private static let sumAll = Statement("leaderboard_sum_all", sum(period: "0", of: ""))
    private static let sumWeek = Statement(
        "leaderboard_sum_week",
        sum(period: "week", of: ", week")
    )

    private static func sum(period: String, of week: String) -> String {
        """
        INSERT INTO leaderboard_totals
            (game, period, account_id, points, games, correct, highest)
        SELECT game, \(period), account_id, CAST(SUM(points) AS BIGINT), COUNT(*),
            CAST(SUM(correct) AS BIGINT), MAX(points)
        FROM leaderboard_results
        WHERE (account_id, game\(week)) IN
            (SELECT account_id, game\(week) FROM leaderboard_results WHERE session_id = $1)
        GROUP BY game, account_id\(week)
        ON CONFLICT (account_id, game, period) DO UPDATE SET
            points = excluded.points, games = excluded.games, correct = excluded.correct,
            highest = excluded.highest
        """
    }

    private static let arrive = Statement(
        "leaderboard_arrive",
        """
        INSERT INTO leaderboard_steps (game, period, points, accounts)
        SELECT total.game, total.period, total.points, COUNT(DISTINCT total.account_id)
        FROM \(touched)
        GROUP BY total.game, total.period, total.points
        ON CONFLICT (game, period, points) DO UPDATE SET
            accounts = leaderboard_steps.accounts + excluded.accounts
        """
    )

    // MARK: Reading

    private static let columns = """
        SELECT total.account_id, accounts.name, total.points, total.games, total.correct,
            total.highest
        FROM leaderboard_totals AS total LEFT JOIN accounts ON accounts.id = total.account_id
        WHERE total.game = $1 AND total.period = $2
        """
    private static let best = """
        ORDER BY total.points DESC, total.games DESC, total.account_id DESC
        """

    static let page = Statement("leaderboard_page", "\(columns) \(best) LIMIT $3 OFFSET $4")

    static let own = Statement("leaderboard_own", "\(columns) AND total.account_id = $3")

    /// Those just above a row, the nearest first.
    static let above = Statement(
        "leaderboard_above",
        """
        \(columns) AND (total.points, total.games, total.account_id) > ($3, $4, $5)
        ORDER BY total.points, total.games, total.account_id LIMIT $6
        """
    )

    static let below = Statement(
        "leaderboard_below",
        """
        \(columns) AND (total.points, total.games, total.account_id) < ($3, $4, $5)
        \(best) LIMIT $6
        """
    )

    /// Accounts with more points than these.
    static let ahead = Statement(
        "leaderboard_ahead",
        """
        SELECT COALESCE(CAST(SUM(accounts) AS BIGINT), 0) FROM leaderboard_steps
        WHERE game = $1 AND period = $2 AND points > $3
        """
    )

    static let size = Statement(
        "leaderboard_size",
        """
        SELECT COALESCE(CAST(SUM(accounts) AS BIGINT), 0) FROM leaderboard_steps
        WHERE game = $1 AND period = $2
        """
    )

    static let ofAccount = Statement(
        "leaderboard_of_account",
        """
        SELECT game, points, games, correct, highest FROM leaderboard_totals
        WHERE account_id = $1 AND period = 0 ORDER BY game
        """
    )
}
