import Archive
import ArgumentParser
import CLinux
import Dispatch
import Foundation
import GameState
import Gateway
import Glibc
import Hosting
import Logging
import Metrics
import OpenSSL
import Protocol

/// Runs the gateway until it is told to stop.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve games (the default).",
        discussion: """
            SIGTERM drains: clients are asked to come back, at most \
            \(Configuration.usualDrainMs / 1000) s; a second one ends at once. \
            SIGHUP reads the certificates anew, and the log level from the file log-level in the \
            data directory.
            """
    )

    @OptionGroup var options: ServeOptions

    @OptionGroup var accounts: AccountOptions

    @Option(
        help: ArgumentHelp(
            """
            Begin a session of this game at once; print its links, and the QR codes for the host and the \
            players. Without a name: \(Self.usualGame).
            """,
            valueName: "game"
        )
    )
    var party: String?

    @Option(
        help: ArgumentHelp(
            "Settings of --party's session as JSON, such as '{\"locale\":\"en\"}'.",
            valueName: "json"
        )
    )
    var partySettings: String?

    func run() throws {
        CryptoLibrary.keepUntilTheEnd()
        Signals.hold()
        signal(SIGPIPE, SIG_IGN)
        raiseDescriptorLimit()
        giveLargeMemoryBack()
        let level = LogLevel(try options.reports.level())
        let format = try options.reports.format()
        let process = ProcessFigures()
        let registry = PrometheusRegistry { process.text }
        MetricsSystem.bootstrap(registry)
        let tracker = try options.reports.errorTracker()
        defer { tracker?.flush(withinMs: Self.flushMs) }
        LoggingSystem.bootstrap { label in
            LineLogHandler(label: label, format: format, shared: level, tracker: tracker)
        }
        let log = Logger(label: "gatewayd")
        do {
            try serve(log, level, registry, isTracked: tracker != nil)
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch let error as StoreUnreachable {
            log.critical("a store can't be used", error: error)
            throw error.exitCode
        } catch {
            log.critical("the gateway can't start", error: error)
            throw ExitCode.configuration
        }
    }

    /// Milliseconds that a process that ends waits for its last errors to be reported.
    private static let flushMs = 2_000

    private func serve(
        _ log: Logger,
        _ level: LogLevel,
        _ registry: PrometheusRegistry,
        isTracked: Bool
    ) throws {
        let game = try gameOfTheParty()
        let settings = try settingsOfTheParty(of: game)
        // A fault of these is told before the data directory has anything of this start's.
        let content = try content(in: options.archive.directory, log)
        let configuration = try options.configuration(log)
        let wish = try accounts.wish()
        if configuration.webDirectory == nil {
            log.warning("no pages are served: none are installed, and there is no folder web here")
        }
        warnOfOwnPages(configuration, log)
        let waitSeconds = try options.storeWaitSeconds()
        let place = try options.archive.place()
        if case .file = place {
            try DataDirectory.make(configuration.dataDirectory)
            try DataDirectory.lock(
                configuration.dataDirectory,
                advice: "give each gateway its own"
            )
        }
        var ending: EndingMark?
        if case .file = place, isTracked {
            ending = EndingMark(in: configuration.dataDirectory, log)
        }
        defer { ending?.remove() }
        let archive = try place.start(waitingSeconds: waitSeconds, log)
        let games = try HostedGames.served(with: content)
        // By now all variables have been asked for.
        for name in Environment.unknown {
            log.warning("a variable is no setting of this gateway", metadata: ["name": "\(name)"])
        }
        for remark in Environment.keyRemarks { log.tell(remark) }
        let gateway = try Gateway(
            configuration,
            games: games,
            archive: archive,
            accounts: wish?.service(
                over: archive,
                secret: configuration.tokenSecrets[0],
                ownPage: configuration.webDirectory.map { _ in configuration.publicURL + "/account"
                },
                log
            ),
            metrics: registry
        )
        for address in gateway.addresses {
            log.info("listening", metadata: ["address": "\(address)"])
        }
        if let address = gateway.metricsAddress {
            log.info("metrics", metadata: ["address": "\(address)"])
        }
        if let address = gateway.certificateAddress, let household = configuration.tls?.household {
            log.info(
                "certificate",
                metadata: ["address": "\(address)", "sha256": "\(household.fingerprint)"]
            )
        }
        let signals = Signals(gateway, configuration, level, log)
        if let game {
            let trust = gateway.certificateAddress
            Task {
                do throws(WireError) {
                    let links = try await gateway.beginSession(of: game.name, settings: settings)
                    print(StartupBanner(game.title, links, configuration, trust).text)
                    // A reader through a pipe waits for it too.
                    fflush(nil)
                } catch {
                    log.error("no session", metadata: ["reason": "\(error.message)"])
                }
            }
        }
        withExtendedLifetime(signals) { signals.wait() }
    }

    private func content(in data: String, _ log: Logger) throws -> ServedContent {
        let own = try options.content.folder(in: data)
        let isApprovedAlone = try Environment.flag(
            options.contentApprovedOnly,
            "GATEWAY_CONTENT_APPROVED_ONLY"
        )
        return try ServedContent(
            bundled: Installation().bundledContent(),
            own: own,
            recordings: options.content.recordings(in: data),
            isApprovedAlone: isApprovedAlone,
            music: options.content.music(),
            remote: options.content.remoteTunes(),
            orders: options.orders.book(
                own: own,
                data: data,
                awaitsApproval: isApprovedAlone,
                log
            ),
            model: options.languageModel(),
            data: URL(filePath: data).appending(path: "music"),
            log: log
        )
    }

    /// The first of those that are hosted.
    private static let usualGame = HostedGames.replayed.first?.name ?? ""

    /// `--party` may stand without a name, which an option can't express: where none follows, the
    /// usual one does.
    static func completed(_ arguments: [String]) -> [String] {
        var completed: [String] = []
        for (place, argument) in arguments.enumerated() {
            completed.append(argument)
            let next = place + 1 < arguments.count ? arguments[place + 1] : "-"
            if argument == "--party", next.hasPrefix("-") { completed.append(usualGame) }
        }
        return completed
    }

    private func gameOfTheParty() throws -> HostedGame? {
        guard let party else { return nil }
        let games = HostedGames.replayed
        guard let game = games.first(where: { $0.name == party }) else {
            let names = games.map(\.name).joined(separator: ", ")
            throw ValidationError("--party: no game is called '\(party)'; there is \(names)")
        }
        return game
    }

    private func settingsOfTheParty(of game: HostedGame?) throws -> JSONObject {
        guard let partySettings else { return JSONObject() }
        guard case .object(let settings)? = try? JSONReader.read(Array(partySettings.utf8)) else {
            throw ValidationError("--party-settings: '\(partySettings)' is no JSON object")
        }
        guard let game else { throw ValidationError("--party-settings needs --party") }
        do {
            try game.checkSettings(settings)
        } catch {
            throw ValidationError("--party-settings: '\(partySettings)': \(error.message)")
        }
        return settings
    }

    private func warnOfOwnPages(_ configuration: Configuration, _ log: Logger) {
        guard configuration.webDirectory != nil, let oldest = configuration.minClientVersion,
            oldest > .ofPages
        else { return }
        log.warning(
            """
            --min-client-version \(oldest) turns away this gateway's own pages, which say \
            \(ClientVersion.ofPages)
            """
        )
    }

    /// As many connections as the system lets us have (getrlimit(2)).
    private func raiseDescriptorLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Returns large blocks, such as a sound in the making, to the system as soon as they are free
    /// (mallopt(3)). Otherwise the bound grows with each freed block, and a gateway keeps the most
    /// it ever used.
    private func giveLargeMemoryBack() {
        mallopt(M_MMAP_THRESHOLD, 128 * 1_024)
    }
}
