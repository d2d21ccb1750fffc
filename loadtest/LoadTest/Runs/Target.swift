import GatewayClient
import GatewayClientTransport
import OpenSSL
import Transport
import WebClient

/// The gateway that is put to the test, always on this machine: a load generator that can be pointed
/// at somebody else's is a weapon.
package struct Target: Sendable, CustomStringConvertible {
    package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case malformed(String)
        case notLoopback(String)

        package var description: String {
            switch self {
            case .malformed(let text):
                "\"\(text)\" is no address: http://127.0.0.1:8080, https://localhost:8443, …"
            case .notLoopback(let host):
                "\(host) is not this machine; only 127.0.0.0/8, ::1 and localhost are put under load"
            }
        }
    }

    let address: SocketAddress
    /// As the URL has it; its host is the name that a certificate is checked against.
    let origin: WebOrigin

    package var isTLS: Bool { origin.isTLS }
    package var description: String { origin.description }
    var gateway: LoopTransport.Gateway {
        LoopTransport.Gateway(
            address: address,
            authority: origin.authority,
            serverName: origin.host
        )
    }

    /// - Parameter url: http, https, ws or wss, a loopback host and perhaps a port.
    package init(url: String) throws(Problem) {
        let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let isTLS = Self.schemes[parts[0].lowercased()],
            let origin = WebOrigin(
                isTLS: isTLS,
                authority: parts[1].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            )
        else { throw .malformed(url) }
        let host = origin.host.lowercased() == "localhost" ? "127.0.0.1" : origin.host
        let numeric = host.contains(":") ? "[\(host)]" : host
        guard let address = SocketAddress("\(numeric):\(origin.port)"), Self.isLoopback(address.ip)
        else { throw .notLoopback(origin.host) }
        self.address = address
        self.origin = origin
    }

    /// With TLS or without.
    private static let schemes = ["http": false, "ws": false, "https": true, "wss": true]

    /// RFC 1122 §3.2.1.3 and RFC 4291 §2.5.3. An IPv4 address mapped into IPv6 is seen as IPv4.
    private static func isLoopback(_ ip: String) -> Bool { ip == "::1" || ip.hasPrefix("127.") }
}

extension Network {
    /// The clients of a run, on one loop.
    convenience init(
        _ loop: EventLoop,
        _ targets: [Target],
        tls: TLSContext?,
        maxAttempts: Int = 6
    ) {
        self.init(
            LoopTransport(loop, targets.map(\.gateway), tls: tls),
            clientVersion: "loadtest/1",
            devicePrefix: "loadtest",
            maxAttempts: maxAttempts
        )
    }

    /// A client that takes its seat at once; by their numbers they are spread over the gateways.
    func client(
        _ id: Int,
        in seat: Seat,
        _ attention: Client.Attention,
        for delegate: (any ClientDelegate)?
    ) -> Client {
        let client = Client(
            id: id,
            seat: seat,
            attention: attention,
            network: self,
            place: id % gatewayCount
        )
        client.delegate = delegate
        client.connect()
        return client
    }

    func reception(for game: any PlayedGame.Type, at gateway: Int = 0) -> Reception {
        Reception(transport.caller(at: gateway), game: game.name)
    }
}

extension Result where Failure == ClientFailure {
    /// The value that was hoped for; else `fail` is told why there is none.
    func value(or fail: (ClientFailure) -> Void) -> Success? {
        switch self {
        case .success(let value): return value
        case .failure(let failure):
            fail(failure)
            return nil
        }
    }
}

extension TLSContext {
    /// For clients of gateways on this machine.
    static func client(trustsAnyCertificate: Bool, resumes: Bool = true)
        throws(ClientFailure) -> TLSContext
    {
        do throws(TLSConfigurationError) {
            return try .client(trustsAnyCertificate ? .insecure : .system, resumes: resumes)
        } catch { throw .unreachable("TLS can't be had: \(error)") }
    }
}
