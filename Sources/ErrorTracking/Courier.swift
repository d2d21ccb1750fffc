import FoundationEssentials
import HTTP
import Logging
import OpenSSL
import Transport
import WebClient

/// Takes envelopes to the server, one after another. Confined to its loop once it is made.
final class Courier {
    enum Outcome {
        case sent
        /// The server wants to hear nothing at present.
        case dropped
        case failed
    }

    /// For one envelope, with name look-up, TCP and TLS.
    static let patienceMs: Int64 = 5_000

    private let dsn: DSN
    private let client: String
    private let release: String
    private let environment: String
    private let web: WebClient
    /// Made when it is needed: the first courier is there before the logging system.
    private var log: Logger { Logger(label: ErrorTracker.label) }
    private var quietUntilNs: Int64 = 0
    /// Said once, and once when it is over.
    private var isRefused = false

    init(
        _ dsn: DSN,
        client: String,
        release: String,
        environment: String,
        on loop: EventLoop
    ) throws(TLSConfigurationError) {
        self.dsn = dsn
        self.client = client
        self.release = release
        self.environment = environment
        let tls: TLSContext? = dsn.origin.isTLS ? try .client(.system) : nil
        web = WebClient(dsn.origin, on: loop, tls: tls)
    }

    func send(_ envelope: Envelope, _ done: @escaping (Outcome) -> Void) {
        guard EventLoop.monotonicNs >= quietUntilNs else { return done(.dropped) }
        let call = WebCall(
            .post,
            dsn.path,
            headers: [
                "User-Agent": client, "Content-Type": Envelope.contentType,
                "X-Sentry-Auth":
                    "Sentry sentry_version=7, sentry_client=\(client), sentry_key=\(dsn.key)",
            ],
            body: envelope.bytes(release: release, environment: environment, sentAt: Date())
        )
        web.make(call, withinMs: Self.patienceMs) { [self] result in
            switch result {
            case .success(let response): done(judge(response))
            case .failure(let error):
                tell("\(error)")
                done(.failed)
            }
        }
    }

    private func judge(_ response: Response) -> Outcome {
        if let seconds = RateLimit.seconds(response) {
            quietUntilNs = EventLoop.monotonicNs + seconds * 1_000_000_000
        }
        guard (200..<300).contains(response.status.rawValue) else {
            if response.status == .tooManyRequests { return .dropped }
            // Its words are not repeated: they may quote the envelope, the key too.
            tell("it answered \(response.status.rawValue)")
            return .failed
        }
        if isRefused { log.notice("errors are reported again", metadata: ["to": "\(dsn)"]) }
        isRefused = false
        return .sent
    }

    private func tell(_ reason: String) {
        guard !isRefused else { return }
        isRefused = true
        log.warning("errors can't be reported: \(reason)", metadata: ["to": "\(dsn)"])
    }

    /// Nothing is left to send.
    func rest() {
        web.close()
    }
}

/// Seconds for which a server wants no events, read from its answer.
enum RateLimit {
    /// Used where a 429 names no time, as Sentry's clients do.
    static let usualSeconds: Int64 = 60
    /// A server that asks for more is asked again after a day.
    static let maxSeconds: Int64 = 86_400

    /// - Returns: nil where events may go on.
    static func seconds(_ response: Response) -> Int64? {
        let named = response.headers.items("X-Sentry-Rate-Limits").compactMap(seconds(limit:)).max()
        if let named { return named }
        // Limits named there do not concern events.
        if response.headers.contains("X-Sentry-Rate-Limits") { return nil }
        guard response.status == .tooManyRequests else { return nil }
        guard let text = response.headers.first("Retry-After"), let seconds = number(text[...])
        else { return usualSeconds }
        return seconds
    }

    /// One of `60:error;transaction:organization`: seconds, then categories, none for all.
    private static func seconds(limit: String) -> Int64? {
        let parts = limit.split(separator: ":", omittingEmptySubsequences: false)
        guard let seconds = number(parts[0]) else { return nil }
        let categories = parts.count > 1 ? parts[1].split(separator: ";") : []
        guard categories.isEmpty || categories.contains("error") else { return nil }
        return seconds
    }

    private static func number(_ text: Substring) -> Int64? {
        // Fractions have been seen; the whole second after is meant.
        guard let value = Double(text), value >= 0 else { return nil }
        return value < Double(maxSeconds) ? Int64(value.rounded(.up)) : maxSeconds
    }
}

/// Keeps a storm of errors from becoming a storm of events.
struct Throttle {
    static let periodMs: Int64 = 60_000
    /// Events of one period; the same error counts once.
    static let maxInPeriod = 30

    /// When each was let through last; within the period, so at most `maxInPeriod`.
    private var lastMs: [[String]: Int64] = [:]

    mutating func admits(_ fingerprint: [String], atMs nowMs: Int64) -> Bool {
        lastMs = lastMs.filter { nowMs - $0.value < Self.periodMs }
        guard lastMs.count < Self.maxInPeriod, lastMs[fingerprint] == nil else { return false }
        lastMs[fingerprint] = nowMs
        return true
    }
}
