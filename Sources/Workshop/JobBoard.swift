public import Redis
import Transport

/// Jobs of all runs on a Redis, for whichever process has time: a stream of tickets with one group of workers.
///
/// A ticket is pending from when it is taken until its job has ended; that of a worker which is silent for so long
/// that it must be dead goes to another. What is made lies in the jobs' folder, which all of them share.
///
/// The link is confined to its loop; all else is `Sendable`.
public final class JobBoard: @unchecked Sendable {
    /// A job that somebody may do.
    public struct Ticket: Hashable, Sendable {
        public let run: String
        public let job: String
        public let players: Int
        public let maxCalls: Int
        public let maxTokens: Int

        public init(run: String, job: String, players: Int, _ budget: Budget) {
            (self.run, self.job, self.players) = (run, job, players)
            (maxCalls, maxTokens) = (budget.maxCalls, budget.maxTokens)
        }
    }

    /// A ticket in the hands of this worker.
    struct Taken: Sendable {
        let id: String
        /// Nil for one that says nothing that can be done.
        let ticket: Ticket?
    }

    /// Silence after which a worker counts as dead, and the time from one sign of life to the next.
    static let silenceMs: Int64 = 10_000
    static let pulseMs: Int64 = 2_000
    /// Tickets at one time; all runs together have no more work than this.
    static let maxTickets: Int64 = 4_096
    /// A run is forgotten when nothing has happened in it for a week.
    private static let memorySeconds: Int64 = 7 * 24 * 3_600
    private static let retryMs: Int64 = 100
    /// For a Redis that is away, or comes.
    private static let tries = 100

    private static let stream = "{making}:jobs"
    private static let group = "workers"
    /// In the hash of a run, of a job that has not ended.
    private static let given = "given"

    private let loop = EventLoop(label: "job board")
    private let link: RedisLink
    private let worker: String

    /// - Parameter worker: another for each process at each time.
    public init(_ url: RedisURL, worker: String) {
        self.worker = worker
        link = RedisLink(url, name: "making", loop: loop, report: { _ in })
        loop.execute { [self] in link.connect() }
    }

    deinit {
        loop.execute { [link = Confined(link)] in link.value.shutdown() }
        loop.shutdown()
    }

    /// Carries the link to its own loop, once nobody else has it.
    private struct Confined: @unchecked Sendable {
        let value: RedisLink

        init(_ value: RedisLink) { self.value = value }
    }

    // MARK: Whoever wants something made

    /// Puts up a ticket, unless it has been there before.
    func give(_ ticket: Ticket) async throws(BoardError) {
        let reply = try await run(
            Self.giving,
            keys: [.text(Self.stream), Self.key(ticket.run)],
            [
                .text(ticket.job), .text(ticket.run), .integer(Int64(ticket.players)),
                .integer(Int64(ticket.maxCalls)), .integer(Int64(ticket.maxTokens)),
                .integer(Self.maxTickets), .integer(Self.memorySeconds), .text(Self.given),
            ]
        )
        guard reply != .integer(-1) else { throw .full }
    }

    /// Jobs of a run that have tickets, and whether they have ended.
    func known(in run: String) async throws(BoardError) -> [String: Bool] {
        guard case .array(let cells) = try await send(["HGETALL", Self.key(run)]) else {
            return [:]
        }
        let words = cells.map(\.word)
        var known: [String: Bool] = [:]
        for place in stride(from: 0, to: words.count - 1, by: 2) {
            known[words[place]] = words[place + 1] != Self.given
        }
        return known
    }

    // MARK: Workers

    /// The ticket of a worker that is dead, or else one that nobody has had; nil where there is none.
    func take() async throws(BoardError) -> Taken? {
        var cursor = "0-0"
        repeat {
            let claimed = try await sendToGroup([
                "XAUTOCLAIM", .text(Self.stream), .text(Self.group), .text(worker),
                .integer(Self.silenceMs), .text(cursor), "COUNT", 1,
            ])
            guard case .array(let parts) = claimed, parts.count >= 2 else { return nil }
            if let taken = Self.taken(parts[1]) { return taken }
            cursor = parts[0].word
        } while cursor != "0-0" && !cursor.isEmpty
        let read = try await sendToGroup([
            "XREADGROUP", "GROUP", .text(Self.group), .text(worker), "COUNT", 1, "STREAMS",
            .text(Self.stream), ">",
        ])
        guard case .array(let streams) = read, case .array(let pair)? = streams.first,
            pair.count == 2
        else { return nil }
        return Self.taken(pair[1])
    }

    /// Says that this worker is alive.
    func pulse(_ taken: Taken) async throws(BoardError) {
        _ = try await run(
            Self.pulsing,
            keys: [.text(Self.stream)],
            [.text(Self.group), .text(worker), .text(taken.id)]
        )
    }

    /// Takes the ticket down. A job that two have done, as one of them was silent for too long, ends once.
    func end(_ taken: Taken) async throws(BoardError) {
        _ = try await run(
            Self.ending,
            keys: [.text(Self.stream), Self.key(taken.ticket?.run ?? "")],
            [
                .text(Self.group), .text(taken.id), .text(taken.ticket?.job ?? ""),
                .integer(Self.memorySeconds),
            ]
        )
    }

    private static func key(_ run: String) -> RedisArgument { .text("{making}:run:\(run)") }

    /// The first entry of a list; whatever Redis holds may be somebody else's.
    private static func taken(_ entries: RedisReply) -> Taken? {
        guard case .array(let list) = entries, case .array(let entry)? = list.first,
            entry.count == 2, case .array(let cells) = entry[1]
        else { return nil }
        var fields: [String: String] = [:]
        for place in stride(from: 0, to: cells.count - 1, by: 2) {
            fields[cells[place].word] = cells[place + 1].word
        }
        return Taken(id: entry[0].word, ticket: Ticket(fields))
    }

    // MARK: Scripts

    private static let giving = RedisScript(
        """
        if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return 0 end
        if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[6]) then return -1 end
        redis.call('HSET', KEYS[2], ARGV[1], ARGV[8])
        redis.call('EXPIRE', KEYS[2], ARGV[7])
        redis.call('XADD', KEYS[1], '*', 'job', ARGV[1], 'run', ARGV[2], 'players', ARGV[3],
            'calls', ARGV[4], 'tokens', ARGV[5])
        return 1
        """
    )

    private static let pulsing = RedisScript(
        """
        local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1)
        if #pending == 0 or pending[1][2] ~= ARGV[2] then return 0 end
        redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[3], 'JUSTID')
        return 1
        """
    )

    private static let ending = RedisScript(
        """
        if redis.call('XACK', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
        redis.call('XDEL', KEYS[1], ARGV[2])
        if ARGV[3] == '' then return 1 end
        redis.call('HSET', KEYS[2], ARGV[3], 'ended')
        redis.call('EXPIRE', KEYS[2], ARGV[4])
        return 1
        """
    )

    // MARK: The link

    /// Makes the group where there is none, as on a Redis that was emptied.
    private func sendToGroup(_ command: [RedisArgument]) async throws(BoardError) -> RedisReply {
        do throws(BoardError) {
            return try await send(command)
        } catch {
            guard case .refused(let text) = error, text.hasPrefix("NOGROUP") else { throw error }
            do throws(BoardError) {
                _ = try await send([
                    "XGROUP", "CREATE", .text(Self.stream), .text(Self.group), "0", "MKSTREAM",
                ])
            } catch {
                guard case .refused(let text) = error, text.hasPrefix("BUSYGROUP") else {
                    throw error
                }
            }
            return try await send(command)
        }
    }

    private func send(_ command: [RedisArgument]) async throws(BoardError) -> RedisReply {
        try await ask { link, done in link.send(command, done) }
    }

    private func run(
        _ script: RedisScript,
        keys: [RedisArgument],
        _ arguments: [RedisArgument]
    ) async throws(BoardError) -> RedisReply {
        try await ask { link, done in link.run(script, keys: keys, arguments: arguments, done) }
    }

    /// Tries again for a while where Redis is away: each of the commands may come twice.
    private func ask(
        _ question: @escaping @Sendable (RedisLink, @escaping RedisCompletion) -> Void
    ) async throws(BoardError) -> RedisReply {
        var last: RedisError?
        for _ in 0..<Self.tries {
            let result = await withCheckedContinuation {
                (continuation: CheckedContinuation<Result<RedisReply, RedisError>, Never>) in
                loop.execute { [self] in
                    question(link) { continuation.resume(returning: $0) }
                }
            }
            switch result {
            case .success(.error(let text)): throw .refused(text)
            case .success(let reply): return reply
            case .failure(let error): last = error
            }
            try? await Task.sleep(for: .milliseconds(Self.retryMs))
        }
        throw .away(last.map { "\($0)" } ?? "")
    }
}

/// The reason why jobs can't be handed out now.
public enum BoardError: Error, Hashable, Sendable, CustomStringConvertible {
    case away(String)
    case refused(String)
    case full

    public var description: String {
        switch self {
        case .away(let why): "the Redis for the jobs can't be reached: \(why)"
        case .refused(let text): "the Redis for the jobs refuses: \(text)"
        case .full: "there are \(JobBoard.maxTickets) jobs on the Redis already"
        }
    }
}

extension JobBoard.Ticket {
    private static let maxNameBytes = 240

    /// Nil for anything but a ticket: the names are those of folders.
    fileprivate init?(_ fields: [String: String]) {
        func name(_ key: String) -> String? {
            guard let name = fields[key], 1...Self.maxNameBytes ~= name.utf8.count,
                name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
            else { return nil }
            return name
        }
        func number(_ key: String) -> Int? { fields[key].flatMap { Int($0) } }
        guard let run = name("run"), let job = name("job"), let players = number("players"),
            let calls = number("calls"), let tokens = number("tokens"), players >= 0, calls > 0,
            tokens > 0
        else { return nil }
        self.init(
            run: run,
            job: job,
            players: players,
            Budget(maxCalls: calls, maxTokens: tokens)
        )
    }
}

extension RedisReply {
    /// Empty for what is no word.
    fileprivate var word: String {
        switch self {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .status(let text): text
        case .integer(let number): "\(number)"
        case .null, .array, .error: ""
        }
    }
}
