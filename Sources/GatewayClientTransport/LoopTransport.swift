public import GatewayClient
import Glibc
public import HTTP
public import OpenSSL
import Timers
public import Transport
public import WebClient

/// Clients on an event loop of this repository: TCP, TLS and WebSocket without any other library.
public final class LoopTransport: ClientTransport {
    public struct Gateway: Sendable {
        public let address: SocketAddress
        /// As the Host field has it.
        public let authority: String
        /// The name that a certificate is checked against.
        public let serverName: String

        public init(address: SocketAddress, authority: String, serverName: String) {
            self.address = address
            self.authority = authority
            self.serverName = serverName
        }
    }

    private static let connectMs = 15_000

    public let loop: EventLoop
    private let gateways: [Gateway]
    private let tls: TLSContext?
    private var masks: [UInt32] = []
    public let traffic = Traffic()

    /// - Parameter gateways: of the same sessions, at least one.
    public init(_ loop: EventLoop, _ gateways: [Gateway], tls: TLSContext?) {
        self.loop = loop
        self.gateways = gateways
        self.tls = tls
    }

    public var nowUs: Int64 { Ticks.nowUs }
    public var wallMs: Int64 { Ticks.wallMs }
    public var gatewayCount: Int { gateways.count }

    public func after(_ ms: Int64, _ action: @escaping () -> Void) {
        _ = loop.schedule(at: loop.now + ms, action)
    }

    public func open(
        _ request: SocketRequest,
        at gateway: Int,
        for handler: any ClientLinkHandler
    ) -> any ClientLink {
        let gateway = gateways[gateway]
        let link = LoopLink(request, gateway, self, handler)
        link.connection = loop.connect(
            to: gateway.address,
            tls: tls.map { ($0, gateway.serverName) },
            handler: link,
            timeoutMs: Self.connectMs
        )
        return link
    }

    public func caller(at gateway: Int) -> any RESTCaller {
        LoopCaller(loop, gateways[gateway], tls)
    }

    /// A frame's mask that nobody can foresee (RFC 6455 §5.3); many are drawn at a time.
    func nextMask() -> UInt32 {
        if masks.isEmpty {
            masks = [UInt32](repeating: 0, count: 1_024)
            masks.withUnsafeMutableBytes { SecureRandom.fill($0) }
        }
        return masks.removeLast()
    }
}

private final class LoopCaller: RESTCaller {
    /// The longest that one call may take.
    private static let patienceMs: Int64 = 15_000
    /// Bytes of an answer's body.
    private static let maxBodyBytes = 4 * 1024 * 1024

    private let web: WebClient
    private let origin: WebOrigin

    init(_ loop: EventLoop, _ gateway: LoopTransport.Gateway, _ tls: TLSContext?) {
        origin = WebOrigin(
            isTLS: tls != nil,
            host: gateway.serverName,
            port: gateway.address.port
        )
        web = WebClient(
            origin,
            at: gateway.address,
            on: loop,
            tls: tls,
            limits: RequestLimits(maxBodyBytes: Self.maxBodyBytes)
        )
    }

    func call(_ request: RESTRequest, then completion: @escaping Completion) {
        web.make(WebCall(request), withinMs: Self.patienceMs) { [origin] result in
            completion(
                result.map { RESTAnswer($0) }
                    .mapError { error in
                        switch error {
                        case .late: .tookTooLong(request.name)
                        case .notHTTP: .unexpected("\(error)")
                        case .unknownHost, .privateAddress, .unreachable, .tooManyWaiting:
                            .unreachable("\(origin): \(error)")
                        }
                    }
            )
        }
    }

    func close() {
        web.close()
    }
}

extension WebCall {
    /// A call of the REST contract in HTTP.
    public init(_ request: RESTRequest) {
        self.init(Method(request.method.rawValue), request.path)
        if let bearer = request.bearer { headers.append("Authorization", "Bearer \(bearer)") }
        if let body = request.body {
            self.body = body
            headers.append("Content-Type", "application/json")
        }
    }
}

extension RESTAnswer {
    /// The answer that HTTP brought.
    public init(_ response: Response) {
        self.init(
            status: response.status.rawValue,
            retryAfter: response.headers.first("Retry-After"),
            body: response.body
        )
    }
}

/// The machine's monotonic clock, for measuring; it has nothing to do with the time of day.
public enum Ticks {
    /// Microseconds since some moment in the past.
    public static var nowUs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Milliseconds since 1970, as the wire has them.
    public static var wallMs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
