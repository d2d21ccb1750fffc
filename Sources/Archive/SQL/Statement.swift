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
