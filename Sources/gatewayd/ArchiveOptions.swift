import Archive
import ArgumentParser
import Protocol

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
        guard let text = Environment.text(databaseURL, "GATEWAY_DATABASE_URL") else {
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
