import CPostgres

/// Address and credentials of a Postgres database:
/// `postgres://user:password@host:port/db?sslmode=…`, or with `?host=/path` by a Unix socket.
///
/// Source: https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING.
public struct PostgresURL: Sendable, CustomStringConvertible {
    /// For libpq alone: it may hold a password.
    let text: String
    private let secrets: [String]
    private let place: String

    /// - Returns: nil when it is no such URL. No reason is given: libpq's repeat the password.
    public init?(_ text: String) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://"),
            !text.utf8.contains(0), let options = Self.options(of: text)
        else { return nil }
        // A password that should have been escaped ends up in these, and in libpq's messages.
        let ports = options["port"]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        guard ports.allSatisfy({ $0.isEmpty || UInt16($0) != nil }),
            options["host"]?.contains("@") != true, options["dbname"]?.contains("@") != true
        else { return nil }
        self.text = text
        let passwords = ["password", "sslpassword"].compactMap { options[$0] }
        secrets = [text] + passwords.filter { !$0.isEmpty }
        let host = options["host"] ?? options["hostaddr"] ?? "the local socket"
        let port = options["port"].map { ":\($0)" } ?? ""
        let database = options["dbname"] ?? options["user"] ?? ""
        place = "\(host)\(port)/\(database)"
    }

    /// Host, port and database; no user, no password.
    public var description: String { place }

    /// libpq's message on one line, without passwords.
    func redacted(_ message: String) -> String {
        var text = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for secret in secrets {
            text = text.split(separator: secret, omittingEmptySubsequences: false)
                .joined(separator: "***")
        }
        return String(text.prefix(Self.maxMessageLength))
    }

    /// Bounds a message, whose length is up to the server.
    private static var maxMessageLength: Int { 500 }

    private static func options(of text: String) -> [String: String]? {
        guard let parsed = PQconninfoParse(text, nil) else { return nil }
        defer { PQconninfoFree(parsed) }
        var options: [String: String] = [:]
        var next = parsed
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.val {
                options[String(cString: keyword)] = String(cString: value)
            }
            next += 1
        }
        return options
    }
}

extension PostgresURL: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["place": place]) }
}
