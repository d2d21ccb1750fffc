import Archive
import ArgumentParser
import Dispatch
import Gateway
import Glibc
import Hosting
import Logging
import Protocol
import Synchronization

/// Place of the archive, as typed; for every command that needs it.
struct ArchiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The archive's Postgres, like postgres://user:password@host:5432/db; other users of the "
                + "machine can read the command line, but not the variable. "
                + "[$GATEWAY_DATABASE_URL] (default: none, a file in the data directory)",
            valueName: "url"
        )
    )
    var databaseURL: String?

    @Option(
        help: ArgumentHelp(
            "Directory of the embedded archive and the token secret. [$GATEWAY_DATA_DIR] "
                + "(default: ./data)",
            valueName: "dir"
        )
    )
    var dataDir: String?
}

extension ArchiveOptions {
    var directory: String { Environment.text(dataDir, "GATEWAY_DATA_DIR") ?? "./data" }

    /// - Throws: `ValidationError` without the URL: it may hold a password.
    func place() throws -> ArchivePlace {
        let given = try Environment.confidential(
            databaseURL,
            "GATEWAY_DATABASE_URL",
            for: "the URL of Postgres"
        )
        guard let text = given else {
            return .file(directory + "/gateway.sqlite")
        }
        guard let url = PostgresURL(text) else {
            throw ValidationError(
                "--database-url (GATEWAY_DATABASE_URL) is not a URL like "
                    + "postgres://user:password@host:5432/db (in a password, @ is %40 and / is %2F)"
            )
        }
        return .postgres(url)
    }

    /// Opens the archive as it is for a command that only reads, and closes it afterwards.
    ///
    /// - Throws: an exit code, after writing the reason to standard error.
    func read<Value>(_ body: (SQLArchive) throws -> Value) throws -> Value {
        let place = try place()
        do {
            let archive = try place.open(.asIs)
            defer { archive.closeAndWait() }
            return try body(archive)
        } catch let error as ArchiveError {
            throw error.told()
        }
    }

    /// Reads the archive's record of a session.
    ///
    /// - Throws: `ValidationError` when it is not there.
    func record(of session: SessionID) throws -> SessionRecord {
        try read { archive in
            guard let record = try wait(for: { archive.record(of: session, $0) }) else {
                throw ValidationError("session \(session): not in the archive")
            }
            return record
        }
    }
}

/// Place of an archive.
enum ArchivePlace: CustomStringConvertible {
    case file(String)
    case postgres(PostgresURL)

    var description: String {
        switch self {
        case .file(let path): path
        case .postgres(let url): "postgres \(url)"
        }
    }

    func open(_ schema: SchemaUse) throws(ArchiveError) -> SQLArchive {
        switch self {
        case .file(let path):
            try SQLArchive(sqlite: path, games: HostedGames.schemas, schema: schema)
        case .postgres(let url):
            try SQLArchive(postgres: url, games: HostedGames.schemas, schema: schema)
        }
    }
}

extension ArchivePlace {
    /// Opens the archive for serving and brings its schema forward. A database that starts at the same
    /// time as the gateway is waited for.
    ///
    /// - Throws: an exit code; the reason is logged.
    func start(waitingSeconds: Int, _ log: Logger) throws -> SQLArchive {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(waitingSeconds)
        var pauseMs = 100
        var reason: ArchiveError?
        if isEmptyFile {
            log.warning("\(self) is empty: starting a new archive; any former content is gone")
        }
        while true {
            do throws(ArchiveError) {
                let archive = try open(.migrated)
                lookForDamage(log)
                if !archive.schema.migrations.isEmpty {
                    log.info("the archive's \(archive.schema)")
                }
                return archive
            } catch {
                guard error.isTransient, clock.now < deadline else {
                    if error.kind == .damaged {
                        log.critical(
                            "the archive is damaged, `gatewayd check` says more",
                            error: error
                        )
                    } else {
                        log.critical("the archive can't be used", error: error)
                    }
                    throw error.exitCode
                }
                if error != reason {
                    log.warning("the archive can't be used yet, trying again: \(error)")
                }
                reason = error
            }
            guard !Signals.areToStop(withinMs: pauseMs) else { throw ExitCode.success }
            pauseMs = min(pauseMs * 2, Self.maxPauseMs)
        }
    }

    /// Looks at every page of a file meanwhile, over a connection of its own; nobody waits for it.
    private func lookForDamage(_ log: Logger) {
        guard case .file = self else { return }
        DispatchQueue.global(qos: .utility).async { [self] in
            guard let archive = try? open(.asIs) else { return }
            archive.flaws(.quick) { result in
                guard case .success(let flaws) = result, let first = flaws.first else { return }
                log.error(
                    "the archive is damaged, `gatewayd check` says more",
                    metadata: [
                        "archive": "\(self)", "first": "\(first)", "flaws": "\(flaws.count)",
                    ]
                )
            }
            archive.closeAndWait()
        }
    }

    private static var maxPauseMs: Int { 2_000 }
}

extension Signals {
    /// True when a signal to stop, which is held while the gateway starts, comes within a time
    /// (sigtimedwait(2)).
    fileprivate static func areToStop(withinMs durationMs: Int) -> Bool {
        var stopping = sigset_t()
        sigemptyset(&stopping)
        for number in [SIGTERM, SIGINT] { sigaddset(&stopping, number) }
        var time = timespec(tv_sec: durationMs / 1_000, tv_nsec: durationMs % 1_000 * 1_000_000)
        return sigtimedwait(&stopping, nil, &time) > 0
    }
}

/// Waits for one asynchronous call: a command has nothing else to do.
func wait<Value: Sendable, Failure: Error>(
    for call: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
) throws -> Value {
    let over = DispatchSemaphore(value: 0)
    let outcome = Mutex<Result<Value, Failure>?>(nil)
    call { result in
        outcome.withLock { $0 = result }
        over.signal()
    }
    over.wait()
    guard let result = outcome.withLock({ $0 }) else { throw ExitCode.internal }
    return try result.get()
}

extension SQLArchive {
    func closeAndWait() {
        let over = DispatchSemaphore(value: 0)
        close { over.signal() }
        over.wait()
    }
}

extension StoreUnreachable {
    var exitCode: ExitCode {
        switch fault {
        case .absence: .unavailable
        case .damage: .damaged
        case .rights: .configuration
        }
    }
}

extension ArchiveError {
    /// Says on standard error why the archive can't be used.
    ///
    /// - Returns: the exit code for it.
    func told() -> ExitCode {
        exitCode.told("the archive can't be used: \(self)")
    }

    var exitCode: ExitCode {
        switch kind {
        case .schema, .forbidden: .configuration
        case .damaged: .damaged
        case .lost, .unreachable, .conflict, .busy, .full, .refused, .unusable, .closed:
            .unavailable
        }
    }
}
