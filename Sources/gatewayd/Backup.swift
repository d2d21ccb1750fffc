import Archive
import ArgumentParser
import Glibc
import Hosting

/// Copies the embedded archive while a gateway serves from it.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the embedded archive into a file; a gateway may serve meanwhile.",
        discussion: """
            The file appears whole or not at all, for your eyes alone, and holds what was played up to one \
            moment; `gatewayd restore` brings it back. The token secret is not in it. An archive on \
            Postgres is copied by pg_dump. Exit codes: 0 done, 64 the file is there already or the archive \
            is on Postgres, 65 the archive is damaged, 69 something can't be read or written, 78 the \
            archive's schema is not this build's.
            """
    )

    @Argument(help: "The file to make; it must not exist yet.")
    var file: String

    @OptionGroup var archive: ArchiveOptions

    func run() throws {
        let place = try archive.file("pg_dump copies it")
        guard !DataFile.isThere(file) else { throw ValidationError("\(file) is there already") }
        if ArchivePlace.file(place).isEmptyFile { throw ExitCode.damaged.told("\(place) is empty") }
        // Each process has its own: two that write one would publish half a file.
        let unfinished = "\(file).unfinished-\(getpid())"
        do {
            defer { DataFile.remove(unfinished) }
            try DataFile.make(unfinished)
            try SQLArchive.copy(sqlite: place, games: HostedGames.schemas, to: unfinished)
            try DataFile.sync(unfinished)
            try DataFile.rename(unfinished, to: file)
        } catch let error as ArchiveError {
            throw error.told()
        } catch let error as DataFile.Problem {
            throw ExitCode.unavailable.told("\(error)")
        }
        print("\(place): copied to \(file), \(DataFile.size(of: file)) bytes")
    }
}

extension ArchiveOptions {
    /// The path of the embedded archive.
    ///
    /// - Parameter instead: the Postgres tool for the same task.
    /// - Throws: `ValidationError` where the archive is on Postgres.
    func file(_ instead: String) throws -> String {
        switch try place() {
        case .file(let path): return path
        case .postgres: throw ValidationError("the archive is on Postgres: \(instead)")
        }
    }
}
