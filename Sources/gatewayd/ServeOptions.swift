import ArgumentParser
import Foundation
import Gateway
import Hosting
import Logging
import Making
import Redis
import Transport
import Workshop

/// The options of `serve`, as typed.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Address to listen on; repeatable. [$GATEWAY_LISTEN, comma-separated] "
                + "(default: 127.0.0.1:8080)",
            valueName: "host:port"
        )
    )
    var listen: [String] = []

    @Option(
        help: ArgumentHelp(
            "Address that serves only /metrics, in plain text. [$GATEWAY_METRICS_LISTEN] "
                + "(default: on the other addresses)",
            valueName: "host:port"
        )
    )
    var metricsListen: String?

    @OptionGroup var tls: TLSOptions

    @Option(
        help: ArgumentHelp(
            "Base of all links and QR codes. [$GATEWAY_PUBLIC_URL] (default: the address that was asked, or "
                + "this machine's own at the first port)",
            valueName: "url"
        )
    )
    var publicURL: String?

    @OptionGroup var archive: ArchiveOptions

    @Option(
        help: ArgumentHelp(
            "Time to wait at the start for a store that can't be reached. [$GATEWAY_STORE_WAIT] "
                + "(default: 30)",
            valueName: "seconds"
        )
    )
    var storeWait: String?

    @Option(
        help: ArgumentHelp(
            "Time after a session's end until names, answers' texts, settings and inputs are erased. "
                + "[$GATEWAY_RETENTION_DAYS] (default: 30)",
            valueName: "days"
        )
    )
    var retentionDays: String?

    @Option(
        help: ArgumentHelp(
            "Lifetime of the links for players and for the host. [$GATEWAY_LINK_HOURS] "
                + "(default: 12)",
            valueName: "hours"
        )
    )
    var linkHours: String?

    @Option(
        help: ArgumentHelp(
            "Time after which a session that nobody is in takes no memory until somebody comes or a "
                + "timer falls due. [$GATEWAY_REST_AFTER] (default: 60)",
            valueName: "seconds"
        )
    )
    var restAfter: String?

    @Option(
        name: .customLong("redis-url"),
        help: ArgumentHelp(
            "The Redis that gateways share: redis://[[user]:password@]host[:port][/db], "
                + "redis+unix:///path or redis+sentinel://host[:port],…/master. Needs a token secret "
                + "that all share. [$GATEWAY_REDIS_URL] (default: none, this gateway is alone)",
            valueName: "url"
        )
    )
    var redisURL: String?

    @Option(
        help: ArgumentHelp(
            "The web clients' files. [$GATEWAY_WEB_DIR] (default: those installed with this "
                + "program, or else ./web)",
            valueName: "dir"
        )
    )
    var webDir: String?

    @OptionGroup var content: ContentOptions

    @Flag(
        help: ArgumentHelp(
            "Play no package that a person has not approved as it is now; of those that come with this program, "
                + "too. [$GATEWAY_CONTENT_APPROVED_ONLY]"
        )
    )
    var contentApprovedOnly = false

    @OptionGroup var orders: OrderOptions

    @Option(
        help: ArgumentHelp(
            "Language model that puts questions about the tunes of --music-dir and --tune-search, ahead of their "
                + "rounds. [$GATEWAY_TUNE_MODEL] (default: none, such tunes have no questions)",
            valueName: "name"
        )
    )
    var tuneModel: String?

    @OptionGroup var voice: VoiceOptions

    @Option(
        help: ArgumentHelp(
            "File with at least 32 bytes that sign tokens; repeatable: the first signs, all are good. "
                + "$GATEWAY_TOKEN_SECRET is one secret itself, or such files as well, where it begins with /, ./ or "
                + "../ or holds a comma. [$GATEWAY_TOKEN_SECRET_FILE, comma-separated] (default: made once in "
                + "the data directory)",
            valueName: "file"
        )
    )
    var tokenSecretFile: [String] = []

    @Option(
        help: ArgumentHelp(
            "File with a token of \(OperatorToken.length.lowerBound) characters or more, by which whoever runs the "
                + "gateway reviews content at /operator; $GATEWAY_OPERATOR_TOKEN is the token itself. "
                + "[$GATEWAY_OPERATOR_TOKEN_FILE] (default: no such page)",
            valueName: "file"
        )
    )
    var operatorTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Clients of an older version, or without one like 1.4.0, are turned away with "
                + "client_too_old. [$GATEWAY_MIN_CLIENT_VERSION] (default: none)",
            valueName: "version"
        )
    )
    var minClientVersion: String?

    @Option(help: ArgumentHelp("Event loops. [$GATEWAY_SHARDS] (default: one per core)"))
    var shards: String?

    @Option(
        help: ArgumentHelp(
            "Proxies whose X-Forwarded-For, or else Forwarded, is believed; repeatable. One that sends "
                + "Forwarded alone must strip X-Forwarded-For, which clients can send. "
                + "[$GATEWAY_TRUSTED_PROXY, comma-separated]",
            valueName: "cidr"
        )
    )
    var trustedProxy: [String] = []

    @OptionGroup var reports: ReportOptions

    @Flag(
        help: "Lift the limits by address, for load tests on one machine. [$GATEWAY_NO_LIMITS]"
    )
    var noLimits = false

    @Flag(help: "Serve /conformance/echo and /conformance/broadcast, for test suites.")
    var conformanceEcho = false
}

extension ServeOptions {
    /// - Throws: `ValidationError` (exit 64) for a wrong value, `ConfigurationError` (exit 78) for files
    ///   that can't be used.
    func configuration(_ log: Logger) throws -> Configuration {
        let listen = try addresses()
        let wish = try tls.wish()
        let given = try givenURL()
        let own = OwnAddress(listen[0], isSecure: wish != .plain)
        let url = given ?? own.url
        let certificateListen = try tls.certificateAddress(wish, listen[0])
        let dataDirectory = archive.directory
        let stores = try liveStores()
        let source = TokenSecret.Source(files: tokenSecretFile, in: dataDirectory)
        if case .redis = stores, case .made = source {
            throw ConfigurationError(
                "gateways that share a Redis must share their token secret: give "
                    + "--token-secret-file (GATEWAY_TOKEN_SECRET)"
            )
        }
        var configuration = Configuration(
            listen: listen,
            tls: try tls.settings(wish, url, in: dataDirectory, log),
            publicURL: url,
            dataDirectory: dataDirectory,
            webDirectory: try Environment.text(webDir, "GATEWAY_WEB_DIR")
                ?? Installation().webDirectory(),
            tokenSecrets: try TokenSecret.load(source, log),
            shards: try shardCount(),
            log: log
        )
        if given == nil { configuration.findURL = { own.url } }
        configuration.metricsListen = try metricsAddress()
        configuration.certificateListen = certificateListen
        configuration.operatorToken = try operatorToken()
        configuration.trustedProxies = try proxies()
        configuration.hasAddressLimits = try !Environment.flag(noLimits, "GATEWAY_NO_LIMITS")
        configuration.hasConformanceEcho = conformanceEcho
        configuration.liveStores = stores
        configuration.voice = try voice.speaker(log)
        configuration.aheadBytes = try voice.aheadBytes()
        configuration.storeWaitMs = try storeWaitSeconds() * 1_000
        let hours = try Self.number(
            linkHours,
            of: "--link-hours",
            "GATEWAY_LINK_HOURS",
            in: 1...168
        )
        if let hours { configuration.linkMs = Int64(hours) * 3_600_000 }
        let quiet = try Self.number(
            restAfter,
            of: "--rest-after",
            "GATEWAY_REST_AFTER",
            in: 1...3_600
        )
        if let quiet { configuration.quietMs = Int64(quiet) * 1_000 }
        configuration.minClientVersion =
            try Environment.text(minClientVersion, "GATEWAY_MIN_CLIENT_VERSION").map { text in
                try Environment.value(
                    text,
                    of: "--min-client-version",
                    "GATEWAY_MIN_CLIENT_VERSION",
                    "a version like 1.4.0"
                ) { ClientVersion($0) }
            }
        configuration.retentionDays =
            try Self.number(
                retentionDays,
                of: "--retention-days",
                "GATEWAY_RETENTION_DAYS",
                in: 0...36_500
            ) ?? configuration.retentionDays
        if given == nil { own.keepUp(reached: listen, log) }
        return configuration
    }

    /// Nil where none is named: then its server's options and its key are not even looked at.
    func languageModel() throws -> (any LanguageModel)? {
        // A question that does not come now is asked for another time.
        try Environment.text(tuneModel, "GATEWAY_TUNE_MODEL").map {
            try orders.providers.server.model($0, Patience(tries: 1))
        }
    }

    /// A wrong URL is not repeated: it may hold a password.
    private func liveStores() throws -> LiveStores {
        let given = try Environment.confidential(
            redisURL,
            "GATEWAY_REDIS_URL",
            for: "the URL of Redis"
        )
        guard let text = given else { return .inProcess }
        do {
            return .redis(try RedisURL(text))
        } catch {
            throw ValidationError("--redis-url (GATEWAY_REDIS_URL): \(error)")
        }
    }

    /// A wrong token is not repeated.
    private func operatorToken() throws -> OperatorToken? {
        let given = try Environment.secret(
            operatorTokenFile,
            of: "--operator-token-file",
            "GATEWAY_OPERATOR_TOKEN",
            for: "the operator's token"
        )
        guard let text = given else { return nil }
        guard let token = OperatorToken(text) else {
            let least = OperatorToken.length.lowerBound
            throw ConfigurationError(
                "the operator's token (--operator-token-file, GATEWAY_OPERATOR_TOKEN) is not \(least) to "
                    + "\(OperatorToken.length.upperBound) characters of ASCII without blanks"
            )
        }
        return token
    }

    func storeWaitSeconds() throws -> Int {
        try Self.number(storeWait, of: "--store-wait", "GATEWAY_STORE_WAIT", in: 0...3_600) ?? 30
    }

    private func addresses() throws -> [SocketAddress] {
        let texts = Environment.list(listen, "GATEWAY_LISTEN")
        return try (texts.isEmpty ? ["127.0.0.1:8080"] : texts).map { text in
            try Environment.value(
                text,
                of: "--listen",
                "GATEWAY_LISTEN",
                "an address like 127.0.0.1:8080 or [::]:8080"
            ) { SocketAddress($0) }
        }
    }

    private func metricsAddress() throws -> SocketAddress? {
        try Environment.text(metricsListen, "GATEWAY_METRICS_LISTEN").map { text in
            try Environment.value(
                text,
                of: "--metrics-listen",
                "GATEWAY_METRICS_LISTEN",
                "an address like 127.0.0.1:9090 or [::1]:9090"
            ) { SocketAddress($0) }
        }
    }

    /// Nil where nobody has configured one.
    private func givenURL() throws -> String? {
        guard let text = Environment.text(publicURL, "GATEWAY_PUBLIC_URL") else { return nil }
        return try Environment.value(
            text,
            of: "--public-url",
            "GATEWAY_PUBLIC_URL",
            "a URL like https://play.example"
        ) { text in
            guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https",
                url.host()?.isEmpty == false, url.query == nil, url.fragment == nil
            else { return nil }
            return text.hasSuffix("/") ? String(text.dropLast()) : text
        }
    }

    private func shardCount() throws -> Int {
        try Self.number(shards, of: "--shards", "GATEWAY_SHARDS", in: 1...256)
            ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
    }

    private static func number(
        _ text: String?,
        of option: String,
        _ variable: String,
        in range: ClosedRange<Int>
    ) throws -> Int? {
        guard let text = Environment.text(text, variable) else { return nil }
        let expectation = "\(range.lowerBound) to \(range.upperBound)"
        return try Environment.value(text, of: option, variable, expectation) {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private func proxies() throws -> [AddressRange] {
        try Environment.list(trustedProxy, "GATEWAY_TRUSTED_PROXY").map { text in
            try Environment.value(
                text,
                of: "--trusted-proxy",
                "GATEWAY_TRUSTED_PROXY",
                "a range like 10.0.0.0/8"
            ) { AddressRange($0) }
        }
    }
}
