import Protocol
import Redis
import Transport

/// Holds back commits and newcomers while gateways restore their steps to a Redis that was lost.
///
/// After a restart or a failover another server answers, and it may lack the latest steps. A gateway that
/// knows fewer of them than another must not commit before that one had the time to put them back:
/// acknowledged steps would be overwritten. Nor must one that knows none begin from the archive too early.
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
        return .unavailable("steps that Redis lost are being restored")
    }

    /// A reply without a `run_id` counts as another server's each time.
    private static func runID(_ reply: RedisReply) -> String {
        let line = reply.text?.split(separator: "\r\n").first { $0.hasPrefix("run_id:") }
        return line.map { String($0.dropFirst("run_id:".count)) } ?? "\(EventLoop.monotonicNs)"
    }
}
