public import Accounts
public import Archive
import Dispatch
import Foundation
import GameState
import HTTP
import OpenSSL
public import Protocol
public import Transport

/// A running gateway: its loops, its listeners, its stores.
public final class Gateway: Sendable {
    private let services: Services
    private let loops: [EventLoop]
    private let listeners: [Listener]
    private let metricsListener: Listener?
    private let certificateListener: Listener?
    private let tls: TLSContext?
    private let certificateWatch: CertificateWatch?

    /// Starts at once.
    ///
    /// - Parameters:
    ///   - games: what can be played here.
    ///   - archive: migrated and ready.
    ///   - accounts: over the same store; nil where people play without.
    /// - Throws: `TLSConfigurationError`, `ListenError`, `StaticFiles.Problem`, `StoreUnreachable`.
    public init(
        _ configuration: Configuration,
        games: [HostedGame],
        archive: any Archive,
        accounts: AccountService? = nil,
        metrics: PrometheusRegistry
    ) throws {
        let claims = games.flatMap(\.claims)
        claims.forEach { metrics.expect($0) }
        let counts = GatewayMetrics(factory: metrics, claims: claims) { metrics.exposition() }
        let directory = Directory()
        let files = try StaticFiles(
            directory: configuration.webDirectory,
            games: games.map { ($0.name, $0.pages) },
            hasAccounts: accounts != nil,
            hasPublicURL: configuration.findURL == nil
        )
        let site = Site(
            files: files,
            trust: configuration.tls?.household.map {
                TrustPages($0, files)
            },
            readiness: Readiness(directory, archive, configuration)
        )
        let services = Services(
            configuration: configuration,
            directory: directory,
            games: games,
            archive: archive,
            accounts: accounts,
            tokens: TokenIssuer(
                signer: TokenSigner(keys: configuration.tokenSecrets.map { .init(secret: $0) })
            ),
            clipLinks: ClipLinks(
                secrets: configuration.tokenSecrets,
                publicURL: configuration.publicURL
            ),
            voice: configuration.voiceStudio(counts),
            addressLimits: AddressLimits(isOn: configuration.hasAddressLimits),
            metrics: counts,
            entranceLog: EntranceLog(configuration.log),
            log: configuration.log
        )
        let tls = try configuration.tls.map {
            try TLSContext.server(
                certificateFile: $0.certificate,
                keyFile: $0.key,
                profile: $0.profile
            )
        }
        let loops = (0..<configuration.shards).map { EventLoop(label: "shard \($0)") }
        let stores = try configuration.liveStores.open(
            on: loops,
            archive,
            readers: games.map(\.reader),
            waitMs: configuration.storeWaitMs,
            configuration.log
        )
        let shards = zip(loops, stores).map { Shard(loop: $0, store: $1, services: services) }
        services.directory.open(shards)
        func listen(
            on address: SocketAddress,
            _ tls: TLSContext?,
            _ entrance: Entrance
        ) throws -> Listener {
            try Listener(
                address,
                tls: tls,
                loops: loops,
                limits: configuration.connectionLimits,
                refused: {
                    counts.refused($0)
                    services.entranceLog.note($0)
                }
            ) { connection in
                let shard = services.directory.shard(on: connection.loop)
                return HTTPConnection(connection, shard: shard, site: site, entrance: entrance)
            }
        }
        listeners = try configuration.listen.map { try listen(on: $0, tls, configuration.entrance) }
        metricsListener = try configuration.metricsListen.map { try listen(on: $0, nil, .metrics) }
        certificateListener = try configuration.certificateListen.map {
            try listen(on: $0, nil, .certificate)
        }
        accounts?.open()
        self.services = services
        self.loops = loops
        self.tls = tls
        certificateWatch = tls.map { CertificateWatch($0, services) }
        for shard in shards { shard.loop.execute { shard.keepWatch() } }
        if let first = shards.first { first.loop.execute { first.pickUp() } }
        services.voice?.ahead?.keepUp(
            quietMs: configuration.aheadQuietMs,
            with: { games.flatMap { $0.script() } },
            whileIdle: { shards.allSatisfy(\.isIdle) }
        )
        let retention = Retention(services)
        loops[0].execute { [loop = loops[0], certificateWatch] in
            retention.run(on: loop)
            certificateWatch?.run(on: loop)
        }
    }

    /// Addresses that are listened on, with real ports.
    public var addresses: [SocketAddress] { listeners.map(\.address) }

    /// Address of the metrics, if they have a listener of their own.
    public var metricsAddress: SocketAddress? { metricsListener?.address }

    /// Address where devices get the household's certificate, if there is one.
    public var certificateAddress: SocketAddress? { certificateListener?.address }

    /// Begins a session without REST, for the console on which the gateway was started.
    ///
    /// - Parameter settings: as `POST /v1/sessions` takes them.
    public func beginSession(
        of game: String,
        settings: JSONObject
    ) async throws(WireError) -> SessionLinks {
        guard let game = services.game(named: game) else { throw .noSuchGame }
        do {
            return try await services.begin(game, settings: settings)
        } catch {
            throw APIError(of: error).error
        }
    }

    /// Reads certificates anew, after a household's own has been renewed where that is due; open connections
    /// go on with theirs.
    public func reloadCertificates() throws {
        guard let files = services.configuration.tls else { return }
        try files.household?.renew(now: Int64(Date().timeIntervalSince1970))
        try tls?.reload(certificateFile: files.certificate, keyFile: files.key)
        loops[0].execute { [loop = loops[0], certificateWatch] in
            certificateWatch?.look(at: loop.now)
        }
    }

    /// Lets go of everybody: nothing new is accepted, clients are asked to come back elsewhere, commits
    /// under way are finished, then the archive closes.
    ///
    /// - Parameter done: called when all of that is over, at the latest after `drainMs`.
    public func drain(_ done: @escaping @Sendable () -> Void) {
        services.accounts?.close()
        services.voice?.ahead?.close()
        for listener in listeners + [metricsListener, certificateListener].compactMap({ $0 }) {
            listener.close()
        }
        let group = DispatchGroup()
        let shards = services.directory.shards
        for _ in shards { group.enter() }
        // The first takes over what others leave, and must not take back what these leave.
        shards[0].loop.execute { [self] in
            shards[0].stopPickingUp()
            for shard in shards { shard.loop.execute { self.drain(shard) { group.leave() } } }
        }
        group.notify(queue: .global()) { [self] in
            for loop in loops { loop.shutdown() }
            services.archive.close(done)
        }
    }

    private func drain(_ shard: Shard, _ done: @escaping @Sendable () -> Void) {
        shard.drain()
        let deadline = shard.loop.now + Int64(services.configuration.drainMs)
        shard.awaitEmptiness(until: deadline) { shard.letGo(by: deadline, done) }
    }
}
