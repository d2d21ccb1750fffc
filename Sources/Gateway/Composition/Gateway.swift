public import Archive
import Content
import Dispatch
import GameState
import HTTP
import LiveStore
import Logging
public import Metrics
import OpenSSL
import Protocol
public import Transport

/// A running gateway: its loops, its listeners, its stores.
public final class Gateway: Sendable {
    /// What is listened on, with real ports.
    public var addresses: [SocketAddress] { listeners.map(\.address) }

    private let services: Services
    private let loops: [EventLoop]
    private let listeners: [Listener]
    private let tls: TLSContext?

    /// Starts at once.
    ///
    /// - Parameter archive: durable already: migrated and ready.
    /// - Throws: `TLSConfigurationError`, `ListenError`, `StaticFiles.Problem`, `PackageBankError`.
    public init(
        _ configuration: Configuration,
        archive: any Archive,
        metrics: PrometheusRegistry
    ) throws {
        let games = try Games.all()
        services = Services(
            configuration: configuration,
            files: try StaticFiles(directory: configuration.webDirectory),
            games: games,
            archive: archive,
            tokens: TokenIssuer(
                signer: TokenSigner(
                    keys: [TokenSigner.Key(id: "1", secret: configuration.tokenSecret)]
                )
            ),
            addressLimits: AddressLimits(isOn: configuration.hasAddressLimits),
            metrics: GatewayMetrics(factory: metrics) { metrics.exposition() },
            log: configuration.log
        )
        tls = try configuration.tls.map {
            try TLSContext.server(certificateFile: $0.certificate, keyFile: $0.key)
        }
        loops = (0..<configuration.shards).map { EventLoop(label: "shard \($0)") }
        let core = InProcessLiveStore.Core()
        let shards = [loops, services].withShards(core)
        services.directory.open(shards)
        var listeners: [Listener] = []
        let directory = services.directory
        for address in configuration.listen {
            listeners.append(
                try Listener(address, tls: tls, loops: loops) { connection in
                    HTTPConnection(connection, shard: directory.shard(on: connection.loop))
                }
            )
        }
        self.listeners = listeners
        for shard in shards { shard.loop.execute { shard.keepWatch() } }
    }
}
