import Logging
import Synchronization
import Transport
import WebSocket

/// Tells of clients that can't come in for a reason that the operator can mend. They come by the thousand, so each
/// reason is a line at once and then one a minute at most, with how many it stands for.
final class EntranceLog: Sendable {
    private let log: Logger
    private let shortage = RareLine()
    private let strippedUpgrades = RareLine()

    init(_ log: Logger) {
        self.log = log
    }

    /// May be called from any loop.
    func note(_ refusal: AcceptRefusal) {
        switch refusal {
        case .noDescriptor:
            guard let count = shortage.note(at: EventLoop.monotonicNs) else { return }
            log.warning(
                "connections are turned away: no file descriptor is left, raise the limit (LimitNOFILE, ulimit -n)",
                metadata: ["connections": "\(count)"]
            )
        // Limits of the gateway's own: the metrics count them.
        case .noMemory, .tooMany: break
        }
    }

    /// A request for a WebSocket that is none. One with a key was one until somebody on its way took the header
    /// away that is for the next hop alone (RFC 9110 §7.6.1), as proxies do unless told otherwise.
    ///
    /// May be called from any loop.
    func note(_ refusal: Handshake.Refusal, hasKey: Bool) {
        switch refusal {
        case .httpTooOld, .notAnUpgrade, .connectionLacksUpgrade:
            guard hasKey, let count = strippedUpgrades.note(at: EventLoop.monotonicNs) else {
                return
            }
            log.warning(
                """
                players can't get in: a proxy before the gateway takes the header Upgrade from their WebSockets, \
                or speaks HTTP/1.0; deploy/nginx/gateway.conf has the lines it needs
                """,
                metadata: ["requests": "\(count)"]
            )
        case .methodNotGet, .keyMissingOrMalformed, .versionUnsupported: break
        }
    }
}

/// A line that stands for many events: one at once, then one a minute at most.
final class RareLine: Sendable {
    static let periodNs: Int64 = 60_000_000_000

    private struct State {
        var notBeforeNs = Int64.min
        /// Since the last line.
        var count = 0
    }

    private let state = Mutex(State())

    /// - Returns: for how many events a line is due now, this one included; nil when none is.
    func note(at nowNs: Int64) -> Int? {
        state.withLock { state in
            state.count += 1
            guard nowNs >= state.notBeforeNs else { return nil }
            defer { state = State(notBeforeNs: nowNs + Self.periodNs) }
            return state.count
        }
    }
}
