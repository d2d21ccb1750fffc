/// One statement that both databases run, in the SQL both understand: `$n`, ON CONFLICT, RETURNING.
///
/// A parameter stands for one type wherever it is used, because Postgres infers it.
public struct Statement: Hashable, Sendable {
    /// Names it in errors and among prepared statements; unique.
    let name: String
    package let sql: String

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
