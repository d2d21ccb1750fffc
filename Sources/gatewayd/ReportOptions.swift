public import Archive
import ArgumentParser
public import ErrorTracking
public import Gateway
import Logging

/// Reports of a running gateway, to a log and to a server for errors, as typed.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "\(Logger.Level.names). [$GATEWAY_LOG_LEVEL] "
                + "(default: info)",
            valueName: "level"
        )
    )
    var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "text or json. [$GATEWAY_LOG_FORMAT] (default: text)",
            valueName: "format"
        )
    )
    var logFormat: String?

    @Option(
        name: .customLong("sentry-dsn"),
        help: ArgumentHelp(
            "Server that errors are reported to in Sentry's protocol, such as Sentry, GlitchTip or Bugsink: "
                + "https://<key>@host/<project>. The variable hides the key from other users. "
                + "[$GATEWAY_SENTRY_DSN] (default: none)",
            valueName: "dsn"
        )
    )
    var sentryDSN: String?

    @Option(
        help: ArgumentHelp(
            "Environment of reported errors, such as staging. [$GATEWAY_ENVIRONMENT] "
                + "(default: production)",
            valueName: "name"
        )
    )
    var environment: String?
}

extension ReportOptions {
    func level() throws -> Logger.Level {
        guard let text = Environment.text(logLevel, "GATEWAY_LOG_LEVEL") else { return .info }
        return try Environment.value(
            text,
            of: "--log-level",
            "GATEWAY_LOG_LEVEL",
            "one of \(Logger.Level.names)"
        ) { Logger.Level(rawValue: $0.lowercased()) }
    }

    func format() throws -> LogFormat {
        guard let text = Environment.text(logFormat, "GATEWAY_LOG_FORMAT") else { return .text }
        return try Environment.value(
            text,
            of: "--log-format",
            "GATEWAY_LOG_FORMAT",
            "text or json"
        ) { LogFormat(rawValue: $0.lowercased()) }
    }

    /// Nil where none is asked for. A wrong DSN is not repeated: it may hold a key.
    func errorTracker() throws -> ErrorTracker? {
        let environment = try environmentName()
        let given = try Environment.confidential(
            sentryDSN,
            "GATEWAY_SENTRY_DSN",
            for: "the DSN of Sentry"
        )
        guard let text = given else { return nil }
        let dsn: DSN
        do {
            dsn = try DSN(text)
        } catch {
            throw ValidationError("--sentry-dsn (GATEWAY_SENTRY_DSN): \(error)")
        }
        return try ErrorTracker(
            to: dsn,
            client: "tripto-gateway/\(Product.version)",
            release: "tripto-gateway@\(Product.version)",
            environment: environment
        )
    }

    private func environmentName() throws -> String {
        guard let text = Environment.text(environment, "GATEWAY_ENVIRONMENT") else {
            return "production"
        }
        return try Environment.value(
            text,
            of: "--environment",
            "GATEWAY_ENVIRONMENT",
            "a name of at most \(Self.maxEnvironmentLength) of a-z, 0-9 and -"
        ) { text in
            let isGood = text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
            return isGood && (1...Self.maxEnvironmentLength).contains(text.utf8.count) ? text : nil
        }
    }

    private static var maxEnvironmentLength: Int { 32 }
}

extension ArchiveError: CodedError {
    public var trackingCode: StaticString {
        switch kind {
        case .lost: "lost"
        case .unreachable: "unreachable"
        case .conflict: "conflict"
        case .busy: "busy"
        case .full: "full"
        case .refused: "refused"
        case .damaged: "damaged"
        case .forbidden: "forbidden"
        case .unusable: "unusable"
        case .schema: "schema"
        case .closed: "closed"
        }
    }
}

extension StoreUnreachable: CodedError {
    public var trackingCode: StaticString {
        switch fault {
        case .absence: "unreachable"
        case .damage: "damaged"
        case .rights: "forbidden"
        }
    }
}
