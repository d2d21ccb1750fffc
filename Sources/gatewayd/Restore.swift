import Archive
import ArgumentParser

/// Brings back what `backup` copied.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring back a backup of the embedded archive; no gateway may serve meanwhile.",
        discussion: """
            The backup is copied into the data directory, brought forward to this build's schema and \
            checked as `gatewayd check` does; only then it takes its place. Exit codes: 0 done, 64 there \
            is no such file, or an archive is there and --force is not given, 65 the backup is damaged, 69 \
            something can't be read or written, 78 a gateway uses the data directory, or the backup is a \
            newer build's.
            """
    )

    @Argument(help: "What `gatewayd backup` made.")
    var file: String

    @Flag(help: "Replace an existing archive; it is kept beside the new one.")
    var force = false

    @OptionGroup var archive: ArchiveOptions

    /// Files that SQLite keeps beside a database while it is open, or leaves when its process dies.
    private static let logs = ["-wal", "-journal", "-shm"]
    /// Files of an archive.
    private static let parts = ["-wal", "-journal", ""]

    func run() throws {
        let place = try archive.file("pg_restore brings it back")
        guard DataFile.isThere(file) else { throw ValidationError("\(file) is not there") }
        do {
            try DataDirectory.make(archive.directory)
            try DataDirectory.lock(archive.directory, advice: "stop it first")
            DataFile.hand(DataDirectory.lockFile(in: archive.directory))
            if Self.parts.contains(where: { DataFile.size(of: place + $0) > 0 }), !force {
                throw ValidationError(
                    "\(place) is there already; --force replaces it with the backup and keeps it"
                )
            }
            try bringBack(to: place)
        } catch let error as ConfigurationError {
            throw ExitCode.configuration.told("\(error)")
        } catch let error as DataFile.Problem {
            throw ExitCode.unavailable.told("\(error)")
        }
    }

    private func bringBack(to place: String) throws {
        guard DataFile.size(of: file + "-wal") == 0 else {
            throw ExitCode.damaged.told(
                "\(file) has a log beside it, \(file)-wal: it is an archive in use, or one left "
                    + "by a killed gateway, not a backup"
            )
        }
        guard DataFile.size(of: file) > 0 else { throw ExitCode.damaged.told("\(file) is empty") }
        let candidate = place + ".restoring"
        defer { DataFile.remove(candidate) }
        for end in Self.logs { DataFile.remove(candidate + end) }
        defer { for end in Self.logs { DataFile.remove(candidate + end) } }
        try DataFile.make(candidate)
        try DataFile.copy(file, to: candidate)
        try check(candidate)
        try DataFile.sync(candidate)
        DataFile.hand(candidate)
        let kept = try setAside(place)
        try DataFile.rename(candidate, to: place)
        print("\(place): restored from \(file)")
        if let kept { print("the former archive is \(kept)") }
    }

    /// Closing it leaves one file without a log.
    private func check(_ candidate: String) throws {
        do {
            let archive = try ArchivePlace.file(candidate).open(.migrated)
            defer { archive.closeAndWait() }
            guard archive.schema.before > 0 else {
                throw ExitCode.damaged.told("\(file) is a database but not a gateway's archive")
            }
            try Check.look(into: archive)
            if !archive.schema.migrations.isEmpty { print(archive.schema) }
        } catch let error as ArchiveError {
            throw error.exitCode.told("\(file) can't be restored: \(error)")
        } catch let code as ExitCode {
            throw code.told("\(file) can't be restored")
        }
    }

    /// Gives the present archive a second name, its log too, and then removes the log: SQLite would
    /// play it into the new file, even where the file that it belonged to is gone. Interrupted at
    /// any point, the second name has all of it.
    ///
    /// - Returns: the second name; nil where nothing was.
    private func setAside(_ place: String) throws -> String? {
        let left = Self.parts.filter { DataFile.isThere(place + $0) }
        let kept = place + ".before-" + DataFile.stamp()
        for end in left { try DataFile.link(place + end, kept + end) }
        for end in Self.logs { DataFile.remove(place + end) }
        return left.isEmpty ? nil : kept
    }
}
