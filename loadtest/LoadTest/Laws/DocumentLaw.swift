import GatewayClient
import Protocol

/// Law 3: a document built by patches is the next snapshot.
struct DocumentLaw: LawCheck {
    var law: Law { .document }

    /// A document that did not change may keep its number.
    func willTake(_ heard: Heard, _ referee: Referee) {
        let replica = heard.client.replica
        guard heard.type == .stateSnapshot, heard.client.attention == .document,
            replica.version >= 0
        else { return }
        let fresh = heard.message.decoded()
        let difference = replica.difference(from: fresh)
        guard difference == nil || fresh["version"]?.int == replica.version else { return }
        referee.check(
            .document,
            by: heard.client.label,
            difference.map { "at version \(replica.version): \($0)" }
        )
    }
}

/// Law 5: no document contradicts what anybody was told before.
struct LastingLaw: LawCheck {
    var law: Law { .lasting }

    func took(_ heard: Heard, _ referee: Referee) {
        guard heard.changesDocument else { return }
        let client = heard.client
        let faults = referee.record.saw(client.document, version: client.replica.version)
        referee.check(.lasting, by: client.label, nil)
        for fault in faults { referee.check(.lasting, by: client.label, fault) }
    }
}

/// Law 10: a client that never reads delays nobody.
struct IsolationLaw: LawCheck {
    /// The longest that a round trip may take at the 95th percentile beside a sloth.
    static let maxRoundTripUs: Int64 = 250_000

    var law: Law { .isolation }

    func finish(_ referee: Referee) {
        let slowUs = referee.roundTrips.percentile(95)
        referee.check(
            .isolation,
            by: "TIME_PING",
            slowUs > Self.maxRoundTripUs ? "p95 \(Line.time(slowUs)) beside a sloth" : nil
        )
    }
}

/// Law 7: the memory and the descriptors that sessions and connections cost have limits.
struct BoundsLaw: LawCheck {
    /// A session with its clients may add so much; the first also fills caches that stay.
    static let sessionBytes = 256.0 * 1_024
    static let cacheBytes = 64.0 * 1_024 * 1_024
    /// Descriptors beside those of the sockets: of the calls that open and end a session.
    static let looseDescriptors = 24.0
    static let socketBytes = 512.0 * 1_024

    private struct Holding {
        let bytes: Double
        let descriptors: Double
        let sessions: Double
        let sockets: Double

        /// Nil where the gateway does not tell.
        init?(_ metrics: [String: Double]) {
            guard let bytes = metrics["process_resident_memory_bytes"],
                let descriptors = metrics["process_open_fds"],
                let sessions = metrics["gateway_rooms"], let sockets = metrics["gateway_sockets"]
            else { return nil }
            self.bytes = bytes
            self.descriptors = descriptors
            self.sessions = sessions
            self.sockets = sockets
        }
    }

    /// Holdings at the first look, before there was a session of this run.
    private var before: Holding?

    var law: Law { .bounds }

    mutating func measured(_ metrics: [String: Double], _ referee: Referee) {
        guard let now = Holding(metrics) else { return }
        guard let before else { return before = now }
        let sessions = max(0, now.sessions - before.sessions)
        let sockets = max(0, now.sockets - before.sockets)
        let maxBytes =
            before.bytes + Self.cacheBytes + sessions * Self.sessionBytes
            + sockets * Self.socketBytes
        let maxDescriptors = before.descriptors + sockets + Self.looseDescriptors
        referee.check(
            .bounds,
            by: "memory",
            now.bytes <= maxBytes
                ? nil
                : "\(Line.bytes(Int(now.bytes))) for \(Int(sessions)) sessions, "
                    + "\(Line.bytes(Int(before.bytes))) before"
        )
        referee.check(
            .bounds,
            by: "descriptors",
            now.descriptors <= maxDescriptors
                ? nil : "\(Int(now.descriptors)) for \(Int(sockets)) sockets"
        )
    }
}
