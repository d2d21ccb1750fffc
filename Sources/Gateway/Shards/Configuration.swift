public import Logging
public import OpenSSL
import Protocol
import Rooms
public import Transport
public import Voice

/// Settings that a gateway is run with; every value has been checked.
public struct Configuration: Sendable {
    /// Addresses that the gateway listens on; at least one.
    public var listen: [SocketAddress]
    /// Address of the metrics, in plain text and there alone; nil: with all the rest.
    public var metricsListen: SocketAddress?
    /// Address where devices get the household's certificate, in plain text; nil: nowhere.
    public var certificateListen: SocketAddress?
    /// Nil: plain text.
    public var tls: TLS?
    /// The base of links, QR and `wsUrl`, such as `https://play.example`; no slash at its end.
    public var publicURL: String
    /// The same of this machine as its addresses are at this moment, where nobody has configured one: links in
    /// an answer then begin as its request did. Nil: `publicURL` holds for all, and for good. Answers at once.
    public var findURL: (@Sendable () -> String)?
    public var dataDirectory: String
    /// Folder of the web clients' files; nil: none are served.
    public var webDirectory: String?
    /// At least one, of at least 32 bytes each: the first signs tokens, all are good for checking them.
    public var tokenSecrets: [[UInt8]]
    /// Opens content to whoever runs the gateway; nil: there are no such calls, and no page.
    public var operatorToken: OperatorToken?
    /// Event loops.
    public var shards: Int
    public var trustedProxies: [AddressRange] = []
    /// Limits by address hold; lifted for load tests on one machine.
    public var hasAddressLimits = true
    public var hasConformanceEcho = false
    public var liveStores = LiveStores.inProcess
    /// Milliseconds for which stores are waited for at the start.
    public var storeWaitMs = 30_000
    /// Milliseconds that a game's source may take to find content for a wish; then there is none.
    public var contentMs: Int64 = 30_000
    /// Reads aloud; nil: nothing does.
    public var voice: (any VoiceProvider)?
    /// Milliseconds that the clips of one round may take together.
    public var voiceMs = VoiceLimits.roundMs
    /// Bytes of clips that are made ahead of games; 0: none are.
    public var aheadBytes = 0
    /// Milliseconds for which nobody has played before clips are made ahead of games.
    public var aheadQuietMs = VoiceLimits.quietMs
    /// After how many days what is personal in a session that has ended is erased.
    public var retentionDays = 30
    /// Milliseconds for which the links for players and for the host are good.
    public var linkMs: Int64 = 12 * 3_600_000
    /// Time without anybody in a room before it goes to rest, in milliseconds.
    public var quietMs = RoomTimes.quietMs
    /// Older clients are turned away; nil: none is.
    public var minClientVersion: ClientVersion?
    /// Bytes of one message of a client.
    public var maxMessageBytes = 16 * 1024
    /// Limits of one connection.
    public var connectionLimits = ConnectionLimits()
    public var times = SocketTimes()
    /// The longest that a drain takes where nothing else is said.
    public static let usualDrainMs = 10_000

    /// The longest that a drain may take.
    public var drainMs = Self.usualDrainMs
    /// Clients that others can take in each second without anybody noticing: to open a room and give
    /// its seats costs a core less than a millisecond a client.
    static let returnsPerSecond = 1_000
    /// A few clients come back within this, in milliseconds.
    static let leastReturningMs = 300
    public var log: Logger

    public struct TLS: Sendable {
        /// Certificate chain, PEM file.
        public var certificate: String
        /// PEM file.
        public var key: String
        public var profile: TLSProfile
        /// The household, where the gateway makes its certificate by itself.
        public var household: HouseholdCertificates?

        public init(certificate: String, key: String, profile: TLSProfile = .modern) {
            self.certificate = certificate
            self.key = key
            self.profile = profile
        }

        public init(_ household: HouseholdCertificates, profile: TLSProfile = .modern) {
            self.init(
                certificate: household.serverFile,
                key: household.serverFile,
                profile: profile
            )
            self.household = household
        }
    }

    public init(
        listen: [SocketAddress],
        tls: TLS?,
        publicURL: String,
        dataDirectory: String,
        webDirectory: String?,
        tokenSecrets: [[UInt8]],
        shards: Int,
        log: Logger
    ) {
        self.listen = listen
        self.tls = tls
        self.publicURL = publicURL
        self.dataDirectory = dataDirectory
        self.webDirectory = webDirectory
        self.tokenSecrets = tokenSecrets
        self.shards = shards
        self.log = log
    }

    /// Links for everybody, whoever asked.
    var links: LinkBase { LinkBase(findURL?() ?? publicURL) }

    /// Links for one that came by this address. One that leads nobody else anywhere is no good for them.
    func links(for asked: AskedAddress?) -> LinkBase {
        guard findURL != nil, let asked, !asked.isLoopback else { return links }
        return asked.links
    }

    /// Over how many milliseconds clients who are sent away come back, each after a time of its own: as
    /// long as their number asks for, so that few are hardly gone.
    func returningMs(of clients: Int) -> Int {
        let spreadMs = clients * 1_000 / Self.returnsPerSecond
        return min(max(spreadMs, Self.leastReturningMs), drainMs / 2)
    }
}

extension Configuration {
    /// Keeps its clips in the data directory, and tells what becomes of them.
    func voiceStudio(_ metrics: GatewayMetrics) -> VoiceStudio? {
        voice.map { provider in
            VoiceStudio(
                provider,
                directory: VoiceStudio.directory(in: dataDirectory),
                ahead: clipsAhead(provider, metrics)
            ) { [log] report in
                metrics.spoke(report)
                switch report {
                case .made, .found: break
                case .failed(let error): log.warning("a line stays silent", error: error)
                case .notKept(let directory):
                    log.warning("clips can't be kept", metadata: ["directory": "\(directory)"])
                }
            }
        }
    }

    private func clipsAhead(
        _ provider: any VoiceProvider,
        _ metrics: GatewayMetrics
    ) -> ClipsAhead? {
        guard aheadBytes > 0 else { return nil }
        return ClipsAhead(
            provider,
            directory: ClipsAhead.directory(in: dataDirectory),
            maxBytes: aheadBytes
        ) { [log] report in
            switch report {
            case .progress(let progress): metrics.keeps(progress)
            case .ended(let end):
                switch end {
                case .complete(_, silent: 0):
                    log.info("clips are made ahead of games", metadata: ["state": "\(end)"])
                case .interrupted: break
                case .full:
                    log.notice("clips are made ahead of games", metadata: ["state": "\(end)"])
                case .complete, .diskFull, .unusable, .busy, .mute:
                    log.warning(
                        "not all clips are made ahead of games",
                        metadata: ["why": "\(end)"]
                    )
                }
            }
        }
    }
}
