import FoundationEssentials
import HTTP
import Making
import OpenSSL
import Transport
public import WebClient

/// A server's base address, such as `http://127.0.0.1:8081/v1`: that of a provider, or of one at home that
/// speaks the same.
public struct WebBase: Hashable, Sendable {
    public let origin: WebOrigin
    /// Without a slash at its end.
    public let path: String

    /// Nil unless it is http or https with a host; a query, a user and spaces have no place in it.
    public init?(_ text: String) {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: text.hasPrefix) else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        guard let origin = WebOrigin(isTLS: scheme == "https://", authority: authority),
            rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") })
        else { return nil }
        self.origin = origin
        var path = rest.dropFirst(authority.count)
        while path.last == "/" { path.removeLast() }
        self.path = String(path)
    }
}

/// The time that a server is given.
public struct Patience: Sendable {
    /// For one call, with name look-up, TCP and TLS.
    public var callMs: Int64
    /// Calls until it counts as away.
    public var tries: Int
    /// The first pause where the server names none; each is twice the one before.
    public var firstPauseMs: Int
    /// The longest that a server may ask for.
    public var maxPauseMs: Int
    /// Told of each try that failed and is followed by another.
    public var tell: @Sendable (String) -> Void

    public init(
        callMs: Int64 = 300_000,
        tries: Int = 5,
        firstPauseMs: Int = 500,
        maxPauseMs: Int = 120_000,
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.callMs = callMs
        self.tries = tries
        self.firstPauseMs = firstPauseMs
        self.maxPauseMs = maxPauseMs
        self.tell = tell
    }
}

/// Calls to one server, one at a time, each tried again while that may help.
final class WebPort: @unchecked Sendable {
    private let base: WebBase
    private let loop: EventLoop
    /// Touched on its loop alone.
    private let web: WebClient
    private let patience: Patience

    init(_ base: WebBase, maxAnswerBytes: Int, _ patience: Patience) throws {
        self.base = base
        self.patience = patience
        loop = EventLoop(label: "provider")
        web = WebClient(
            base.origin,
            on: loop,
            tls: base.origin.isTLS ? try .client(.system) : nil,
            limits: RequestLimits(
                maxHeaderBytes: Self.maxHeaderBytes,
                maxBodyBytes: maxAnswerBytes,
                maxHeaders: Self.maxHeaders
            )
        )
    }

    deinit { loop.shutdown() }

    /// As messages name it.
    var server: String { "\(base.origin)" }

    /// Of answers: hosted services send many.
    private static let maxHeaderBytes = 32 * 1024
    private static let maxHeaders = 128

    /// The body of the answer.
    ///
    /// - Parameter call: its path begins where the base ends.
    func body(of call: WebCall) async throws(ProviderError) -> [UInt8] {
        var call = call
        call.path = base.path + call.path
        var failure = ProviderError.away("\(base.origin)", why: "was not asked")
        for attempt in 0..<patience.tries {
            let (pauseMs, error) = try await outcome(of: call, attempt)
            switch error {
            case .success(let body): return body
            case .failure(let error): failure = error
            }
            guard attempt + 1 < patience.tries else { break }
            guard pauseMs <= patience.maxPauseMs else { throw failure }
            patience.tell("\(failure); try \(attempt + 2) of \(patience.tries) in \(pauseMs) ms")
            try? await Task.sleep(for: .milliseconds(pauseMs))
        }
        throw failure
    }

    /// - Throws: what another try would not change.
    private func outcome(
        of call: WebCall,
        _ attempt: Int
    ) async throws(ProviderError) -> (pauseMs: Int, Result<[UInt8], ProviderError>) {
        let server = "\(base.origin)"
        let pauseMs = patience.firstPauseMs << attempt
        switch await once(call) {
        case .success(let response):
            let asked = response.headers.first("Retry-After").flatMap { Int($0) }
            let pause = asked.map { max(0, min($0, Self.maxSeconds)) * 1_000 } ?? pauseMs
            switch response.status.rawValue {
            case 200..<300: return (0, .success(response.body))
            case 401, 403: throw .key(server)
            case 429: return (pause, .failure(.limited(server)))
            case let status where status >= 500:
                return (pause, .failure(.away(server, why: "it answers \(status)")))
            case let status: throw .refused(server, status: status)
            }
        case .failure(.notHTTP(.bodyTooLarge)):
            throw .answer(
                Fault(AnswerCheck.tooLong, "The answer does not end."),
                Cost(calls: attempt + 1)
            )
        case .failure(let error): return (pauseMs, .failure(.away(server, why: "\(error)")))
        }
    }

    private static let maxSeconds = 86_400

    private func once(_ call: WebCall) async -> Result<Response, WebError> {
        await withCheckedContinuation { done in
            loop.execute { [self] in
                web.make(call, withinMs: patience.callMs) { done.resume(returning: $0) }
            }
        }
    }
}
