import GameState
import HTTP
import Metrics
import Protocol
import Synchronization
import Transport
import Voice
import WebSocket

/// The gateway's metrics; made once, so that counting costs an atomic addition.
struct GatewayMetrics: Sendable {
    private let text: @Sendable () -> String
    private let factory: any MetricsFactory

    private let liveStoreUp: Meter
    private let archiveUp: Meter
    private let socketGauge: Meter
    private let roomGauge: Meter
    private let restingGauge: Meter
    private let seats: [Role: Meter]
    private let clients: ClientVersions
    private let messages: Counter
    private let sentMessages: Counter
    private let violations: [CloseCode: Counter]
    private let silences: Counter
    private let overflows: Counter
    private let badRequests: [Status: Counter]
    private let turnedAway: [AcceptRefusal: Counter]
    private let turnedAwaySilent: Counter
    private let cuts: [CutReason: Counter]
    private let commits: Counter
    private let differences: Counter
    private let gamesStarted: Counter
    private let gamesFinished: Counter
    private let gamesAborted: Counter
    /// Of all hosted games; there are few.
    private let claims: [ClaimMetrics]
    private let commitSeconds: Metrics.Timer
    private let clipsMade: Counter
    private let clipsFailed: Counter
    private let clipsFound: Counter
    private let clipSeconds: Metrics.Timer
    private let aheadKept: Meter
    private let aheadWanted: Meter
    private let aheadBytes: Meter
    private let answers: [Counter]
    private let refusedCalls: [Int: Counter]
    private let refusals: [ErrorCode: Counter]

    /// - Parameters:
    ///   - factory: keeps the numbers.
    ///   - claims: those of the hosted games.
    ///   - text: all of them for `/metrics`.
    init(
        factory: any MetricsFactory,
        claims: [ClaimKind],
        text: @escaping @Sendable () -> String
    ) {
        self.text = text
        self.factory = factory
        @Sendable func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: "gateway_\(name)_total", dimensions: dimensions, factory: factory)
        }
        func meter(_ name: String, _ dimensions: [(String, String)] = []) -> Meter {
            Meter(label: "gateway_\(name)", dimensions: dimensions, factory: factory)
        }
        meter("build_info", [("version", Product.version)]).set(1)
        liveStoreUp = meter("live_store_up")
        archiveUp = meter("archive_up")
        socketGauge = meter("sockets")
        roomGauge = meter("rooms")
        restingGauge = meter("rooms_at_rest")
        seats = Dictionary(
            uniqueKeysWithValues: Role.allCases.map { role in
                (role, meter("seats", [("role", role.rawValue.lowercased())]))
            }
        )
        clients = ClientVersions { counter("clients_greeted", [("version", $0)]) }
        messages = counter("messages_received")
        sentMessages = counter("messages_sent")
        violations = Dictionary(
            uniqueKeysWithValues: Set(Violation.Reason.allCases.map(\.closeCode)).map {
                ($0, counter("protocol_violations", [("code", "\($0.rawValue)")]))
            }
        )
        silences = counter("silent_sockets_closed")
        overflows = counter("outbound_overflows")
        let statuses = Set(RequestError.Reason.allCases.map(\.status) + [.requestTimeout])
        badRequests = Dictionary(
            uniqueKeysWithValues: statuses.map {
                ($0, counter("http_requests_refused", [("status", "\($0.rawValue)")]))
            }
        )
        turnedAway = Dictionary(
            uniqueKeysWithValues: AcceptRefusal.allCases.map {
                ($0, counter("connections_refused", [("reason", $0.rawValue)]))
            }
        )
        turnedAwaySilent = counter("connections_refused", [("reason", "silent")])
        cuts = Dictionary(
            uniqueKeysWithValues: CutReason.allCases.map {
                ($0, counter("connections_cut", [("reason", $0.rawValue)]))
            }
        )
        commits = counter("commits")
        differences = counter("state_differences")
        gamesStarted = counter("games_started")
        gamesFinished = counter("games_ended", [("outcome", "finished")])
        gamesAborted = counter("games_ended", [("outcome", "aborted")])
        // Two games may have a claim of one name: they share its metrics.
        self.claims = Dictionary(grouping: claims, by: \.id).values.compactMap { kinds in
            guard let kind = kinds.first else { return nil }
            let losses = Set(kinds.flatMap(\.losses)).sorted()
            return ClaimMetrics(
                ClaimKind(kind.id, attempts: kind.attempts, losses: losses),
                factory
            )
        }
        func timer(_ name: String) -> Metrics.Timer {
            Metrics.Timer(
                label: "gateway_\(name)_seconds",
                dimensions: [],
                preferredDisplayUnit: .seconds,
                factory: factory
            )
        }
        commitSeconds = timer("commit")
        clipsMade = counter("clips", [("outcome", "made")])
        clipsFailed = counter("clips", [("outcome", "failed")])
        clipsFound = counter("clips", [("outcome", "found")])
        clipSeconds = timer("clip")
        aheadKept = meter("clips_ahead")
        aheadWanted = meter("clips_ahead_wanted")
        aheadBytes = meter("clips_ahead_bytes")
        answers = (1...5).map { counter("http_answers", [("status", "\($0)xx")]) }
        refusedCalls = Dictionary(
            uniqueKeysWithValues: Set(ErrorCode.allCases.map(\.httpStatus)).map {
                ($0, counter("http_calls_refused", [("status", "\($0)")]))
            }
        )
        refusals = Dictionary(
            uniqueKeysWithValues: ErrorCode.allCases.map {
                ($0, counter("errors_sent", [("code", $0.rawValue)]))
            }
        )
    }

    /// Text for a scrape, with the state of the stores now.
    func exposition(isStoreReached: Bool, isArchiveReached: Bool) -> [UInt8] {
        liveStoreUp.set(isStoreReached ? 1 : 0)
        archiveUp.set(isArchiveReached ? 1 : 0)
        return Array(text().utf8)
    }

    func socketOpened() { socketGauge.increment() }
    func socketClosed() { socketGauge.decrement() }
    /// A client of a role has its place in a room.
    func seatTaken(by role: Role) { seats[role]?.increment() }
    func seatLeft(by role: Role) { seats[role]?.decrement() }
    /// - Parameter version: of the client, as it says; nil when it says none that can be read.
    func greeted(_ version: ClientVersion?) { clients.count(version) }
    /// By how many more rooms are open, and rest.
    func roomsChanged(open: Int, resting: Int) {
        roomGauge.increment(by: Double(open))
        restingGauge.increment(by: Double(resting))
    }
    func messageReceived() { messages.increment() }
    func messagesSent(_ count: Int) { sentMessages.increment(by: count) }
    func violation(_ violation: Violation) { violations[violation.closeCode]?.increment() }
    func silenced() { silences.increment() }
    func overflowed() { overflows.increment() }
    /// A request that was refused as malformed, by the status it got.
    func requestRefused(_ status: Status) { badRequests[status]?.increment() }
    func refused(_ code: ErrorCode) { refusals[code]?.increment() }
    func refused(_ refusal: AcceptRefusal) { turnedAway[refusal]?.increment() }
    /// A connection without a request that its address may not have.
    func refusedSilent() { turnedAwaySilent.increment() }

    /// Made when there is a certificate: one that is not there does not expire.
    ///
    /// - Parameter seconds: since 1970.
    func certificateExpires(at seconds: Int64) {
        let label = "gateway_tls_certificate_expires_timestamp_seconds"
        Meter(label: label, dimensions: [], factory: factory).set(seconds)
    }

    /// A connection is over; counted where this side put an end to it, or it broke.
    func ended(_ reason: CloseReason) {
        if let cut = CutReason(reason) { cuts[cut]?.increment() }
    }

    func committed(tookNs: Int64) {
        commits.increment()
        commitSeconds.recordNanoseconds(tookNs)
    }

    /// A committed input gives another state here than it gave the build that committed it.
    func stateDiffered() { differences.increment() }

    /// From reading a player's attempt at a claim to writing its acceptance.
    func granted(_ claim: ClaimID, tookNs: Int64) {
        claims.first { $0.claim == claim }?.granted(tookNs: tookNs)
    }

    /// A player was told that a claim is not theirs.
    func refused(_ loss: ClaimLoss) {
        claims.first { $0.claim == loss.claim }?.refused(because: loss.reason)
    }

    /// A fact of a commit that was made here.
    func recorded(_ fact: Fact) {
        switch fact {
        case .gameStarted: gamesStarted.increment()
        case .gameEnded(let isAborted, _):
            if isAborted { gamesAborted.increment() } else { gamesFinished.increment() }
        case .sessionCreated, .sessionStatus, .playerJoined, .playerRenamed, .playerSeen,
            .playerLeft, .roundBegan, .roundState, .clipMade, .answered, .judged, .audit, .game:
            break
        }
    }

    func spoke(_ report: VoiceReport) {
        switch report {
        case .made(let nanoseconds):
            clipsMade.increment()
            clipSeconds.recordNanoseconds(nanoseconds)
        case .failed: clipsFailed.increment()
        case .found: clipsFound.increment()
        case .notKept: break
        }
    }

    func keeps(_ progress: AheadProgress) {
        aheadKept.set(progress.kept)
        aheadWanted.set(progress.wanted)
        aheadBytes.set(progress.bytes)
    }

    func answered(_ status: Int) {
        let kind = status / 100 - 1
        if answers.indices.contains(kind) { answers[kind].increment() }
        refusedCalls[status]?.increment()
    }
}

/// Metrics of one claim of a hosted game, called by the names that the game gives.
struct ClaimMetrics: Sendable {
    let claim: ClaimID
    private let accepted: Counter
    private let refused: [(reason: String, counter: Counter)]
    private let seconds: Metrics.Timer

    fileprivate init(_ kind: ClaimKind, _ factory: any MetricsFactory) {
        func attempts(_ outcome: String) -> Counter {
            let label = Self.attemptsLabel(kind)
            return Counter(label: label, dimensions: [("outcome", outcome)], factory: factory)
        }
        claim = kind.id
        accepted = attempts("accepted")
        refused = kind.losses.map { ($0, attempts($0)) }
        seconds = Metrics.Timer(
            label: Self.secondsLabel(kind),
            dimensions: [],
            preferredDisplayUnit: .seconds,
            factory: factory
        )
    }

    func granted(tookNs: Int64) {
        accepted.increment()
        seconds.recordNanoseconds(tookNs)
    }

    func refused(because reason: String) {
        refused.first { $0.reason == reason }?.counter.increment()
    }

    private static func attemptsLabel(_ kind: ClaimKind) -> String {
        "gateway_\(kind.id)_\(kind.attempts)_total"
    }

    /// Judged at a millisecond, which 1, 2, 5 would not tell.
    static func secondsLabel(_ kind: ClaimKind) -> String { "gateway_\(kind.id)_seconds" }

    static func help(_ kind: ClaimKind) -> [String: String] {
        [
            attemptsLabel(kind): "Attempts to take the \(kind.id), by outcome.",
            secondsLabel(kind): "From an attempt to take the \(kind.id) to its acceptance.",
        ]
    }
}

/// Help text of each metric, for `# HELP` (Prometheus' exposition format 0.0.4).
extension GatewayMetrics {
    static let help: [String: String] = [
        "gateway_archive_up": "1 while test writes to the archive succeed.",
        "gateway_build_info": "1, with the release as a label.",
        "gateway_clients_greeted_total": "Clients that said hello, by their version.",
        "gateway_clip_seconds": "Time to have a line spoken.",
        "gateway_clips_ahead": "Clips that are there before a game wants them.",
        "gateway_clips_ahead_bytes": "Disk space that they take.",
        "gateway_clips_ahead_wanted": "Clips that there would be if all were made.",
        "gateway_clips_total": "Lines to be spoken, by outcome.",
        "gateway_commit_seconds": "From handing a change to the live store to its answer.",
        "gateway_commits_total": "Changes of sessions that were committed here.",
        "gateway_connections_cut_total": "Connections that broke or were ended here.",
        "gateway_connections_refused_total": "Connections that were not accepted, by the reason.",
        "gateway_error_events_total":
            "Errors to be reported elsewhere, by outcome.",
        "gateway_errors_sent_total": "Errors sent to clients, by code.",
        "gateway_games_ended_total": "Games that ended, by kind of end.",
        "gateway_games_started_total": "Games that began.",
        "gateway_http_answers_total": "Answers to HTTP requests, by the kind of their status.",
        "gateway_http_calls_refused_total": "REST calls that were refused, by their status.",
        "gateway_http_requests_refused_total":
            "Requests that HTTP's rules refuse, by their status.",
        "gateway_live_store_up": "1 while test writes to the live store succeed.",
        "gateway_messages_received_total": "Messages from clients.",
        "gateway_messages_sent_total": "Messages to clients.",
        "gateway_outbound_overflows_total":
            "Clients too slow for their messages, which got a new snapshot.",
        "gateway_protocol_violations_total":
            "WebSockets that were closed for breaking the protocol, by the close code.",
        "gateway_rooms": "Sessions that are open here.",
        "gateway_rooms_at_rest": "Sessions here without anybody for a minute.",
        "gateway_seats": "Clients seated in a room, by role.",
        "gateway_silent_sockets_closed_total": "WebSockets that did not answer a ping.",
        "gateway_sockets": "WebSockets that are open.",
        "gateway_state_differences_total":
            "Inputs whose state here differed from that of the gateway that committed them.",
        "gateway_tls_certificate_expires_timestamp_seconds":
            "End of the certificate's validity, since 1970.",
    ]
}

/// Why a connection was cut, as the metrics have it.
enum CutReason: String, CaseIterable {
    case stalled, overflow, tls, system
    case handshakeTimeout = "handshake_timeout"
    case inputNotTaken = "input_not_taken"

    /// Nil for an end in peace.
    init?(_ reason: CloseReason) {
        switch reason {
        case .peer, .local: return nil
        case .stalled: self = .stalled
        case .handshakeTimeout: self = .handshakeTimeout
        case .overflow: self = .overflow
        case .failed(.tls): self = .tls
        case .failed(.system): self = .system
        case .failed(.inputNotTaken): self = .inputNotTaken
        }
    }
}

/// Counts clients by what they say their version is: the first few versions by their names, for a client
/// may say anything; the rest as `other`.
final class ClientVersions: Sendable {
    /// Versions that are counted by their names.
    static let maxNamed = 16

    private let make: @Sendable (String) -> Counter
    private let named = Mutex<[ClientVersion: Counter]>([:])
    private let other: Counter
    /// Says none, or one that can't be read.
    private let unknown: Counter

    /// - Parameter make: makes the counter of a version.
    init(make: @escaping @Sendable (String) -> Counter) {
        self.make = make
        other = make("other")
        unknown = make("unknown")
    }

    func count(_ version: ClientVersion?) {
        guard let version else { return unknown.increment() }
        let counter = named.withLock { named in
            if let known = named[version] { return known }
            guard named.count < Self.maxNamed else { return other }
            let new = make("\(version)")
            named[version] = new
            return new
        }
        counter.increment()
    }
}
