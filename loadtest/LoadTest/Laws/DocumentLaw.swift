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
        let breach = difference.map { "at version \(replica.version): \($0)" }
        referee.check(.document, by: heard.client.label, breach)
    }
}

/// Law 5: no document contradicts what anybody was told before.
struct LastingLaw: LawCheck {
    var law: Law { .lasting }

    func took(_ heard: Heard, _ referee: Referee) {
        guard heard.changesDocument else { return }
        let client = heard.client
        let faults = referee.record.saw(client.document, version: client.replica.version)
        referee.check(.lasting, by: client.label, all: faults)
    }
}

/// Law 10: a client that never reads delays nobody.
struct IsolationLaw: LawCheck {
    /// The longest that a round trip may take at the 95th percentile beside a sloth.
    static let maxRoundTripUs: Int64 = 250_000

    var law: Law { .isolation }

    func finish(_ referee: Referee) {
        let slowUs = referee.roundTrips.percentile(95)
        let breach = "p95 \(Line.time(slowUs)) beside a sloth"
        referee.check(.isolation, by: "TIME_PING", slowUs > Self.maxRoundTripUs ? breach : nil)
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

    /// Sizes of what a gateway holds, where it tells.
    private static let sizes = [
        "process_resident_memory_bytes", "process_open_fds", "gateway_rooms", "gateway_sockets",
    ]

    /// At the first look, before there was a session of this run.
    private var before: [Double]?

    var law: Law { .bounds }

    mutating func measured(_ metrics: [String: Double], _ referee: Referee) {
        let now = Self.sizes.compactMap { metrics[$0] }
        guard now.count == Self.sizes.count else { return }
        guard let before else { return before = now }
        let (bytes, descriptors) = (now[0], now[1])
        let (sessions, sockets) = (max(0, now[2] - before[2]), max(0, now[3] - before[3]))
        let maxBytes =
            before[0] + Self.cacheBytes + sessions * Self.sessionBytes + sockets * Self.socketBytes
        let told =
            "\(Line.bytes(Int(bytes))) for \(Int(sessions)) sessions, "
            + "\(Line.bytes(Int(before[0]))) before"
        referee.check(.bounds, by: "memory", bytes <= maxBytes ? nil : told)
        let isWithin = descriptors <= before[1] + sockets + Self.looseDescriptors
        let many = "\(Int(descriptors)) for \(Int(sockets)) sockets"
        referee.check(.bounds, by: "descriptors", isWithin ? nil : many)
    }
}

/// Law 4: what one connection is told of versions only grows.
struct VersionLaw: LawCheck {
    /// The newest version of the document and in an envelope, by client.
    private var documents: [Int: Int64] = [:]
    private var envelopes: [Int: Int64] = [:]

    var law: Law { .version }

    mutating func willTake(_ heard: Heard, _ referee: Referee) {
        let (message, client) = (heard.message, heard.client)
        if let version = message.version {
            let breach = Self.rise(&envelopes[client.id], to: version, message.typeName)
            referee.check(.version, by: client.label, breach)
        }
        guard heard.type == .stateSnapshot || heard.type == .statePatch else { return }
        let version = message.documentVersion ?? -1
        // A snapshot may repeat the version, and come before everything.
        if heard.type == .statePatch {
            let base = Members.int("baseVersion", in: message.payload) ?? -1
            let last = documents[client.id]
            guard let last, base < version, version != last else {
                let before = last.map { "version \($0)" } ?? "any snapshot"
                let breach = "a patch from \(base) to \(version) after \(before)"
                return referee.check(.version, by: client.label, breach)
            }
        }
        let breach = Self.rise(&documents[client.id], to: version, message.typeName)
        referee.check(.version, by: client.label, breach)
    }

    private static func rise(_ last: inout Int64?, to version: Int64, _ what: String) -> String? {
        let before = last ?? version
        last = max(before, version)
        return version >= before ? nil : "\(what) of version \(version) after version \(before)"
    }
}
