/// Something to be sent to the server.
enum PostgresCommand {
    /// SQL without values that is used once.
    case once(String)
    /// Prepared when a connection first meets it.
    case prepared(Write)

    /// Names it in errors.
    var name: String {
        switch self {
        case .once(let sql): sql
        case .prepared(let write): write.statement.name
        }
    }
}
