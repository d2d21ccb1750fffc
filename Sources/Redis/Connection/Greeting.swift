/// Questions to a fresh connection before it may be used: commands sent at once, and a check of
/// each answer.
struct Greeting {
    typealias Check = (RedisReply) -> RedisFailure?

    /// The server that is greeted, as an operator knows it.
    private let role: String
    private let hasPassword: Bool
    private(set) var questions: [(command: [RedisArgument], check: Check)] = []

    /// For a connection that will carry commands.
    init(to url: RedisURL, name: String) {
        role =
            switch url.place {
            case .server: "the server"
            case .master: "the master"
            }
        hasPassword = url.credentials != nil
        if let credentials = url.credentials {
            questions.append((Self.auth(credentials), Self.isAuthenticated))
        }
        if url.database != 0 {
            questions.append((["SELECT", .integer(Int64(url.database))], Self.isTaken))
        }
        switch url.place {
        case .server: break
        // A sentinel may know less than the server itself does by now.
        case .master: questions.append((["ROLE"], Self.isMaster))
        }
        // The one of them that is refused while the server loads.
        questions.append((["PING"], Self.isTaken))
        // For readers of CLIENT LIST; a server may refuse it.
        questions.append((["CLIENT", "SETNAME", .text(name)], { _ in nil }))
    }

    /// For a sentinel: who is the master?
    init(
        toSentinelOf master: String,
        credentials: RedisCredentials?,
        answer: @escaping (RedisAddress) -> Void
    ) {
        role = "the sentinel"
        hasPassword = credentials != nil
        // A sentinel without password refuses one, and answers all the same.
        if let credentials { questions.append((Self.auth(credentials), { _ in nil })) }
        questions.append(
            (
                ["SENTINEL", "get-master-addr-by-name", .text(master)],
                { reply in
                    guard let address = Self.address(reply) else { return Self.noMaster(reply) }
                    answer(address)
                    return nil
                }
            )
        )
    }

    /// Says whose password it is that is missing or wrong: a server and its sentinels may have one each.
    func explained(_ failure: RedisFailure) -> RedisFailure {
        guard case .authentication(let words) = failure else { return failure }
        let trouble =
            hasPassword
            ? "does not take the URL's password" : "wants a password, and the URL has none"
        return .authentication("\(role) \(trouble): \(words)")
    }

    private static func auth(_ credentials: RedisCredentials) -> [RedisArgument] {
        guard let user = credentials.user else { return ["AUTH", .text(credentials.password)] }
        return ["AUTH", .text(user), .text(credentials.password)]
    }

    private static func isAuthenticated(_ reply: RedisReply) -> RedisFailure? {
        guard case .error(let text) = reply else { return nil }
        return .authentication(ServerWords.printable(text))
    }

    private static func isTaken(_ reply: RedisReply) -> RedisFailure? {
        guard case .error(let text) = reply else { return nil }
        return .refused(ServerWords.printable(text))
    }

    /// ROLE: an array whose first item is "master", "slave" or "sentinel".
    private static func isMaster(_ reply: RedisReply) -> RedisFailure? {
        if case .array(let items) = reply, items.first == .bytes(Array("master".utf8)) {
            return nil
        }
        return isTaken(reply) ?? .notServing("not the master")
    }

    private static func noMaster(_ reply: RedisReply) -> RedisFailure {
        isTaken(reply) ?? .noMaster
    }

    /// An array of the master's host and port; null when the sentinel does not know it.
    private static func address(_ reply: RedisReply) -> RedisAddress? {
        guard case .array(let items) = reply, items.count == 2,
            case .bytes(let host) = items[0], case .bytes(let digits) = items[1],
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0, !host.isEmpty,
            host.count <= RedisURL.maxHostBytes
        else { return nil }
        return .tcp(host: String(decoding: host, as: UTF8.self), port: port)
    }
}

/// Redis' errors: a code, and words for people.
enum ServerWords {
    static let maxShown = 200

    /// Not nil when the server could not serve anybody: the command was not carried out, and
    /// another server, or this one later, may do better.
    static func failure(_ error: String) -> RedisFailure? {
        switch error.prefix(while: { $0 != " " }) {
        case "LOADING", "READONLY", "MASTERDOWN": .notServing(printable(error))
        case "NOAUTH": .authentication(printable(error))
        default: nil
        }
    }

    /// Fit for a log: a server's text may hold anything.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(maxShown).map {
                    $0.properties.generalCategory == .control ? "?" : $0
                }
            )
        )
    }
}
