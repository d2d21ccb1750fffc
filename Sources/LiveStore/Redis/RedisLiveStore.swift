public import GameState
public import Protocol
public import Redis
import Transport

/// A live store in one Redis that many gateways share: the facade that one event loop has of it.
///
/// A commit writes its journal entry, and the whole state only now and then (docs/decisions/0010).
/// It is acknowledged once it is in Redis' journal; the archive gets it after that.
///
/// Confined to the link's loop. The link and the subscription are started, and shut down after
/// `close`, by their owner; the loop's clock must be Redis' (`RedisClock`).
public final class RedisLiveStore: LiveStore, @unchecked Sendable {
    /// Makes entries durable, in order per session; completes from anywhere.
    public typealias Outbox =
        @Sendable (
            [JournalEntry], @escaping @Sendable (Result<Void, LiveStoreError>) -> Void
        ) -> Void

    let link: RedisLink
    private let subscription: RedisSubscription
    let limits: RedisStoreLimits
    let report: (RedisStoreEvent) -> Void
    let outbox: RedisOutbox
    let due: DueIndex
    let settling: FailoverBarrier
    let origin: Origin
    /// Prefix that followers hear before an entry.
    let committedNews: RedisArgument
    let snapshots: SnapshotWriter
    let left: LeftSessions
    private let news: RedisNews
    private let writing: WriteHealth

    public init(
        link: RedisLink,
        subscription: RedisSubscription,
        limits: RedisStoreLimits = RedisStoreLimits(),
        outbox append: @escaping Outbox,
        report: @escaping (RedisStoreEvent) -> Void
    ) {
        self.link = link
        self.subscription = subscription
        self.limits = limits
        self.report = report
        origin = Origin(random: .random(in: 0 ... .max))
        committedNews = .bytes(PackedNews.committed(by: origin))
        due = DueIndex(link, report: report)
        outbox = RedisOutbox(link: link, limits: limits, append: append, report: report)
        settling = FailoverBarrier(link, settlingMs: limits.settlingMs)
        snapshots = SnapshotWriter(link, from: origin, report: report)
        left = LeftSessions(link, subscription, limits, report: report)
        news = RedisNews(subscription, to: origin, report: report)
        writing = WriteHealth(report: report)
        link.whenReady { [weak self] in
            self?.settling.becameReady()
            self?.outbox.becameReady()
        }
        if link.isReady { settling.becameReady() }
        run(everyMs: limits.sweepMs) { $0.outbox.sweep() }
        run(everyMs: limits.adoptingMs) { store in
            store.outbox.adopt { [weak store] in store?.due.correct($0) }
        }
    }

    /// Bytes of own entries that the archive has not got.
    public var keptBytes: Int { outbox.keptBytes }
    public func isHandedOver(_ session: SessionID) -> Bool { !outbox.hasOwn(session) }

    private func run(everyMs periodMs: Int64, _ action: @escaping (RedisLiveStore) -> Void) {
        _ = link.loop.schedule(at: link.loop.now + periodMs) { [weak self] in
            guard let self, !outbox.isClosed else { return }
            action(self)
            run(everyMs: periodMs, action)
        }
    }

    // MARK: Health and end

    public func check(_ done: @escaping Completion<Void>) {
        if let refusal = outbox.refusal ?? settling.refusal {
            return complete(.failure(refusal), done)
        }
        guard subscription.isProven(at: link.loop.now) else {
            return complete(.failure(.unavailable("news from Redis does not arrive")), done)
        }
        link.run(RedisRights.prove, keys: [RedisKeys.proof], arguments: []) { [weak self] result in
            self?.noteWriting(result)
            done(RedisRights.outcome(result))
        }
    }

    func noteWriting(_ result: Result<RedisReply, RedisError>) { writing.note(result) }
    public func close(_ done: @escaping () -> Void) {
        news.unfollowAll()
        outbox.close(done)
    }

    // MARK: Completions

    func complete<Value>(
        _ result: Result<Value, LiveStoreError>,
        _ done: @escaping Completion<Value>
    ) {
        link.loop.afterTurn { done(result) }
    }

    /// For what nobody waits for.
    func reportingFailure(of session: SessionID) -> RedisCompletion {
        { [weak self] result in
            if case .failure(.unreadable(let what)) = result.read({ _ in }) {
                self?.report(.unreadable(session, what))
            }
        }
    }
}

// News from others.
extension RedisLiveStore {
    public func follow(_ session: SessionID, _ hear: @escaping (SessionEvent) -> Void) {
        news.follow(session, hear)
    }

    public func unfollow(_ session: SessionID) { news.unfollow(session) }

    public func requestSnapshot(_ session: SessionID) {
        link.publish(PackedNews.snapshotWanted(by: origin), of: session)
    }

    public func show(_ reaction: Reaction, of player: PlayerID, in session: SessionID) {
        link.publish(PackedNews.reaction(reaction, of: player, by: origin), of: session)
    }
}

// Join codes and small values.
extension RedisLiveStore {
    public func reserve(
        joinCode: String,
        for session: SessionID,
        _ done: @escaping Completion<Bool>
    ) {
        link.run(
            .reserveJoinCode,
            keys: [RedisKeys.joinCode(joinCode)],
            arguments: [.text(session.rawValue), .integer(Int64(limits.stateTTLMs))]
        ) { [weak self] result in
            self?.noteWriting(result)
            done(result.read { $0.number == 1 })
        }
    }

    public func session(joinCode: String, _ done: @escaping Completion<SessionID?>) {
        get(RedisKeys.joinCode(joinCode)) { result in
            done(result.map { $0.map(SessionID.init(rawValue:)) })
        }
    }

    public func put(
        _ value: String,
        key: String,
        ttlMs: Int,
        _ done: @escaping Completion<Void>
    ) {
        SmallValue.preconditionFits(key: key, value: value)
        link.send([
            "SET", RedisKeys.value(key), .text(value), "PX", .integer(Int64(ttlMs)),
        ]) { done($0.read { _ in }) }
    }

    public func get(key: String, _ done: @escaping Completion<String?>) {
        get(RedisKeys.value(key), done)
    }

    public func take(key: String, _ done: @escaping Completion<String?>) {
        link.run(.take, keys: [RedisKeys.value(key)], arguments: []) {
            done($0.read(smallValue))
        }
    }

    private func get(_ key: RedisArgument, _ done: @escaping Completion<String?>) {
        link.send(["GET", key]) { done($0.read(smallValue)) }
    }
}

private func smallValue(_ reply: RedisReply) throws(Unreadable) -> String? {
    guard reply != .null else { return nil }
    guard let text = reply.text else { throw Unreadable("a small value") }
    return text
}

/// Reports that Redis takes nothing, and that it does again, once each. A lost connection is the link's
/// to report.
private final class WriteHealth {
    private let report: (RedisStoreEvent) -> Void
    /// True while Redis answers with errors, as far as was reported.
    private var isRefused = false

    init(report: @escaping (RedisStoreEvent) -> Void) {
        self.report = report
    }

    func note(_ result: Result<RedisReply, RedisError>) {
        switch result {
        case .success(.error(let text)):
            guard case .unavailable(let words) = LiveStoreError(redisError: text), !isRefused
            else { return }
            isRefused = true
            report(.refusedByRedis(words))
        case .success:
            guard isRefused else { return }
            isRefused = false
            report(.takenByRedis)
        case .failure: break
        }
    }
}

/// Holds back commits and newcomers while gateways restore their commits to a Redis that was lost.
///
/// After a restart or a failover another server answers, and it may lack the latest commits. A gateway that
/// knows fewer of them than another must not commit before that one had the time to put them back:
/// acknowledged commits would be overwritten. Nor must one that knows none begin from the archive too early.
final class FailoverBarrier {
    private let link: RedisLink
    private let settlingMs: Int64
    /// `run_id` of INFO: a server has another one after each start.
    private var server: String?
    private var isAsking = false
    private var settledAt: ServerTime?

    init(_ link: RedisLink, settlingMs: Int64) {
        self.link = link
        self.settlingMs = settlingMs
    }

    func becameReady() {
        isAsking = server != nil
        link.send(["INFO", "server"]) { [weak self] result in
            guard let self, case .success(let reply) = result else { return }
            isAsking = false
            let found = Self.runID(reply)
            if let server, server != found { settledAt = link.loop.now + settlingMs }
            server = found
        }
    }

    /// Why nothing that is stored may be built upon yet.
    var refusal: LiveStoreError? {
        let isSettled = settledAt.map { link.loop.now >= $0 } ?? true
        guard isAsking || !isSettled else { return nil }
        return .unavailable("commits that Redis lost are being restored")
    }

    /// A reply without a `run_id` counts as another server's each time.
    private static func runID(_ reply: RedisReply) -> String {
        let line = reply.text?.split(separator: "\r\n").first { $0.hasPrefix("run_id:") }
        return line.map { String($0.dropFirst("run_id:".count)) } ?? "\(EventLoop.monotonicNs)"
    }
}
