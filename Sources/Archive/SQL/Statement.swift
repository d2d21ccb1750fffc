/// One statement that both databases run, in the SQL both understand: `$n`, ON CONFLICT, RETURNING.
///
/// A parameter stands for one type wherever it is used, because Postgres infers it.
package struct Statement: Hashable, Sendable {
    /// Names it in errors and among prepared statements; unique.
    let name: String
    package let sql: String

    init(_ name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }

    package static func == (one: Statement, other: Statement) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A statement with its values, `$1` first.
struct Write: Equatable, Sendable {
    var statement: Statement
    var values: [SQLValue]

    init(_ statement: Statement, _ values: [SQLValue]) {
        self.statement = statement
        self.values = values
    }
}
