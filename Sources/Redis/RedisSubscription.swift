public import Timers
public import Transport

/// Messages of many channels of one Redis, on a connection of its own that is brought back whenever
/// it is lost.
///
/// Confined to its loop, and lives until `shutdown`. Redis delivers at most once: messages
/// published while the connection is away are missed, and `whenResubscribed` tells of it. Probes
/// prove that the way is open from end to end, see `SubscriptionProbe`.
public final class RedisSubscription {
    public static let maxChannels = 100_000
    /// SUBSCRIBE takes many; this many at one time do not hold up others.
    static let channelsPerCommand = 512

    private struct Channel {
        let handler: ([UInt8]) -> Void
        /// Number of its own confirmation on this connection.
        var position: Int
        var whenActive: (() -> Void)?
    }

    public let loop: EventLoop
    private let reconnector: Reconnector
    private let probe: SubscriptionProbe
    private let report: (RedisEvent) -> Void

    private var channels: [String: Channel] = [:]
    /// SUBSCRIBEs sent on this connection, one for each channel, and those that Redis has confirmed: in
    /// the order they were sent.
    private var askedCount = 0
    private var confirmedCount = 0
    /// The position at which everything is subscribed to again, and the address to report then.
    private var renewal: (position: Int, address: RedisAddress)?
    /// From the second one on something may have been missed, though the first never got to the end.
    private var connectionCount = 0

    /// Called each time that all channels are subscribed to again after the connection was lost:
    /// messages may have been missed.
    public var whenResubscribed: () -> Void = {}

    /// - Parameters:
    ///   - name: how Redis' CLIENT LIST shows the connection; without blanks.
    ///   - link: the way the probes are published; to the same Redis.
    public init(
        _ url: RedisURL,
        name: String,
        link: RedisLink,
        limits: RedisLimits = RedisLimits(),
        report: @escaping (RedisEvent) -> Void
    ) {
        loop = link.loop
        self.report = report
        reconnector = Reconnector(url, name: name, loop: loop, limits: limits, report: report)
        probe = SubscriptionProbe(link)
        reconnector.becameReady = { [weak self] in self?.begin($0, $1) }
        probe.failed = { [weak self] in self?.reconnector.pipeline?.end(.unproven) }
    }

    /// Begins to connect and to probe, and never gives up.
    public func connect() {
        loop.preconditionOnLoop()
        reconnector.start()
        probe.start()
    }

    /// When the last probe came back.
    public var lastProof: ServerTime? {
        loop.preconditionOnLoop()
        return probe.lastProof
    }

    /// True when a probe has come back lately: within `SubscriptionProbe.maxAgeMs`.
    public func isProven(at time: ServerTime) -> Bool {
        loop.preconditionOnLoop()
        return probe.isProven(at: time)
    }

    /// Calls `handler` with each message of a channel, also after a reconnection. A channel that is
    /// subscribed to already gets the new handler.
    ///
    /// - Parameter whenActive: called once, when Redis has confirmed: messages published from then
    ///   on are heard. Not called if the channel is unsubscribed or gets another handler before.
    /// - Throws: `.unavailable(.tooManyChannels)` beyond `maxChannels`.
    public func subscribe(
        _ channel: String,
        whenActive: @escaping () -> Void = {},
        _ handler: @escaping ([UInt8]) -> Void
    ) throws(RedisError) {
        loop.preconditionOnLoop()
        guard channels.count < Self.maxChannels || channels[channel] != nil else {
            throw .unavailable(.tooManyChannels)
        }
        if let pipeline = reconnector.pipeline { ask(for: [channel], pipeline) }
        channels[channel] = Channel(
            handler: handler,
            position: askedCount,
            whenActive: whenActive
        )
    }

    public func unsubscribe(_ channel: String) {
        loop.preconditionOnLoop()
        guard channels.removeValue(forKey: channel) != nil else { return }
        reconnector.pipeline?.sendUnanswered(["UNSUBSCRIBE", .text(channel)])
    }

    /// Closes the connection for good and forgets all channels.
    public func shutdown() {
        loop.preconditionOnLoop()
        reconnector.shutdown()
        probe.shutdown()
        channels = [:]
        whenResubscribed = {}
    }

    // MARK: One connection

    private func begin(_ pipeline: RedisPipeline, _ address: RedisAddress) {
        pipeline.receivedUnasked = { [weak self] in self?.receive($0) }
        probe.connected()
        connectionCount += 1
        askedCount = 0
        confirmedCount = 0
        ask(for: [probe.channel], pipeline)
        var rest = Array(channels.keys)[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(Self.channelsPerCommand))
            rest = rest.dropFirst(some.count)
            for (index, channel) in some.enumerated() {
                channels[channel]?.position = askedCount + index + 1
            }
            ask(for: some, pipeline)
        }
        renewal = (askedCount, address)
    }

    private func ask(for channels: [String], _ pipeline: RedisPipeline) {
        pipeline.sendUnanswered(["SUBSCRIBE"] + channels.map { .text($0) })
        askedCount += channels.count
    }

    /// Messages on such a connection: an array of a kind, a channel, and a message or a count.
    private func receive(_ reply: RedisReply) {
        guard case .array(let items) = reply, items.count == 3, case .bytes(let kind) = items[0]
        else {
            return stop(reply)
        }
        guard case .bytes(let name) = items[1] else { return stop(reply) }
        if kind == Self.message, case .bytes(let message) = items[2] {
            hear(String(decoding: name, as: UTF8.self), message)
        } else if kind == Self.subscribed {
            confirm(String(decoding: name, as: UTF8.self))
        } else if kind != Self.unsubscribed {
            stop(reply)
        }
    }

    private static let message = Array("message".utf8)
    private static let subscribed = Array("subscribe".utf8)
    private static let unsubscribed = Array("unsubscribe".utf8)

    private func hear(_ channel: String, _ message: [UInt8]) {
        if let listener = channels[channel] {
            listener.handler(message)
        } else if channel == probe.channel {
            probe.cameBack()
        }
    }

    private func confirm(_ channel: String) {
        confirmedCount += 1
        if channels[channel]?.position == confirmedCount,
            let action = channels[channel]?.whenActive.take()
        {
            action()
        }
        guard let renewal, renewal.position <= confirmedCount else { return }
        self.renewal = nil
        report(.ready(renewal.address))
        // No need to wait a period for proof that it hears.
        probe.send()
        if connectionCount > 1 { whenResubscribed() }
    }

    private func stop(_ reply: RedisReply) {
        let failure: RedisFailure =
            if case .error(let text) = reply {
                .refused(ServerWords.printable(text))
            } else {
                .brokenProtocol("neither a message nor a confirmation")
            }
        reconnector.pipeline?.end(failure)
    }
}

/// Proves that published messages arrive: a message on a channel of its own, sent through the link,
/// has to come back through the subscription.
final class SubscriptionProbe {
    static let periodMs: Int64 = 1_000
    /// After this time without one that came back the subscription counts as dead.
    static let maxAgeMs: Int64 = 4_000

    let channel = "probe:\(UInt64.random(in: 0 ... .max)):\(UInt64.random(in: 0 ... .max))"
    private let link: RedisLink
    private var next: Deadline?
    private(set) var lastProof: ServerTime?
    /// When the first one was sent of those that have not come back, by the monotonic clock.
    private var missingSinceNs: Int64?

    /// Probes are published and none comes back.
    var failed: () -> Void = {}

    init(_ link: RedisLink) {
        self.link = link
    }

    func start() {
        guard next == nil else { return }
        tick()
    }

    func shutdown() {
        if let next { link.loop.cancel(next) }
        next = nil
        failed = {}
    }

    /// On a new connection nothing is missing yet.
    func connected() {
        missingSinceNs = nil
    }

    func cameBack() {
        missingSinceNs = nil
        lastProof = link.loop.now
    }

    func isProven(at time: ServerTime) -> Bool {
        // Either way: a clock that is stepped at the start proves nothing.
        lastProof.map { abs(time - $0) <= Self.maxAgeMs } ?? false
    }

    /// Also out of turn, when there is reason to know soon.
    func send() {
        missingSinceNs = missingSinceNs ?? EventLoop.monotonicNs
        link.send(["PUBLISH", .text(channel), ""]) { [weak self] result in
            // Not published: its absence proves nothing.
            if case .failure = result { self?.missingSinceNs = nil }
        }
    }

    private func tick() {
        next = link.loop.schedule(at: link.loop.now + Self.periodMs) { [weak self] in
            self?.tick()
        }
        if let missingSinceNs,
            EventLoop.monotonicNs - missingSinceNs > Self.maxAgeMs * 1_000_000
        {
            failed()
        }
        send()
    }
}
