import OpenSSL
public import Transport

/// Commands to one Redis, pipelined on one connection that is brought back whenever it is lost.
///
/// Confined to its loop, and lives until `shutdown`. Nothing is queued for later: while there is no
/// connection a command fails at once with `RedisError.unavailable`. Commands are carried out in the
/// order of the calls, those of one turn of the loop leave in one write. Only for commands with one
/// reply each: not SUBSCRIBE, MONITOR or CLIENT REPLY.
public final class RedisLink {
    public let loop: EventLoop
    private let reconnector: Reconnector
    private var readyActions: [() -> Void] = []
    private var lostActions: [(RedisFailure) -> Void] = []
    /// Scripts that Redis has been told on this connection.
    private var knownScripts: Set<ObjectIdentifier> = []

    /// - Parameter name: how Redis' CLIENT LIST shows the connection; without blanks.
    public init(
        _ url: RedisURL,
        name: String,
        loop: EventLoop,
        limits: RedisLimits = RedisLimits(),
        report: @escaping (RedisEvent) -> Void
    ) {
        self.loop = loop
        reconnector = Reconnector(url, name: name, loop: loop, limits: limits, report: report)
        reconnector.becameReady = { [weak self] _, address in
            guard let self else { return }
            knownScripts.removeAll()
            report(.ready(address))
            for action in readyActions { action() }
        }
        reconnector.becameLost = { [weak self] failure in
            guard let self else { return }
            for action in lostActions { action(failure) }
        }
    }

    /// Begins to connect, and never gives up.
    public func connect() {
        loop.preconditionOnLoop()
        reconnector.start()
    }

    public var isReady: Bool {
        loop.preconditionOnLoop()
        return reconnector.pipeline != nil
    }

    /// Commands that wait for their reply.
    public var inFlight: Int {
        loop.preconditionOnLoop()
        return reconnector.pipeline?.inFlight ?? 0
    }

    /// Calls `action` each time that commands are taken from now on, before any other is sent.
    public func whenReady(_ action: @escaping () -> Void) {
        loop.preconditionOnLoop()
        readyActions.append(action)
    }

    /// Calls `action` each time that the connection is lost, after all commands in flight have failed.
    public func whenLost(_ action: @escaping (RedisFailure) -> Void) {
        loop.preconditionOnLoop()
        lostActions.append(action)
    }

    /// Sends one command.
    ///
    /// An error that Redis answers is a reply. A server that can't serve anybody, as it loads or is no
    /// master, is no answer: the command is `unavailable`, and the connection is made anew, with
    /// sentinels to wherever the master is then. So is one beyond `RedisLimits`.
    ///
    /// - Parameter command: its words; at least its name.
    public func send(_ command: [RedisArgument], _ done: @escaping RedisCompletion) {
        loop.preconditionOnLoop()
        guard let pipeline = reconnector.pipeline else {
            let failure = reconnector.failure
            return loop.afterTurn { done(.failure(.unavailable(failure))) }
        }
        pipeline.send(command, done)
    }

    /// Runs a script on Redis: by its digest, or its source where Redis does not know it yet.
    ///
    /// A script that Redis has forgotten meanwhile (SCRIPT FLUSH) is sent once more and runs then:
    /// only in that case may commands that were sent after it be carried out before it.
    public func run(
        _ script: RedisScript,
        keys: [RedisArgument],
        arguments: [RedisArgument],
        _ done: @escaping RedisCompletion
    ) {
        let isKnown = !knownScripts.insert(ObjectIdentifier(script)).inserted
        let words = [.integer(Int64(keys.count))] + keys + arguments
        guard isKnown else { return send(["EVAL", .text(script.source)] + words, done) }
        send(["EVALSHA", .text(script.digest)] + words) { [weak self] result in
            guard case .success(.error(let text)) = result, text.hasPrefix("NOSCRIPT"), let self
            else { return done(result) }
            knownScripts.remove(ObjectIdentifier(script))
            run(script, keys: keys, arguments: arguments, done)
        }
    }

    /// Closes the connection for good; commands in flight fail, at the end of this turn.
    public func shutdown() {
        loop.preconditionOnLoop()
        reconnector.shutdown()
        readyActions = []
        lostActions = []
    }
}

/// An event for an operator's log. Holds no password.
public enum RedisEvent: Hashable, Sendable {
    /// Commands are taken, or all channels are subscribed to again.
    case ready(RedisAddress)
    /// A connection that was ready is gone; tried again after this many ms.
    case lost(RedisFailure, retryMs: Int64)
    /// A connection could not be made; tried again after this many ms.
    case notConnected(RedisFailure, retryMs: Int64)
    /// Redis' clock is not where it was: the loop's follows it slowly.
    case clockJumped(byMs: Int64)
}

/// Limits of one connection, and its time-outs.
public struct RedisLimits: Sendable {
    /// Commands that wait for their reply.
    public var maxInFlight = 65_536
    /// Bytes that wait to be sent.
    public var maxBacklogBytes = 64 * 1024 * 1024
    /// Bytes of one reply.
    public var maxReplyBytes = 64 * 1024 * 1024
    /// Values in one reply, those in arrays of arrays included.
    public var maxReplyValues = 1 << 20
    /// The longest that a reply may take, and connecting with everything that belongs to it.
    public var replyMs = 2_000

    public init() {}
}

/// A Lua script, known to Redis by the SHA-1 digest of its source (EVALSHA). Made once and kept.
public final class RedisScript: Sendable {
    public let source: String
    /// 40 hexadecimal digits.
    public let digest: String

    public init(_ source: String) {
        self.source = source
        let digits = Array("0123456789abcdef")
        digest = String(
            Digest.sha1(Array(source.utf8)).flatMap {
                [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
            }
        )
    }
}

/// Redis' answer (RESP2).
public enum RedisReply: Hashable, Sendable {
    case null
    case integer(Int64)
    /// A short word such as "OK".
    case status(String)
    case bytes([UInt8])
    case array([RedisReply])
    /// Redis' refusal of the command; its first word is a code such as "WRONGTYPE".
    case error(String)
}

/// Called once, on the loop, and never before the call that it was given to has returned.
public typealias RedisCompletion = (Result<RedisReply, RedisError>) -> Void
