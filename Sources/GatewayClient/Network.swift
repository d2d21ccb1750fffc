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
