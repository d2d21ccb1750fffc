/// The network as a client needs it. All of it, and every client on it, lives on one thread or queue.
///
/// A platform that brings WebSocket and HTTP of its own needs no more than this.
public protocol ClientTransport: AnyObject {
    /// Microseconds of a clock that only goes forward, for measuring.
    var nowUs: Int64 { get }
    /// Milliseconds since 1970, as the wire has them.
    var wallMs: Int64 { get }
    /// Gateways of the same sessions, at least one; a client that loses one goes to the next.
    var gatewayCount: Int { get }
    var traffic: Traffic { get }

    func after(_ ms: Int64, _ action: @escaping () -> Void)

    /// Begins a WebSocket; `handler` is told later how it went, never within this call.
    func open(
        _ request: SocketRequest,
        at gateway: Int,
        for handler: any ClientLinkHandler
    ) -> any ClientLink

    /// A way to make REST calls, one after the other.
    func caller(at gateway: Int) -> any RESTCaller
}

/// An upgrade that is asked for.
public struct SocketRequest: Sendable {
    /// Path and query.
    public let path: String
    /// The gateway must choose the first one.
    public let protocols: [String]
    public let bearer: String?
}

/// A WebSocket under way. Pings are answered by the transport.
public protocol ClientLink: AnyObject {
    func send(_ text: [UInt8])

    /// Says Close and ends when everything is sent.
    func close()

    /// Ends at once, without a word.
    func abort()

    /// Reads nothing more, so that the gateway's messages pile up.
    func pauseReading()
}

/// The side of a link that its client has.
public protocol ClientLinkHandler: AnyObject {
    func opened()

    /// A text message came; the bytes are valid within the call alone.
    func received(_ text: UnsafeRawBufferPointer)

    /// The gateway did something that the protocol does not allow.
    func violated(_ what: String)

    /// Nothing more comes.
    func ended(_ end: ClientEnd)
}

/// Counters of everything that has passed over a transport.
public final class Traffic {
    public var bytesIn = 0
    public var bytesOut = 0
    public internal(set) var messagesIn = 0
    public internal(set) var messagesOut = 0

    public init() {}

    /// Counts from here on.
    public func reset() {
        (bytesIn, bytesOut, messagesIn, messagesOut) = (0, 0, 0, 0)
    }
}

/// All that the clients of one owner share: the transport, a name, and how stubborn they are.
public final class Network {
    public let transport: any ClientTransport
    /// Told to the gateway in HELLO, and the first part of each `deviceId`.
    public let clientVersion: String
    public let devicePrefix: String
    /// Connection attempts in a row before a client gives up.
    public let maxAttempts: Int

    public init(
        _ transport: any ClientTransport,
        clientVersion: String,
        devicePrefix: String,
        maxAttempts: Int = 6
    ) {
        precondition(transport.gatewayCount > 0, "clients need a gateway")
        self.transport = transport
        self.clientVersion = clientVersion
        self.devicePrefix = devicePrefix
        self.maxAttempts = maxAttempts
    }

    public var gatewayCount: Int { transport.gatewayCount }
    public var traffic: Traffic { transport.traffic }

    public func after(_ ms: Int64, _ action: @escaping () -> Void) {
        transport.after(ms, action)
    }
}
