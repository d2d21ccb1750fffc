/// One statement that both databases run, in the SQL both understand: `$n`, ON CONFLICT, RETURNING.
///
/// A parameter stands for one type wherever it is used, because Postgres infers it.
public struct Statement: Hashable, Sendable {
    /// Names it in errors and among prepared statements; unique.
    let name: String
    public let sql: String

    public init(_ name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }

    public static func == (one: Statement, other: Statement) -> Bool { one.name == other.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A statement with its values, `$1` first.
public struct Write: Equatable, Sendable {
    public var statement: Statement
    public var values: [SQLValue]

    public init(_ statement: Statement, _ values: [SQLValue]) {
        self.statement = statement
        self.values = values
    }
}

/// A value as both databases take it: TEXT, BIGINT (also for booleans, 0 or 1) and DOUBLE PRECISION.
public enum SQLValue: Equatable, Sendable {
    /// Without NUL.
    case text(String)
    /// JSON that is bytes already; a NUL in it is escaped.
    case utf8([UInt8])
    case integer(Int64)
    case real(Double)
    case null

    public static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
    public static func boolean(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }

    /// Free text: Postgres takes any character in a TEXT but NUL, so U+FFFD stands for it, on both
    /// databases.
    public static func words(_ text: String) -> SQLValue {
        guard text.utf8.contains(0) else { return .text(text) }
        return .text(
            String(
                String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })
            )
        )
    }
}

/// FNV-1a over 64 bits: tells one text from another, and withstands nobody.
///
/// Source: RFC 9923, or http://www.isthe.com/chongo/tech/comp/fnv/.
public struct FNV1a {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    public mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            value ^= UInt64(byte)
            value &*= 0x0000_0100_0000_01b3
        }
    }

    public init() {}

    /// A value with an end of its own, so that `ab`, `c` differs from `a`, `bc`.
    public mutating func combine(_ value: SQLValue) {
        switch value {
        case .text(let text): combine(text.utf8)
        case .utf8(let bytes): combine(bytes)
        case .integer(let number): combine("\(number)".utf8)
        case .real(let number): combine("\(number)".utf8)
        case .null: break
        }
        combine(CollectionOfOne(0))
    }

    /// 16 digits.
    public var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// Statements that store facts. Each may run again without harm.
extension Statement {
    /// Comes first in an entry: when it adds no row, the entry is there already, or its session was
    /// erased and takes nothing more.
    public static let event = Statement(
        "event",
        """
        INSERT INTO session_events (session_id, version, at_ms, body)
        SELECT $1, $2, $3, $4
        WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = $1 AND erased_at IS NOT NULL)
        ON CONFLICT (session_id, version) DO NOTHING
        """
    )

    static let sessionCreated = Statement(
        "session_created",
        """
        INSERT INTO sessions (id, created_at, status, game, settings_json, join_code)
        VALUES ($1, $2, 'lobby', $3, $4, $5)
        ON CONFLICT (id) DO NOTHING
        """
    )

    static let sessionStatus = Statement(
        "session_status",
        "UPDATE sessions SET status = $2, ended_at = $3 WHERE id = $1"
    )

    static let playerJoined = Statement(
        "player_joined",
        """
        INSERT INTO players
            (id, session_id, name, name_key, created_at, last_seen_at, is_connected, is_manual)
        VALUES ($1, $2, $3, $4, $5, $5, 0, $6)
        ON CONFLICT (id) DO UPDATE SET
            name = excluded.name, name_key = excluded.name_key,
            last_seen_at = excluded.last_seen_at, left_at = NULL
        """
    )

    static let playerRenamed = Statement(
        "player_renamed",
        "UPDATE players SET name = $2, name_key = $3 WHERE id = $1"
    )

    public static let playerSeen = Statement(
        "player_seen",
        "UPDATE players SET last_seen_at = $2, is_connected = $3 WHERE id = $1"
    )

    static let playerLeft = Statement(
        "player_left",
        "UPDATE players SET left_at = $2, is_connected = 0 WHERE id = $1"
    )

    static let roundBegan = Statement(
        "round_began",
        """
        INSERT INTO rounds (id, session_id, "index", state, started_at, game)
        VALUES ($1, $2, $3, 'preparing', $4,
            COALESCE((SELECT MAX(number) FROM games WHERE session_id = $2), 1))
        ON CONFLICT (id) DO NOTHING
        """
    )

    /// The archive numbers them: the stored state of a running session holds no number.
    static let gameStarted = Statement(
        "game_started",
        """
        INSERT INTO games (session_id, number, started_at)
        VALUES ($1, COALESCE((SELECT MAX(number) FROM games WHERE session_id = $1), 0) + 1, $2)
        ON CONFLICT (session_id, number) DO NOTHING
        """
    )

    /// A game that was on when games were not numbered yet has no row.
    static let gameEnded = Statement(
        "game_ended",
        """
        INSERT INTO games (session_id, number, started_at, ended_at, is_aborted)
        VALUES ($1, COALESCE((SELECT MAX(number) FROM games WHERE session_id = $1), 1), $2, $2, $3)
        ON CONFLICT (session_id, number) DO UPDATE SET
            ended_at = excluded.ended_at, is_aborted = excluded.is_aborted
        """
    )

    /// A finale that is ended early has no winner any more.
    static let gameUnwon = Statement(
        "game_unwon",
        """
        DELETE FROM game_winners WHERE session_id = $1
            AND number = (SELECT MAX(number) FROM games WHERE session_id = $1)
        """
    )

    /// Of the game that has just ended.
    static let gameWon = Statement(
        "game_won",
        """
        INSERT INTO game_winners (session_id, number, player_id)
        VALUES ($1, (SELECT MAX(number) FROM games WHERE session_id = $1), $2)
        ON CONFLICT (session_id, number, player_id) DO NOTHING
        """
    )

    static let roundState = Statement(
        "round_state",
        "UPDATE rounds SET state = $2, ended_at = $3 WHERE id = $1"
    )

    static let clipMade = Statement(
        "clip_made",
        """
        INSERT INTO audio_clips
            (id, round_id, kind, ref_key, storage_url, duration_ms, loopable, lufs, license_json)
        VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)
        ON CONFLICT (id) DO NOTHING
        """
    )

    /// A text that is new has no verdict yet.
    public static let answered = Statement(
        "answered",
        """
        INSERT INTO answers
            (round_id, player_id, question, stake, answer_text, answered_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (round_id, player_id, question) DO UPDATE SET
            stake = excluded.stake, answer_text = excluded.answer_text,
            answered_at = excluded.answered_at, is_correct = NULL, points_awarded = NULL
        """
    )

    public static let judged = Statement(
        "judged",
        """
        UPDATE answers SET is_correct = $4, points_awarded = $5
        WHERE round_id = $1 AND player_id = $2 AND question = $3
        """
    )

    public static let audit = Statement(
        "audit",
        """
        INSERT INTO audit_events
            (id, session_id, at, actor_role, actor_id, type, payload_json, seq)
        VALUES ($1, $2, $3, $4, $5, $6, $7,
            (SELECT COALESCE(MAX(seq), 0) + 1 FROM audit_events WHERE session_id = $2))
        ON CONFLICT (id) DO NOTHING
        """
    )

    static let noted = Statement(
        "noted",
        """
        INSERT INTO audit_events
            (id, session_id, at, actor_role, actor_id, type, payload_json, seq)
        SELECT $1, $2, $3, $4, $5, $6, '{}',
            (SELECT COALESCE(MAX(seq), 0) + 1 FROM audit_events WHERE session_id = $2)
        WHERE EXISTS (SELECT 1 FROM sessions WHERE id = $2)
        ON CONFLICT (id) DO NOTHING
        """
    )
}
