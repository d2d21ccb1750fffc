import Protocol
public import Redis

/// Rights that a store needs of Redis' access lists (ACL), and whether its user has them.
///
/// Source: https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/.
public enum RedisRights {
    private static let session = RedisKeys(session: SessionID(rawValue: "proof"))

    /// One key of each pattern, and nobody's.
    private static let keys: [(pattern: String, key: RedisArgument)] = [
        ("proof", RedisKeys.proof), ("session:*", session.state),
        ("joincode:*", RedisKeys.joinCode("proof")), ("value:*", RedisKeys.value("proof")),
        ("rooms:left", .text(RedisKeys.left)), ("timers:due", RedisKeys.due),
        ("outbox:waiting", RedisKeys.waiting),
    ]

    /// One of each pattern that is published to and subscribed to.
    private static let channels = [
        ("session:*", session.news), ("rooms:left", RedisKeys.left),
        ("probe:*", "probe:proof"),
    ]

    /// True for an error of Redis, or of a script of its, that says that the user may not.
    static func isRefusal(_ error: String) -> Bool {
        error.hasPrefix("NOPERM") || error.contains("ACL failure")
            || error.contains("executing the script can't")
    }

    /// Asks for each right by itself.
    ///
    /// - Parameter done: gets what the user may not, in words; nil when Redis did not answer.
    public static func find(_ link: RedisLink, _ done: @escaping ([String]?) -> Void) {
        let nothing = RedisScript("return 1")
        let commands: [(String, [RedisArgument])] = [
            ("EVAL", ["EVAL", .text(nothing.source), 0]),
            ("EVALSHA", ["EVALSHA", .text(nothing.digest), 0]),
            ("PUBLISH", ["PUBLISH", "probe:proof", ""]),
        ]
        let places =
            keys.map { ("the key \($0.pattern)", ["EVAL", .text(nothing.source), 1, $0.key]) }
            + channels.map { ("the channel \($0.0)", ["PUBLISH", .text($0.1), ""]) }
        let search = Search(left: commands.count + places.count + 1, done)
        for (name, command) in commands {
            link.send(command) { search.note($0, "run \(name)", isOfCommand: true) }
        }
        for (name, command) in places {
            link.send(command) { search.note($0, "use \(name)", isOfCommand: false) }
        }
        let prove: [RedisArgument] = ["EVAL", .text(prove.source), 1, RedisKeys.proof]
        link.send(prove) { search.note(proof: $0) }
    }

    /// Asks how Redis makes room when its memory is full.
    ///
    /// - Parameter done: gets a policy by which it forgets what is not to be forgotten, if it is one.
    public static func findEvictingPolicy(_ link: RedisLink, _ done: @escaping (String?) -> Void) {
        link.send(["INFO", "memory"]) { result in
            guard case .success(let reply) = result else { return done(nil) }
            let prefix = "maxmemory_policy:"
            let line = reply.text?.split(separator: "\r\n").first { $0.hasPrefix(prefix) }
            let policy = line.map { String($0.dropFirst(prefix.count)) }
            done(policy == "noeviction" ? nil : policy)
        }
    }

    /// The outcome of `prove`: every command was run, or which may not be.
    static func outcome(_ result: Result<RedisReply, RedisError>) -> Result<Void, LiveStoreError> {
        result.read(refused).flatMap { refused in
            guard !refused.isEmpty else { return .success(()) }
            return .failure(.unavailable("may not run \(refused.joined(separator: ", "))"))
        }
    }

    /// Commands that the user may not run, as `prove` tells them.
    static func refused(_ reply: RedisReply) throws(Unreadable) -> [String] {
        guard let items = reply.items else { throw Unreadable("a proof") }
        return items.compactMap(\.text)
    }

    /// Answers that are still due, and what they said.
    private final class Search {
        private var left: Int
        private var missing: [String] = []
        private var isAnswered = true
        private let done: ([String]?) -> Void

        init(left: Int, _ done: @escaping ([String]?) -> Void) {
            self.left = left
            self.done = done
        }

        /// - Parameter isOfCommand: whether the right is to run it at all, and not to use it on something.
        func note(
            _ result: Result<RedisReply, RedisError>,
            _ right: String,
            isOfCommand: Bool
        ) {
            switch result {
            case .success(.error(let text)):
                guard isRefusal(text), text.contains(" to run the ") == isOfCommand else { break }
                missing.append(right)
            case .success: break
            case .failure: isAnswered = false
            }
            end()
        }

        func note(proof result: Result<RedisReply, RedisError>) {
            switch result {
            case .success(let reply):
                let others = ((try? refused(reply)) ?? []).filter { $0 != "PUBLISH" }
                missing += others.map { "run \($0)" }
            case .failure: isAnswered = false
            }
            end()
        }

        private func end() {
            left -= 1
            if left == 0 { done(isAnswered ? missing : nil) }
        }
    }
}

extension RedisRights {
    /// KEYS 1 a key that nobody reads, and that is gone at once. Runs each command that
    /// the scripts and a store run, and returns those that this user may not.
    static let prove = RedisScript(
        """
        local refused = {}
        local function try(...)
          local reply = redis.pcall(...)
          if type(reply) ~= 'table' or not reply.err then return end
          if string.find(reply.err, 'NOPERM') or string.find(reply.err, 'ACL failure')
            or string.find(reply.err, "executing the script can't") then
            refused[#refused + 1] = (...)
          elseif #refused == 0 then
            redis.call(...)
          end
        end
        local key = KEYS[1]
        try('SET', key, '', 'PX', 1000)
        try('GET', key)
        try('DEL', key)
        try('HSET', key, 'a', '')
        try('PEXPIRE', key, 1000)
        try('HGET', key, 'a')
        try('HMGET', key, 'a')
        try('HGETALL', key)
        try('HEXISTS', key, 'a')
        try('HLEN', key)
        try('HDEL', key, 'a')
        try('SADD', key, 'a')
        try('SPOP', key)
        try('ZADD', key, 1, 'a')
        try('ZCARD', key)
        try('ZSCORE', key, 'a')
        try('ZRANGEBYSCORE', key, 0, 0)
        try('ZREMRANGEBYSCORE', key, 0, 0)
        try('ZREM', key, 'a')
        try('DEL', key)
        try('PUBLISH', 'probe:proof', '')
        try('TIME')
        return refused
        """
    )
}
