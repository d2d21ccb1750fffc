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
